// The guard against card testing: somebody who has stolen numbers tries them at a shop to learn which are good. Where most of an account's
// attempts of the last minutes are declined it sells by no card for a while; everything else is sold as before.
//
// An attempt that nobody has answered yet counts as a decline until it is known, and attempts of one account are admitted one after another,
// so that however many come at once, on however many gateways, no more than the bound are tried.
import type { Transaction } from '#db/postgres.ts'
import { aboutAccount } from '#kernel/alert-subject.ts'
import { Failure } from '#kernel/failure.ts'
import { later, MINUTE_MS } from '#kernel/time.ts'
import type { ChargeDeps } from '../deps.ts'
import { NotSold } from '../terms.ts'
import { type Attempts, countAttempts, findCardsOff, lockAttempts, recordCardsOff } from './store.ts'

const MAX_DECLINES = 30
const WINDOW_MS = 10 * MINUTE_MS
const OFF_MS = 30 * MINUTE_MS
/** A shop that sells well has its declines too. */
const MAX_SHARE = 0.6
const RETRY_AFTER_SECONDS = 5

/** Too many were declined: cards are off, or about to be. */
export class Suspected extends Failure {}

export const cardsOff = (until: Date): Failure =>
  new NotSold(
    'GENERAL_ERROR',
    `paymentMethod: too many cards of this account were declined; none is taken until ${until.toISOString()}`,
  )

/** In the transaction that stores the attempt, before it is stored. Null: it may be made. */
export async function admitAttempt(
  tx: Transaction,
  { clock }: Pick<ChargeDeps, 'clock'>,
  accountId: number,
): Promise<Failure | null> {
  await lockAttempts(tx, accountId)
  const now = clock()
  const off = await findCardsOff(tx, accountId)
  if (off !== null && off > now) return cardsOff(off)
  const attempts = await countAttempts(tx, accountId, countedFrom(now, off))
  if (!isTooMuch({ ...attempts, declined: attempts.declined + attempts.unanswered })) return null
  const Refusal = isTooMuch(attempts) ? Suspected : Failure
  return new Refusal('PSP_UNAVAILABLE', 'The last attempts by card of this account have no answer yet: try again', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

/** After a decline: switches the cards of the account off where there were too many. */
export async function guardAccount(deps: ChargeDeps, accountId: number): Promise<void> {
  const { db, clock, alerts } = deps
  const switched = await db.transaction(async tx => {
    await lockAttempts(tx, accountId)
    const now = clock()
    const off = await findCardsOff(tx, accountId)
    if (off !== null && off > now) return null
    const attempts = await countAttempts(tx, accountId, countedFrom(now, off))
    if (!isTooMuch(attempts)) return null
    const until = later(now, OFF_MS)
    await recordCardsOff(tx, accountId, { until, now })
    await deps.mailOwners(tx, { accountId, ...attempts, until, now })
    return { ...attempts, until }
  })
  if (switched === null) return
  deps.wakeMail()
  const { declined, approved, until } = switched
  const params = { accountId, declined, approved, until: until.toISOString() }
  alerts.raise('CARD_TESTING_SUSPECTED', params, aboutAccount(accountId))
}

/** What was declined before cards were off, or before an operator switched them on again, counts no more. */
const countedFrom = (now: Date, off: Date | null): Date => {
  const from = later(now, -WINDOW_MS)
  return off !== null && off > from ? off : from
}

const isTooMuch = ({ declined, approved }: Attempts): boolean =>
  declined >= MAX_DECLINES && declined > MAX_SHARE * (declined + approved)
