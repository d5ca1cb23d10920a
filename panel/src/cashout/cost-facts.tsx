// The gross amount, the fee, and the net amount.
import type { Account } from '../api/access/session.ts'
import { Facts } from '../ui/layout/section.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { costOf, type Draft } from './request/draft.ts'
import { requestWords } from './request/request-words.ts'

export interface CostFactsProps {
  sum: Pick<Draft, 'amount' | 'isExact'>
  account: Account
}

export function CostFacts({ sum, account }: CostFactsProps) {
  const t = useWords(requestWords)
  const cost = costOf(sum, account)
  return (
    <Facts
      facts={[
        { name: t('preview.amount'), value: <Money centavos={cost?.gross ?? null} /> },
        { name: t('preview.fee'), value: <Money centavos={cost?.fee ?? null} /> },
        { name: t('preview.net'), value: <Money centavos={cost === null ? null : Math.max(cost.net, 0)} fw={600} /> },
      ]}
    />
  )
}
