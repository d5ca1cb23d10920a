// A list of the gateway, page by page: a table where there is room, cards on a phone, and its four states. The current page is
// part of the address (`cursor`), see paging.ts.
import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isOutdated } from '../../api/kept.ts'
import type { Page } from '../../api/page.ts'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { ErrorState, LoadingRows } from '../feedback/states.tsx'
import { PAGE_SIZES } from '../filters/search.ts'
import { useFilters } from '../filters/use-filters.ts'
import classes from './cursor-table.module.css'
import { listWords } from './list-words.ts'
import { usePaging } from './paging.ts'
import { type Column, RowsTable, useNarrow } from './rows-table.tsx'

export interface CursorTableProps<Row> {
  /** The label of the table, for screen readers. */
  caption: string
  columns: Column<Row>[]
  /** The same row on a phone. It needs its own link, if the table has one: RowLink covers the whole of either. */
  card: (row: Row) => ReactNode
  rowKey: (row: Row) => string | number
  list: UseQueryResult<Page<Row>>
  /** Whether people choose how many rows a page has. */
  hasSizes?: boolean
  /** Of many sums, or of codes that do not break: shown as cards on a small laptop already. */
  isWide?: boolean
  /** In place of a first page without rows. */
  empty: ReactNode
}

export function CursorTable<Row>(props: CursorTableProps<Row>) {
  const { list, empty, hasSizes = true, isWide = false } = props
  const isNarrow = useNarrow(isWide ? 'wide' : 'usual')
  const paging = usePaging()
  if (list.isPending) return <LoadingRows rows={8} />
  // The last answer stays, although the next one failed.
  if (list.isLoadingError) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  const { data: rows, nextCursor } = list.data
  // An empty result of the previous query means nothing for this one.
  if (isOutdated(list) || (list.isPlaceholderData && rows.length === 0)) return <LoadingRows rows={8} />
  // A page may be empty although there are more behind it: the gateway looks at a bounded part at a time.
  if (rows.length === 0 && nextCursor === null && paging.isFirst) return empty
  return (
    <Stack gap="md" aria-busy={list.isPlaceholderData}>
      {isNarrow ? <Cards {...props} rows={rows} /> : <RowsTable {...props} rows={rows} hasLinks />}
      <Pager nextCursor={nextCursor} paging={paging} hasSizes={hasSizes} />
    </Stack>
  )
}

type Shown<Row> = CursorTableProps<Row> & { rows: Row[] }

function Cards<Row>({ caption, card, rows, rowKey }: Shown<Row>) {
  return (
    <Stack component="ul" gap="xs" p={0} m={0} aria-label={caption} className={classes.cards}>
      {rows.map(row => (
        <Box component="li" key={rowKey(row)} className={classes.card}>
          {card(row)}
        </Box>
      ))}
    </Stack>
  )
}

interface PagerProps {
  nextCursor: string | null
  paging: ReturnType<typeof usePaging>
  hasSizes: boolean
}

function Pager({ nextCursor, paging, hasSizes }: PagerProps) {
  const t = useWords(commonWords)
  const { search } = useLocation()
  const isWhole = paging.isFirst && nextCursor === null
  if (isWhole && !('limit' in search)) return null
  return (
    <Group justify="space-between">
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={18} />}
        disabled={paging.isFirst}
        onClick={paging.newer}
      >
        {paging.canGoBack || paging.isFirst ? t('table.newer') : t('table.first')}
      </Button>
      {hasSizes && <PageSize />}
      <Button
        variant="default"
        rightSection={<IconChevronRight size={18} />}
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && paging.older(nextCursor)}
      >
        {t('table.older')}
      </Button>
    </Group>
  )
}

/** The page size, which is part of the address like a filter. */
function PageSize() {
  const t = useWords(listWords)
  const { set } = useFilters()
  const { search } = useLocation()
  const [usual] = PAGE_SIZES
  const size = String('limit' in search ? search.limit : usual)
  return (
    <Group component="label" gap="xs" wrap="nowrap">
      <span className={classes.size}>{t('perPage')}</span>
      <NativeSelect
        size="sm"
        value={size}
        data={PAGE_SIZES.map(String)}
        onChange={({ currentTarget: { value } }) => set({ limit: value === String(usual) ? '' : value })}
      />
    </Group>
  )
}
