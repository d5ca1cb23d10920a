// Every payment that came for a sale, accepted or not; of one that waits for a decision, with that.
import { Stack, Text } from '@mantine/core'
import type { OperatorsSale } from '../../api/operator/sale/sale.ts'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { Choice } from '../incoming-payment/choice.tsx'
import { State } from '../incoming-payment/state.tsx'
import { receiptOperatorWords } from '../incoming-payment/words.ts'
import { operatorWords } from '../words.ts'
import { saleOperatorWords } from './words.ts'

type Payment = OperatorsSale['payments'][number]

export function PaymentsSection({ sale: { payments } }: { sale: OperatorsSale }) {
  const t = useWords(saleOperatorWords)
  return (
    <Section title={t('payments')}>
      {payments.length === 0 ? (
        <Text c="dimmed">{t('noPayment')}</Text>
      ) : (
        <Stack gap="lg">
          {payments.map(payment => (
            <OnePayment key={payment.id} payment={payment} />
          ))}
        </Stack>
      )}
    </Section>
  )
}

function OnePayment({ payment }: { payment: Payment }) {
  const t = useWords(saleOperatorWords)
  const receipts = useWords(receiptOperatorWords)
  const shared = useWords(operatorWords)
  const { payer } = payment
  const isWaiting = payment.status === 'UNACCEPTED'
  return (
    <div>
      <Facts
        facts={[
          { name: shared('status'), value: <State receipt={payment} /> },
          { name: receipts('columns.amount'), value: <Money centavos={payment.amount} fw={600} /> },
          payer.name === '' ? null : { name: receipts('columns.payer'), value: [payer.name, payer.document].join(' ') },
          { name: t('paidAt'), value: <Moment at={payment.paidAt} /> },
          { name: receipts('pix'), value: <Code>{payment.endToEndId}</Code> },
          isWaiting ? { name: shared('choice'), value: <Choice receipt={payment} /> } : null,
        ]}
      />
      <LinkAnchor
        to="/operacao/recebimentos"
        search={{ accountId: String(payment.accountId), id: String(payment.id) }}
        size="sm"
        mt="xs"
        display="inline-block"
        underline="always"
      >
        {t('toReceipt')}
      </LinkAnchor>
    </div>
  )
}
