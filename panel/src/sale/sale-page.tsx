// One sale: its state, its parts, its history, and its actions.
import { Box, Grid, Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type SaleWithLife, useSale } from '../api/money/sales.ts'
import { ErrorState, LoadingPage } from '../ui/feedback/states.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { BackLink } from '../ui/navigation/back-link.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { ChargeSection } from './charge-section.tsx'
import { CustomerSection } from './customer-section.tsx'
import { ItemsSection } from './items-section.tsx'
import { LifeSection } from './life-section.tsx'
import { MoneySection } from './money-section.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'
import { SaleActions } from './sale-actions.tsx'
import { SaleStatusBadge } from './shown/sale-status.tsx'
import { saleWords } from './words.ts'

const route = getRouteApi('/shell/vendas/$sale')

export function SalePage() {
  const t = useWords(saleWords)
  const { sale: id } = route.useParams()
  const { data: sale, error, isPending, isLoadingError, refetch } = useSale(id)
  if (isPending) return <LoadingPage />
  if (isLoadingError)
    return (
      <>
        <PageHeader title={t('one.thing')} />
        <ErrorState error={error} retry={() => void refetch()} />
      </>
    )
  return <WholeSale sale={sale} />
}

/** Few sales are. */
const DisputedSale = lazy(() =>
  import('../dispute/disputed-sale.tsx').then(({ DisputedSale: disputed }) => ({ default: disputed })),
)
/** Of sales by boleto only. */
const BoletoSection = lazy(() =>
  import('./boleto/boleto-section.tsx').then(({ BoletoSection: section }) => ({ default: section })),
)
const BOLETO_HEIGHT = 420
/** Of sales by transfer only. */
const TransferSection = lazy(() =>
  import('./transfer/transfer-section.tsx').then(({ TransferSection: section }) => ({ default: section })),
)
const TRANSFER_HEIGHT = 380
/** Of sales by card only. */
const CardSection = lazy(() =>
  import('./card/card-section.tsx').then(({ CardSection: section }) => ({ default: section })),
)
const CARD_HEIGHT = 220
const BY_CARD = /^(CREDIT|DEBIT)_CARD$/
/** In a test gateway only. */
const SimulatePayment = lazy(() =>
  import('./charge/simulate-payment.tsx').then(({ SimulatePayment: simulate }) => ({ default: simulate })),
)
const SIMULATE_HEIGHT = 62
const DISPUTED = /^(MED|CHARGEBACK)_/
const DISPUTED_HEIGHT = 58

function WholeSale({ sale }: { sale: SaleWithLife }) {
  const t = useWords(saleWords)
  const isBoleto = sale.paymentMethod === 'BOLETO'
  const isOpen = sale.status === 'PENDENTE' && sale.pixKey !== null && !isBoleto
  return (
    <>
      <PageHeader
        title={t('one.title', { number: sale.id })}
        above={<BackLink to="/vendas">{t('one.back')}</BackLink>}
        description={
          <Group gap="sm" component="span">
            <SaleStatusBadge sale={sale} />
            <Moment at={sale.date} />
          </Group>
        }
        actions={<SaleActions sale={sale} />}
      />
      <Text fz={{ base: '2rem', sm: '2.5rem' }} fw={650} lh={1.1} mb="lg">
        <Money centavos={sale.amount} />
      </Text>
      {sale.timeline.some(({ type }) => DISPUTED.test(type)) && (
        <Box mb="lg" mih={DISPUTED_HEIGHT}>
          <Suspense>
            <DisputedSale sale={sale.uuid} />
          </Suspense>
        </Box>
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            {isBoleto && (
              <Suspense fallback={<div style={{ minHeight: sale.status === 'PENDENTE' ? BOLETO_HEIGHT : 0 }} />}>
                <BoletoSection sale={sale} />
                {sale.canSimulatePayment && <SimulatePayment sale={sale.uuid} />}
              </Suspense>
            )}
            {sale.bankTransfer !== undefined && (
              <Suspense fallback={<div style={{ minHeight: TRANSFER_HEIGHT }} />}>
                <TransferSection sale={sale} payee={sale.bankTransfer}>
                  <ShowCharge sale={sale} />
                  {sale.canSimulatePayment && <SimulatePayment sale={sale.uuid} />}
                </TransferSection>
              </Suspense>
            )}
            {isOpen && (
              <ChargeSection code={sale.pixKey ?? ''} expiresAt={sale.expiresAt}>
                <ShowCharge sale={sale} />
                {sale.canSimulatePayment && (
                  <Suspense fallback={<div style={{ minHeight: SIMULATE_HEIGHT }} />}>
                    <SimulatePayment sale={sale.uuid} />
                  </Suspense>
                )}
              </ChargeSection>
            )}
            {BY_CARD.test(sale.paymentMethod) && (
              <Suspense fallback={<div style={{ minHeight: CARD_HEIGHT }} />}>
                <CardSection sale={sale} />
              </Suspense>
            )}
            <MoneySection sale={sale} />
            <CustomerSection sale={sale} />
            <ItemsSection items={sale.items} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <LifeSection sale={sale} />
            <NotificationsSection sale={sale} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

function ShowCharge({ sale }: { sale: SaleWithLife }) {
  const t = useWords(saleWords)
  return (
    <LinkAnchor to="/vendas/$sale/cobranca" params={{ sale: sale.uuid }} size="sm" underline="always">
      {t('one.showCharge')}
    </LinkAnchor>
  )
}
