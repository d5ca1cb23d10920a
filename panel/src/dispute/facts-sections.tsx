// The money that a dispute affects, and the information from the payer's bank.
import { Text } from '@mantine/core'
import type { Dispute } from '../api/money/disputes.ts'
import { Code, Facts, Section } from '../ui/layout/section.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { disputeWords } from './words.ts'

export function MoneySection({ dispute }: { dispute: Dispute }) {
  const t = useWords(disputeWords)
  const { amount, heldAmount, lackingAmount, forfeitedAmount, chargedAmount, status } = dispute
  return (
    <Section title={t('money')}>
      <Facts
        facts={[
          { name: t('amount'), value: <Money centavos={amount} /> },
          { name: t('held'), value: <Money centavos={heldAmount} fw={650} /> },
          lackingAmount > 0 ? { name: t('lacking'), value: <Shortfall centavos={lackingAmount} /> } : null,
          { name: t('forfeited'), value: <Money centavos={forfeitedAmount} /> },
          status === 'FORFEITED' ? { name: t('charged'), value: <Money centavos={chargedAmount} /> } : null,
        ]}
      />
    </Section>
  )
}

function Shortfall({ centavos }: { centavos: number }) {
  const t = useWords(disputeWords)
  return (
    <>
      <Money centavos={centavos} />
      <Text size="sm" c="dimmed">
        {t('lackingHelp')}
      </Text>
    </>
  )
}

export function ReasonSection({ dispute: { reason, protocol, endToEndId } }: { dispute: Dispute }) {
  const t = useWords(disputeWords)
  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          reason === null ? null : { name: t('reason'), value: reason },
          protocol === null ? null : { name: t('protocol'), value: <Code>{protocol}</Code> },
          { name: t('endToEnd'), value: <Code>{endToEndId}</Code> },
        ]}
      />
    </Section>
  )
}
