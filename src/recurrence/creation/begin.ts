// The first commit of a recurrence, before any call to a PSP: the row, in journeys 3 and 4 with the sale of its first payment, and the
// caller's key with it. A known key leads to its answer, or to the recurrence that an earlier request left unfinished.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { DialectName } from '#http/failures.ts'
import { type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { beginKeys } from '#idempotency/begin.ts'
import { endKey } from '#idempotency/end.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { type Hold, holdKeys } from '#idempotency/store.ts'
import { Failure } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import { later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Sale } from '#sale/sale.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { type Recurrence, STEPS_OF_JOURNEY, type Step } from '../recurrence.ts'
import { because } from '../refusal-reasons.ts'
import { findByContract, findRecurrence, insertRecurrence, lockContract, mintRecurrenceId } from '../store.ts'
import { storeFirstPayment } from './first-payment.ts'
import { type RecurrenceInput, type Schedule, scheduleOf } from './input.ts'
import { resumeRecurrence } from './progress-store.ts'
import { giveUp } from './take-back.ts'
import { type Admission, admit, type Place, unavailable } from './terms.ts'

export interface Begun {
  recurrence: Recurrence
  /** Of its first payment, in journeys 3 and 4. */
  sale: Sale | null
  /** An earlier request may have taken its next step already. */
  isResumed: boolean
  /** Where its first call goes if it certainly was not sent; null: nowhere, or the call may have been made by an earlier request. */
  fallback: Place | null
  hold: Hold | null
  /** In which a refusal is kept under the key. */
  dialect: DialectName
}

/** The caller's key, and in which dialect a refusal is kept under it. */
export interface UnderKey {
  key: KeyRequest | null
  dialect: DialectName
}

/** What a whole request may take, before its caller is asked to come again. */
export const MAX_REQUEST_MS = 8 * SECOND_MS
/** The calls of the longest step. */
const MAX_CALLS = 6
const SPARE_MS = 10 * SECOND_MS
const MIN_UNFINISHED_MS = 2 * MINUTE_MS

/** Longer than a whole creation takes: where it has not ended by then, its process has died. */
const busyMs = ({ pspTimeoutMs }: RecurrenceDeps) => MAX_REQUEST_MS + MAX_CALLS * pspTimeoutMs + SPARE_MS

/** How long after the last try a creation is given up: its caller has as long again to repeat the request. */
export const unfinishedMs = (deps: RecurrenceDeps) => Math.max(MIN_UNFINISHED_MS, 2 * busyMs(deps))

export async function beginRecurrence(
  deps: RecurrenceDeps,
  input: RecurrenceInput,
  under: UnderKey,
): Promise<Begun | Replayed | Failure> {
  const { key, dialect } = under
  const admission = await admit(deps, input)
  return deps.db.transaction(async tx => {
    const known = key === null ? null : await lookUpKey(tx, deps, key, dialect)
    if (known !== null) return known
    const schedule = scheduleOf(input, deps.clock())
    const stored = await judgeAndStore(tx, deps, { input, schedule, admission }, under)
    // A refusal by the account's terms is the answer. What is wrong in itself, or passes, leaves the key as unused as before.
    if (stored instanceof Failure && key !== null) await endKey(tx, key, stayingAnswer(stored, dialect))
    return stored
  })
}

/** What an earlier request under the key came to; null where there is a recurrence to be made. */
async function lookUpKey(
  tx: Transaction,
  deps: RecurrenceDeps,
  key: KeyRequest,
  dialect: DialectName,
): Promise<Begun | Replayed | Failure | null> {
  const [known] = await beginKeys(tx, [key], deps.clock())
  if (known instanceof Failure) return known
  if (known?.kind === 'replay') return { replayed: known.answer }
  if (known?.kind !== 'resume') return null
  const recurrence = await findRecurrence(tx, key.accountId, { number: known.subjectId })
  // Given up, with nothing left to authorise or to pay at any PSP: the request is made anew.
  if (recurrence === null || recurrence.status === 'FALHOU') return null
  if (recurrence.status === 'CRIANDO' && !(await resume(tx, deps, recurrence)))
    return unavailable({ recurrence: recurrence.uuid, reason: 'is being given up' })
  const sale = await findFirst(tx, deps, recurrence)
  return { recurrence, sale, isResumed: true, fallback: null, hold: await holdKey(tx, deps, key, recurrence), dialect }
}

const findFirst = async (tx: Transaction, { firstPayments }: RecurrenceDeps, { accountId, firstSaleId }: Recurrence) =>
  firstSaleId === null ? null : firstPayments.lock(tx, { accountId, id: firstSaleId })

/** A creation that was given up is never continued: what it left at the PSP may be being taken away at this moment. */
async function resume(tx: Transaction, deps: RecurrenceDeps, recurrence: Recurrence): Promise<boolean> {
  const now = deps.clock()
  const unfinished = unfinishedMs(deps)
  const times = { since: later(now, -unfinished), now, dueAt: later(now, unfinished) }
  if (await resumeRecurrence(tx, recurrence, times)) return true
  await giveUp(tx, deps, recurrence)
  return false
}

async function holdKey(tx: Transaction, deps: RecurrenceDeps, request: KeyRequest, { id }: Recurrence): Promise<Hold> {
  const hold = { request, subjectId: id, busyUntil: later(deps.clock(), busyMs(deps)) }
  await holdKeys(tx, [hold])
  return hold
}

interface Judged {
  input: RecurrenceInput
  schedule: Schedule | Failure
  admission: Admission | Failure
}

/** What is wrong with the request itself is said before what its account lacks. */
async function judgeAndStore(
  tx: Transaction,
  deps: RecurrenceDeps,
  { input, schedule, admission }: Judged,
  { key, dialect }: UnderKey,
): Promise<Begun | Failure> {
  if (schedule instanceof Failure) return schedule
  if (admission instanceof Failure) return admission
  const now = deps.clock()
  await lockContract(tx, input.accountId, input.contrato)
  const inUse = await findByContract(tx, input.accountId, input.contrato)
  if (inUse !== null) return contractInUse(inUse)
  const sale = await storeFirstPayment(tx, deps, input, schedule, admission)
  const ids = { id: await mintRecurrenceId(tx), uuid: mintUuid(deps.random), firstSaleId: sale?.id ?? null }
  const recurrence = newRecurrence(input, schedule, admission, ids, now)
  await insertRecurrence(tx, recurrence, later(now, unfinishedMs(deps)))
  if (input.by !== undefined) await record(tx, [requestedBy(input.by, recurrence)], now)
  const hold = key === null ? null : await holdKey(tx, deps, key, recurrence)
  return { recurrence, sale, isResumed: false, fallback: admission.fallback, hold, dialect }
}

/** One that is being created ends soon, either way. */
const contractInUse = ({ contrato, idRec, status, uuid }: Recurrence): Failure =>
  status === 'CRIANDO'
    ? unavailable({ recurrence: uuid }, `contrato: a recurrence of ${contrato} is being created; please try again`)
    : new Failure('CONFLICT', `contrato: ${contrato} is in use by the recurrence ${idRec}`, {
        reason: because('CONTRACT_IN_USE', { idRec: idRec ?? uuid }),
      })

const requestedBy = (actor: Actor, { accountId, uuid, contrato, journey }: Recurrence) => ({
  accountId,
  actor,
  action: 'recurrence.requested',
  subject: 'recurrence',
  subjectId: uuid,
  detail: { contrato, journey },
})

/** The calls that make it, in their order. */
export const stepsOf = ({ journey }: Pick<Recurrence, 'journey'>, hasLocation: boolean): readonly Step[] =>
  STEPS_OF_JOURNEY[journey].filter(step => step !== 'LOCATION' || hasLocation)

function newRecurrence(
  input: RecurrenceInput,
  { startsOn, authorizeUntil, requestExpiresAt }: Schedule,
  { pspAccountId, hasLocation }: Admission,
  ids: { id: bigint; uuid: string; firstSaleId: bigint | null },
  now: Date,
): Recurrence {
  const { firstPayment, by: _, requestExpiresAt: __, ...requested } = input
  const bill = firstPayment !== null && 'dueOn' in firstPayment ? firstPayment : null
  return {
    ...requested,
    ...ids,
    pspAccountId,
    idRec: null,
    status: 'CRIANDO',
    step: stepsOf(input, hasLocation)[0] ?? null,
    recRequestedAt: null,
    recAbsentAt: null,
    givenUp: false,
    version: 0,
    startsOn,
    locationId: null,
    location: null,
    brCode: null,
    request: requestExpiresAt === null ? null : { requestId: null, status: null, expiresAt: requestExpiresAt },
    requestSentAt: null,
    authorizeUntil,
    activation: null,
    cancelRequestedAt: null,
    cancelReason: null,
    end: null,
    firstDueOn: bill?.dueOn ?? null,
    firstPayableDays: bill?.payableDays ?? null,
    alert: null,
    createdAt: now,
    updatedAt: now,
  }
}
