// The filters of the list of sales.
import { getRouteApi } from '@tanstack/react-router'
import { ListFilters } from '../../ui/filters/list-filters.tsx'
import { useWords } from '../../words/words.ts'
import { saleStatusWords } from '../shown/status-words.ts'
import { PAYMENT_METHODS, SALE_STATES } from '../status.ts'
import { saleListWords } from './words.ts'

const route = getRouteApi('/shell/vendas')

export function SaleFilterBar() {
  const t = useWords(saleListWords)
  const name = useWords(saleStatusWords)
  const { q, method, status, from, to } = route.useSearch()
  return (
    <ListFilters
      search={{ field: 'q', label: t('filters.search'), hint: t('filters.searchHint'), value: q }}
      status={{ value: status, options: SALE_STATES, name: state => name(`status.${state}`) }}
      more={{
        field: 'method',
        label: t('filters.method'),
        any: t('filters.anyMethod'),
        value: method,
        options: PAYMENT_METHODS,
        name: one => name(`method.${one}`),
      }}
      from={from}
      to={to}
    />
  )
}
