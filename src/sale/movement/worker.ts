// Reads the statements of PSPs that report credits other than Pix: whole days, since equal credits of a day are told apart by their number
// in it. That is the day of the last reading on, and once an hour the last days, since a statement may show a credit late.
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Movement, Movements, Period } from '#psp/port.ts'
import type { SaleDeps } from '../deps.ts'
import { importCredits } from './import.ts'
import type { Credit } from './movement.ts'
import { findStatementAccounts, type StatementAccount } from './store.ts'

/** After a weekend a statement may show all its days at once. */
const DEEP_MS = 5 * DAY_MS
const DEEP_EVERY_MS = HOUR_MS
/** Shortly after midnight the day before is read too. */
const OVERLAP_MS = HOUR_MS
/** The PSP's clock may be ahead of ours. */
const SKEW_MS = 10 * MINUTE_MS
const MAX_PAGES = 1_000
/** Lines that cannot be read, as an alert names them. */
const MAX_NAMED = 20

/** How far this process has read the statement of one account. After a start it reads the last days. */
interface Reached {
  readTo: number
  deepAt: number
  /** Lines that cannot be read, of which an alert was raised. */
  unread: Set<string>
}

export function startStatementWork(deps: SaleDeps): DueLoop {
  const { db, log, everyMs } = deps
  const reached = new Map<number, Reached>()
  return startDueLoop({
    name: 'statements',
    everyMs,
    log,
    async round() {
      for (const account of await findStatementAccounts(db)) {
        const { movements } = await deps.psps.psp(account.id)
        if (movements === undefined) continue
        const now = await readOn(deps, account, movements, reached.get(account.id) ?? null)
        if (now !== null) reached.set(account.id, now)
      }
      return false
    },
  })
}

/** null: not all of it could be read, and it is read from the same day again. */
async function readOn(
  deps: SaleDeps,
  { id: pspAccountId, since }: StatementAccount,
  movements: Movements,
  before: Reached | null,
): Promise<Reached | null> {
  const now = deps.clock().getTime()
  const isDeep = before === null || now < before.deepAt || now - before.deepAt >= DEEP_EVERY_MS
  const back = isDeep ? now - DEEP_MS : Math.min(before.readTo, now) - OVERLAP_MS
  const from = Math.max(since.getTime(), boundsOf(dateAt(new Date(back))).from.getTime())
  const read = await readStatement(deps, pspAccountId, movements, {
    from: new Date(from),
    to: new Date(now + SKEW_MS),
  })
  if (read === null) return null
  await importCredits(deps, pspAccountId, read.credits)
  const unread = raiseUnread(deps, pspAccountId, read.unread, before?.unread ?? new Set())
  return { readTo: now, deepAt: isDeep ? now : before.deepAt, unread }
}

async function readStatement(
  { log }: SaleDeps,
  pspAccountId: number,
  movements: Movements,
  period: Period,
): Promise<{ credits: Credit[]; unread: string[] } | null> {
  const credits: Credit[] = []
  const unread: string[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await movements.list(period, page)
    if (listed.kind !== 'done') {
      log.warn({ pspAccountId, reason: listed.reason }, 'the statement of the PSP could not be read')
      return null
    }
    credits.push(...listed.value.items.map(creditOfMovement))
    unread.push(...listed.value.unread)
    if (!listed.value.more) return { credits, unread }
  }
  log.warn({ pspAccountId, pages: MAX_PAGES }, 'the statement of the PSP does not end')
  return null
}

/** Raises an alert for lines that were not reported yet. Answers those that are there now. */
function raiseUnread(deps: SaleDeps, pspAccountId: number, unread: string[], reported: Set<string>): Set<string> {
  const unseen = unread.filter(line => !reported.has(line))
  if (unseen.length > 0) {
    const params = { pspAccountId, list: 'movements', count: unseen.length, entries: unseen.slice(0, MAX_NAMED) }
    deps.alerts.raise('PSP_LIST_ENTRIES_UNREADABLE', params, aboutPsp(pspAccountId))
  }
  return new Set([...reported, ...unread])
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
