// Dates and times of day as people in Brazil read them: those of São Paulo, by which banks and the Pix count. The rules of
// the zone, with the daylight saving time that it had until 2019, come with Node (Temporal); nothing here reads a clock.

export const ZONE = 'America/Sao_Paulo'

/**
 * A day of the calendar, such as 2026-01-31, in a year of four digits: two of them compare as texts do, and the database knows each. Reckoning
 * stops at the first and at the last one.
 */
export type LocalDate = string & { readonly unit: 'day in São Paulo' }

/** From its first moment up to the first moment that is no longer part of it. */
export interface Span {
  from: Date
  to: Date
}

const FORM = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/** Null for a text of another form and for a day that no calendar has, such as 2026-02-30. */
export function localDate(text: string): LocalDate | null {
  if (!FORM.test(text)) return null
  try {
    return textOf(Temporal.PlainDate.from(text))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Of a moment beyond the calendar the nearest that is written with a year of four digits, in São Paulo and in UTC. */
export function withinCalendar(moment: Date): Date {
  if (moment < BEGINNING) return BEGINNING
  return moment > END ? END : moment
}

/** The day that it is in São Paulo at this instant. */
export const dateAt = (instant: Date): LocalDate => textOf(zoned(instant).toPlainDate())

export const addDays = (date: LocalDate, days: number): LocalDate => textOf(Temporal.PlainDate.from(date).add({ days }))

/** On the same day of the month, or on its last one. */
export const addMonths = (date: LocalDate, months: number): LocalDate =>
  textOf(Temporal.PlainDate.from(date).add({ months }, { overflow: 'constrain' }))

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (date: LocalDate): number => Temporal.PlainDate.from(date).dayOfWeek

/** Where daylight saving time began at midnight, the day begins at one o'clock; days had 23 and 25 hours then. */
export const boundsOf = (date: LocalDate): Span => ({
  from: startOf(date),
  to: date === LAST_DAY ? END : startOf(addDays(date, 1)),
})

/** "31/01/2026 14:05:09", as people in Brazil write a moment. */
export function localTimeText(instant: Date): string {
  const local = new Date(instant.getTime() + offsetMsAt(instant))
  const [year = '', month = '', day = ''] = local.toISOString().slice(0, 10).split('-')
  return `${day}/${month}/${year} ${local.toISOString().slice(11, 19)}`
}

const HOUR_MS = 3_600_000
let known = { hour: Number.NaN, offsetMs: 0 }

/** The zone's offset is asked for once an hour of the day in question: it never changes within one. */
function offsetMsAt(instant: Date): number {
  const hour = Math.floor(instant.getTime() / HOUR_MS)
  if (hour !== known.hour) known = { hour, offsetMs: zoned(instant).offsetNanoseconds / 1_000_000 }
  return known.offsetMs
}

const NIGHT = { begins: 20, ends: 6 }

/** Whether it is between 20:00 and 06:00: the hours in which a Pix may be held to a lower limit. */
export function isNight(instant: Date): boolean {
  const { hour } = zoned(instant)
  return hour >= NIGHT.begins || hour < NIGHT.ends
}

/** The night that the instant lies in; null by day. */
export function nightAt(instant: Date): Span | null {
  if (!isNight(instant)) return null
  const { hour } = zoned(instant)
  const evening = hour < NIGHT.ends ? addDays(dateAt(instant), -1) : dateAt(instant)
  return { from: at(evening, NIGHT.begins), to: at(addDays(evening, 1), NIGHT.ends) }
}

/** The moment at which clocks in São Paulo show this time of that day. */
export const timeOn = (date: LocalDate, hour: number, minute = 0): Date => at(date, hour, minute)

const zoned = (instant: Date) => Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ZONE)
const startOf = (date: LocalDate) => dateOf(Temporal.PlainDate.from(date).toZonedDateTime(ZONE))
const at = (date: LocalDate, hour: number, minute = 0) =>
  dateOf(Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: ZONE, plainTime: { hour, minute } }))
const dateOf = (zonedTime: Temporal.ZonedDateTime) => new Date(zonedTime.epochMilliseconds)

const FIRST_DAY = '0001-01-01' as LocalDate
const LAST_DAY = '9999-12-31' as LocalDate
const BEGINNING = startOf(FIRST_DAY)
const END = new Date('9999-12-31T23:59:59.999Z')

function textOf(date: Temporal.PlainDate): LocalDate {
  if (date.year < 1) return FIRST_DAY
  return date.year > 9999 ? LAST_DAY : (date.toString() as LocalDate)
}
