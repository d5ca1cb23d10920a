// What the list of sales can be narrowed by.
import { ChoiceFilter, DayInput, FilterBar, SearchInput } from '../ui/filter-bar.tsx'
import { useFilters } from '../ui/use-filters.ts'
import { useWords } from '../words/words.ts'
import { salesRoute } from './route.ts'
import { SALE_STATUS_NAMES } from './status.ts'
import { saleWords } from './words.ts'

export function SaleFilterBar() {
  const t = useWords(saleWords)
  const { q, status, from, to } = salesRoute.useSearch()
  const { set, clear } = useFilters()
  const active = [status, from, to].filter(value => value !== undefined).length
  return (
    <FilterBar
      label={t('filters.label')}
      active={active}
      onClear={active > 0 || q !== undefined ? clear : null}
      search={
        <SearchInput
          label={t('filters.search')}
          placeholder={t('filters.searchHint')}
          value={q ?? ''}
          onSearch={text => set({ q: text })}
        />
      }
    >
      <ChoiceFilter
        label={t('filters.status')}
        any={t('filters.any')}
        value={status}
        options={SALE_STATUS_NAMES}
        name={name => t(`status.${name}`)}
        onPick={name => set({ status: name })}
      />
      <DayInput label={t('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
      <DayInput label={t('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
    </FilterBar>
  )
}
