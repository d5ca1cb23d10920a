// When the order of a debit reaches the payer's bank: 10 to 2 days before it settles. Some institutions count calendar days and some
// count business days, so the order is sent where both readings allow it. Pure; nothing here reads a clock.
import { addBusinessDays, businessDayFrom } from '#kernel/calendar/business-days.ts'
import { type Cycles, cycleOf, dueOf } from '#kernel/calendar/cycles.ts'
import { addDays, type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'

export interface Window {
  /** Before it the payer's bank refuses the order. */
  earliest: Date
  /** When it is sent, if nothing is in the way. */
  aim: Date
  /** After it the order is never sent. */
  latest: Date
}

const FIRST_DAY_BEFORE = 10
const AIM_DAYS_BEFORE = 7
const LAST_DAYS_BEFORE = 3
const AIM_HOUR = 8
const LAST_HOUR = 20

/** The day on which a debit settles: banks settle on a day of rest only where the recurrence does not move to the next business day. */
export const settlementDayOf = (dueOn: LocalDate, adjusts: boolean): LocalDate =>
  adjusts ? businessDayFrom(dueOn) : dueOn

export function windowOf(dueOn: LocalDate, adjusts: boolean): Window {
  const settlesOn = settlementDayOf(dueOn, adjusts)
  const earliest = timeOn(addDays(settlesOn, -FIRST_DAY_BEFORE), 0, 5)
  const latest = latestOf(dueOn, settlesOn)
  const aim = timeOn(addDays(dueOn, -AIM_DAYS_BEFORE), AIM_HOUR)
  return { earliest, aim: aim > earliest && aim <= latest ? aim : earliest, latest }
}

function latestOf(dueOn: LocalDate, settlesOn: LocalDate): Date {
  const [calendar, business] = [addDays(dueOn, -LAST_DAYS_BEFORE), addBusinessDays(settlesOn, -LAST_DAYS_BEFORE)]
  return timeOn(calendar < business ? calendar : business, LAST_HOUR)
}

const JITTER_MINUTES = 60

/** So many minutes after the aim, by the txid: the debits of the first of a month are not all ordered in one minute. */
export function orderTimeOf({ aim, latest }: Window, txid: string): Date {
  const spread = [...txid].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % (JITTER_MINUTES * 60), 7)
  const time = new Date(aim.getTime() + spread * 1000)
  return time <= latest ? time : latest
}

export interface CycleTerms extends Cycles {
  /** null: open-ended. */
  endsOn: LocalDate | null
  adjusts: boolean
  /** How many days after its due day a cycle may still be debited. */
  lateDays: number
}

/**
 * The due day on which a cycle can still be debited: its own as long as the window is open, else the first later one that can be
 * reached. null: it is too late for this cycle.
 */
export function reachableDueDay(terms: CycleTerms, dueOn: LocalDate, now: Date): LocalDate | null {
  for (let late = 0; late <= terms.lateDays; late++) {
    const day = addDays(dueOn, late)
    if (late > 0 && !fitsCycle(terms, dueOn, day)) return null
    if (windowOf(day, terms.adjusts).latest >= now) return day
  }
  return null
}

/** Whether the later day is one of the same cycle, whose debit settles before the next cycle begins, within the recurrence. */
const fitsCycle = (terms: CycleTerms, dueOn: LocalDate, day: LocalDate): boolean =>
  (terms.endsOn === null || day <= terms.endsOn) && settlesWithin(terms, cycleOf(terms, dueOn) ?? 1, day)

/** Whether a debit that is due on this day settles within the cycle. */
export const settlesWithin = (terms: Cycles & { adjusts: boolean }, cycle: number, dueOn: LocalDate): boolean =>
  dueOn >= dueOf(terms, cycle) && settlementDayOf(dueOn, terms.adjusts) < dueOf(terms, cycle + 1)

/** When the seller is asked for an amount that nobody has named yet. */
export const amountDueAt = (dueOn: LocalDate): Date => timeOn(addDays(dueOn, -FIRST_DAY_BEFORE), AIM_HOUR)

/**
 * When the cycle after this one is planned: on the due day of this one; earlier where its own order is due before that, as after a
 * debit that was late.
 */
export function nextPlannedAt(terms: CycleTerms, cycle: number, dueOn: LocalDate): Date {
  const { aim } = windowOf(dueOf(terms, cycle + 1), terms.adjusts)
  const onDueDay = timeOn(dueOn, 0, 5)
  return aim < onDueDay ? aim : onDueDay
}
