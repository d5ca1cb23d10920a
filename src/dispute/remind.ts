// Reminds of a deadline: the account at each of the hours, and the house as well at the last one. Each reminder is one
// transition under the dispute's lock, so that it is given once whoever finds it due.
import { record, THE_HOUSE } from '#audit/audit.ts'
import { writeNotices } from '#notification/notice-store.ts'
import { findDefence } from './defence-store.ts'
import { type Dispute, type DisputeKey, nextReminderAt, REMINDERS, reminderAt } from './dispute.ts'
import type { DisputeNeeds } from './open.ts'
import { lockDispute, updateDispute } from './store.ts'
import { deadlineNotice, entryOf, factOf } from './tell.ts'

export async function remind(needs: DisputeNeeds, key: DisputeKey): Promise<void> {
  const now = needs.clock()
  const born = await needs.db.transaction(async tx => {
    const dispute = await lockDispute(tx, key)
    if (dispute === null) return []
    const defence = await findDefence(tx, key)
    const isAnswered = defence !== null && defence.status !== 'REFUSED'
    const hours = isAnswered ? null : reminderAt(dispute, now)
    if (hours === null) {
      await updateDispute(tx, dispute, isAnswered ? null : nextReminderAt(dispute, now))
      return []
    }
    const reminded: Dispute = { ...dispute, remindedHours: hours, version: dispute.version + 1, updatedAt: now }
    await updateDispute(tx, reminded, nextReminderAt(reminded, now))
    await record(tx, [entryOf(reminded, 'dispute.reminded', THE_HOUSE, null, { hours })], now)
    await writeNotices(tx, [deadlineNotice(reminded, hours, now)])
    const known = { accountId: key.accountId, dispute: key.id, deadlineAt: dispute.deadlineAt, amount: dispute.amount }
    if (hours === REMINDERS.at(-1))
      await needs.alarmIn(tx, 'the deadline of a dispute is near and nobody has answered', known)
    return needs.outbox.write(tx, [factOf(reminded, 'dispute.deadline', { hoursLeft: hours })], now)
  })
  needs.outbox.send(born.flat())
}
