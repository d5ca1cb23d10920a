// The figures by which velocity limits judge: what each account usually requests in an hour is computed once a day, and minutes
// that no limit looks at any more are dropped.
import type { DueLoop } from '#db/queue/due.ts'
import { startHousekeeping } from '#db/queue/housekeeping.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import type { PayoutRuleDeps } from './manage.ts'
import { computeUsual, dropPastMinutes, findStaleUsual } from './store.ts'

export const startPayoutFigures = (deps: PayoutRuleDeps): DueLoop =>
  startHousekeeping({ name: 'payout figures', everyMs: HOUR_MS, log: deps.log, round: () => tend(deps) })

const MAX_ACCOUNTS = 20

/** Answers whether more accounts may be due. */
async function tend({ db, clock }: Pick<PayoutRuleDeps, 'db' | 'clock'>): Promise<boolean> {
  const now = clock()
  await dropPastMinutes(db, new Date(now.getTime() - 2 * HOUR_MS))
  const stale = await findStaleUsual(db, new Date(now.getTime() - DAY_MS), MAX_ACCOUNTS)
  await computeUsual(db, stale, now)
  return stale.length === MAX_ACCOUNTS
}
