// What becomes of cashouts before they are sent: they are cancelled, approved, checked at their account's own address, or their
// time is over; and the figures by which the limits of outflow judge.
import { type VoteAsk, type Voted, voteOnCashout } from '#cashout/approve.ts'
import { type CancelAsk, type Cancelled, cancelCashout } from '#cashout/cancel.ts'
import type { Cashout, CashoutKey } from '#cashout/cashout.ts'
import { startChecks } from '#cashout/check.ts'
import { expireWait } from '#cashout/expire.ts'
import type { Requested } from '#cashout/request.ts'
import { dropPastMisses } from '#cashout/unknown-key-store.ts'
import { startDueLoop } from '#db/due.ts'
import { openEgress } from '#http/egress.ts'
import type { Replayed } from '#idempotency/answer.ts'
import type { Failure } from '#kernel/failure.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { openCourier } from '#notification/headers.ts'
import { computeUsual, dropPastMinutes, findStaleUsual } from '#payout-rule/store.ts'
import type { Ground } from './ground.ts'
import type { News } from './news.ts'

export interface Payouts {
  cancel: (ask: CancelAsk) => Promise<Cancelled | Replayed | Failure>
  vote: (ask: VoteAsk) => Promise<Voted | Replayed | Failure>
  /** The caller has been answered: it is sent, or whoever it waits for is asked. */
  begin: (requested: Requested) => void
}

/** The address of an account has this long to answer. */
const CHECK_MS = 5 * SECOND_MS

export const expiring =
  (ground: Ground, { outbox }: Pick<News, 'outbox'>) =>
  (key: CashoutKey) =>
    expireWait({ ...ground, outbox }, key)

export function openPayouts(
  parts: AsyncDisposableStack,
  ground: Ground,
  { outbox }: Pick<News, 'outbox'>,
  submit: (cashout: Cashout) => void,
): Payouts {
  const { config, seal, log } = ground
  const needs = { ...ground, outbox }
  const egress = openEgress({ publicOnly: config.production, timeoutMs: CHECK_MS, proxy: config.egressProxy })
  parts.defer(() => egress.close())
  const courier = openCourier({ brand: config.brand, open: seal.open, fallbackPostbackSecret: null })
  const checks = startChecks({ ...needs, egress, courier, released: submit })
  parts.defer(() => checks.stop())
  const figures = startDueLoop({ name: 'payout figures', everyMs: HOUR_MS, log, round: () => tendFigures(ground) })
  parts.defer(() => figures.stop())
  return {
    cancel: ask => cancelCashout(needs, ask),
    async vote(ask) {
      const voted = await voteOnCashout(needs, ask)
      if ('released' in voted && voted.released) submit(voted.cashout)
      return voted
    },
    begin({ cashout, born }) {
      outbox.send(born)
      if (cashout.waiting) checks.wake()
      else submit(cashout)
    },
  }
}

const MOST_ACCOUNTS = 20

async function tendFigures({ db, clock }: Ground): Promise<boolean> {
  const now = clock()
  await dropPastMinutes(db, new Date(now.getTime() - 2 * HOUR_MS))
  await dropPastMisses(db, now)
  const stale = await findStaleUsual(db, new Date(now.getTime() - DAY_MS), MOST_ACCOUNTS)
  await computeUsual(db, stale, now)
  return stale.length === MOST_ACCOUNTS
}
