// Amounts and moments as people read them, in either language, by the clocks of São Paulo. Pure.
import { ZONE } from '../calendar/local-time.ts'
import { LANGUAGES, type Language } from '../language.ts'
import { type Centavos, toReais } from '../money.ts'

/** One format of each language is made, once: making one costs more than a hundred uses. */
export function formatsOf<Format>(make: (language: Language) => Format): Record<Language, Format> {
  return Object.fromEntries(LANGUAGES.map(language => [language, make(language)])) as Record<Language, Format>
}

const MONEY = formatsOf(language => new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }))

/** "R$ 150,00", with a space that does not break. Exact at any size: the amount goes in as text. */
export const moneyText = (amount: Centavos, language: Language): string =>
  MONEY[language].format(toReais(amount) as Intl.StringNumericLiteral)

/** `locale`: another English than the first one where a text needs it. */
export const momentFormat = (locale: Language | 'en-GB', dateStyle: 'long' | 'medium'): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone: ZONE })
