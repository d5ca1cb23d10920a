// What is said of an amount that is not possible.
import type { Account } from '../api/session.ts'
import { moneyText } from '../ui/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import type { AmountProblem } from './ask.ts'
import { requestWords } from './request-words.ts'

export function useAmountWords({ limits }: Account, available: number): (problem: AmountProblem) => string {
  const t = useWords(requestWords)
  const { locale } = useLanguage()
  return problem =>
    t(`invalid.${problem}`, {
      least: moneyText(limits.cashoutMinimumCents, locale),
      most: moneyText(limits.cashoutMaximumCents, locale),
      available: moneyText(available, locale),
    })
}
