// How the letters of this folder write names, amounts and moments, the same in each of them.
import type { Language } from '#kernel/language.ts'
import type { Centavos } from '#kernel/money.ts'
import * as local from '#kernel/text/local-text.ts'

/** What people call themselves stands in quotes and in no subject, so that it reads as nothing but a name. */
export const quoted = <Name extends string | null>(name: Name) =>
  (name === null ? null : `“${name}”`) as Name extends null ? null : string

/** Plain text may break anywhere. */
export const moneyText = (language: Language, amount: Centavos): string =>
  local.moneyText(amount, language).replaceAll('\u00a0', ' ')

const MOMENT = local.formatsOf(language => local.momentFormat(language === 'en' ? 'en-GB' : language, 'medium'))

/** With the name of its month, since "11/12" is one day to some who read English and another day to others. */
export const momentText = (language: Language, at: string): string =>
  `${MOMENT[language].format(new Date(at))} (${language === 'en' ? 'Brasília time' : 'horário de Brasília'})`
