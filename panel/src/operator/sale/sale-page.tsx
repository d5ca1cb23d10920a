// One sale on the operator's pages: what it is and where it stands at its provider, every payment, refund and dispute of it with what a
// person can do about each, and what happened.
import { Grid, Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type OperatorsSale, useOperatorsSale } from '../../api/operator/sale/sale.ts'
import { SaleStatusBadge } from '../../sale/shown/sale-status.tsx'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { AccountLink } from '../shared/parts.tsx'
import { DisputesSection } from './disputes-section.tsx'
import { FactsSection, PspSection } from './facts-sections.tsx'
import { LifeSection } from './life-section.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { RefundsSection } from './refunds-section.tsx'
import { saleOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/vendas/$sale')

const LOOK_EVERY_MS = 10_000

export function SalePage() {
  const found = useOperatorsSale(route.useParams().sale, LOOK_EVERY_MS)
  if (found.isPending) return <LoadingPage />
  // The last answer stays on the screen while a look in between fails.
  if (found.data === undefined) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  return <WholeSale sale={found.data} />
}

function WholeSale({ sale }: { sale: OperatorsSale }) {
  const t = useWords(saleOperatorWords)
  return (
    <>
      <PageHeader
        title={t('title', { number: sale.id })}
        above={<BackLink to="/operacao">{t('back')}</BackLink>}
        description={
          <Group gap="sm" component="span">
            <SaleStatusBadge sale={sale} />
            <AccountLink id={sale.accountId} name={sale.accountName} />
            <Moment at={sale.date} />
          </Group>
        }
      />
      <Text fz={{ base: '2rem', sm: '2.5rem' }} fw={650} lh={1.1} mb="lg">
        <Money centavos={sale.amount} />
      </Text>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md">
            <PaymentsSection sale={sale} />
            <RefundsSection sale={sale} />
            <DisputesSection sale={sale} />
            <PspSection sale={sale} />
            <FactsSection sale={sale} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <LifeSection sale={sale} />
        </Grid.Col>
      </Grid>
    </>
  )
}
