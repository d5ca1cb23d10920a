// What a seller may change of a recurrence: what the gateway does with it, and of its terms only the first day and the name of the debtor,
// which the PSP is told first. Amount, periodicity, policy, last day and contract are the payer's agreement: for others there is a new one.
import { type Actor, record } from '#audit/audit.ts'
import { addDays, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { type Centavos, toCentsNumber } from '#kernel/money.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { Sale } from '#sale/sale.ts'
import { MIN_DAYS_AHEAD, notAfterFirstPayment } from '../creation/input.ts'
import { unavailable } from '../creation/terms.ts'
import { saleTermsOf } from '../debit/order-terms.ts'
import { findSellerState, type SellerState } from '../debit/store.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence, RecurrenceItem, RecurrenceKey } from '../recurrence.ts'
import { because } from '../refusal-reasons.ts'
import { findRecurrence, lockRecurrence, updateRecurrence } from '../store.ts'
import { nextPollAt } from '../watch/next-poll.ts'

/** Absent: it stays. */
export interface RecurrenceChange {
  startsOn?: LocalDate
  customer?: { name?: string; email?: string; phone?: string }
  items?: RecurrenceItem[]
  defaultAmount?: Centavos | null
  automatic?: boolean
  retryDays?: number[]
  lateDays?: number
  info?: string | null
  postbackUrl?: string | null
  externalReference?: string | null
}

export interface ChangeRequest extends RecurrenceKey {
  change: RecurrenceChange
  actor: Actor
}

export async function changeRecurrence(deps: RecurrenceDeps, request: ChangeRequest): Promise<Recurrence | Failure> {
  const found = await findRecurrence(deps.db, request.accountId, { number: request.id })
  if (found === null) return new Failure('NOT_FOUND', 'Recurrence not found')
  const read = { recurrence: found, ...(await readTerms(deps, found)) }
  const problem = problemOf(read, request.change, deps.clock()) ?? (await changeAtPsp(deps, found, request.change))
  if (problem !== null) return problem
  const changed = await deps.db.transaction(async tx => {
    const locked = await lockRecurrence(tx, request)
    const late = locked === null ? new Failure('NOT_FOUND', 'Recurrence not found') : stateProblem(locked)
    if (late !== null || locked === null) return late as Failure
    const now = deps.clock()
    const next = { ...locked, ...changesIn(locked, request.change), updatedAt: now }
    await updateRecurrence(tx, next, nextPollAt(next, now))
    const events = await deps.debits.changed(tx, next, locked, now)
    await record(tx, [changedBy(request.actor, next, request.change)], now)
    const pendingDeliveries: PendingDeliveries = (await deps.outbox.write(tx, events, now)).flat()
    return { next, pendingDeliveries }
  })
  if (changed instanceof Failure) return changed
  deps.outbox.send(changed.pendingDeliveries)
  return changed.next
}

const changesIn = (recurrence: Recurrence, { customer, ...change }: RecurrenceChange): Partial<Recurrence> => ({
  ...change,
  ...(customer !== undefined && { customer: { ...recurrence.customer, ...customer } }),
  ...(recurrence.alert === 'FALTA_VALOR' && givesAmount(change) && { alert: null }),
})

/** The cycle that waits for its amount gets it, or is the seller's own to charge. */
const givesAmount = ({ defaultAmount, automatic }: RecurrenceChange): boolean =>
  defaultAmount != null || automatic === false

const changedBy = (actor: Actor, { accountId, uuid, contrato }: Recurrence, change: RecurrenceChange) => ({
  accountId,
  actor,
  action: 'recurrence.changed',
  subject: 'recurrence',
  subjectId: uuid,
  detail: { contrato, fields: Object.keys(change).join(', ') },
})

function stateProblem({ status, cancelRequestedAt }: Recurrence): Failure | null {
  if (status !== 'CRIADA' && status !== 'APROVADA')
    return new Failure('CONFLICT', `A recurrence that is ${status} cannot be changed`, { reason: because('ENDED') })
  return cancelRequestedAt === null
    ? null
    : new Failure('CONFLICT', 'The recurrence is being cancelled', { reason: because('BEING_CANCELLED') })
}

/** What a change is held to. */
interface Read {
  recurrence: Recurrence
  /** Of its first payment, in journeys 3 and 4. */
  firstSale: Sale | null
  seller: SellerState
}

async function readTerms(
  { db, firstPayments }: RecurrenceDeps,
  recurrence: Recurrence,
): Promise<Omit<Read, 'recurrence'>> {
  const { accountId, firstSaleId } = recurrence
  const firstSale = firstSaleId === null ? null : await firstPayments.find({ accountId, id: firstSaleId })
  return { firstSale, seller: await findSellerState(db, recurrence) }
}

function problemOf(read: Read, change: RecurrenceChange, now: Date): Failure | null {
  return stateProblem(read.recurrence) ?? startProblem(read, change, now) ?? termsProblem(read, change)
}

function startProblem({ recurrence, firstSale }: Read, { startsOn }: RecurrenceChange, now: Date): Failure | null {
  if (startsOn === undefined) return null
  const { status, endsOn, firstDueOn } = recurrence
  if (status !== 'CRIADA')
    return new Failure('CONFLICT', 'dataInicial cannot change once the payer has authorised it', {
      reason: because('ALREADY_AUTHORISED'),
    })
  const earliest = addDays(dateAt(now), MIN_DAYS_AHEAD)
  if (startsOn < earliest)
    return invalid('dataInicial', `${earliest} or later`, because('TOO_EARLY', { day: earliest }))
  const paidOn = firstDueOn ?? (firstSale && dateAt(firstSale.completedAt ?? firstSale.expiresAt))
  if (paidOn !== null && startsOn <= paidOn) return notAfterFirstPayment(paidOn)
  return endsOn !== null && startsOn > endsOn
    ? invalid('dataInicial', `${endsOn} or earlier`, because('AFTER_LAST_DAY', { day: endsOn }))
    : null
}

function termsProblem({ recurrence, seller }: Read, { defaultAmount, retryDays }: RecurrenceChange): Failure | null {
  const { amount, minimum, retriesAllowed } = recurrence
  if (defaultAmount != null && amount !== null) return invalid('valorPadrao', 'to be absent beside valor')
  if (defaultAmount != null && minimum !== null && defaultAmount < minimum)
    return invalid('valorPadrao', 'at least valorMinimo', because('BELOW_MINIMUM', { amount: toCentsNumber(minimum) }))
  if (retryDays !== undefined && retryDays.length > 0 && !retriesAllowed)
    return invalid('diasRetentativa', 'to be absent without politicaRetentativa PERMITE_3R_7D')
  // Or each of its cycles would be missed.
  return defaultAmount != null && saleTermsOf(defaultAmount, seller) === null
    ? new Failure('GENERAL_ERROR', 'valorPadrao: nothing would be left after the fees', {
        reason: because('FEES_EXCEED_AMOUNT'),
      })
    : null
}

/** Where its answer is lost, the same change again does no harm. */
async function changeAtPsp(
  { psps }: RecurrenceDeps,
  { idRec, pspAccountId, startsOn, customer }: Recurrence,
  change: RecurrenceChange,
): Promise<Failure | null> {
  const terms = {
    ...(change.startsOn !== undefined && change.startsOn !== startsOn && { startsOn: change.startsOn }),
    ...(change.customer?.name !== undefined &&
      change.customer.name !== customer.name && { debtorName: change.customer.name }),
  }
  if (Object.keys(terms).length === 0 || idRec === null) return null
  const { recurrences } = await psps.psp(pspAccountId)
  if (recurrences === undefined)
    return new Failure('GENERAL_ERROR', 'The payment provider does no recurring PIX any more', {
      reason: because('NOT_OFFERED_BY_PROVIDER'),
    })
  const changed = await recurrences.change(idRec, terms)
  if (changed.kind === 'done') return null
  if (changed.kind === 'refused')
    return new Failure('GENERAL_ERROR', `The payment provider refused: ${changed.reason}`, {
      reason: because('PROVIDER_REFUSED', { text: changed.reason }),
    })
  const message = 'The payment provider did not answer. Please send the same change again.'
  return unavailable({ idRec, reason: changed.reason }, message)
}
