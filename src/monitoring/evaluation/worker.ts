// Evaluates by the clock what has been booked since. One process takes the round of the moment; a round that it does not end is the next
// one's, since every account remembers how far it was evaluated. Cases whose analysis is overdue raise their alert here.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { aboutAccount } from '#kernel/alert-subject.ts'
import { type Clock, later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { listOverdue } from '../case/store.ts'
import { findSettings } from '../rule/store.ts'
import { evaluate } from './evaluate.ts'
import { findBehind, leaseRound, roundIsDue } from './progress-store.ts'
import type { CountBefore } from './usual.ts'

export interface MonitoringDeps {
  db: Database
  countBefore: CountBefore
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  alerts: Pick<Alerts, 'raiseInTx' | 'raiseOnce' | 'resolve'>
}

/** By the gateway's clock: watching stops nothing, so a few minutes are soon enough. */
const ROUND_EVERY_MS = 5 * MINUTE_MS
const ACCOUNTS_AT_ONCE = 200

export function startMonitoring(deps: MonitoringDeps): DueLoop {
  const { db, clock, log } = deps
  let stopping = false

  async function round(): Promise<false> {
    const now = clock()
    if (!(await leaseRound(db, now, later(now, ROUND_EVERY_MS)))) return false
    const settings = await findSettings(db)
    let after: number | null = 0
    while (after !== null && !stopping) {
      const behind: number[] = await findBehind(db, after, ACCOUNTS_AT_ONCE)
      for (const accountId of behind) await evaluateAll(accountId, settings)
      after = behind.length === ACCOUNTS_AT_ONCE ? (behind.at(-1) ?? null) : null
    }
    await raiseOverdue(now)
    return false
  }

  /** One account that cannot be evaluated keeps no other waiting; the next round tries it again. */
  async function evaluateAll(accountId: number, settings: Awaited<ReturnType<typeof findSettings>>): Promise<void> {
    try {
      while (!stopping && (await evaluate(deps, accountId, settings, clock()))) {
        // It has more than is evaluated at once.
      }
    } catch (error) {
      log.error({ err: error, accountId }, 'an account could not be monitored')
    }
  }

  async function raiseOverdue(now: Date): Promise<void> {
    for (const { accountId, uuid, rule, analysisDueAt } of await listOverdue(db, now))
      deps.alerts.raiseOnce(
        'MONITORING_CASE_OVERDUE',
        { accountId, case: uuid, rule, analysisDueAt },
        aboutAccount(accountId),
        `${uuid} ${analysisDueAt.toISOString()}`,
      )
  }

  const owed = { db, rows: () => roundIsDue(clock(), later(clock(), ROUND_EVERY_MS)) }
  const loop = startDueLoop({ name: 'monitoring', everyMs: SECOND_MS, owed, log, round })
  return {
    ...loop,
    async stop() {
      stopping = true
      await loop.stop()
    },
  }
}
