// What becomes of cashouts before they are sent: they are cancelled, approved, checked at their account's own address, or their
// time is over; and the figures by which the limits of outflow judge.

import { startChecks } from '#cashout/approval/callback-check.ts'
import { expireApproval } from '#cashout/approval/expire.ts'
import { type Voted, type VoteRequest, voteOnCashout } from '#cashout/approval/vote.ts'
import { type Cancelled, type CancelRequest, cancelCashout } from '#cashout/cancel.ts'
import type { Cashout, CashoutKey } from '#cashout/cashout.ts'
import type { Requested } from '#cashout/request/request.ts'
import { dropPastMisses } from '#cashout/request/unknown-key-store.ts'
import { startDueLoop } from '#db/queue/due.ts'
import { openEgress } from '#http/egress/egress.ts'
import type { Replayed } from '#idempotency/answer.ts'
import type { Failure } from '#kernel/failure.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { openCourier } from '#notification/delivery/headers.ts'
import { computeUsual, dropPastMinutes, findStaleUsual } from '#payout-rule/store.ts'
import type { Events } from './events.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface Payouts {
  cancel: (request: CancelRequest) => Promise<Cancelled | Replayed | Failure>
  vote: (request: VoteRequest) => Promise<Voted | Replayed | Failure>
  /** The caller has been answered: it is sent, or whoever it waits for is asked. */
  begin: (requested: Requested) => void
}

/** The address of an account has this long to answer. */
const CHECK_MS = 5 * SECOND_MS

export const expiring =
  (infrastructure: Infrastructure, { outbox }: Pick<Events, 'outbox'>) =>
  (key: CashoutKey) =>
    expireApproval({ ...infrastructure, outbox }, key)

export function openPayouts(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  { outbox }: Pick<Events, 'outbox'>,
  submit: (cashout: Cashout) => void,
): Payouts {
  const { config, secretBox, log } = infrastructure
  const deps = { ...infrastructure, outbox }
  const egress = openEgress({ publicOnly: config.production, timeoutMs: CHECK_MS, proxy: config.egressProxy })
  resources.defer(() => egress.close())
  const courier = openCourier({ brand: config.brand, open: secretBox.open, fallbackPostbackSecret: null })
  const checks = startChecks({ ...deps, egress, courier, released: submit })
  resources.defer(() => checks.stop())
  const figures = startDueLoop({
    name: 'payout figures',
    everyMs: HOUR_MS,
    log,
    round: () => tendFigures(infrastructure),
  })
  resources.defer(() => figures.stop())
  return {
    cancel: request => cancelCashout(deps, request),
    async vote(request) {
      const voted = await voteOnCashout(deps, request)
      if ('released' in voted && voted.released) submit(voted.cashout)
      return voted
    },
    begin({ cashout, pendingDeliveries }) {
      outbox.send(pendingDeliveries)
      if (cashout.waiting) checks.wake()
      else submit(cashout)
    },
  }
}

const MAX_ACCOUNTS = 20

async function tendFigures({ db, clock }: Infrastructure): Promise<boolean> {
  const now = clock()
  await dropPastMinutes(db, new Date(now.getTime() - 2 * HOUR_MS))
  await dropPastMisses(db, now)
  const stale = await findStaleUsual(db, new Date(now.getTime() - DAY_MS), MAX_ACCOUNTS)
  await computeUsual(db, stale, now)
  return stale.length === MAX_ACCOUNTS
}
