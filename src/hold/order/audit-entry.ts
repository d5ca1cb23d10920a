// What the audit log says of a hold by hand to whom it concerns: what was done, by its reason and reference. What the operators
// wrote to each other stands with their proposal.
import { type Entry, THE_GATEWAY } from '#audit/audit.ts'
import type { Person } from '#proposal/proposal.ts'
import type { HoldOrder } from './order.ts'

/** `by` null: its day came. */
export function actionEntry(action: string, order: HoldOrder, by: Person | null, what: Record<string, unknown>): Entry {
  const { accountId, id, reason, document } = order
  const actor = by === null ? THE_GATEWAY : ({ kind: 'operator', ...by } as const)
  return { accountId, actor, action, subject: 'hold_order', subjectId: id, detail: { reason, document, ...what } }
}
