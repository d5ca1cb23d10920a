// Declines of all accounts together: who spreads stolen cards over many shops stays below the bound of each. Nothing is switched off for that,
// since most of those shops sell to honest buyers; a person is told.
import { HOUR_MS, later } from '#kernel/time.ts'
import type { ChargeDeps } from '../deps.ts'
import { countDeclines } from './store.ts'

/** Fewer in an hour are of no account, however few are usual. */
const MIN_DECLINES = 60
const TIMES_USUAL = 3
const WEEK_HOURS = 7 * 24

export interface Declines {
  lastHour: number
  /** In the week before it. */
  before: number
}

const isUnusual = ({ lastHour, before }: Declines): boolean =>
  lastHour >= MIN_DECLINES && lastHour > (TIMES_USUAL * before) / WEEK_HOURS

/** After a decline. Told once for each hour of the clock. */
export async function guardGateway({ db, clock, alerts }: Pick<ChargeDeps, 'db' | 'clock' | 'alerts'>): Promise<void> {
  const now = clock()
  const hourAgo = later(now, -HOUR_MS)
  const lastHour = await countDeclines(db, hourAgo, now)
  if (lastHour < MIN_DECLINES) return
  const before = await countDeclines(db, later(hourAgo, -WEEK_HOURS * HOUR_MS), hourAgo)
  if (!isUnusual({ lastHour, before })) return
  const usual = Math.ceil(before / WEEK_HOURS)
  const hour = now.toISOString().slice(0, 13)
  alerts.raiseOnce('CARD_TESTING_EVERYWHERE', { declined: lastHour, usual }, null, hour)
}
