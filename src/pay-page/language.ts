// In which language a buyer reads, and how figures and moments are written in it.
import type { FastifyRequest } from 'fastify'
import { type LocalDate, ZONE } from '#kernel/calendar/local-time.ts'
import { acceptedLanguage, LANGUAGES, type Language } from '#kernel/language.ts'
import { type Centavos, toReais } from '#kernel/money.ts'
import { formatsOf, momentFormat } from '#kernel/text/local-text.ts'

/** `?idioma=`, which the switch on the page sets and every form of it carries on; null: nobody has chosen. */
function chosenLanguage({ query }: Pick<FastifyRequest, 'query'>): Language | null {
  const { idioma } = query as { idioma?: unknown }
  return LANGUAGES.find(language => language === idioma) ?? null
}

/** The same as the end of an address of ours, and "" where nobody has chosen. */
export function languageSuffix(request: Pick<FastifyRequest, 'query'>): string {
  const chosen = chosenLanguage(request)
  return chosen === null ? '' : `?idioma=${chosen}`
}

/** What the buyer chose, else what the browser asks for, else what the seller has set. */
export function buyersLanguage(request: FastifyRequest, ofCheckout: Language | null): Language {
  return (
    chosenLanguage(request) ??
    acceptedLanguage(request.headers['accept-language']) ??
    ofCheckout ??
    (LANGUAGES[0] satisfies Language)
  )
}

const FIGURES = formatsOf(language => new Intl.NumberFormat(language, { minimumFractionDigits: 2 }))
const TIME = formatsOf(language => new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: ZONE }))
const MOMENT = formatsOf(language => momentFormat(language, 'long'))

/** "1.150,00", as a buyer types it into a field. */
export const figuresText = (amount: Centavos, language: Language): string =>
  FIGURES[language].format(toReais(amount) as Intl.StringNumericLiteral)

/** "23 de novembro de 2026 às 10:15", in São Paulo. */
export const momentText = (instant: Date, language: Language): string => MOMENT[language].format(instant)

const DAY = formatsOf(
  language => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** "30 de novembro de 2026". */
export const dayText = (day: LocalDate, language: Language): string =>
  DAY[language].format(new Date(`${day}T00:00:00Z`))

const unit = (language: Language, name: 'second' | 'minute') =>
  new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' })

/** "40 segundos"; from a minute and a half on in minutes, rounded up. */
export const spanText = (seconds: number, language: Language): string =>
  seconds <= 90 ? unit(language, 'second').format(seconds) : unit(language, 'minute').format(Math.ceil(seconds / 60))

/** "14:35", in São Paulo. */
export const timeText = (instant: Date, language: Language): string => TIME[language].format(instant)
