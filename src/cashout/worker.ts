// The cashouts that owe work: requested ones to be submitted, submitted ones to be polled. Those that this process has just
// answered for are handed over at once; everything else is found by its due time, whichever process died meanwhile. They go in
// lanes by PSP account, so that a slow PSP delays no payout of another.
import { startDueLanes } from '#db/queue/due-lanes.ts'
import { owedIn } from '#db/queue/owed.ts'
import { type Cashout, keyText } from './cashout.ts'
import type { Submission } from './deps.ts'
import { type DueCashout, leaseDue } from './store.ts'
import { pollStatus } from './submission/poll-status.ts'
import { submitCashout } from './submission/submit.ts'

export interface CashoutWork {
  /** A cashout that was just requested and whose caller has its answer. After `stop` the next start finds it. */
  submit(cashout: Cashout): void
  stop(): Promise<void>
}

/** Concurrent calls to one PSP, and what waits for its call in memory. The rest stays in the database. */
const LANES = { everyMs: 1_000, batch: 50, max: 32, maxHeld: 1_000 }
/** The number of sellers whose PSP account is cached. */
const MAX_REMEMBERED = 100_000

export function startCashoutWork(deps: Submission): CashoutWork {
  const { db, clock, log } = deps
  /** The PSP account of a seller's last call. It only chooses a lane: an outdated one does no harm. */
  const lastAsked = new Map<number, number>()

  function remember(accountId: number, pspAccountId: number): void {
    if (lastAsked.size >= MAX_REMEMBERED) lastAsked.clear()
    lastAsked.set(accountId, pspAccountId)
  }

  async function work({ cashout }: DueCashout): Promise<void> {
    if (cashout.waiting) return deps.expire(cashout)
    if (cashout.state === 'requested') {
      const pspAccountId = await submitCashout(deps, cashout)
      if (pspAccountId !== null) remember(cashout.accountId, pspAccountId)
      return
    }
    if (cashout.payoutId === null) throw new Error(`the submitted cashout ${cashout.uuid} has no payout id`)
    await pollStatus(deps, cashout.accountId, cashout.payoutId, true)
  }

  const lanes = startDueLanes<DueCashout>({
    name: 'cashouts',
    ...LANES,
    log,
    owed: owedIn('withdrawal', deps),
    lease(limit, except) {
      const now = clock()
      const until = new Date(now.getTime() + 3 * deps.pspTimeoutMs)
      return leaseDue(db, { now, until, limit, except: [...deps.psps.circuitOpen(), ...except] })
    },
    keyOf: ({ cashout }) => keyText(cashout),
    laneOf: ({ pspAccountId }) => pspAccountId,
    work,
    failed: (error, { cashout }) =>
      log.error({ err: error, cashout: cashout.uuid }, 'a cashout could not be worked on'),
  })

  return {
    submit: cashout => lanes.take({ cashout, pspAccountId: lastAsked.get(cashout.accountId) ?? 0 }),
    stop: lanes.stop,
  }
}
