// The sale that is disputed, in short.
import { Text } from '@mantine/core'
import { useSale } from '../api/money/sales.ts'
import { SaleStatusBadge } from '../sale/shown/sale-status.tsx'
import { ErrorState, LoadingBlock } from '../ui/feedback/states.tsx'
import { Facts, Section } from '../ui/layout/section.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { disputeWords } from './words.ts'

const HEIGHT = 190

export function SaleSection({ sale }: { sale: string | null }) {
  const t = useWords(disputeWords)
  if (sale !== null) return <KnownSale id={sale} />
  return (
    <Section title={t('sale')}>
      <Text c="dimmed">{t('saleNone')}</Text>
    </Section>
  )
}

function KnownSale({ id }: { id: string }) {
  const t = useWords(disputeWords)
  const { data: sale, error, isPending, isLoadingError, refetch } = useSale(id)
  if (isPending) return <LoadingBlock height={HEIGHT} />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  const link = (
    <LinkAnchor to="/vendas/$sale" params={{ sale: id }}>
      {t('saleLink', { number: sale.id })}
    </LinkAnchor>
  )
  return (
    <Section title={t('sale')} aside={link}>
      <Facts
        facts={[
          { name: t('customer'), value: sale.customer.name },
          { name: t('saleAmount'), value: <Money centavos={sale.amount} /> },
          { name: t('saleDate'), value: <Moment at={sale.date} /> },
          { name: t('columns.status'), value: <SaleStatusBadge sale={sale} /> },
        ]}
      />
    </Section>
  )
}
