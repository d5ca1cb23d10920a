// The filters of the list of sales.
import { ListFilters } from '../../ui/filters/list-filters.tsx'
import { useWords } from '../../words/words.ts'
import { salesRoute } from '../route.ts'
import { SALE_STATES } from '../status.ts'
import { saleWords } from '../words.ts'

export function SaleFilterBar() {
  const t = useWords(saleWords)
  const { q, status, from, to } = salesRoute.useSearch()
  return (
    <ListFilters
      search={{ field: 'q', label: t('filters.search'), hint: t('filters.searchHint'), value: q }}
      status={{ value: status, options: SALE_STATES, name: name => t(`status.${name}`) }}
      from={from}
      to={to}
    />
  )
}
