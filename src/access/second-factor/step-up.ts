// How a person proves who they are: a code of their authenticator app, a recovery code, a passkey, or the password. better-auth
// says whether a proof is right; that nobody may guess for long, and that a code is good for one use, is seen to here.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Auth } from '../auth.ts'
import { isRefused, type LibraryAnswer, orRefuse, requestLibrary, sentBack } from '../auth-client.ts'
import type { Access, AccessDeps } from '../feature.ts'
import { endSession } from '../sessions/store.ts'
import { type Bounded, makeBounded, type Who } from './attempts.ts'
import { forgetCode, useCode } from './store.ts'

export interface StepUp {
  /**
   * What better-auth answered to a right code; null: the code is wrong, or was used. Refusals of another kind are thrown, CONFLICT
   * where no code of this person can be checked.
   */
  code(request: FastifyRequest, userId: string, code: string): Promise<LibraryAnswer | null>
  /** The same. */
  recoveryCode(request: FastifyRequest, userId: string, code: string): Promise<LibraryAnswer | null>
  password(request: FastifyRequest, userId: string, password: string): Promise<boolean>
  /** Nobody guesses one, so it is not counted. */
  passkey(request: FastifyRequest, userId: string, response: unknown): Promise<boolean>
}

/** Longer than better-auth takes any code. */
const CODES_KEPT_MS = 10 * MINUTE_MS

export function openStepUp(deps: Pick<AccessDeps, 'db' | 'clock'> & Pick<Access, 'auth' | 'personLog'>): StepUp {
  const { db, clock, auth, personLog } = deps
  const bounded = makeBounded({
    db,
    clock,
    onLocked: ({ userId, address }, until) => {
      const detail = { until: until.toISOString() }
      return db.transaction(tx => personLog(tx, { userId, address, action: 'proof.locked', detail }, clock()))
    },
  })
  return {
    async code(request, userId, text) {
      await demandReadable(auth, userId)
      const code = text.replaceAll(' ', '')
      const digest = createHash('sha256').update(`${userId} ${code}`).digest()
      const readRequest = () =>
        requestLibrary(auth, request, { method: 'POST', path: '/two-factor/verify-totp', body: { code } })
      return judged(bounded, whoIn(request, userId), async () => {
        const now = clock()
        // Taken before it is judged: of two requests with the same code one comes through.
        const taken = { userId, digest, now, forgetBefore: new Date(now.getTime() - CODES_KEPT_MS) }
        if (!(await useCode(db, taken))) return null
        const answer = await readRequest()
          .then(orWrong('INVALID_CODE'))
          .catch(async error => {
            await forgetCode(db, taken)
            throw error
          })
        if (answer === null) await forgetCode(db, taken)
        return answer
      })
    },
    async recoveryCode(request, userId, code) {
      await demandReadable(auth, userId)
      return judged(bounded, whoIn(request, userId), async () => {
        const body = { code: code.trim() }
        const answer = await requestLibrary(auth, request, {
          method: 'POST',
          path: '/two-factor/verify-backup-code',
          body,
        })
        return orWrong('INVALID_BACKUP_CODE')(answer)
      })
    },
    password: (request, userId, password) => bounded(whoIn(request, userId), () => auth.isPasswordOf(userId, password)),
    async passkey(request, userId, response) {
      const input = { method: 'POST' as const, path: '/passkey/verify-authentication', body: { response } }
      const answer = await requestLibrary(auth, request, input)
      if (isRefused(answer) && WRONG_PASSKEYS.has(answer.code)) return false
      orRefuse(answer)
      // better-auth takes it for a sign-in. The session that it has opened is nobody's: its cookie goes nowhere.
      const opened = await auth.sessionOf({ cookie: sentBack(answer.cookies) })
      if (opened !== null) await db.transaction(tx => endSession(tx, opened.id, opened.sessionId))
      return opened?.id === userId
    },
  }
}

async function demandReadable(auth: Auth, userId: string): Promise<void> {
  if (!(await auth.canReadApp(userId))) throw NOT_READABLE
}

const NOT_READABLE = new Failure(
  'CONFLICT',
  'The app was set up under another AUTH_SECRET of this gateway, so no code can be checked: ask the operator to remove it',
)

/** What better-auth says of a passkey that does not prove what it should. */
export const WRONG_PASSKEYS = new Set(['CHALLENGE_NOT_FOUND', 'PASSKEY_NOT_FOUND', 'AUTHENTICATION_FAILED'])

const whoIn = (request: FastifyRequest, userId: string): Who => ({ userId, address: request.ip })

/** null where the answer says that the proof is wrong. Throws what it refuses beside that. */
const orWrong = (wrong: string) => (answer: LibraryAnswer) => {
  if (isRefused(answer) && answer.code === wrong) return null
  orRefuse(answer)
  return answer
}

async function judged(bounded: Bounded, who: Who, readRequest: () => Promise<LibraryAnswer | null>) {
  let answer: LibraryAnswer | null = null
  await bounded(who, async () => {
    answer = await readRequest()
    return answer !== null
  })
  return answer
}
