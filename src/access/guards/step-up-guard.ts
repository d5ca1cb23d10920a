// Whether a signed-in person has to step up before a critical act. Asked by the session guard for each request, read anew each
// time: a step-up is a session's own, and good for minutes.
import type { Queryable } from '#db/postgres.ts'
import type { RouteRules } from '#http/route.ts'
import { Failure } from '#kernel/failure.ts'
import { type Clock, MINUTE_MS } from '#kernel/time.ts'
import { findStanding } from '../second-factor/store.ts'

/** How long a proof is good for. */
export const STEP_UP_MS = 5 * MINUTE_MS

/** Throws where a proof is wanted and there is none. `accountId`: of the account that it is about, if it is about one. */
export async function requireStepUp(
  { db, clock }: { db: Queryable; clock: Clock },
  { id: userId, sessionId }: { id: string; sessionId: string },
  rules: RouteRules,
  accountId: number | null = null,
): Promise<void> {
  if (rules.secondFactor === undefined) return
  const standing = await findStanding(db, { userId, sessionId, accountId })
  if (standing === null) throw new Failure('UNAUTHORIZED', 'Sign in first: this session has ended')
  const { provenUntil, hasFactor, accountWantsOne } = standing
  if (hasFactor || rules.secondFactor === 'or-password') {
    if (provenUntil === null || provenUntil <= clock())
      throw new Failure('SECOND_FACTOR_REQUIRED', hasFactor ? STEP_UP_BY_FACTOR : STEP_UP_BY_PASSWORD)
  } else if (accountWantsOne) throw new Failure('SECOND_FACTOR_MISSING', SET_ONE_UP)
}

/**
 * Throws where an operator has no second factor, or this session has never proved one, as where a passkey is the only one and the
 * password let the session in: a password alone does not run a gateway in production. When it was proved is asked by critical acts alone.
 */
export async function requireOperatorFactor(db: Queryable, { id, sessionId }: { id: string; sessionId: string }) {
  const standing = await findStanding(db, { userId: id, sessionId, accountId: null })
  if (standing === null) return
  if (!standing.hasFactor) throw new Failure('SECOND_FACTOR_MISSING', OPERATORS_NEED_ONE)
  if (standing.provenUntil === null) throw new Failure('SECOND_FACTOR_REQUIRED', STEP_UP_BY_FACTOR)
}

const OPERATORS_NEED_ONE =
  'Whoever runs this gateway needs a second factor: set one up at /seguranca, or by POST /api/auth/two-factor/enable'

const STEP_UP_BY_FACTOR = 'Prove your second factor at POST /api/auth/step-up, and repeat the request'
const STEP_UP_BY_PASSWORD = 'Prove your password again at POST /api/auth/step-up, and repeat the request'
const SET_ONE_UP = 'This account wants its people to have a second factor: set one up first'
