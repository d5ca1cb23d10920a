// A seller charges a cycle: on another day, with another amount, or once more after a debit that was refused. It is decided under the lock
// of the recurrence, and ordered when its window opens.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { DialectName } from '#http/failures.ts'
import { type Answer, answerOf, type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { cycleOf } from '#kernel/calendar/cycles.ts'
import { addDays, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { type Centavos, toCentsNumber, toReais } from '#kernel/money.ts'
import { MIN_DAYS_AHEAD } from '../creation/input.ts'
import { type Debit, LIVE_DEBIT_STATUSES } from '../debit/debit.ts'
import { saleTermsOf } from '../debit/order-terms.ts'
import { findDebitsOf, findSellerState, insertDebit, type SellerState } from '../debit/store.ts'
import { debitForm } from '../debit/wire.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence, RecurrenceItem, RecurrenceKey } from '../recurrence.ts'
import { because } from '../refusal-reasons.ts'
import { firstWorkAt, newDebit } from '../schedule/plan.ts'
import { settlesWithin, windowOf } from '../schedule/window.ts'
import { lockRecurrence } from '../store.ts'

export interface DebitInput extends Keyed {
  recurrence: RecurrenceKey
  dueOn: LocalDate
  amount: Centavos | null
  /** null: those of the recurrence. */
  items: RecurrenceItem[] | null
  info: string | null
  externalReference: string | null
  actor: Actor
}

export interface Charged {
  debit: Debit
  recurrence: Recurrence
}

export async function chargeCycle(
  deps: RecurrenceDeps,
  input: DebitInput,
  dialect: DialectName,
): Promise<Charged | Replayed | Failure> {
  const now = deps.clock()
  return deps.db.transaction(tx =>
    underKey(tx, input, { now, decide: () => decideAndStore(tx, deps, input), answerOf: chargedAnswer(dialect) }),
  )
}

const chargedAnswer =
  (dialect: DialectName) =>
  (outcome: Charged | Failure): Answer | null =>
    outcome instanceof Failure
      ? stayingAnswer(outcome, dialect)
      : answerOf(201, debitForm(outcome.debit, outcome.recurrence, null))

async function decideAndStore(tx: Transaction, deps: RecurrenceDeps, input: DebitInput): Promise<Charged | Failure> {
  const recurrence = await lockRecurrence(tx, input.recurrence)
  if (recurrence === null) return notFound('Recurrence')
  const debits = await findDebitsOf(tx, recurrence)
  const seller = await findSellerState(tx, recurrence)
  const now = deps.clock()
  const decided = decide({ recurrence, debits, seller }, input, now)
  if (decided instanceof Failure) return decided
  const { dueOn, items, info, externalReference, actor } = input
  const debit = await newDebit(tx, deps, recurrence, {
    ...decided,
    firstDueOn: dueOn,
    dueOn,
    origin: 'MANUAL',
    ...(items !== null && { items }),
    info,
    externalReference,
  })
  await insertDebit(tx, debit, firstWorkAt(debit, now))
  await record(tx, [entryOf('debit.requested', actor, debit)], now)
  return { debit, recurrence }
}

export const entryOf = (action: string, actor: Actor, { accountId, uuid, txid, cycle, dueOn, amount }: Debit) => ({
  accountId,
  actor,
  action,
  subject: 'debit',
  subjectId: uuid,
  detail: { txid, cycle, dueOn, ...(amount !== null && { amount: toCentsNumber(amount) }) },
})

interface Read {
  recurrence: Recurrence
  debits: Debit[]
  seller: SellerState
}

interface Accepted {
  cycle: number
  earlier: number
  amount: Centavos
}

function decide({ recurrence, debits, seller }: Read, input: DebitInput, now: Date): Accepted | Failure {
  if (recurrence.status !== 'APROVADA')
    return new Failure('CONFLICT', `The recurrence is ${recurrence.status}: only one that is APROVADA can be charged`, {
      reason: because('NOT_AUTHORISED'),
    })
  // It would never be ordered.
  if (recurrence.cancelRequestedAt !== null)
    return new Failure('CONFLICT', 'The recurrence is being cancelled', { reason: because('BEING_CANCELLED') })
  const cycle = cycleFor(recurrence, input.dueOn, now)
  if (cycle instanceof Failure) return cycle
  const ofCycle = debits.filter(debit => debit.cycle === cycle)
  const live = ofCycle.find(({ status }) => LIVE_DEBIT_STATUSES.some(one => one === status))
  if (live !== undefined)
    return new Failure('CONFLICT', `The cycle ${cycle} has a debit already: ${live.txid}, which is ${shown(live)}`, {
      reason: because('CYCLE_HAS_DEBIT', { cycle }),
    })
  const amount = amountFor(recurrence, input.amount)
  if (amount instanceof Failure) return amount
  return refusalOf(amount, seller) ?? { cycle, earlier: ofCycle.length, amount }
}

const shown = ({ status }: Debit) => (status === 'ENVIANDO' ? 'PLANEJADA' : status)

const LAST_DAY = 400

/** The cycle of that day, on which a debit can still be ordered and settles before the next cycle begins. */
export function cycleFor(recurrence: Recurrence, dueOn: LocalDate, now: Date): number | Failure {
  const field = 'dataDeVencimento'
  const today = dateAt(now)
  const [first, last] = [addDays(today, MIN_DAYS_AHEAD), addDays(today, LAST_DAY)]
  if (dueOn < first || dueOn > last)
    return invalid(field, `a day from ${first} to ${last}`, because('DAY_OUT_OF_RANGE', { from: first, to: last }))
  const { startsOn, endsOn, adjustsToBusinessDay: adjusts } = recurrence
  const cycle = cycleOf(recurrence, dueOn)
  if (cycle === null) {
    const expected = `a day from ${startsOn} on, when the recurrence begins`
    return invalid(field, expected, because('BEFORE_FIRST_DEBIT', { day: startsOn }))
  }
  if (endsOn !== null && dueOn > endsOn) {
    const expected = `a day until ${endsOn}, when the recurrence ends`
    return invalid(field, expected, because('AFTER_LAST_DAY', { day: endsOn }))
  }
  if (!settlesWithin({ ...recurrence, adjusts }, cycle, dueOn)) {
    const expected = 'an earlier day: banks would settle it after the next cycle has begun'
    return invalid(field, expected, because('SETTLES_IN_NEXT_CYCLE'))
  }
  if (windowOf(dueOn, adjusts).latest < now) {
    const expected = 'a later day: the payer’s bank takes an order until 20:00 of the third business day before'
    return invalid(field, expected, because('TOO_LATE_FOR_BANK'))
  }
  return cycle
}

/** What the cycle costs, in the bounds of what the payer has authorised. */
export function amountFor(recurrence: Recurrence, requested: Centavos | null): Centavos | Failure {
  const { amount, minimum, defaultAmount } = recurrence
  if (amount !== null)
    return requested === null || requested === amount
      ? amount
      : invalid(
          'amount',
          `${toCentsNumber(amount)}, which the payer has authorised for each cycle`,
          because('FIXED_AMOUNT', { amount: toCentsNumber(amount) }),
        )
  const named = requested ?? defaultAmount
  if (named === null)
    return invalid('amount', 'an amount: the recurrence has none of its own', because('AMOUNT_MISSING'))
  if (minimum === null || named >= minimum) return named
  const min = toCentsNumber(minimum)
  const reason = because('BELOW_MINIMUM', { amount: min })
  return invalid('amount', `at least ${min}, the minimum of the recurrence`, reason)
}

export function refusalOf(amount: Centavos, seller: SellerState): Failure | null {
  if (seller.fees.pixAutomatico === undefined)
    return new Failure('GENERAL_ERROR', 'No price is agreed for recurring PIX with this account', {
      reason: because('NO_PRICE'),
    })
  if (saleTermsOf(amount, seller) === null)
    return new Failure('GENERAL_ERROR', `amount: nothing would be left of ${toReais(amount)} after the fees`, {
      reason: because('FEES_EXCEED_AMOUNT'),
    })
  return seller.isPspOn
    ? null
    : new Failure('GENERAL_ERROR', 'Recurring PIX is not available for this account at the moment', {
        reason: because('PROVIDER_OFF'),
      })
}
