// Months as addresses name them: 2027-02.

export const isMonth = (text: string | undefined): text is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '')

/** So many months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

const WEEK = 7

/** Its weeks from Sunday on; null: a day of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const blank = new Date(Date.UTC(year, number - 1, 1)).getUTCDay()
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const days = Array.from({ length }, (_, n) => `${month}-${String(n + 1).padStart(2, '0')}`)
  const cells = [...Array<null>(blank).fill(null), ...days]
  while (cells.length % WEEK !== 0) cells.push(null)
  return Array.from({ length: cells.length / WEEK }, (_, n) => cells.slice(n * WEEK, (n + 1) * WEEK))
}

/** A week that begins on a Sunday. */
const SUNDAY = Date.UTC(2027, 0, 3)
const DAY_MS = 86_400_000

export const weekdays = (locale: string, weekday: 'short' | 'long'): string[] =>
  Array.from({ length: WEEK }, (_, n) =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(new Date(SUNDAY + n * DAY_MS)),
  )
