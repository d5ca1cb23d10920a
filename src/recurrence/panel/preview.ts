// What a recurrence would come to if its payer authorised it now: its first debits, on the days on which they can still be reached, with those on
// which they are ordered and settle, and until when it may be authorised. For a form that is still being filled in. Pure.
import { dueOf } from '#kernel/calendar/cycles.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { Failure } from '#kernel/failure.ts'
import { type ScheduleInput, scheduleOf } from '../creation/input.ts'
import { type CycleTerms, reachableDueDay, settlementDayOf, settlesWithin, windowOf } from '../schedule/window.ts'

export interface PreviewInput extends ScheduleInput {
  adjustsToBusinessDay: boolean
  lateDays: number
}

export interface PreviewedDebit {
  cycle: number
  dueOn: LocalDate
  settlesOn: LocalDate
  orderedAt: Date
}

export interface Preview {
  startsOn: LocalDate
  /** After it nobody can authorise it any more. */
  authorizeUntil: Date
  debits: PreviewedDebit[]
  /** Authorised until then, the first of them is debited on its day. */
  onTimeUntil: Date
  /** Authorised until then, the first cycle is debited at all. */
  firstCycleUntil: Date
}

const MAX_DEBITS = 6

export function previewOf(input: PreviewInput, now: Date): Preview | Failure {
  const schedule = scheduleOf(input, now)
  if (schedule instanceof Failure) return schedule
  const { startsOn, authorizeUntil } = schedule
  const { periodicity, endsOn, adjustsToBusinessDay: adjusts, lateDays } = input
  const terms: CycleTerms = { startsOn, periodicity, endsOn, adjusts, lateDays }
  const debits: PreviewedDebit[] = []
  for (let cycle = 1; debits.length < MAX_DEBITS; cycle++) {
    const firstDueOn = dueOf(terms, cycle)
    if (endsOn !== null && firstDueOn > endsOn) break
    const dueOn = reachableDueDay(terms, firstDueOn, now)
    if (dueOn !== null) debits.push(previewedDebit(cycle, dueOn, adjusts, now))
  }
  const last = windowOf(lastReachableDay(terms), adjusts).latest
  const onTimeUntil = windowOf(debits[0]?.dueOn ?? startsOn, adjusts).latest
  return { startsOn, authorizeUntil, debits, onTimeUntil, firstCycleUntil: last }
}

export function previewedDebit(cycle: number, dueOn: LocalDate, adjusts: boolean, now: Date): PreviewedDebit {
  const { aim } = windowOf(dueOn, adjusts)
  return { cycle, dueOn, settlesOn: settlementDayOf(dueOn, adjusts), orderedAt: aim > now ? aim : now }
}

/** The last day on which the first cycle may be debited late. */
function lastReachableDay(terms: CycleTerms): LocalDate {
  let last = terms.startsOn
  for (let late = 1; late <= terms.lateDays; late++) {
    const day = addDays(terms.startsOn, late)
    if ((terms.endsOn !== null && day > terms.endsOn) || !settlesWithin(terms, 1, day)) break
    last = day
  }
  return last
}
