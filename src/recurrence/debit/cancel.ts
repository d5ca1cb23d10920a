// A debit is cancelled by its seller: a planned one here only, which skips its cycle; one that the PSP has, there, until ten in the
// evening before it settles. What the PSP does not answer is asked again until then; one that goes on all the same says so. Between two tries
// nothing is left to cancel at the PSP: no further try is ordered, and the debit ends unpaid.
import { type Actor, record, THE_GATEWAY } from '#audit/audit.ts'
import { addDays, timeOn } from '#kernel/calendar/local-time.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { applyDebit, applyReport } from '../progress/apply.ts'
import { hasFailedTry, isBetweenTries, isOpenTry } from '../progress/report.ts'
import { planNext } from '../schedule/plan.ts'
import { lockRecurrence, setAlert } from '../store.ts'
import { type Debit, hasEnded } from './debit.ts'
import { lockDebit, updateDebit } from './store.ts'
import { writeDebit } from './write.ts'

export interface CancelDebitRequest {
  accountId: number
  id: bigint
  recurrenceId: bigint
  reason: string | null
  actor: Actor
}

/** Until when the PSP takes it back: before its first try. */
const cancellableUntil = ({ tries, settlesOn, dueOn }: Debit): Date =>
  timeOn(addDays(tries[0]?.settlesOn ?? settlesOn ?? dueOn, -1), 22)

/** Answers the debit as it is then: one that its PSP has not let go of yet is asked about again. */
export async function cancelDebit(deps: RecurrenceDeps, request: CancelDebitRequest): Promise<Debit | Failure> {
  const begun = await begin(deps, request)
  if (begun instanceof Failure || hasEnded(begun.status) || begun.status === 'ENVIANDO') return begun
  return hasFailedTry(begun) ? giveUp(deps, begun) : cancelAtPsp(deps, begun)
}

/** The PSP tells whether a try is under way after all. Where it does not answer it is asked again. */
async function giveUp(deps: RecurrenceDeps, debit: Debit): Promise<Debit> {
  const applied = await applyDebit(deps, debit)
  return 'debit' in applied ? applied.debit : debit
}

async function begin(deps: RecurrenceDeps, request: CancelDebitRequest): Promise<Debit | Failure> {
  const { outcome, pendingDeliveries } = await deps.db.transaction(async tx => {
    const recurrence = await lockRecurrence(tx, { accountId: request.accountId, id: request.recurrenceId })
    const debit = await lockDebit(tx, request)
    if (recurrence === null || debit === null) return { outcome: notFound('Debit'), pendingDeliveries: [] }
    const now = deps.clock()
    if (isCancelled(debit)) return { outcome: debit, pendingDeliveries: [] }
    const refused = refusalOf(debit, now)
    if (refused !== null) return { outcome: refused, pendingDeliveries: [] }
    await record(tx, [entryOf(request, debit)], now)
    if (debit.status !== 'PLANEJADA') {
      const wish = { cancelRequestedAt: now, cancelReason: request.reason, cancelFailure: null }
      const asked = { ...debit, ...wishOf(debit), ...wish, updatedAt: now }
      await updateDebit(tx, asked, now)
      return { outcome: asked, pendingDeliveries: [] }
    }
    const end = { kind: 'CANCELAMENTO', by: 'USUARIO_RECEBEDOR', code: null, text: request.reason, at: now }
    const change = {
      debit: { ...debit, status: 'CANCELADA' as const, end },
      events: ['recurrence.debit_canceled'] as const,
    }
    const written = await writeDebit(tx, deps, debit, recurrence, { ...change, dueAt: null })
    // Whatever it was waiting for.
    await setAlert(tx, recurrence, null)
    const events = [...written.events, ...(await planNext(tx, deps, recurrence))]
    return { outcome: written.debit, pendingDeliveries: (await deps.outbox.write(tx, events, now)).flat() }
  })
  deps.outbox.send(pendingDeliveries)
  return outcome
}

