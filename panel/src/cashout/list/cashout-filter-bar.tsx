// The filters of the list of cashouts.
import { getRouteApi } from '@tanstack/react-router'
import type { CashoutStatus } from '../../api/money/cashouts.ts'
import { ListFilters } from '../../ui/filters/list-filters.tsx'
import { useWords } from '../../words/words.ts'
import { MAX_REFERENCE } from '../reference.ts'
import { CASHOUT_STATUS_NAMES } from '../status.ts'
import { cashoutWords } from '../words.ts'
import { filterWords } from './filter-words.ts'

const route = getRouteApi('/shell/saques')

export function CashoutFilterBar() {
  const t = useWords(cashoutWords)
  const choice = useWords(filterWords)
  const { externalReference, status, from, to } = route.useSearch()
  const name = (one: CashoutStatus) => (one === 'PENDING' || one === 'COMPLETED' ? choice(one) : t(`status.${one}`))
  return (
    <ListFilters
      search={{
        field: 'externalReference',
        label: t('filters.reference'),
        hint: t('filters.referenceHint'),
        longest: MAX_REFERENCE,
        value: externalReference,
      }}
      status={{ value: status, options: CASHOUT_STATUS_NAMES, name }}
      from={from}
      to={to}
    />
  )
}
