// Rows in columns, where there is room for them. On a phone a list shows cards instead: `useNarrow` decides.
import { Paper, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './cursor-table.module.css'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Amounts and counts. */
  isNumber?: boolean
}

/** Beside the menu, a small laptop has no room for a table of many sums. */
const ROOM = { usual: '48em', wide: '75em' } as const

export const useNarrow = (room: keyof typeof ROOM = 'usual'): boolean =>
  useMediaQuery(`(max-width: ${ROOM[room]})`, undefined, { getInitialValueInEffect: false }) ?? false

interface RowsTableProps<Row> {
  /** The label of the table, for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string | number
  /** A RowLink in one of its columns covers the whole row. */
  hasLinks?: boolean
}

export function RowsTable<Row>({ caption, columns, rows, rowKey, hasLinks = false }: RowsTableProps<Row>) {
  const alignment = ({ isNumber = false }: Column<Row>) => isNumber && ({ ta: 'right' } as const)
  return (
    <Paper className={classes.frame}>
      <Table.ScrollContainer minWidth={480} type="native">
        <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover={hasLinks}>
          <caption className="only-heard">{caption}</caption>
          <Table.Thead>
            <Table.Tr>
              {columns.map(column => (
                <Table.Th key={column.id} scope="col" {...alignment(column)}>
                  {column.header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(row => (
              <Table.Tr key={rowKey(row)} {...(hasLinks && { className: classes.row })}>
                {columns.map(column => (
                  <Table.Td key={column.id} {...alignment(column)}>
                    {column.cell(row)}
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
