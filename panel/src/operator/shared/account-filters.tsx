// The common filters of the operator's lists: one account, and one of several states.
import type { ReactNode } from 'react'
import { ChoiceFilter, FilterBar, SearchInput } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { operatorWords } from '../words.ts'

interface NumberFilterProps {
  /** Its name in the address. */
  field: string
  label: string
  example: string
  value: string | undefined
}

/** For a filter by number: other characters are dropped. */
export function NumberFilter({ field, label, example, value = '' }: NumberFilterProps) {
  const { set } = useFilters()
  const search = (text: string) => set({ [field]: text.replaceAll(/\D/g, '') })
  return <SearchInput label={label} placeholder={example} value={value} onSearch={search} />
}

type AccountFilterProps = Pick<NumberFilterProps, 'field' | 'value'>

/** By its number or by its name. `field` is the list's own parameter for the number. */
export function AccountFilter({ field, value = '' }: AccountFilterProps) {
  const t = useWords(operatorWords)
  const { set } = useFilters()
  const search = (text: string) => set({ [field]: text })
  return <SearchInput label={t('account')} placeholder={t('accountHint')} value={value} onSearch={search} />
}

/** The query: the number of an account, or words that several accounts may have in their names. */
export function ofAccounts<F extends string, S extends Partial<Record<F, string>>>(search: S, field: F) {
  const { [field]: written, ...others } = search
  if (written === undefined) return others
  return { ...others, ...(/^\d+$/.test(written) ? { [field]: written } : { account: written }) }
}

interface AccountFiltersProps<T extends string> {
  account: AccountFilterProps
  choice: { field: string; value: T | undefined; options: readonly T[]; name: (option: T) => string }
  /** Whether `children` narrow the list too. */
  isNarrowed?: boolean
  /** Between the two. */
  children?: ReactNode
}

export function AccountFilters<T extends string>(props: AccountFiltersProps<T>) {
  const { account, choice, isNarrowed = false, children } = props
  const t = useWords(operatorWords)
  const { set, clear } = useFilters()
  const isFiltered = isNarrowed || account.value !== undefined || choice.value !== undefined
  return (
    <FilterBar label={t('filters')} onClear={isFiltered ? clear : null}>
      <AccountFilter {...account} />
      {children}
      <ChoiceFilter
        label={t('status')}
        any={t('any')}
        value={choice.value}
        options={choice.options}
        name={choice.name}
        onPick={picked => set({ [choice.field]: picked })}
      />
    </FilterBar>
  )
}
