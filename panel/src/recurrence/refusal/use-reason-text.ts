// A refusal about recurring PIX in words: what is wrong, and what to do.
import { useCallback } from 'react'
import { Problem } from '../../api/problem.ts'
import { dayText } from '../../ui/values/moment.tsx'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { knownReason, reasonWords } from './reason-words.ts'

const DAYS = ['day', 'from', 'to']

/** null: the gateway gives none, and the text of its code has to do. */
export function useReasonText(): (error: unknown) => string | null {
  const t = useWords(reasonWords)
  const { locale } = useLanguage()
  return useCallback(
    error => {
      if (!(error instanceof Problem)) return null
      const { name, ...values } = error.reason ?? {}
      const known = knownReason(name)
      return known === null ? null : t(known, inWords(values, locale))
    },
    [t, locale],
  )
}

/** Days come as 2027-02-10, and amounts as cents. */
const inWords = (values: Record<string, string | number>, locale: string) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (DAYS.includes(name)) return [name, dayText(String(value), locale)]
      return [name, name === 'amount' ? moneyText(Number(value), locale) : value]
    }),
  )
