// A channel by which alerts reach people besides the panel: what it hears of, when it is left in peace, and how often it is
// reminded. Pure decisions.
import type { AlertCode } from '#alert/catalogue/catalogue.ts'
import { ALERT_SEVERITIES, type AlertSeverity } from '#alert/catalogue/definition.ts'
import { addDays, dateAt, timeOn } from '#kernel/calendar/local-time.ts'
import type { Language } from '#kernel/language.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

export const CHANNEL_KINDS = ['MAIL', 'WEBHOOK', 'SLACK', 'TEAMS', 'PAGERDUTY'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

export interface QuietHours {
  /** Times of day in São Paulo, such as 22:00; from an evening to the next morning too. */
  from: string
  to: string
  /** Severities that are told all the same. */
  except: AlertSeverity[]
}

export interface Repeat {
  everyMinutes: number
  max: number
}

/** What an operator chooses. */
export interface ChannelChoice {
  name: string
  language: Language
  enabled: boolean
  minSeverity: AlertSeverity
  /** Where it names some, these alone; empty: all. */
  codes: AlertCode[]
  quietHours: QuietHours | null
  repeat: Repeat | null
  /** Whether it is told that an alert was acknowledged or has ended. */
  reportsEnd: boolean
}

export interface Channel extends ChannelChoice {
  id: bigint
  uuid: string
  kind: ChannelKind
  /** Where it leads, as far as that may be seen. */
  shown: string
  /** Mail to whoever is an operator at that moment. */
  toOperators: boolean
  tries: number
  lastSentAt: Date | null
  lastError: string | null
  failingSince: Date | null
  /** From when on a new secret signs alone, also where that moment has passed; null: there is no new one. */
  nextSecretFrom: Date | null
  /** How many alerts it has not been told of yet. */
  waiting: number
  createdAt: Date
  updatedAt: Date
}

const rank = (severity: AlertSeverity) => ALERT_SEVERITIES.indexOf(severity)

/** Whether a channel hears of an alert of this code and severity. */
export const hears = (
  { minSeverity, codes }: Pick<ChannelChoice, 'minSeverity' | 'codes'>,
  { code, severity }: { code: AlertCode; severity: AlertSeverity },
): boolean => rank(severity) <= rank(minSeverity) && (codes.length === 0 || codes.includes(code))

/** When the quiet hours end that keep this severity back now; null: nothing does. */
export function quietUntil(quiet: QuietHours | null, severity: AlertSeverity, now: Date): Date | null {
  if (quiet === null || quiet.except.includes(severity)) return null
  const today = dateAt(now)
  // Those of this day, and those that began yesterday evening.
  for (const day of [today, addDays(today, -1)]) {
    const begins = timeOn(day, ...clockOf(quiet.from))
    const ends = timeOn(quiet.from < quiet.to ? day : addDays(day, 1), ...clockOf(quiet.to))
    if (begins <= now && now < ends) return ends
  }
  return null
}

const clockOf = (text: string): [number, number] => [Number(text.slice(0, 2)), Number(text.slice(3))]

const WAITS_MS = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
]

/** After so many tries in vain; a receiver that asks for more time gets it, up to an hour. It is never given up. */
export const nextTryMs = (tries: number, askedMs = 0): number =>
  Math.min(HOUR_MS, Math.max(WAITS_MS[tries - 1] ?? HOUR_MS, askedMs))

/** From this one on an operator is shown that a channel takes nothing. */
export const TRIES_BEFORE_ALERT = 3

/** What happens between two messages of a channel is gathered into the second one. */
export const GATHERED_MS = MINUTE_MS
