// The filters of the list of cashouts.
import { getRouteApi } from '@tanstack/react-router'
import type { CashoutStatus } from '../../api/money/cashouts.ts'
import { ListFilters } from '../../ui/filters/list-filters.tsx'
import { useWords } from '../../words/words.ts'
import { MAX_REFERENCE } from '../reference.ts'
import { CASHOUT_STATUS_NAMES } from '../status.ts'
import { cashoutWords } from '../words.ts'

/** What a row says is more exact: the choice names all that it brings. */
const CHOICES = {
  PENDING: 'filters.pending',
  PROCESSING: 'status.PROCESSING',
  COMPLETED: 'filters.completed',
  FAILED: 'status.FAILED',
  CANCELLED: 'status.CANCELLED',
} as const satisfies Record<CashoutStatus, string>

const route = getRouteApi('/shell/saques')

export function CashoutFilterBar() {
  const t = useWords(cashoutWords)
  const { externalReference, status, from, to } = route.useSearch()
  return (
    <ListFilters
      search={{
        field: 'externalReference',
        label: t('filters.reference'),
        hint: t('filters.referenceHint'),
        longest: MAX_REFERENCE,
        value: externalReference,
      }}
      status={{ value: status, options: CASHOUT_STATUS_NAMES, name: name => t(CHOICES[name]) }}
      from={from}
      to={to}
    />
  )
}
