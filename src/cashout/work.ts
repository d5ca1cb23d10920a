// The cashouts that owe work: requested ones to be sent, sent ones to be asked about. Those that this process has just
// answered for are handed over at once; everything else is found by its due time, whoever died meanwhile.
import type { FastifyBaseLogger } from 'fastify'
import { startDueLoop } from '#db/due.ts'
import { limited } from '#kernel/limited.ts'
import type { Cashout } from './cashout.ts'
import { inquire } from './inquire.ts'
import { claimDue } from './store.ts'
import { type SubmitNeeds, submitCashout } from './submit.ts'

export interface CashoutWork {
  /** A cashout that has just been requested and whose caller has been answered. After `stop` the next start finds it. */
  submit(cashout: Cashout): void
  stop(): Promise<void>
}

const SWEEP_MS = 1_000
const BATCH = 50
/** Calls to PSPs under way at once. */
const MOST_CALLS = 32

export function startCashoutWork(needs: SubmitNeeds & { log: FastifyBaseLogger }): CashoutWork {
  const calls = limited(MOST_CALLS)
  const work = (cashout: Cashout) =>
    calls
      .run(() => (cashout.state === 'requested' ? submitCashout(needs, cashout) : ask(needs, cashout)))
      .catch(error => needs.log.error({ err: error, cashout: cashout.uuid }, 'a cashout could not be worked on'))

  const sweeper = startDueLoop({
    name: 'cashouts',
    everyMs: SWEEP_MS,
    log: needs.log,
    async round() {
      const now = needs.clock()
      const until = new Date(now.getTime() + 3 * needs.pspTimeoutMs)
      const due = await claimDue(needs.db, now, until, BATCH)
      await Promise.all(due.map(work))
      return due.length === BATCH
    },
  })

  let stopped = false
  return {
    submit(cashout) {
      if (!stopped) void work(cashout)
    },
    async stop() {
      stopped = true
      await sweeper.stop()
      await calls.idle()
    },
  }
}

function ask(needs: SubmitNeeds, cashout: Cashout): Promise<void> {
  if (cashout.payoutId === null) throw new Error(`the submitted cashout ${cashout.uuid} has no payout id`)
  return inquire(needs, cashout.accountId, cashout.payoutId)
}
