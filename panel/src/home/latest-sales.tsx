// The last few sales; before the first one, the next step.
import { Text } from '@mantine/core'
import { IconSunrise } from '@tabler/icons-react'
import { stopOfPix } from '../account/standing/standing.ts'
import { useAccount } from '../api/access/session.ts'
import { useIsFresh } from '../api/fresh.ts'
import { type Sale, useSales } from '../api/money/sales.ts'
import { SaleStatusBadge } from '../sale/shown/sale-status.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../ui/feedback/states.tsx'
import { IfMay } from '../ui/layout/if-may.tsx'
import { Section } from '../ui/layout/section.tsx'
import { LinkAnchor, LinkButton } from '../ui/navigation/links.tsx'
import { RowLink } from '../ui/tables/row-link.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import classes from './latest-sales.module.css'
import { homeWords } from './words.ts'

const SHOWN = 5

const useLatest = () => useSales({ limit: SHOWN })

/** Before the first sale: the next step. */
export function Welcome() {
  const t = useWords(homeWords)
  const { data } = useLatest()
  const { data: account } = useAccount()
  // An account that cannot charge gets the reason from the components that need it.
  if (data?.data.length !== 0 || !account || stopOfPix(account) !== null) return null
  return (
    <EmptyState icon={<IconSunrise />} title={t('welcome.title')} action={<Start />}>
      {t('welcome.text')}
    </EmptyState>
  )
}

function Start() {
  const t = useWords(homeWords)
  return (
    <IfMay route="POST /api/credentials">
      <LinkButton to="/integracoes/chaves">{t('welcome.start')}</LinkButton>
    </IfMay>
  )
}

export function LatestSales() {
  const t = useWords(homeWords)
  const sales = useLatest()
  if (sales.isLoadingError) return <ErrorState error={sales.error} retry={() => void sales.refetch()} />
  if (sales.isPending) return <LoadingRows rows={SHOWN} />
  if (sales.data.data.length === 0) return null
  return (
    <Section title={t('latest.title')} aside={<LinkAnchor to="/vendas">{t('latest.all')}</LinkAnchor>}>
      <ul className={classes.sales}>
        {sales.data.data.map(sale => (
          <LatestSale key={sale.id} sale={sale} />
        ))}
      </ul>
    </Section>
  )
}

function LatestSale({ sale }: { sale: Sale }) {
  return (
    <li className={classes.sale}>
      <span className={classes.name}>
        <RowLink to="/vendas/$sale" params={{ sale: sale.uuid }} isFresh={useIsFresh(sale.id)}>
          {sale.customer.name}
        </RowLink>
      </span>
      <Text component="span" size="sm" c="dimmed" className={classes.date}>
        <Moment at={sale.date} />
      </Text>
      <span className={classes.status}>
        <SaleStatusBadge sale={sale} />
      </span>
      <Money centavos={sale.amount} fw={600} className={`figures ${classes.amount}`} />
    </li>
  )
}
