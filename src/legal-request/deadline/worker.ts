// Reminds the operators of requests that are still open near their day, and past it, by alerts. They say which request it is, and nothing of whom
// it is about: they leave the gateway by channels.
import type { Alerts } from '#alert/alerts.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { owedIn } from '#db/queue/owed.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { LegalRequestDeps } from '../deps.ts'
import { nextLookAt, reminderAt } from './deadline.ts'
import { findDueRequests, lockDueRequest, updateReminder } from './store.ts'

const EVERY_MS = 5 * SECOND_MS
const AT_ONCE = 50

export function startDeadlines(deps: LegalRequestDeps): DueLoop {
  const { db, clock, log } = deps
  async function round(): Promise<boolean> {
    const due = await findDueRequests(db, clock(), AT_ONCE)
    for (const id of due) await remind(deps, id)
    return due.length === AT_ONCE
  }
  return startDueLoop({
    name: 'legal-deadlines',
    everyMs: EVERY_MS,
    owed: owedIn('legal_request', { db, clock }),
    log,
    round,
  })
}

async function remind(
  { db, clock, alerts }: Pick<LegalRequestDeps, 'db' | 'clock' | 'alerts'>,
  id: bigint,
): Promise<void> {
  const isOverdue = await db.transaction(async tx => {
    const now = clock()
    const request = await lockDueRequest(tx, id, now)
    if (request === null) return false
    const { dueOn, reminded } = request
    const reminder = reminderAt(dueOn, now)
    if (reminder !== null && reminder !== reminded)
      await alerts.raiseInTx(tx, ALERTS[reminder], { request: id.toString(), dueOn }, null)
    await updateReminder(tx, id, reminder, nextLookAt(dueOn, now))
    return reminder === 'OVERDUE'
  })
  if (isOverdue) alerts.resolve('LEGAL_REQUEST_DUE', null, { request: id.toString() })
}

const ALERTS = { SOON: 'LEGAL_REQUEST_DUE', OVERDUE: 'LEGAL_REQUEST_OVERDUE' } as const

/** It was answered, withdrawn, or has another day: what was said of its deadline is over. */
export function resolveReminders(alerts: Pick<Alerts, 'resolve'>, id: bigint): void {
  for (const code of Object.values(ALERTS)) alerts.resolve(code, null, { request: id.toString() })
}
