// The first day that a debit can be on: the payer's bank gets its order in advance.
import { dayOf } from '../ui/values/moment.tsx'

const DAY_MS = 86_400_000
const MIN_DAYS_AHEAD = 3

export const earliestDay = (): string => dayOf(new Date(Date.now() + MIN_DAYS_AHEAD * DAY_MS))
