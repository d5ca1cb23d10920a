// The refunds that owe work: to be sent, or asked about. Found by their due time alone, whoever died meanwhile, and in lanes
// by PSP account, so that one that is slow keeps no refund of another waiting.
import type { FastifyBaseLogger } from 'fastify'
import { startDueLanes } from '#db/due-lanes.ts'
import { type RefundSendNeeds, sendRefund } from './refund-send.ts'
import { claimRefunds, type DueRefund, refundKey } from './refund-store.ts'
import type { SaleRefund } from './sale-refund.ts'
import { hurryRefund } from './sale-refund-store.ts'

export interface RefundWorkNeeds extends RefundSendNeeds {
  pspTimeoutMs: number
  log: FastifyBaseLogger
}

/** A lookup, a sending and another lookup, with time to spare. */
const CALLS = 4

export interface RefundWork {
  /** Whoever asked for it has been answered: it is sent now. */
  hurry(refund: SaleRefund): void
  stop(): Promise<void>
}

export function startRefundWork(needs: RefundWorkNeeds): RefundWork {
  const { db, clock, log, pspTimeoutMs } = needs
  const lanes = startDueLanes<DueRefund>({
    name: 'refunds',
    ...{ everyMs: 1_000, batch: 20, most: 20, mostHeld: 20, log },
    claim(limit, except) {
      const now = clock()
      return claimRefunds(db, now, new Date(now.getTime() + CALLS * pspTimeoutMs), limit, except)
    },
    keyOf: refundKey,
    laneOf: ({ pspAccountId }) => pspAccountId,
    work: refund => sendRefund(needs, refund),
    failed: (error, refund) => log.error({ err: error, refund: refund.pspRefundId }, 'a refund could not be worked on'),
  })

  return {
    hurry(refund) {
      // Where this fails it is only found a second later.
      hurryRefund(db, refund, clock()).then(lanes.wake, () => {})
    },
    stop: lanes.stop,
  }
}
