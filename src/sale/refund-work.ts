// The refunds that owe work: to be sent, or asked about. Found by their due time alone, whoever died meanwhile, and in lanes
// by PSP account, so that one that is slow keeps no refund of another waiting.
import type { FastifyBaseLogger } from 'fastify'
import { type DueLanes, startDueLanes } from '#db/due-lanes.ts'
import { type RefundSendNeeds, sendRefund } from './refund-send.ts'
import { claimRefunds, type DueRefund } from './refund-store.ts'

export interface RefundWorkNeeds extends RefundSendNeeds {
  pspTimeoutMs: number
  log: FastifyBaseLogger
}

/** A lookup, a sending and another lookup, with time to spare. */
const CALLS = 4

export function startRefundWork(needs: RefundWorkNeeds): DueLanes<DueRefund> {
  const { db, clock, log, pspTimeoutMs } = needs
  return startDueLanes<DueRefund>({
    name: 'refunds',
    ...{ everyMs: 1_000, batch: 20, most: 20, mostHeld: 20, log },
    claim(limit, except) {
      const now = clock()
      return claimRefunds(db, now, new Date(now.getTime() + CALLS * pspTimeoutMs), limit, except)
    },
    keyOf: ({ accountId, pspRefundId }) => `${accountId}/${pspRefundId}`,
    laneOf: ({ pspAccountId }) => pspAccountId,
    work: refund => sendRefund(needs, refund),
    failed: (error, refund) => log.error({ err: error, refund: refund.pspRefundId }, 'a refund could not be worked on'),
  })
}
