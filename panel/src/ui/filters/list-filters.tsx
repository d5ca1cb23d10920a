// The filters of a list of the seller's money: a search, a state, and the days from and to.
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { ChoiceFilter, DayInput, FilterBar, SearchInput } from './filter-bar.tsx'
import { PeriodPresets } from './period-presets.tsx'
import { useFilters } from './use-filters.ts'

interface Choice<T extends string> {
  value: T | undefined
  options: readonly T[]
  name: (option: T) => string
}

interface ListFiltersProps<T extends string, M extends string> {
  search: {
    /** Its name in the address. */
    field: string
    label: string
    hint: string
    longest?: number
    value: string | undefined
  }
  /** A choice of the list's own, by its name in the address. */
  more?: Choice<M> & { field: string; label: string; any?: string }
  status: Choice<T>
  from: string | undefined
  to: string | undefined
}

export function ListFilters<T extends string, M extends string>(props: ListFiltersProps<T, M>) {
  const { search, more, status, from, to } = props
  const t = useWords(commonWords)
  const { set, clear } = useFilters()
  const active = [more?.value, status.value, from, to].filter(value => value !== undefined).length
  return (
    <>
      <FilterBar
        label={t('filters.label')}
        active={active}
        onClear={active > 0 || search.value !== undefined ? clear : null}
        search={
          <SearchInput
            label={search.label}
            placeholder={search.hint}
            value={search.value ?? ''}
            onSearch={text => set({ [search.field]: text.slice(0, search.longest) })}
          />
        }
      >
        {more && <ChoiceFilter any={t('filters.any')} {...more} onPick={picked => set({ [more.field]: picked })} />}
        <ChoiceFilter
          label={t('filters.status')}
          any={t('filters.any')}
          {...status}
          onPick={picked => set({ status: picked })}
        />
        <DayInput label={t('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
        <DayInput label={t('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
      </FilterBar>
      <PeriodPresets period={{ from, to }} />
    </>
  )
}
