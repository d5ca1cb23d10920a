// What the PSP says of a recurrence, applied: a callback and a look only cause the question, the answer of the PSP is the truth. It moves
// the state forward only, under the lock of the row; the same answer again changes nothing.
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { Recurrences, ReportedRecurrence, ReportedRequest } from '#psp/recurrence/port.ts'
import type { RecurrenceDeps } from './deps.ts'
import { eventOfStatus } from './events.ts'
import { hasEnded, mayBecome, moved, type Recurrence, type RecurrenceStatus } from './recurrence.ts'
import { findNamed, lockRecurrence, updateRecurrence } from './store.ts'
import { expiresAt, nextPollAt } from './watch/next-poll.ts'

/**
 * For a callback: it may name a recurrence whose creation has no answer yet. Two PSP accounts of one receiver share a registration, so that
 * it may also be one of the other, which is asked about it.
 */
export async function applyHint(deps: RecurrenceDeps, pspAccountId: number, idRec: string): Promise<Applied> {
  const recurrence = await findNamed(deps.db, pspAccountId, idRec)
  if (recurrence === null) return { later: 'no recurrence here has this idRec yet' }
  return lookAt(deps, recurrence)
}

/** Asks the PSP about it, and applies the answer. */
export async function lookAt(deps: RecurrenceDeps, recurrence: Recurrence): Promise<Applied> {
  if (recurrence.idRec === null) return { later: 'it has no idRec yet' }
  const { recurrences } = await deps.psps.psp(recurrence.pspAccountId)
  if (recurrences === undefined) return { later: 'the PSP account does no recurring PIX any more' }
  const found = await recurrences.find(recurrence.idRec)
  if (found.kind !== 'done') return { later: found.reason }
  if (found.value === null) return { later: 'the PSP does not know it' }
  await applyReported(deps, recurrence, found.value)
  await withdrawOpenRequest(recurrences, found.value)
  return 'done'
}

/** Authorised in another way: what was pushed to the payer's bank is of no use any more, and confuses. */
async function withdrawOpenRequest(psp: Recurrences, { state, requests }: ReportedRecurrence): Promise<void> {
  const open = requests.at(-1)
  if (state !== 'APROVADA' || open === undefined || !OPEN_REQUESTS.has(open.state)) return
  await psp.cancelRequest(open.requestId)
}

const OPEN_REQUESTS: ReadonlySet<ReportedRequest['state']> = new Set(['CRIADA', 'ENVIADA', 'RECEBIDA'])

export async function applyReported(
  deps: RecurrenceDeps,
  recurrence: Recurrence,
  reported: ReportedRecurrence,
): Promise<Recurrence> {
  const { next, pendingDeliveries } = await deps.db.transaction(tx => applyInTx(tx, deps, recurrence, reported))
  deps.outbox.send(pendingDeliveries)
  return next
}

async function applyInTx(
  tx: Transaction,
  deps: RecurrenceDeps,
  { accountId, id, uuid }: Recurrence,
  reported: ReportedRecurrence,
): Promise<{ next: Recurrence; pendingDeliveries: PendingDeliveries }> {
  const locked = await lockRecurrence(tx, { accountId, id })
  if (locked === null) throw new Error(`the recurrence ${uuid} is gone`)
  const now = deps.clock()
  // One that is being created, or was taken back, was never shown: what becomes of it decides its creation.
  if (locked.status === 'CRIANDO' || locked.status === 'FALHOU') return { next: locked, pendingDeliveries: [] }
  if (isConflict(locked.status, reported.state)) raiseConflict(deps, locked, reported)
  const next = decide(locked, reported, now)
  return { next, pendingDeliveries: await storeChange(tx, deps, locked, next) }
}

