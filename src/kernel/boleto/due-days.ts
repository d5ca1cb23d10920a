// The days of a boleto. Who pays on a day on which banks rest pays on the next one, and is not late for that. Nothing here reads a clock.
import { addBusinessDays, businessDayFrom } from '../calendar/business-days.ts'
import { addDays, type LocalDate, timeOn } from '../calendar/local-time.ts'

export interface DueTerms {
  /** As it is printed, also on a day on which banks rest. */
  dueOn: LocalDate
  /** For so many days after it the boleto may still be paid. */
  payableDaysAfterDue: number
}

/** Banks tell of a payment by the end of the business day after it, and a slow one a day later. */
const CLEARING_DAYS = 2

/** The last day on which a payment is on time. */
export const lastDayOnTime = ({ dueOn }: Pick<DueTerms, 'dueOn'>): LocalDate => businessDayFrom(dueOn)

/** The last day on which it can be paid at all. */
export const payableUntil = ({ dueOn, payableDaysAfterDue }: DueTerms): LocalDate =>
  businessDayFrom(addDays(dueOn, payableDaysAfterDue))

/** When no payment of that last day can be under way any more. */
export const settledBy = (terms: DueTerms): Date =>
  timeOn(addDays(addBusinessDays(payableUntil(terms), CLEARING_DAYS), 1), 0)
