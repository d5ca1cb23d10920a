// Reminds of a deadline: the account at each of the hours, and the operator as well at the last one; of one that is long past,
// the operator alone. Each reminder is one transition under the dispute's lock, so that it is given once however many processes
// find it due.

import { record, THE_GATEWAY } from '#audit/audit.ts'
import { about } from '#kernel/alert-subject.ts'
import { writeNotices } from '#notification/notices/store.ts'
import { type Defence, findDefence } from './defence/store.ts'
import type { DisputeDeps } from './deps.ts'
import { type Dispute, type DisputeKey, nextReminderAt, OVERDUE, REMINDERS, reminderAt } from './dispute.ts'
import { deadlineNotice, entryOf, eventOf } from './publish.ts'
import { lockDispute, updateDispute } from './store.ts'

export async function remind(deps: DisputeDeps, key: DisputeKey): Promise<void> {
  const now = deps.clock()
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const dispute = await lockDispute(tx, key)
    if (dispute === null) return []
    const hours = reminderAt(dispute, now)
    if (hours === null) {
      await updateDispute(tx, dispute, nextReminderAt(dispute, now))
      return []
    }
    const defence = await findDefence(tx, key)
    const isAnswered = defence !== null && defence.status !== 'REFUSED'
    const isPublished = !isAnswered && hours !== OVERDUE
    const version = isPublished ? dispute.version + 1 : dispute.version
    const reminded: Dispute = { ...dispute, remindedHours: hours, version, updatedAt: now }
    await updateDispute(tx, reminded, nextReminderAt(reminded, now))
    const code = alertAt(hours, defence)
    if (code !== null) await deps.alerts.raiseInTx(tx, code, paramsOf(dispute), about('dispute', dispute))
    if (!isPublished) return []
    await record(tx, [entryOf(reminded, 'dispute.reminded', THE_GATEWAY, null, { hours })], now)
    await writeNotices(tx, [deadlineNotice(reminded, hours, now)])
    return deps.outbox.write(tx, [eventOf(reminded, 'dispute.deadline', { hoursLeft: hours })], now)
  })
  deps.outbox.send(pendingDeliveries.flat())
}

/** What an operator has to see to, if anything. */
function alertAt(hours: number, defence: Defence | null) {
  if (hours === OVERDUE) return 'DISPUTE_OVERDUE'
  if (hours !== REMINDERS.at(-1)) return null
  if (defence === null || defence.status === 'REFUSED') return 'DISPUTE_UNANSWERED'
  return defence.status === 'PENDING' ? 'DISPUTE_DEFENCE_LATE' : null
}

const paramsOf = ({ accountId, id, deadlineAt, amount }: Dispute) => ({ accountId, dispute: id, deadlineAt, amount })
