// Reads the statements of PSPs that report credits other than Pix, as often as their other lists: the last days each time, since a line
// that is kept already is told by its id.
import type { FastifyBaseLogger } from 'fastify'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Movement, Movements } from '#psp/port.ts'
import type { SaleDeps } from '../deps.ts'
import { importCredits } from './import.ts'
import type { Credit } from './movement.ts'
import { findStatementAccounts } from './store.ts'

/** A statement may show a credit late, and after a weekend all at once. */
const BACK_MS = 5 * DAY_MS
/** The PSP's clock may be ahead of ours. */
const SKEW_MS = 10 * MINUTE_MS
const MAX_PAGES = 1_000

export function startStatementWork(deps: SaleDeps & { log: FastifyBaseLogger; everyMs: number }): DueLoop {
  const { db, log, everyMs } = deps
  return startDueLoop({
    name: 'statements',
    everyMs,
    log,
    async round() {
      for (const account of await findStatementAccounts(db)) {
        const { movements } = await deps.psps.psp(account.id)
        if (movements !== undefined) await readStatement(deps, account, movements)
      }
      return false
    },
  })
}

async function readStatement(
  deps: SaleDeps & { log: FastifyBaseLogger },
  { id: pspAccountId, since }: { id: number; since: Date },
  movements: Movements,
): Promise<void> {
  const now = deps.clock().getTime()
  const period = { from: new Date(Math.max(since.getTime(), now - BACK_MS)), to: new Date(now + SKEW_MS) }
  const credits: Credit[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await movements.list(period, page)
    if (listed.kind !== 'done') {
      deps.log.warn({ pspAccountId, reason: listed.reason }, 'the statement of the PSP could not be read')
      return
    }
    credits.push(...listed.value.items.map(creditOfMovement))
    if (!listed.value.more) break
  }
  await importCredits(deps, pspAccountId, credits)
}

const creditOfMovement = ({ lineId, amount, paidAt, payer, message }: Movement): Credit => ({
  source: 'PSP',
  lineId,
  day: dateAt(paidAt),
  paidAt,
  amount,
  payer,
  message,
  way: 'transfer',
})