/** Also where it ended unpaid because its seller wanted no further try. */
const isCancelled = ({ status, end }: Debit): boolean =>
  status === 'CANCELADA' || (status === 'EXPIRADA' && end?.by === 'USUARIO_RECEBEDOR')

/** After a try that has failed there are no further ones. */
const wishOf = (debit: Debit): Partial<Debit> => (hasFailedTry(debit) ? { plannedRetries: [] } : {})

function refusalOf(debit: Debit, now: Date): Failure | null {
  const { status, txid } = debit
  if (status === 'PLANEJADA' || status === 'ENVIANDO') return null
  if (status !== 'CRIADA' && status !== 'ATIVA')
    return new Failure('CONFLICT', `The debit ${txid} is ${status} and cannot be cancelled`)
  if (isBetweenTries(debit)) return null
  const open = debit.tries.find(isOpenTry)
  if (open !== undefined && hasFailedTry(debit))
    return new Failure('CONFLICT', `A further try is ordered for ${open.settlesOn}, and cannot be cancelled any more`)
  return now < cancellableUntil(debit)
    ? null
    : new Failure('CONFLICT', 'A debit can be cancelled until 22:00 of the day before it settles')
}

const entryOf = ({ actor, reason }: CancelDebitRequest, { accountId, uuid, txid, cycle }: Debit) => ({
  accountId,
  actor,
  action: 'debit.cancelled',
  subject: 'debit',
  subjectId: uuid,
  ...(reason !== null && { reason }),
  detail: { txid, cycle },
})

/** Its seller has asked for it. Answers the debit as it is then, or why it goes on. */
export async function cancelAtPsp(deps: RecurrenceDeps, debit: Debit): Promise<Debit | Failure> {
  if (deps.clock() >= cancellableUntil(debit)) return giveUpCancelling(deps, debit, null)
  const { recurrences } = await deps.psps.psp(debit.pspAccountId)
  const outcome = await recurrences?.cancelDebit(debit.txid)
  if (outcome?.kind === 'done') {
    const applied = await applyReport(deps, debit, outcome.value)
    return 'debit' in applied ? applied.debit : debit
  }
  return outcome?.kind === 'refused' ? giveUpCancelling(deps, debit, outcome.reason) : debit
}

/** `refusal`: why the PSP refuses; null: it gave no answer in time. Where an answer was lost it may be cancelled all the same. */
async function giveUpCancelling(deps: RecurrenceDeps, debit: Debit, refusal: string | null): Promise<Debit | Failure> {
  const applied = await applyDebit(deps, debit)
  if ('debit' in applied && isCancelled(applied.debit)) return applied.debit
  await withdraw(deps, debit, refusal)
  const unanswered = 'The debit settles before the payment provider has confirmed its cancellation'
  return new Failure('CONFLICT', refusal === null ? unanswered : `The payment provider refused: ${refusal}`)
}

/** It is asked for no more, and the debit says why it goes on. */
const withdraw = (
  deps: RecurrenceDeps,
  { accountId, id, recurrenceId }: Debit,
  refusal: string | null,
): Promise<void> =>
  deps.db.transaction(async tx => {
    await lockRecurrence(tx, { accountId, id: recurrenceId })
    const debit = await lockDebit(tx, { accountId, id })
    if (debit === null || debit.cancelRequestedAt === null || hasEnded(debit.status)) return
    const now = deps.clock()
    const cancelFailure = { at: now, reason: refusal }
    await updateDebit(tx, { ...debit, cancelRequestedAt: null, cancelReason: null, cancelFailure, updatedAt: now }, now)
    await record(tx, [notCancelled(debit, refusal)], now)
  })

const notCancelled = ({ accountId, uuid, txid, cycle }: Debit, refusal: string | null) => ({
  accountId,
  actor: THE_GATEWAY,
  action: 'debit.cancellation-not-made',
  subject: 'debit',
  subjectId: uuid,
  detail: { txid, cycle, ...(refusal !== null && { refusal }) },
})
