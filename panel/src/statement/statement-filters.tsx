// The filters of the statement.
import { ChoiceFilter, DayInput, FilterBar, SearchInput } from '../ui/filters/filter-bar.tsx'
import { useFilters } from '../ui/filters/use-filters.ts'
import { useWords } from '../words/words.ts'
import { KINDS, type StatementSearch } from './search.ts'
import { statementWords } from './words.ts'

export function StatementFilters({ search: { from, to, kind, ref } }: { search: StatementSearch }) {
  const t = useWords(statementWords)
  const { set, clear } = useFilters()
  const active = [from, to, kind].filter(value => value !== undefined).length
  return (
    <FilterBar
      label={t('filters.label')}
      active={active}
      onClear={active > 0 || ref !== undefined ? clear : null}
      search={
        <SearchInput
          label={t('filters.ref')}
          placeholder={t('filters.refHint')}
          value={ref ?? ''}
          onSearch={text => set({ ref: text })}
        />
      }
    >
      <ChoiceFilter
        label={t('filters.kind')}
        any={t('filters.any')}
        value={kind}
        options={KINDS}
        name={name => t(`kinds.${name}`)}
        onPick={name => set({ kind: name })}
      />
      <DayInput label={t('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
      <DayInput label={t('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
    </FilterBar>
  )
}
