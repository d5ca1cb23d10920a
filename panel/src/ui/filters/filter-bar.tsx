// The filters above a list: side by side where there is room. On a phone the search stays, and the others are folded behind a
// button that shows how many of them are set.
import { Button, NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback, useDisclosure, useId } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import classes from './filter-bar.module.css'

interface FilterBarProps {
  label: string
  /** Beside it the others are folded on a phone. */
  search?: ReactNode
  /** How many of the others are set. */
  active?: number
  /** null: nothing is set. */
  onClear: (() => void) | null
  children: ReactNode
}

export function FilterBar({ label, search, active = 0, onClear, children }: FilterBarProps) {
  const t = useWords(commonWords)
  return (
    <search aria-label={label} className={classes.bar}>
      {search === undefined ? (
        children
      ) : (
        <>
          {search}
          <Folded active={active}>{children}</Folded>
        </>
      )}
      <Button
        variant="subtle"
        px="xs"
        leftSection={<IconX size={16} />}
        onClick={onClear ?? undefined}
        // Its room stays, so that nothing moves when it comes.
        {...(onClear === null && { className: classes.nothing })}
      >
        {t('actions.clear')}
      </Button>
    </search>
  )
}

function Folded({ active, children }: { active: number; children: ReactNode }) {
  const t = useWords(commonWords)
  const id = useId()
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <>
      <Button
        variant={active > 0 ? 'light' : 'default'}
        className={classes.toggle ?? ''}
        leftSection={<IconAdjustmentsHorizontal size={18} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {active > 0 ? t('table.filtersSet', { active }) : t('table.filters')}
      </Button>
      <div id={id} className={classes.fields} data-open={isOpen}>
        {children}
      </div>
    </>
  )
}

const SETTLED_MS = 350

interface SearchInputProps {
  label: string
  placeholder: string
  value: string
  /** When the person has stopped writing. */
  onSearch: (text: string) => void
}

export function SearchInput({ label, placeholder, value, onSearch }: SearchInputProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const search = useDebouncedCallback(onSearch, SETTLED_MS)
  const write = (written: string) => {
    setText(written)
    search(written.trim())
  }
  return (
    <TextInput
      className={classes.search}
      type="search"
      label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={18} />}
      maxLength={100}
      value={text}
      onChange={event => write(event.currentTarget.value)}
    />
  )
}

interface DayInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  /** 2026-01-31, or empty. */
  value: string
  onChange: (day: string) => void
}

/** The browser's own, which every device knows best how to show. */
export const DayInput = ({ onChange, ...rest }: DayInputProps) => (
  <TextInput type="date" {...rest} onChange={event => onChange(event.currentTarget.value)} />
)

interface ChoiceFilterProps<T extends string> {
  label: string
  value: T | undefined
  options: readonly T[]
  name: (option: T) => string
  /** '' is all of them. */
  onPick: (option: string) => void
  /** The label of all filters together. */
  any: string
}

/** One of several, or all. */
export function ChoiceFilter<T extends string>({ label, value, options, name, onPick, any }: ChoiceFilterProps<T>) {
  return (
    <NativeSelect
      maw={{ base: '100%', sm: 360 }}
      label={label}
      value={value ?? ''}
      onChange={event => onPick(event.currentTarget.value)}
      data={[{ value: '', label: any }, ...options.map(option => ({ value: option as string, label: name(option) }))]}
    />
  )
}
