// The cashouts that owe work: requested ones to be sent, sent ones to be asked about. Those that this process has just
// answered for are handed over at once; everything else is found by its due time, whoever died meanwhile.
import type { FastifyBaseLogger } from 'fastify'
import { startDueLoop } from '#db/due.ts'
import { limited } from '#kernel/limited.ts'
import { type Cashout, keyText } from './cashout.ts'
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
/** What waits in memory for its call. Beyond it the rows stay in the database until the sweeper has room. */
const MOST_HELD = 1_000

export function startCashoutWork(needs: SubmitNeeds & { log: FastifyBaseLogger }): CashoutWork {
  const calls = limited(MOST_CALLS)
  const held = new Set<string>()
  let stopped = false

  function take(cashout: Cashout): void {
    const key = keyText(cashout)
    if (stopped || held.has(key) || held.size >= MOST_HELD) return
    held.add(key)
    calls
      .run(() => work(cashout))
      .catch(error => needs.log.error({ err: error, cashout: cashout.uuid }, 'a cashout could not be worked on'))
      .finally(() => held.delete(key))
  }

  async function work(cashout: Cashout): Promise<void> {
    if (stopped) return
    if (cashout.state === 'requested') return submitCashout(needs, cashout)
    if (cashout.payoutId === null) throw new Error(`the submitted cashout ${cashout.uuid} has no payout id`)
    await inquire(needs, cashout.accountId, cashout.payoutId, true)
  }

  const sweeper = startDueLoop({
    name: 'cashouts',
    everyMs: SWEEP_MS,
    log: needs.log,
    async round() {
      const room = Math.min(BATCH, MOST_HELD - held.size)
      if (room <= 0) return false
      const now = needs.clock()
      const until = new Date(now.getTime() + 3 * needs.pspTimeoutMs)
      const due = await claimDue(needs.db, now, until, room)
      for (const cashout of due) take(cashout)
      return due.length === room
    },
  })

  return {
    submit: take,
    async stop() {
      stopped = true
      await sweeper.stop()
      await calls.idle()
    },
  }
}
