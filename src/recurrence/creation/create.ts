// A payer is offered a recurrence. The row is stored first (begin.ts); then its steps are taken, each at the PSP and then here; then it is
// shown, with its code or its request. Where a step has no answer the caller is asked to try again: the same key goes on with the same
// recurrence. One that no request goes on with is taken back when it is due (take-back.ts).
import type { DialectName } from '#http/failures.ts'
import type { Replayed } from '#idempotency/answer.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { releasing } from '#idempotency/releasing.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { Failure } from '#kernel/failure.ts'
import type { Sale } from '#sale/sale.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { because } from '../refusal-reasons.ts'
import { type Begun, beginRecurrence, MAX_REQUEST_MS, stepsOf } from './begin.ts'
import { type Created, concludeMade, concludeRefused } from './conclude.ts'
import { moveToFallback } from './fallback.ts'
import { makeCharge } from './first-payment.ts'
import type { RecurrenceInput } from './input.ts'
import { makeRecurrence } from './make.ts'
import { LOST, storeProgress, type Taken } from './progress.ts'
import { makeLocation, readCode, sendRequest } from './steps.ts'
import { giveUp, takeBack } from './take-back.ts'
import { unavailable } from './terms.ts'

export async function createRecurrence(
  deps: RecurrenceDeps,
  input: RecurrenceInput,
  key: KeyRequest | null,
  dialect: DialectName,
): Promise<Created | Replayed | Failure> {
  const begun = await beginRecurrence(deps, input, { key, dialect })
  if (begun instanceof Failure || 'replayed' in begun) return begun
  return releasing(deps, begun.hold, () => carryOn(deps, begun))
}

async function carryOn(deps: RecurrenceDeps, first: Begun): Promise<Created | Replayed | Failure> {
  const deadline = deps.clock().getTime() + MAX_REQUEST_MS
  let begun = first
  let { recurrence } = begun
  while (recurrence.status === 'CRIANDO' && recurrence.step !== null) {
    if (deps.clock().getTime() > deadline) return unanswered(recurrence, 'it takes too long')
    const taken = await takeStep(deps, { ...begun, recurrence })
    const elsewhere = isUnsent(taken) ? await moveToFallback(deps, { ...begun, recurrence }) : null
    if (elsewhere !== null) {
      begun = elsewhere
      recurrence = elsewhere.recurrence
      continue
    }
    if (taken.kind !== 'done') return broken(deps, { ...begun, recurrence }, taken)
    const step = nextStepOf(recurrence)
    if (step === null) return made(deps, { ...begun, recurrence }, taken.change)
    const next = await storeProgress(deps, recurrence, { ...taken.change, step })
    if (next === null) return unanswered(recurrence, LOST.reason)
    recurrence = next
  }
  // An earlier request made it, and this one has the same key.
  return made(deps, { ...begun, recurrence }, {})
}

function nextStepOf(recurrence: Recurrence) {
  // What has been made without a location stays without one.
  const steps = stepsOf(recurrence, true)
  return steps[steps.indexOf(recurrence.step ?? 'QR') + 1] ?? null
}

const isUnsent = (taken: Taken): boolean => taken.kind === 'unknown' && taken.unsent === true

async function takeStep(deps: RecurrenceDeps, { recurrence, sale, isResumed, fallback }: Begun): Promise<Taken> {
  const { recurrences } = await deps.psps.psp(recurrence.pspAccountId)
  if (recurrences === undefined) return { kind: 'unknown', reason: 'the PSP account does no recurring PIX any more' }
  switch (recurrence.step) {
    case 'CODE':
      return makeCharge(deps, recurrence, theSale(recurrence, sale), { isResumed, hasFallback: fallback !== null })
    case 'LOCATION':
      return makeLocation(recurrences)
    case 'RECURRENCE':
      return makeRecurrence(
        deps,
        recurrences,
        recurrence,
        recurrence.journey === 3 ? theSale(recurrence, sale).txid : null,
      )
    case 'REQUEST':
      return sendRequest(deps, recurrences, recurrence)
    case 'QR':
      return readCode(recurrences, recurrence, sale?.txid ?? null)
    default:
      throw new Error(`a creation has no step ${recurrence.step}`)
  }
}

function theSale({ uuid }: Recurrence, sale: Sale | null): Sale {
  if (sale === null) throw new Error(`the recurrence ${uuid} has no first payment`)
  return sale
}

async function made(
  deps: RecurrenceDeps,
  begun: Begun,
  change: Partial<Recurrence>,
): Promise<Created | Replayed | Failure> {
  return (await concludeMade(deps, begun, change)) ?? unanswered(begun.recurrence, LOST.reason)
}

async function broken(
  deps: RecurrenceDeps,
  begun: Begun,
  taken: Exclude<Taken, { kind: 'done' }>,
): Promise<Replayed | Failure> {
  const { recurrence } = begun
  if (taken.kind === 'unknown') return unanswered(recurrence, taken.reason)
  if (taken.kind === 'refused') return refused(deps, begun, taken.reason)
  // Without the ids, which the log has: the same again is counted, and no alert of its own.
  const { pspAccountId } = recurrence
  if (taken.alert)
    deps.alerts.raise('RECURRENCE_NOT_AS_REQUESTED', { pspAccountId, reason: taken.reason }, aboutPsp(pspAccountId))
  await deps.db.transaction(tx => giveUp(tx, deps, recurrence))
  return unanswered(recurrence, taken.reason)
}

/** What the PSP has of it is taken away at once, so that the caller can begin anew. */
async function refused(deps: RecurrenceDeps, begun: Begun, reason: string): Promise<Replayed | Failure> {
  const refusal = new Failure('GENERAL_ERROR', `The payment provider refused the recurrence: ${reason}`, {
    reason: because('PROVIDER_REFUSED', { text: reason }),
  })
  const outcome = await concludeRefused(deps, begun, refusal)
  if (outcome === refusal) await takeBack(deps, begun.recurrence)
  return outcome
}

const unanswered = ({ uuid, pspAccountId }: Recurrence, reason: string): Failure =>
  unavailable({ recurrence: uuid, pspAccountId, reason })
