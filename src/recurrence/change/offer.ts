// A recurrence that nobody has authorised yet is offered once more: by a code without a payment, or by a request to the payer's bank. So a
// seller goes on where the first payment was made and the authorisation failed.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import type { Recurrences } from '#psp/recurrence/port.ts'
import { DEFAULT_AUTHORIZE_DAYS, DEFAULT_REQUEST_DAYS, inDays, isBetween, MAX_REQUEST_DAYS } from '../creation/input.ts'
import { mayBeHandedOut } from '../creation/steps.ts'
import { unavailable } from '../creation/terms.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { hasEnded, type Recurrence, type RecurrenceKey, type RequestTarget } from '../recurrence.ts'
import { because, type RefusalReason } from '../refusal-reasons.ts'
import { lockRecurrence, updateRecurrence } from '../store.ts'
import { nextPollAt } from '../watch/next-poll.ts'

export interface OfferRequest extends RecurrenceKey {
  actor: Actor
}

/** A code of journey 2, whatever it was offered by before. */
export async function offerAgain(deps: RecurrenceDeps, request: OfferRequest): Promise<Recurrence | Failure> {
  const found = await deps.db.transaction(tx => lockOfferable(tx, deps, request))
  if (found instanceof Failure) return found
  const { idRec } = found
  const psp = await recurrencesOf(deps, found)
  if (psp === null || idRec === null) return refusedByPsp('it does no recurring PIX any more')
  const read = await psp.find(idRec)
  if (read.kind !== 'done') return unavailable({ idRec, reason: read.reason }, UNCHANGED)
  const brCode = read.value?.brCode ?? null
  if (brCode === null || !mayBeHandedOut(brCode, { journey: 2, location: found.location }))
    return refusedByPsp('it has no code without a payment for this recurrence')
  return store(deps, request, 'recurrence.offered', now => ({
    brCode,
    authorizeUntil: latest(found.authorizeUntil, inDays(now, DEFAULT_AUTHORIZE_DAYS)),
  }))
}

export interface PushRequest extends OfferRequest {
  target: RequestTarget
  /** null: in a week. */
  expiresAt: Date | null
}

/** Where the PSP gives no answer the request may have been sent: the next look shows it. */
export async function pushAgain(deps: RecurrenceDeps, request: PushRequest): Promise<Recurrence | Failure> {
  const now = deps.clock()
  const expiresAt = request.expiresAt ?? inDays(now, DEFAULT_REQUEST_DAYS)
  if (!isBetween(expiresAt, now, MAX_REQUEST_DAYS))
    return new Failure('INVALID_DATA', `expiraEm: expected a moment within the next ${MAX_REQUEST_DAYS} days`)
  const found = await deps.db.transaction(tx => lockOfferable(tx, deps, request))
  if (found instanceof Failure) return found
  const open = openRequest(found, now)
  if (open !== null) return conflict(`A request to authorise is open until ${open.toISOString()}`, 'REQUEST_OPEN')
  const psp = await recurrencesOf(deps, found)
  if (psp === null || found.idRec === null) return refusedByPsp('it does no recurring PIX any more')
  const sent = await psp.request({ idRec: found.idRec, expiresAt, payer: request.target })
  if (sent.kind === 'refused') return refusedByPsp(sent.reason)
  const authorizeUntil = latest(found.authorizeUntil, inDays(expiresAt, DEFAULT_REQUEST_DAYS))
  if (sent.kind === 'unknown') return unavailable({ idRec: found.idRec, reason: sent.reason }, UNANSWERED_REQUEST)
  const { requestId, state } = sent.value
  return store(deps, request, 'recurrence.request-sent', at => ({
    requestTarget: request.target,
    requestSentAt: at,
    request: { requestId, status: state, expiresAt: sent.value.expiresAt ?? expiresAt },
    authorizeUntil,
  }))
}

const UNCHANGED = 'The payment provider did not answer. Nothing was changed; please try again.'
const UNANSWERED_REQUEST = 'The payment provider did not answer. The request may have been sent; please look again.'

const refusedByPsp = (reason: string) =>
  new Failure('GENERAL_ERROR', `The payment provider refused: ${reason}`, {
    reason: because('PROVIDER_REFUSED', { text: reason }),
  })

const latest = (one: Date | null, other: Date): Date => (one !== null && one > other ? one : other)

function openRequest({ request }: Recurrence, now: Date): Date | null {
  if (request === null || request.expiresAt <= now) return null
  const isOpen = request.status === 'CRIADA' || request.status === 'ENVIADA' || request.status === 'RECEBIDA'
  return isOpen ? request.expiresAt : null
}

async function recurrencesOf({ psps }: RecurrenceDeps, { pspAccountId }: Recurrence): Promise<Recurrences | null> {
  return (await psps.psp(pspAccountId)).recurrences ?? null
}

/** Not while the code of journey 3 can be paid: the payer would pay and authorise by two ways. */
async function lockOfferable(
  tx: Transaction,
  { firstPayments }: RecurrenceDeps,
  key: RecurrenceKey,
): Promise<Recurrence | Failure> {
  const locked = await lockRecurrence(tx, key)
  if (locked === null) return new Failure('NOT_FOUND', 'Recurrence not found')
  if (locked.status !== 'CRIADA')
    return conflict(`A recurrence that is ${locked.status} cannot be offered`, movedOn(locked))
  if (locked.cancelRequestedAt !== null) return conflict('The recurrence is being cancelled', 'BEING_CANCELLED')
  if (locked.journey !== 3 || locked.firstSaleId === null) return locked
  const sale = await firstPayments.lock(tx, { accountId: key.accountId, id: locked.firstSaleId })
  return sale?.completedAt == null
    ? conflict('The first payment is not made, and its code offers the recurrence', 'FIRST_PAYMENT_OPEN')
    : locked
}

const movedOn = ({ status }: Recurrence): RefusalReason => (hasEnded(status) ? 'ENDED' : 'ALREADY_AUTHORISED')

const conflict = (message: string, reason: RefusalReason) =>
  new Failure('CONFLICT', message, { reason: because(reason) })

async function store(
  deps: RecurrenceDeps,
  { accountId, id, actor }: OfferRequest,
  action: 'recurrence.offered' | 'recurrence.request-sent',
  change: (now: Date) => Partial<Recurrence>,
): Promise<Recurrence | Failure> {
  return deps.db.transaction(async tx => {
    const locked = await lockRecurrence(tx, { accountId, id })
    if (locked === null) throw new Error(`the recurrence ${id} of the account ${accountId} is gone`)
    if (locked.status !== 'CRIADA') return conflict(`The recurrence is ${locked.status} by now`, movedOn(locked))
    const now = deps.clock()
    const next = { ...locked, ...change(now), updatedAt: now }
    await updateRecurrence(tx, next, nextPollAt(next, now))
    const { uuid, contrato } = next
    await record(tx, [{ accountId, actor, action, subject: 'recurrence', subjectId: uuid, detail: { contrato } }], now)
    return next
  })
}
