// A recurrence is ended by its seller, or by the gateway because nobody has authorised it in time. The wish is stored first; the PSP is
// asked at once, and again until it has ended there. So nothing is debited by an order that comes after.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import { applyReported, lookAt } from '../apply.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { hasEnded, type Recurrence, type RecurrenceKey } from '../recurrence.ts'
import { findRecurrence, lockRecurrence, putOff, updateRecurrence } from '../store.ts'
import { nextPollAt } from '../watch/next-poll.ts'

export interface CancelRequest extends RecurrenceKey {
  reason: string | null
  actor: Actor
}

export async function cancelRecurrence(deps: RecurrenceDeps, request: CancelRequest): Promise<Recurrence | Failure> {
  const requested = await deps.db.transaction(async tx => {
    const locked = await lockRecurrence(tx, request)
    if (locked === null) return new Failure('NOT_FOUND', 'Recurrence not found')
    if (locked.status === 'CANCELADA') return locked
    if (hasEnded(locked.status))
      return new Failure('CONFLICT', `A recurrence that is ${locked.status} cannot be cancelled`)
    if (locked.cancelRequestedAt !== null) return locked
    await record(tx, [cancelledBy(request.actor, locked, request.reason)], deps.clock())
    return wantCancelled(tx, deps, locked, request.reason)
  })
  if (requested instanceof Failure || hasEnded(requested.status)) return requested
  await cancelAtPsp(deps, requested)
  return (await findRecurrence(deps.db, request.accountId, { number: request.id })) ?? requested
}

const cancelledBy = (actor: Actor, { accountId, uuid, contrato }: Recurrence, reason: string | null) => ({
  accountId,
  actor,
  action: 'recurrence.cancelled',
  subject: 'recurrence',
  subjectId: uuid,
  detail: { contrato, ...(reason !== null && { reason }) },
})

/** It is locked. From then on the PSP is asked to end it. */
export async function wantCancelled(
  tx: Transaction,
  { clock }: Pick<RecurrenceDeps, 'clock'>,
  recurrence: Recurrence,
  reason: string | null,
): Promise<Recurrence> {
  const now = clock()
  const requested = { ...recurrence, cancelRequestedAt: now, cancelReason: reason, updatedAt: now }
  await updateRecurrence(tx, requested, nextPollAt(requested, now))
  return requested
}

/** So long the PSP is asked before an alert is raised. */
const OVERDUE_MS = DAY_MS

/** Where the PSP gives no answer the recurrence is as it was, and is asked about again. */
export async function cancelAtPsp(deps: RecurrenceDeps, recurrence: Recurrence): Promise<void> {
  const { idRec, cancelRequestedAt } = recurrence
  const { recurrences } = await deps.psps.psp(recurrence.pspAccountId)
  if (recurrences === undefined || idRec === null || cancelRequestedAt === null) return
  const cancelled = await recurrences.cancel(idRec)
  if (cancelled.kind === 'done') {
    await applyReported(deps, recurrence, cancelled.value)
    return
  }
  // Refused: it has ended in another way, which the lookup tells.
  if (cancelled.kind === 'refused') await lookAt(deps, recurrence)
  const now = deps.clock()
  await putOff(deps.db, recurrence, nextPollAt(recurrence, now) ?? now)
  if (now.getTime() < cancelRequestedAt.getTime() + OVERDUE_MS) return
  const { accountId, uuid, pspAccountId } = recurrence
  const params = { accountId, recurrence: uuid, idRec, pspAccountId, reason: cancelled.reason }
  deps.alerts.raiseOnce('RECURRENCE_NOT_CANCELLED', params, about('recurrence', recurrence), uuid)
}
