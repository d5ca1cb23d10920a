// The refunds that owe work: to be sent, or looked up. They are found by their due time alone, whichever process died
// meanwhile, and in lanes by PSP account, so that a slow PSP delays no refund of another.
import { startDueLanes } from '#db/queue/due-lanes.ts'
import { owedIn } from '#db/queue/owed.ts'
import type { SaleDeps } from '../../deps.ts'
import { refundKey, type SaleRefund } from '../refund.ts'
import { type DueRefund, leaseRefunds, prioritiseRefund } from '../store.ts'
import { countBrokenOff, sendRefund } from './send.ts'

/** A lookup, a request and another lookup, with time to spare. */
const CALLS = 4

export interface RefundWork {
  /** The caller has its answer: the refund is sent now. */
  prioritise(refund: SaleRefund): void
  stop(): Promise<void>
}

export function startRefundWork(deps: SaleDeps): RefundWork {
  const { db, clock, log, pspTimeoutMs } = deps
  const failed = (error: unknown, { pspRefundId }: DueRefund) =>
    log.error({ err: error, refund: pspRefundId }, 'a refund could not be worked on')
  const lanes = startDueLanes<DueRefund>({
    name: 'refunds',
    everyMs: 1_000,
    batch: 20,
    max: 20,
    maxHeld: 20,
    log,
    owed: owedIn('refund', deps),
    lease(limit, except) {
      const now = clock()
      return leaseRefunds(db, now, new Date(now.getTime() + CALLS * pspTimeoutMs), limit, except)
    },
    keyOf: refundKey,
    laneOf: ({ pspAccountId }) => pspAccountId,
    async work(refund) {
      try {
        await sendRefund(deps, refund)
      } catch (error) {
        failed(error, refund)
        await countBrokenOff(deps, refund)
      }
    },
    failed,
  })

  return {
    prioritise(refund) {
      const late = (error: unknown) => log.warn({ err: error, refund: refund.uuid }, 'a refund is sent a second late')
      prioritiseRefund(db, refund, clock()).then(lanes.wake, late)
    },
    stop: lanes.stop,
  }
}
