// The seller's part of a sale. A sale that was never paid shows only its requested amount.
import { Text } from '@mantine/core'
import type { Sale } from '../api/money/sales.ts'
import { Facts, Section } from '../ui/layout/section.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { isNeverPaid } from './status.ts'
import { saleWords } from './words.ts'

export function MoneySection({ sale }: { sale: Sale }) {
  const t = useWords(saleWords)
  const { status, amount, systemFee, netAmount, reserveAmount, refundedAmount, returnedFee, netAfterRefunds } = sale
  const isWhole = refundedAmount === 0
  const asked = { name: t('one.amount'), value: <Money centavos={amount} /> }
  if (isNeverPaid(sale))
    return (
      <Section title={t('one.money')}>
        <Facts facts={[asked]} />
        <Text size="sm" c="dimmed" mt="sm">
          {t('one.neverPaid')}
        </Text>
      </Section>
    )
  const net = t(status === 'PENDENTE' ? 'one.netOpen' : 'one.net')
  return (
    <Section title={t('one.money')}>
      <Facts
        facts={[
          asked,
          { name: t('one.fee'), value: <Money centavos={systemFee} /> },
          isWhole ? { name: net, value: <Money centavos={netAmount} fw={650} /> } : null,
          isWhole ? null : { name: t('one.refunded'), value: <Money centavos={refundedAmount} /> },
          returnedFee > 0 ? { name: t('one.feeBack'), value: <Money centavos={returnedFee} /> } : null,
          isWhole ? null : { name: t('one.netLeft'), value: <Money centavos={netAfterRefunds} fw={650} /> },
          reserveAmount > 0 ? { name: t('one.reserve'), value: <Money centavos={reserveAmount} /> } : null,
        ]}
      />
    </Section>
  )
}
