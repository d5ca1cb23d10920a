// How often a caller may be wrong about a code or a password once the person is known. Counted by person and by address, in the
// database, so that neither another process nor a restart gives more tries. Being right ends the count of the person, but only
// takes back its own try of the address: the owner of one account does not thereby get to guess at others.
import { Failure } from '#kernel/failure.ts'
import { networkOf } from '#kernel/ip-address.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import type { AccessDeps } from '../feature.ts'
import { type Bound, findLock, forgetAttempts, giveBackAttempt, type Taken, takeAttempt } from './attempt-store.ts'

export interface Who {
  userId: string
  address: string
}

/** Answers what `prove` answers. Throws RATE_LIMITED where there were too many; a try that threw is not counted. */
export type Bounded = (who: Who, prove: () => Promise<boolean>) => Promise<boolean>

/** Under which the tries at a person are counted. */
export const attemptsOf = (userId: string) => `person ${userId}`

const A_QUARTER_SECONDS = 900
const FOUR_HOURS_SECONDS = 14_400

/** Some thirty guesses a day at one of a million codes, of which three are good. */
const OF_PERSON: Bound = {
  max: 5,
  lockSeconds: A_QUARTER_SECONDS,
  maxLockSeconds: FOUR_HOURS_SECONDS,
  forgetMs: DAY_MS,
}
/** An office behind one address has many people. */
const OF_ADDRESS: Bound = { ...OF_PERSON, max: 30, forgetMs: HOUR_MS }

export function makeBounded(
  deps: Pick<AccessDeps, 'db' | 'clock'> & {
    /** So many wrong tries that nobody may try for this person any more, until then. */
    onLocked: (who: Who, until: Date) => Promise<unknown>
  },
): Bounded {
  const { db } = deps
  return async (who, prove) => {
    const person = attemptsOf(who.userId)
    const address = `address ${networkOf(who.address)}`
    const ofAddress = await take(deps, address, OF_ADDRESS)
    const giveBackAddress = () => giveBackAttempt(db, address, ofAddress)
    const ofPerson = await take(deps, person, OF_PERSON).catch(async refusal => {
      await giveBackAddress()
      throw refusal
    })
    const right = await prove().catch(async error => {
      await giveBackAddress()
      await giveBackAttempt(db, person, ofPerson)
      throw error
    })
    if (right) {
      await giveBackAddress()
      await forgetAttempts(db, person)
    } else if (ofPerson.lockedUntil !== null) await deps.onLocked(who, ofPerson.lockedUntil)
    return right
  }
}

async function take({ db, clock }: Pick<AccessDeps, 'db' | 'clock'>, subject: string, bound: Bound): Promise<Taken> {
  const now = clock()
  const taken = await takeAttempt(db, subject, bound, now)
  if (taken !== null) return taken
  const until = (await findLock(db, subject, now)) ?? now
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / SECOND_MS))
  throw new Failure('RATE_LIMITED', 'Too many wrong codes or passwords: try again later', { retryAfterSeconds })
}
