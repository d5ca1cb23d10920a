// How the letters of this folder write names, amounts and moments, the same in each of them.

import { ZONE } from '#kernel/calendar/local-time.ts'
import type { Language } from '#kernel/language.ts'
import { type Centavos, toReais } from '#kernel/money.ts'

/** What people call themselves stands in quotes and in no subject, so that it reads as nothing but a name. */
export const quoted = <Name extends string | null>(name: Name) =>
  (name === null ? null : `“${name}”`) as Name extends null ? null : string

export const moneyText = (language: Language, amount: Centavos): string =>
  new Intl.NumberFormat(language === 'en' ? 'en-US' : language, { style: 'currency', currency: 'BRL' })
    .format(toReais(amount) as `${number}`)
    .replaceAll('\u00a0', ' ')

/** With the name of its month, since "11/12" is one day to some who read English and another day to others. */
export function momentText(language: Language, at: string): string {
  const form = { dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE } as const
  const text = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, form).format(new Date(at))
  return `${text} (${language === 'en' ? 'Brasília time' : 'horário de Brasília'})`
}
