// The card of a sale: its brand and last digits, why it was declined, and the parts in which it is settled. It is loaded for sales by card only.
import { Stack, Table, Text } from '@mantine/core'
import type { SaleWithLife } from '../../api/money/sales.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { cardWords } from './words.ts'

interface Part {
  part: number
  amount: number
  expectedOn: string
  status: 'EXPECTED' | 'REDUCED' | 'SETTLED' | 'CANCELLED'
}

/** As the gateway has them of a sale by card. */
export interface CardParts {
  installments?: number
  decline?: { code: string | null; message: string; retryable: boolean }
  settlement?: Part[]
  /** As long as the cardholder has to authenticate. */
  challengeUrl?: string
}

type SaleByCard = SaleWithLife & CardParts

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  elo: 'Elo',
  hipercard: 'Hipercard',
}

export function CardSection({ sale }: { sale: SaleByCard }) {
  const t = useWords(cardWords)
  const { cardBrand, cardLastFour, installments = 1, decline, settlement = [] } = sale
  const isDebit = sale.paymentMethod === 'DEBIT_CARD'
  const brand = BRANDS[cardBrand ?? ''] ?? t('unknownBrand')
  return (
    <Section title={t(isDebit ? 'title.DEBIT_CARD' : 'title.CREDIT_CARD')}>
      <Stack gap="md">
        <Facts
          facts={[
            {
              name: t('card'),
              value: cardLastFour === null ? brand : t('ending', { brand, lastFour: cardLastFour }),
            },
            ...(isDebit ? [] : [{ name: t('installments'), value: t('times', { count: installments }) }]),
          ]}
        />
        {decline !== undefined && <Declined decline={decline} />}
        {sale.status === 'EM_PROCESSAMENTO' && <UnderWay isChallenged={sale.challengeUrl !== undefined} />}
        {settlement.length > 0 && <Parts parts={settlement} />}
      </Stack>
    </Section>
  )
}

function UnderWay({ isChallenged }: { isChallenged: boolean }) {
  const t = useWords(cardWords)
  return (
    <div>
      <StatusBadge tone="waiting">{t(isChallenged ? 'challenge' : 'inReview')}</StatusBadge>
      <Text mt={6}>{t(isChallenged ? 'challengeText' : 'inReviewText')}</Text>
    </div>
  )
}

function Declined({ decline: { message, retryable } }: { decline: NonNullable<CardParts['decline']> }) {
  const t = useWords(cardWords)
  return (
    <div>
      <StatusBadge tone="bad">{t('declined')}</StatusBadge>
      <Text mt={6}>{t(retryable ? 'declineRetry' : 'declineFinal')}</Text>
      {message !== '' && (
        <Text size="sm" c="dimmed">
          {t('providerSays', { message })}
        </Text>
      )}
    </div>
  )
}

/** On a phone the state stands below the day. */
function Parts({ parts }: { parts: Part[] }) {
  const t = useWords(cardWords)
  const { locale } = useLanguage()
  return (
    <Table aria-label={t('parts')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('part')}</Table.Th>
          <Table.Th scope="col">{t('day')}</Table.Th>
          <Table.Th scope="col" ta="right">
            {t('amount')}
          </Table.Th>
          <Table.Th scope="col" visibleFrom="xs">
            {t('state')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {parts.map(({ part, expectedOn, amount, status }) => (
          <Table.Tr key={part}>
            <Table.Td>{`${part}/${parts.length}`}</Table.Td>
            <Table.Td>
              {dayText(expectedOn, locale)}
              <Text size="sm" c="dimmed" hiddenFrom="xs">
                {t(`status.${status}`)}
              </Text>
            </Table.Td>
            <Table.Td ta="right">
              <Money centavos={amount} />
            </Table.Td>
            <Table.Td visibleFrom="xs">{t(`status.${status}`)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
