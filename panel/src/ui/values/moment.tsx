// Moments and days as the person's locale writes them, in the hour of São Paulo: the same days by which the gateway counts.
import { useLanguage } from '../../words/use-language.ts'

const ZONE = 'America/Sao_Paulo'
const FORMS = {
  /** 21/11/2026, 14:05 */
  short: { dateStyle: 'short', timeStyle: 'short' },
  /** 21 de nov. de 2026, 14:05:33 */
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
  day: { dateStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type MomentForm = keyof typeof FORMS

export const momentText = (iso: string, locale: string, form: MomentForm = 'short'): string =>
  new Intl.DateTimeFormat(locale, { ...FORMS[form], timeZone: ZONE }).format(new Date(iso))

/** A local day such as 2026-01-31, which lies in no zone. */
export function dayText(
  day: string,
  locale: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'short' },
): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

export function Moment({ at, form = 'short' }: { at: string | null; form?: MomentForm }) {
  const { locale } = useLanguage()
  if (at === null) return <span>–</span>
  return (
    <time dateTime={at} title={momentText(at, locale, 'exact')} className="figures">
      {momentText(at, locale, form)}
    </time>
  )
}

const STEPS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** "há 5 minutos", "in 3 days": the distance between two moments; the second is now by default. */
export function distanceText(iso: string, locale: string, now: Date = new Date()): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000)
  const { unit, seconds: size } = STEPS.find(step => Math.abs(seconds) >= step.seconds) ?? STEPS[2]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}

/** The day in São Paulo: 2026-01-31. */
export const dayOf = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(at)
