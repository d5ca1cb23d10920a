// Every refund of a sale. Of a card's whose answer was lost, a person says here whether it went.
import { Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { OperatorsSale } from '../../api/operator/sale/sale.ts'
import { useRefundFailureText } from '../../sale/refund/use-refund-failure-text.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { operatorWords } from '../words.ts'
import { saleOperatorWords } from './words.ts'

type Refund = OperatorsSale['refunds'][number]

const TONES: Record<Refund['status'], Tone> = { PENDING: 'waiting', COMPLETED: 'good', FAILED: 'bad' }

/** Of few refunds of cards only. */
const RefundOutcome = lazy(() =>
  import('../cashout/outgoing/refund-outcome.tsx').then(({ RefundOutcome: outcome }) => ({ default: outcome })),
)

export function RefundsSection({ sale: { accountId, refunds } }: { sale: OperatorsSale }) {
  const t = useWords(saleOperatorWords)
  return (
    <Section title={t('refunds')}>
      {refunds.length === 0 ? (
        <Text c="dimmed">{t('noRefund')}</Text>
      ) : (
        <Stack gap="lg">
          {refunds.map(refund => (
            <OneRefund key={refund.id} refund={refund} accountId={accountId} />
          ))}
        </Stack>
      )}
    </Section>
  )
}

function OneRefund({ refund, accountId }: { refund: Refund; accountId: number }) {
  const t = useWords(saleOperatorWords)
  const shared = useWords(operatorWords)
  const { why } = useRefundFailureText()
  const { amount, createdAt, reason, failure, pspRefundId, rtrId, needsOutcome } = refund
  return (
    <div>
      <Facts
        facts={[
          { name: shared('status'), value: <State refund={refund} /> },
          { name: shared('amount'), value: <Money centavos={amount} fw={600} /> },
          { name: shared('created'), value: <Moment at={createdAt} /> },
          reason === undefined ? null : { name: shared('reason'), value: reason },
          failure === undefined ? null : { name: t('failure'), value: why(failure) },
          { name: t('refundId'), value: <Code>{pspRefundId}</Code> },
          rtrId === null ? null : { name: t('rtrId'), value: <Code>{rtrId}</Code> },
        ]}
      />
      {needsOutcome && (
        <Suspense>
          <RefundOutcome one={{ ...refund, accountId }} />
        </Suspense>
      )}
      {isUnderWay(refund) && (
        <LinkAnchor
          to="/operacao/saques/em-andamento"
          search={{ kind: 'refund', id: refund.uuid }}
          size="sm"
          mt="xs"
          display="inline-block"
          underline="always"
        >
          {t('underWay')}
        </LinkAnchor>
      )}
    </div>
  )
}

/** Sent by itself, or asked about; one that waits for its acquirer has not begun. */
const isUnderWay = ({ status, waitsFor, needsOutcome }: Refund): boolean =>
  status === 'PENDING' && waitsFor === undefined && !needsOutcome

function State({ refund: { status, needsOutcome, waitsFor, expectedAt, unasked } }: { refund: Refund }) {
  const t = useWords(saleOperatorWords)
  return (
    <>
      {needsOutcome ? (
        <StatusBadge tone="attention">{t('uncertain')}</StatusBadge>
      ) : (
        <StatusBadge tone={TONES[status]}>{t(`refund.${status}`)}</StatusBadge>
      )}
      {waitsFor !== undefined && expectedAt !== undefined && (
        <Text size="sm" c="dimmed">
          {t(`waitsFor.${waitsFor}`)} · <Moment at={expectedAt} form="day" />
        </Text>
      )}
      {unasked === true && (
        <Text size="sm" c="dimmed">
          {t('byPsp')}
        </Text>
      )}
    </>
  )
}
