// A requested recurrence, and what has to hold of it by itself and against the day of the request. Pure.
import type { Actor } from '#audit/audit.ts'
import { businessDayFrom } from '#kernel/calendar/business-days.ts'
import { dueOf, type Periodicity } from '#kernel/calendar/cycles.ts'
import { addDays, boundsOf, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import { type Failure, invalid } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import { DAY_MS, later, SECOND_MS } from '#kernel/time.ts'
import type { Journey } from '#psp/recurrence/port.ts'
import type { Debtor, RecurrenceItem, RequestTarget } from '../recurrence.ts'
import { because } from '../refusal-reasons.ts'

/** Of journey 3 a code that is good for so long; of journey 4 a bill with a due day. */
export type FirstPayment =
  | { amount: Centavos; expiresInSeconds: number }
  | { amount: Centavos; dueOn: LocalDate; payableDays: number }

export interface RecurrenceInput {
  accountId: number
  journey: Journey
  contrato: string
  object: string | null
  customer: Debtor
  requestTarget: RequestTarget | null
  requestExpiresAt: Date | null
  authorizeUntil: Date | null
  /** null: counted from the first payment. */
  startsOn: LocalDate | null
  endsOn: LocalDate | null
  periodicity: Periodicity
  amount: Centavos | null
  minimum: Centavos | null
  defaultAmount: Centavos | null
  retriesAllowed: boolean
  retryDays: number[]
  automatic: boolean
  adjustsToBusinessDay: boolean
  lateDays: number
  firstPayment: FirstPayment | null
  items: RecurrenceItem[]
  info: string | null
  externalReference: string | null
  postbackUrl: string | null
  /** The person who asks for it in the panel; a request by API key has no entry in the audit log. */
  by?: Actor
}

/** What follows from the request and from when it is made. */
export interface Schedule {
  startsOn: LocalDate
  /** After it nobody can authorise it any more. */
  authorizeUntil: Date
  requestExpiresAt: Date | null
  /** When the first payment can no longer be made; null in journeys without one. */
  firstExpiresAt: Date | null
}

/** The order to debit has to be at the payer's bank two days before, and that day is no longer today. */
export const MIN_DAYS_AHEAD = 3
export const MAX_REQUEST_DAYS = 30
export const DEFAULT_REQUEST_DAYS = 7
export const DEFAULT_AUTHORIZE_DAYS = 30
const MAX_AUTHORIZE_DAYS = 365

export const inDays = (now: Date, days: number) => later(now, days * DAY_MS)

/** What the days of a recurrence follow from. */
export type ScheduleInput = Pick<
  RecurrenceInput,
  'journey' | 'startsOn' | 'endsOn' | 'periodicity' | 'requestExpiresAt' | 'authorizeUntil' | 'firstPayment'
>

/** The bounds are those of the first request: a repetition under its key is not held to them again. */
export function scheduleOf(input: ScheduleInput, now: Date): Schedule | Failure {
  const today = dateAt(now)
  const past = duePast(input, today)
  if (past !== null) return past
  const first = firstOf(input, now)
  const startsOn = input.startsOn ?? defaultStart(input, first, today)
  const requestExpiresAt = input.journey === 1 ? (input.requestExpiresAt ?? inDays(now, DEFAULT_REQUEST_DAYS)) : null
  const authorizeUntil =
    authorizeUntilOf(requestExpiresAt) ??
    first?.expiresAt ??
    input.authorizeUntil ??
    inDays(now, DEFAULT_AUTHORIZE_DAYS)
  const schedule = { startsOn, requestExpiresAt, authorizeUntil, firstExpiresAt: first?.expiresAt ?? null }
  return problemOf(input, schedule, first, now) ?? schedule
}

/** Before anything is reckoned from the bill: the holidays of long ago are not known. */
function duePast({ firstPayment }: ScheduleInput, today: LocalDate): Failure | null {
  if (firstPayment === null || !('dueOn' in firstPayment) || firstPayment.dueOn >= today) return null
  const reason = because('BILL_DUE_IN_PAST', { day: today })
  return invalid('primeiroPagamento.dataDeVencimento', `${today} or later`, reason)
}

function problemOf(input: ScheduleInput, schedule: Schedule, first: First | null, now: Date): Failure | null {
  const today = dateAt(now)
  const earliest = addDays(today, MIN_DAYS_AHEAD)
  const { startsOn, requestExpiresAt, authorizeUntil } = schedule
  if (startsOn < earliest)
    return invalid('dataInicial', `${earliest} or later`, because('TOO_EARLY', { day: earliest }))
  if (first !== null && startsOn <= first.lastDay) return notAfterFirstPayment(first.lastDay)
  if (input.endsOn !== null && input.endsOn < startsOn)
    return invalid('dataFinal', `${startsOn} or later`, because('ENDS_BEFORE_START', { day: startsOn }))
  if (requestExpiresAt !== null && !isBetween(requestExpiresAt, now, MAX_REQUEST_DAYS))
    return invalid('solicitacaoExpiraEm', `a moment within the next ${MAX_REQUEST_DAYS} days`)
  if (input.authorizeUntil !== null && !isBetween(authorizeUntil, now, MAX_AUTHORIZE_DAYS))
    return invalid('autorizarAte', `a moment within the next ${MAX_AUTHORIZE_DAYS} days`)
  return null
}

export function notAfterFirstPayment(lastDay: LocalDate): Failure {
  const day = addDays(lastDay, 1)
  const expected = `a day after the first payment: ${day} or later`
  return invalid('dataInicial', expected, because('NOT_AFTER_FIRST_PAYMENT', { day }))
}

/** After a request that nobody has answered there is time to send another. */
const AFTER_REQUEST_DAYS = 7

const authorizeUntilOf = (requestExpiresAt: Date | null): Date | null =>
  requestExpiresAt && inDays(requestExpiresAt, AFTER_REQUEST_DAYS)

export const isBetween = (moment: Date, now: Date, days: number): boolean => moment > now && moment <= inDays(now, days)

interface First {
  dueOn: LocalDate
  /** On which it is expected at the latest. */
  lastDay: LocalDate
  expiresAt: Date
}

function firstOf({ firstPayment }: ScheduleInput, now: Date): First | null {
  if (firstPayment === null) return null
  if ('dueOn' in firstPayment) {
    const { dueOn, payableDays } = firstPayment
    // The PSP counts from the next business day, and ends on one.
    const lastPayDay = businessDayFrom(addDays(businessDayFrom(dueOn), payableDays))
    return { dueOn, lastDay: dueOn, expiresAt: boundsOf(lastPayDay).to }
  }
  const expiresAt = later(now, firstPayment.expiresInSeconds * SECOND_MS)
  return { dueOn: dateAt(now), lastDay: dateAt(expiresAt), expiresAt }
}

/** A period after the first payment; later where its code is still good then. */
function defaultStart({ periodicity }: ScheduleInput, first: First | null, today: LocalDate): LocalDate {
  if (first === null) return today
  const next = dueOf({ startsOn: first.dueOn, periodicity }, 2)
  return next > first.lastDay ? next : addDays(first.lastDay, 1)
}
