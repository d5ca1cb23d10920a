// On which days banks work, from a list that was written out by hand: it shares nothing with the gateway's own calendar.

/** Those on which all banks of the country rest, besides Saturdays and Sundays. */
const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']
/** Monday and Tuesday of carnival, Good Friday, Corpus Christi. */
const MOVING = [
  ...['2031-02-24', '2031-02-25', '2031-04-11', '2031-06-12'],
  ...['2032-02-09', '2032-02-10', '2032-03-26', '2032-05-27'],
  ...['2033-02-28', '2033-03-01', '2033-04-15', '2033-06-16'],
  ...['2034-02-20', '2034-02-21', '2034-04-07', '2034-06-08'],
]
/** What is sold in the last of them settles in the next. */
const YEARS = ['2031', '2034']

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export function isBankDay(day: string): boolean {
  const year = day.slice(0, 4)
  if (year < (YEARS[0] as string) || year > (YEARS[1] as string))
    throw new Error(`the holidays of ${year} are not known`)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday > 0 && weekday < 6 && !FIXED.includes(day.slice(5)) && !MOVING.includes(day)
}

/** The day itself where banks work on it, else the next on which they do. */
export function bankDayFrom(day: string): string {
  return isBankDay(day) ? day : bankDayFrom(dayAfter(day, 1))
}

/** So many days on which banks work later. */
export function bankDaysAfter(day: string, count: number): string {
  let reached = day
  for (let left = count; left > 0; ) {
    reached = dayAfter(reached, 1)
    if (isBankDay(reached)) left--
  }
  return reached
}
