// What follows a sign-in that better-auth has let through: it is told in the log, and where a second factor belonged to it the
// session counts as proved, so that nobody is asked for the next code at once.
import type { FastifyRequest } from 'fastify'
import { deviceOf } from './device.ts'
import { markProven } from './factor-store.ts'
import { sentBack } from './library-door.ts'
import { PROOF_MS } from './proof-demand.ts'
import type { ProofNeeds } from './proofs.ts'

export type SignedInBy = 'password' | 'code' | 'recoveryCode' | 'passkey'

export interface Opened {
  userId: string
  sessionId: string
}

/** Answers whose session the cookies open. */
export type SessionOpened = (request: FastifyRequest, cookies: string[], by: SignedInBy) => Promise<Opened>

export function makeSessionOpened({ db, clock, auth, tell }: ProofNeeds): SessionOpened {
  return async (request, cookies, by) => {
    const person = await auth.sessionOf({ cookie: sentBack(cookies) })
    if (person === null) throw new Error('better-auth let somebody in without a session')
    const { id: userId, sessionId } = person
    const now = clock()
    await db.transaction(async tx => {
      if (by !== 'password') await markProven(tx, sessionId, new Date(now.getTime() + PROOF_MS))
      const detail = { by, ...deviceOf(request.headers['user-agent'] ?? null) }
      const subject = { kind: 'session', id: sessionId }
      await tell(tx, { userId, address: request.ip, action: 'session.opened', subject, detail }, now)
    })
    return { userId, sessionId }
  }
}
