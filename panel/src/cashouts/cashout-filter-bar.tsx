// What the list of cashouts can be narrowed by.
import { ChoiceFilter, DayInput, FilterBar, SearchInput } from '../ui/filter-bar.tsx'
import { useFilters } from '../ui/use-filters.ts'
import { useWords } from '../words/words.ts'
import { cashoutsRoute, LONGEST_REFERENCE } from './route.ts'
import { CASHOUT_STATUS_NAMES } from './status.ts'
import { cashoutWords } from './words.ts'

export function CashoutFilterBar() {
  const t = useWords(cashoutWords)
  const { externalReference, status, from, to } = cashoutsRoute.useSearch()
  const { set, clear } = useFilters()
  const active = [status, from, to].filter(value => value !== undefined).length
  return (
    <FilterBar
      label={t('filters.label')}
      active={active}
      onClear={active > 0 || externalReference !== undefined ? clear : null}
      search={
        <SearchInput
          label={t('filters.reference')}
          placeholder={t('filters.referenceHint')}
          value={externalReference ?? ''}
          onSearch={text => set({ externalReference: text.slice(0, LONGEST_REFERENCE) })}
        />
      }
    >
      <ChoiceFilter
        label={t('filters.status')}
        any={t('filters.any')}
        value={status}
        options={CASHOUT_STATUS_NAMES}
        name={name => t(`status.${name}`)}
        onPick={name => set({ status: name })}
      />
      <DayInput label={t('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
      <DayInput label={t('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
    </FilterBar>
  )
}
