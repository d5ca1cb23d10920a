// What follows a sign-in that was let through: it is recorded, the browser is remembered, and the person gets a mail about a
// browser that was not known. Where a second factor belonged to it the session counts as stepped up, so that no second code is
// asked for at once.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { languageOf } from '#kernel/language.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { giveCookies, NOT_CONFIRMED_SAYS, sentBack } from '../auth-client.ts'
import type { Access, AccessDeps } from '../feature.ts'
import { STEP_UP_MS } from '../guards/step-up-guard.ts'
import type { PersonMail } from '../person-mail.ts'
import { markSteppedUp } from '../second-factor/store.ts'
import { deviceOf } from './device.ts'
import type { DeviceCookie } from './device-cookie.ts'
import { isKnownDevice, rememberDevice } from './device-store.ts'

export type SignedInBy = 'password' | 'code' | 'recoveryCode' | 'passkey'

export interface Opened {
  userId: string
  sessionId: string
}

export interface Opening {
  /** As better-auth gave them; they go to the browser with this. */
  cookies: string[]
  by: SignedInBy
  /** The mailbox has just let this person in, so it needs no mail. */
  isFromMailbox?: boolean
}

export type SessionOpened = (request: FastifyRequest, reply: FastifyReply, opening: Opening) => Promise<Opened>

/** More of them say no more. */
const MAX_LETTERS_AN_HOUR = 10

export function makeSessionOpened(
  deps: Pick<AccessDeps, 'db' | 'clock'> &
    Pick<Access, 'auth' | 'personLog'> & { mail: PersonMail; device: DeviceCookie },
): SessionOpened {
  const { db, clock, auth, personLog, mail, device } = deps
  return async (request, reply, { cookies, by, isFromMailbox = false }) => {
    const person = await auth.sessionOf({ cookie: sentBack(cookies) })
    if (person === null) throw NOT_CONFIRMED
    const { id: userId, sessionId } = person
    const now = clock()
    const about = deviceOf(request.headers['user-agent'] ?? null)
    const { hash: tokenHash, cookie } = device.renewed(request)
    const letter = async (tx: Transaction) => {
      const detail = { name: person.name, ...about, address: request.ip, at: now.toISOString() }
      const language = languageOf(request.headers['accept-language'])
      const limit = { max: MAX_LETTERS_AN_HOUR, since: new Date(now.getTime() - HOUR_MS) }
      await mail.write(tx, { kind: 'session-opened', recipient: person.email, language, detail, limit })
    }
    await db.transaction(async tx => {
      if (by !== 'password') await markSteppedUp(tx, sessionId, new Date(now.getTime() + STEP_UP_MS))
      const isNew = !(await isKnownDevice(tx, userId, tokenHash))
      await rememberDevice(tx, userId, tokenHash, now)
      const subject = { kind: 'session', id: sessionId }
      const detail = { by, ...about, ...(isNew && { newDevice: true }) }
      await personLog(tx, { userId, address: request.ip, action: 'session.opened', subject, detail }, now)
      if (isNew && !isFromMailbox) await letter(tx)
    })
    mail.send()
    giveCookies(reply, [...cookies, cookie])
    return { userId, sessionId }
  }
}

/** better-auth may let a person in whom we do not: the address is not confirmed. */
const NOT_CONFIRMED = new Failure('FORBIDDEN', NOT_CONFIRMED_SAYS)
