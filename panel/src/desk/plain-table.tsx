// A short list that comes in one piece, with its states.
import { Box, Paper, Stack, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import classes from '../ui/cursor-table.module.css'
import type { Column } from '../ui/cursor-table.tsx'
import { ErrorState, LoadingRows } from '../ui/states.tsx'
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
  if (list.isError) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  const { data: rows } = list.data
  return rows.length === 0 ? <Nothing /> : <PlainRows {...shown} rows={rows} />
}

type PlainRowsProps<Row> = Omit<PlainTableProps<Row>, 'list'> & { rows: Row[] }

export function PlainRows<Row>({ caption, columns, rowKey, rows }: PlainRowsProps<Row>) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
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
  return (
    <Paper className={classes.frame}>
      <Table.ScrollContainer minWidth={480} type="native">
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <caption className="only-heard">{caption}</caption>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ id, header, isNumber = false }) => (
                <Table.Th key={id} scope="col" {...(isNumber && { ta: 'right' })}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(row => (
              <Table.Tr key={rowKey(row)}>
                {columns.map(({ id, cell, isNumber = false }) => (
                  <Table.Td key={id} {...(isNumber && { ta: 'right' })}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
