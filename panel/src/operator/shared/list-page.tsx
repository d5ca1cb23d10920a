// An operator's list with at most one filter. On a phone a row becomes a card with the same columns below each other.
import { Group, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../../api/page.ts'
import { ChoiceFilter, FilterBar } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { useWords } from '../../words/words.ts'
import classes from '../operator.module.css'
import { operatorWords } from '../words.ts'
import { Nothing } from './parts.tsx'

export interface ListPageProps<Row, T extends string> {
  title: string
  description: string
  actions?: ReactNode
  /** The way to the screens that it belongs to. */
  tabs?: ReactNode
  /** Above the list: of what it is, where that is not everything. */
  about?: ReactNode
  filter?: { field: string; value: T | undefined; options: readonly T[]; name: (option: T) => string }
  /** The first one names the row. */
  columns: Column<Row>[]
  rowKey: (row: Row) => string | number
  list: UseQueryResult<Page<Row>>
  /** Whether people choose how many rows a page has. */
  hasSizes?: boolean
  /** An empty list is good news. */
  isGood?: boolean
}

export function ListPage<Row, T extends string>(props: ListPageProps<Row, T>) {
  const {
    title,
    description,
    actions,
    tabs,
    about,
    filter,
    columns,
    rowKey,
    list,
    hasSizes = true,
    isGood = false,
  } = props
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      {tabs}
      {filter !== undefined && <OneFilter {...filter} />}
      {about}
      <CursorTable
        caption={title}
        columns={columns}
        card={row => <RowCards columns={columns} row={row} />}
        rowKey={rowKey}
        list={list}
        hasSizes={hasSizes}
        empty={<Nothing isGood={isGood} />}
      />
    </>
  )
}

type FilterProps<T extends string> = NonNullable<ListPageProps<unknown, T>['filter']>

function OneFilter<T extends string>({ field, value, options, name }: FilterProps<T>) {
  const shared = useWords(operatorWords)
  const { set, clear } = useFilters()
  return (
    <FilterBar label={shared('filters')} onClear={value === undefined ? null : clear}>
      <ChoiceFilter
        label={shared('status')}
        any={shared('any')}
        value={value}
        options={options}
        name={name}
        onPick={picked => set({ [field]: picked })}
      />
    </FilterBar>
  )
}

/** Buttons are below the rest, and empty values are left out. */
export function RowCards<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }) {
  const cells = columns.map(({ id, header, cell }) => ({ id, header, shown: cell(row) }))
  const [first, ...rest] = cells.filter(({ shown }, index) => index === 0 || shown !== NONE)
  const acts = rest.filter(({ id }) => id === ACTS)
  return (
    <Stack gap={6}>
      <Text component="div" fw={600} className={classes.breaks}>
        {first?.shown}
      </Text>
      {rest
        .filter(one => !acts.includes(one))
        .map(({ id, header, shown }) => (
          <Group key={id} justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
            <Text component="span" size="sm" c="dimmed" className={classes.label}>
              {header}
            </Text>
            <Text component="div" size="sm" ta="right" className={classes.breaks}>
              {shown}
            </Text>
          </Group>
        ))}
      {acts.map(({ id, shown }) => (
        <Text key={id} component="div" size="sm" mt={4} className={classes.cardActs}>
          {shown}
        </Text>
      ))}
    </Stack>
  )
}

const NONE = '–'
const ACTS = 'act'
