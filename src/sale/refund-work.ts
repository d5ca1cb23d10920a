// The refunds that owe work: to be sent, or asked about. Found by their due time alone, whoever died meanwhile.
import type { FastifyBaseLogger } from 'fastify'
import { type DueLoop, startDueLoop } from '#db/due.ts'
import { type RefundSendNeeds, sendRefund } from './refund-send.ts'
import { claimRefunds, type DueRefund } from './refund-store.ts'

export interface RefundWorkNeeds extends RefundSendNeeds {
  pspTimeoutMs: number
  log: FastifyBaseLogger
}

const SWEEP_MS = 1_000
const BATCH = 20
/** A lookup, a sending and another lookup, with time to spare. */
const CALLS = 4

export function startRefundWork(needs: RefundWorkNeeds): DueLoop {
  const work = (refund: DueRefund) =>
    sendRefund(needs, refund).catch(error =>
      needs.log.error({ err: error, refund: refund.pspRefundId }, 'a refund could not be worked on'),
    )

  return startDueLoop({
    name: 'refunds',
    everyMs: SWEEP_MS,
    log: needs.log,
    async round() {
      const now = needs.clock()
      const until = new Date(now.getTime() + CALLS * needs.pspTimeoutMs)
      const due = await claimRefunds(needs.db, now, until, BATCH)
      await Promise.all(due.map(work))
      return due.length === BATCH
    },
  })
}