/** The new form of one that is locked, with what its change means for its debits and for receivers. */
export async function storeChange(
  tx: Transaction,
  { debits, firstPayments, outbox, clock }: RecurrenceDeps,
  before: Recurrence,
  next: Recurrence,
): Promise<PendingDeliveries> {
  const now = clock()
  await updateRecurrence(tx, next, nextPollAt(next, now))
  // With each look: a cycle whose planning was missed, because a process died, is planned by the next one.
  const mayPlan = next.status === 'APROVADA' && next.cancelRequestedAt === null
  const ofDebits = mayPlan ? await debits.approved(tx, next, now) : []
  if (next.status === before.status) return (await outbox.write(tx, ofDebits, now)).flat()
  const ofEnd = hasEnded(next.status) ? await debits.ended(tx, next, now) : []
  // The one payment of journey 3 authorises, or nobody pays it; the bill of journey 4 stays.
  if (hasEnded(next.status) && next.journey === 3 && next.firstSaleId !== null)
    await firstPayments.closeSoon(tx, { accountId: next.accountId, id: next.firstSaleId })
  return (await outbox.write(tx, [...eventOfStatus(next), ...ofDebits, ...ofEnd], now)).flat()
}

/** What the PSP says, where it may follow on what is known here. */
function decide(recurrence: Recurrence, reported: ReportedRecurrence, now: Date): Recurrence {
  const known = { ...recurrence, request: requestIn(recurrence, reported) }
  if (!mayBecome(recurrence.status, reported.state)) return known
  if (reported.state === 'APROVADA')
    return moved(known, 'APROVADA', now, { activation: activationIn(reported, now), alert: null })
  return moved(known, reported.state, now, { end: endIn(recurrence, reported, now), alert: null })
}

/** The last one that was sent, as it stands now. */
function requestIn({ request }: Recurrence, { requests }: ReportedRecurrence): Recurrence['request'] {
  const last = requests.at(-1)
  const expiresAt = last?.expiresAt ?? request?.expiresAt
  return last === undefined || expiresAt === undefined
    ? request
    : { requestId: last.requestId, status: last.state, expiresAt }
}

const activationIn = (
  { activatedBy, activatedAt, payer }: ReportedRecurrence,
  now: Date,
): Recurrence['activation'] => ({
  journey: activatedBy,
  at: activatedAt ?? now,
  payer: payer ?? { ispb: null, document: null, town: null },
})

const KIND_OF_END = { REJEITADA: 'REJEICAO', CANCELADA: 'CANCELAMENTO', EXPIRADA: 'EXPIRACAO' } as const

function endIn({ cancelReason }: Recurrence, { state, ending }: ReportedRecurrence, now: Date): Recurrence['end'] {
  const kind = KIND_OF_END[state as keyof typeof KIND_OF_END]
  return {
    kind,
    by: ending?.by ?? null,
    code: ending?.code ?? null,
    text: (isByReceiver(ending) ? cancelReason : null) ?? ending?.text ?? null,
    at: now,
  }
}

/** Then its seller's own reason says more than the PSP's sentence. */
const isByReceiver = (ending: ReportedRecurrence['ending']): boolean => ending?.by?.endsWith('_RECEBEDOR') ?? true

/** Stale answers are lower in rank and mean nothing. One that has ended does not come back, and an authorised one is not refused. */
function isConflict(known: RecurrenceStatus, reported: ReportedRecurrence['state']): boolean {
  if (known === 'APROVADA') return reported === 'REJEITADA'
  // A PSP notices late that the last day is over.
  if (known === 'EXPIRADA') return false
  return hasEnded(known) && reported !== known && reported !== 'CRIADA'
}

function raiseConflict(deps: RecurrenceDeps, recurrence: Recurrence, { state }: ReportedRecurrence): void {
  const { accountId, uuid, idRec, status, pspAccountId } = recurrence
  const params = { accountId, recurrence: uuid, idRec, pspAccountId, status, reported: state }
  deps.alerts.raiseOnce('RECURRENCE_CONFLICT', params, about('recurrence', recurrence), uuid)
}

/** By our own clock. */
export const isOver = (recurrence: Recurrence, now: Date): boolean => {
  const end = expiresAt(recurrence)
  return end !== null && now >= end && mayBecome(recurrence.status, 'EXPIRADA')
}
