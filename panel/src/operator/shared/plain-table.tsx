// A short list that comes in one piece, with its states.
import { Box, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState, LoadingRows } from '../../ui/feedback/states.tsx'
import classes from '../../ui/tables/cursor-table.module.css'
import { type Column, RowsTable, useNarrow } from '../../ui/tables/rows-table.tsx'
import { RowCards } from './list-page.tsx'
import { Nothing } from './parts.tsx'

interface PlainTableProps<Row> {
  caption: string
  columns: Column<Row>[]
  rowKey: (row: Row) => string | number
  list: UseQueryResult<{ data: Row[] }>
}

export function PlainTable<Row>({ list, ...shown }: PlainTableProps<Row>) {
  if (list.isPending) return <LoadingRows />
  if (list.isLoadingError) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  const { data: rows } = list.data
  return rows.length === 0 ? <Nothing /> : <PlainRows {...shown} rows={rows} />
}

type PlainRowsProps<Row> = Omit<PlainTableProps<Row>, 'list'> & { rows: Row[] }

export function PlainRows<Row>({ caption, columns, rowKey, rows }: PlainRowsProps<Row>) {
  const isNarrow = useNarrow()
  if (isNarrow)
    return (
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={caption} className={classes.cards}>
        {rows.map(row => (
          <Box component="li" key={rowKey(row)} className={classes.card}>
            <RowCards columns={columns} row={row} />
          </Box>
        ))}
      </Stack>
    )
  return <RowsTable caption={caption} columns={columns} rowKey={rowKey} rows={rows} />
}
