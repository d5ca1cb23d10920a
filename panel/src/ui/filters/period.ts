// Periods that people often want, as days of São Paulo.
import { dayOf } from '../values/moment.tsx'

export interface ChosenPeriod {
  from?: string
  to?: string
}

export const PRESETS = ['today', 'yesterday', 'days7', 'days30', 'month', 'lastMonth'] as const
export type Preset = (typeof PRESETS)[number]

export function presetPeriod(preset: Preset, now: Date): Required<ChosenPeriod> {
  const today = dayOf(now)
  if (preset === 'today') return { from: today, to: today }
  if (preset === 'yesterday') return { from: daysBefore(today, 1), to: daysBefore(today, 1) }
  if (preset === 'days7') return { from: daysBefore(today, 6), to: today }
  if (preset === 'days30') return { from: daysBefore(today, 29), to: today }
  if (preset === 'month') return { from: firstOfMonth(today), to: today }
  const last = daysBefore(firstOfMonth(today), 1)
  return { from: firstOfMonth(last), to: last }
}

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}
