// Sends a defence to the PSP, or finds out what became of it: the PSP takes one for each dispute, so that sending it again can do
// no harm, and a refusal counts only where the PSP's list does not show that it was taken before.

import { record, THE_GATEWAY } from '#audit/audit.ts'
import { about } from '#kernel/alert-subject.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { writeNotices } from '#notification/notices/store.ts'
import type { Disputes, Outcome, ReportedDispute } from '#psp/port.ts'
import type { DisputeDeps } from '../deps.ts'
import { nextReminderAt } from '../dispute.ts'
import { entryOf, refusedNotice } from '../publish.ts'
import { lockDispute, markDefended, updateDispute } from '../store.ts'
import { type DefenceEnd, type DueDefence, type Evidence, endDefence, recordDefenceLookup } from './store.ts'

export async function sendDefence(deps: DisputeDeps, defence: DueDefence): Promise<void> {
  const { disputes } = await deps.psps.psp(defence.pspAccountId)
  const outcome: Outcome<true> =
    disputes === undefined
      ? { kind: 'unknown', reason: 'this PSP is told nothing of disputes' }
      : await submit(disputes, defence)
  if (outcome.kind === 'done') return finish(deps, defence, { status: 'SENT', failure: null })
  if (outcome.kind === 'refused') {
    const failure = { code: outcome.code, message: outcome.reason }
    return finish(deps, defence, { status: 'REFUSED', failure })
  }
  if (defence.lookups + 1 >= deps.lookupWaitsMs.length && !outcome.unsent) raiseOverdue(deps, defence, outcome.reason)
  const now = deps.clock()
  const waitMs = deps.lookupWaitsMs[defence.lookups] ?? HOUR_MS
  await recordDefenceLookup(deps.db, defence, new Date(now.getTime() + waitMs), now)
}

/** Once, when the waits are used up: its deadline comes nearer. */
function raiseOverdue({ alerts }: DisputeDeps, key: DueDefence, reason: string): void {
  const { accountId, id } = key
  alerts.raiseOnce('DEFENCE_NOT_CONFIRMED', { accountId, dispute: id, reason }, about('dispute', key))
}

async function submit(disputes: Disputes, defence: DueDefence): Promise<Outcome<true>> {
  if (defence.lookups > 0) {
    const found = await lookUp(disputes, defence)
    if (found.kind !== 'done') return { kind: 'unknown', reason: found.reason }
    if (found.value !== null && found.value.state !== 'open') return { kind: 'done', value: true }
  }
  const answer = await disputes.defend(defence.pspDisputeId, defenceText(defence.justification, defence.evidence))
  if (answer.kind !== 'refused') return answer
  const found = await lookUp(disputes, defence)
  if (found.kind !== 'done') return { kind: 'unknown', reason: `${answer.code}, and the list says: ${found.reason}` }
  return found.value?.state === 'defended' ? { kind: 'done', value: true } : answer
}

/** In the list of those opened around the same time; null: the PSP does not list it. */
async function lookUp(
  disputes: Disputes,
  { pspDisputeId, openedAt }: DueDefence,
): Promise<Outcome<ReportedDispute | null>> {
  const period = { from: new Date(openedAt.getTime() - DAY_MS), to: new Date(openedAt.getTime() + DAY_MS) }
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await disputes.list(period, page)
    if (listed.kind !== 'done') return listed
    const found = listed.value.items.find(({ disputeId }) => disputeId === pspDisputeId)
    if (found !== undefined || !listed.value.more) return { kind: 'done', value: found ?? null }
  }
  return { kind: 'unknown', reason: 'the list has no end' }
}

const MAX_PAGES = 100

/** One text: the PSP takes nothing else. */
const defenceText = (justification: string, evidence: Evidence[]): string =>
  [
    justification,
    ...evidence.map(({ title, text, url }, n) => [`${n + 1}. ${title}`, text, url].filter(Boolean).join('\n')),
  ].join('\n\n')

const ENDED = { SENT: 'dispute.defence.sent', REFUSED: 'dispute.defence.refused' } as const

async function finish(deps: DisputeDeps, key: DueDefence, end: DefenceEnd): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction(async tx => {
    const dispute = await lockDispute(tx, key)
    if (dispute === null || !(await endDefence(tx, key, end, now))) return
    if (end.status === 'SENT' && dispute.status === 'OPEN') await markDefended(tx, dispute, now)
    await record(tx, [entryOf(dispute, ENDED[end.status], THE_GATEWAY, null, { ...end.failure })], now)
    // Of one that was decided meanwhile nobody needs to know.
    if (end.failure === null || dispute.status !== 'OPEN') return
    await updateDispute(tx, dispute, nextReminderAt(dispute, now))
    await writeNotices(tx, [refusedNotice(dispute, end.failure.message, now)])
    const params = { accountId: key.accountId, dispute: key.id, ...end.failure }
    await deps.alerts.raiseInTx(tx, 'DEFENCE_REFUSED', params, about('dispute', key))
  })
}
