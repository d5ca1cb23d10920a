// A seller orders a further try of a debit that was not paid. The try is stored before the call; the same day again is the same try. Where
// the payment provider does not answer, the gateway goes on ordering it, and the caller asks again.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { DialectName } from '#http/failures.ts'
import { type Answer, answerOf, type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { beginKeys } from '#idempotency/begin.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { releasing } from '#idempotency/releasing.ts'
import { finishKeys, type Hold, holdKeys } from '#idempotency/store.ts'
import { addDays, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Debit } from '../debit/debit.ts'
import { findDebit, lockDebit } from '../debit/store.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { allowsRetry, isOpenTry, lastTryOn, retriesEndOn, retriesOf } from '../progress/report.ts'
import { isUnconfirmed, recordRetryIn, sendRetry } from '../progress/retry.ts'
import type { Recurrence } from '../recurrence.ts'
import { because, type RefusalReason } from '../refusal-reasons.ts'
import { MAX_RETRIES, retryWindow } from '../schedule/retries.ts'
import { lockRecurrence } from '../store.ts'
import { formOf } from './forms.ts'
import { type Charged, entryOf } from './request.ts'

export interface RetryInput {
  accountId: number
  id: bigint
  recurrenceId: bigint
  day: LocalDate
  actor: Actor
}

async function retryByHand(deps: RecurrenceDeps, input: RetryInput): Promise<Charged | Failure> {
  const begun = await deps.db.transaction(tx => begin(tx, deps, input))
  if (begun instanceof Failure || !begun.debit.tries.some(isUnconfirmed)) return begun
  const outcome = await sendRetry(deps, begun.debit, input.day)
  if (outcome.kind === 'refused')
    return new Failure('GENERAL_ERROR', `The payment provider refused the try: ${outcome.reason}`, {
      reason: because('PROVIDER_REFUSED', { text: outcome.reason }),
    })
  if (outcome.kind === 'unknown')
    return new Failure(
      'PSP_UNAVAILABLE',
      'The payment provider did not answer. The try is ordered as soon as it does.',
      {
        retryAfterSeconds: 10,
      },
    )
  const debit = await findDebit(deps.db, input.accountId, begun.debit.txid)
  return { ...begun, debit: debit ?? begun.debit }
}

async function begin(tx: Transaction, deps: RecurrenceDeps, input: RetryInput): Promise<Charged | Failure> {
  const recurrence = await lockRecurrence(tx, { accountId: input.accountId, id: input.recurrenceId })
  const debit = await lockDebit(tx, input)
  if (recurrence === null || debit === null) return notFound('Debit')
  const open = debit.tries.find(isOpenTry)
  // The same try, asked for again.
  const isOrdered = open !== undefined && open.kind === 'NTAG' && open.settlesOn === input.day
  const refused = isOrdered ? null : refusalOf(debit, recurrence, input.day, deps.clock())
  if (refused !== null) return refused
  const ordered = isOrdered ? debit : await recordRetryIn(tx, deps, debit, input.day)
  await record(tx, [entryOf('debit.retried', input.actor, ordered)], deps.clock())
  return { debit: ordered, recurrence }
}

function refusalOf(debit: Debit, recurrence: Recurrence, day: LocalDate, now: Date): Failure | null {
  if (!recurrence.retriesAllowed)
    return conflict(
      'The recurrence permits no further tries: its politicaRetentativa is NAO_PERMITE',
      'NO_RETRIES_PERMITTED',
    )
  const areUsedUp = retriesOf(debit).length >= MAX_RETRIES
  // Its PSP may have ended it because of that already.
  if (areUsedUp && (debit.status === 'ATIVA' || debit.status === 'EXPIRADA'))
    return conflict('All three further tries have been ordered', 'RETRIES_USED')
  if (debit.status !== 'ATIVA') {
    const message = `The debit ${debit.txid} is ${debit.status}: only one that is ATIVA can be tried again`
    return conflict(message, 'NOT_TO_BE_TRIED')
  }
  if (debit.cancelRequestedAt !== null) return conflict('The debit is being cancelled', 'DEBIT_BEING_CANCELLED')
  if (recurrence.cancelRequestedAt !== null) return conflict('The recurrence is being cancelled', 'BEING_CANCELLED')
  const open = debit.tries.find(isOpenTry)
  if (open !== undefined) return conflict(`A try is open, for ${open.settlesOn}`, 'TRY_OPEN', { day: open.settlesOn })
  if (debit.tries.length === 0) return conflict('The first try has not been made yet', 'NOT_TRIED_YET')
  if (!allowsRetry(debit, recurrence)) {
    const last = debit.tries.at(-1)
    return conflict(
      `The last try failed for good: ${last?.code ?? 'the payer’s bank refuses others'}`,
      'FAILED_FOR_GOOD',
    )
  }
  return dayRefusal(debit, recurrence, day, now)
}

function dayRefusal(debit: Debit, recurrence: Recurrence, day: LocalDate, now: Date): Failure | null {
  const last = lastTryOn(debit)
  const today = dateAt(now)
  const first = addDays(last < today ? today : last, 1)
  const end = addDays(retriesEndOn(debit, recurrence), -1)
  if (first > end) return conflict('No day is left for a further try', 'NO_DAY_LEFT')
  if (day < first || day > end)
    return invalid('data', `a day from ${first} to ${end}`, because('DAY_OUT_OF_RANGE', { from: first, to: end }))
  const closes = retryWindow(day, addDays(day, -1)).closes
  if (closes > now) return null
  return invalid('data', 'a later day: the order is made until 23:00 of the day before', because('TOO_LATE_FOR_BANK'))
}

const conflict = (message: string, reason: RefusalReason, values: Record<string, string | number> = {}) =>
  new Failure('CONFLICT', message, { reason: because(reason, values) })

export interface Retried {
  answer: Answer
}

/** Longer than the call takes, with its lookup: where it has not ended by then, its process has died. */
const BUSY_MS = MINUTE_MS

/** Under a key the answer is kept; a request whose answer was lost goes on with the try that it has begun. */
export async function retryDebit(
  deps: RecurrenceDeps,
  input: RetryInput,
  key: KeyRequest | null,
  dialect: DialectName,
): Promise<Retried | Replayed | Failure> {
  if (key === null) return retriedAnswer(deps, await retryByHand(deps, input))
  const hold = await holdKey(deps, key, input.id)
  if (hold instanceof Failure || 'replayed' in hold) return hold
  return releasing(deps, hold, async () => {
    const outcome = await retriedAnswer(deps, await retryByHand(deps, input))
    const answer = outcome instanceof Failure ? stayingAnswer(outcome, dialect) : outcome.answer
    if (answer !== null) await deps.db.transaction(tx => finishKeys(tx, [{ request: key, answer }]))
    return outcome
  })
}

const holdKey = (
  { db, clock }: RecurrenceDeps,
  request: KeyRequest,
  subjectId: bigint,
): Promise<Hold | Replayed | Failure> =>
  db.transaction(async tx => {
    const now = clock()
    const [known] = await beginKeys(tx, [request], now)
    if (known instanceof Failure) return known
    if (known?.kind === 'replay') return { replayed: known.answer }
    const hold = { request, subjectId, busyUntil: new Date(now.getTime() + BUSY_MS) }
    await holdKeys(tx, [hold])
    return hold
  })

async function retriedAnswer({ db }: RecurrenceDeps, outcome: Charged | Failure): Promise<Retried | Failure> {
  if (outcome instanceof Failure) return outcome
  return { answer: answerOf(201, await formOf(db, outcome.debit, outcome.recurrence)) }
}
