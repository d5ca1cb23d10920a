// What is said of an amount that is not possible.
import type { Account } from '../../api/access/session.ts'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { type AmountProblem, costOf, type Draft } from './draft.ts'
import { requestWords } from './request-words.ts'

type Sum = Pick<Draft, 'amount' | 'isExact'>

/** With an exact net amount it is also said what would leave the account: that is what limits and balance are held against. */
export function useAmountWords(account: Account, available: number): (problem: AmountProblem, sum: Sum) => string {
  const t = useWords(requestWords)
  const { locale } = useLanguage()
  const { limits } = account
  return (problem, sum) => {
    const why = t(`invalid.${problem}`, {
      least: moneyText(limits.cashoutMinimumCents, locale),
      most: moneyText(limits.cashoutMaximumCents, locale),
      available: moneyText(available, locale),
    })
    const gross = sum.isExact ? costOf(sum, account)?.gross : undefined
    return gross === undefined ? why : `${t('invalid.withFee', { gross: moneyText(gross, locale) })} ${why}`
  }
}
