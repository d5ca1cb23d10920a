// The error texts of an impossible amount.
import type { Account } from '../../api/access/session.ts'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { type AmountProblem, costOf, type Draft } from './draft.ts'
import { requestWords } from './request-words.ts'

type Sum = Pick<Draft, 'amount' | 'isExact'>

/** For an exact net amount the gross amount is shown too: limits and balance are compared with that. */
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
