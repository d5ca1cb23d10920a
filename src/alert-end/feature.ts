// Closes alerts whose cause is gone, as the books show it: looked at beside the work itself, so that no cashout and no payment waits for it, and
// what a process that died had to close is closed by the next look. What only the raiser can see is closed where it is raised.
import type { FastifyBaseLogger } from 'fastify'
import type { RaisableCode } from '#alert/catalogue/catalogue.ts'
import type { Database } from '#db/postgres.ts'
import { startDueLoop } from '#db/queue/due.ts'
import { type Clock, MINUTE_MS } from '#kernel/time.ts'
import { CASHOUT_ENDS } from './cashout-store.ts'
import { DISPUTE_ENDS } from './dispute-store.ts'
import type { End, Ends } from './end-by-code.ts'
import { GATEWAY_ENDS, PSP_ENDS } from './gateway-store.ts'
import { RECURRENCE_ENDS } from './recurrence-store.ts'
import { SALE_ENDS } from './sale-store.ts'
import { findUnresolvedCodes, resolveWhere, unresolved } from './store.ts'

export interface AlertEndsDeps {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  /** How often it is looked; at most once a minute. */
  everyMs: number
}

export const ENDS: Ends = {
  ...CASHOUT_ENDS,
  ...SALE_ENDS,
  ...RECURRENCE_ENDS,
  ...DISPUTE_ENDS,
  ...PSP_ENDS,
  ...GATEWAY_ENDS,
}

/** Those that the books show to be over. */
const CONDITIONS = new Map(
  Object.entries(ENDS).flatMap(([code, end]) => (isCondition(end) ? [[code as RaisableCode, end] as const] : [])),
)

function isCondition(end: End): end is Exclude<End, string> {
  return typeof end === 'function'
}

export function openAlertEnds({ db, clock, log, everyMs }: AlertEndsDeps): AsyncDisposable {
  async function round(): Promise<false> {
    const now = clock()
    for (const { code } of await findUnresolvedCodes(db, [...CONDITIONS.keys()], now)) {
      const isOver = CONDITIONS.get(code)
      const ended = isOver === undefined ? 0 : await resolveWhere(db, code, isOver(now), now)
      if (ended > 0) log.info({ code, ended }, 'alerts have ended')
    }
    return false
  }

  const owed = { db, rows: () => unresolved(clock()) }
  const loop = startDueLoop({ name: 'ends of alerts', everyMs: Math.min(everyMs, MINUTE_MS), log, round, owed })
  return { [Symbol.asyncDispose]: () => loop.stop() }
}
