// What of a sale is the seller's.
import type { Sale } from '../api/sales.ts'
import { Money } from '../ui/money.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { useWords } from '../words/words.ts'
import { saleWords } from './words.ts'

export function MoneySection({ sale }: { sale: Sale }) {
  const t = useWords(saleWords)
  const { amount, systemFee, netAmount, reserveAmount, refundedAmount } = sale
  return (
    <Section title={t('one.money')}>
      <Facts
        facts={[
          { name: t('one.amount'), value: <Money centavos={amount} /> },
          { name: t('one.fee'), value: <Money centavos={systemFee} /> },
          { name: t('one.net'), value: <Money centavos={netAmount} fw={650} /> },
          reserveAmount > 0 ? { name: t('one.reserve'), value: <Money centavos={reserveAmount} /> } : null,
          refundedAmount > 0 ? { name: t('one.refunded'), value: <Money centavos={refundedAmount} /> } : null,
        ]}
      />
    </Section>
  )
}
