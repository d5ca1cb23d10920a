// The sentence about a refund that the gateway refused.
import { Problem } from '../../api/problem.ts'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { knownRefusal, refundRefusalWords } from './refusal-words.ts'

/** null: the gateway gives no reason, and the text of its code has to do. */
export function useRefundRefusalText(error: unknown): string | null {
  const t = useWords(refundRefusalWords)
  const { locale } = useLanguage()
  const { name, amount, ...values } = (error instanceof Problem ? error.reason : null) ?? {}
  const known = knownRefusal(name)
  if (known === null) return null
  return t(known, { ...values, ...(amount !== undefined && { amount: moneyText(Number(amount), locale) }) })
}
