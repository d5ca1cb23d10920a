// Tables as text. `br` is what Excel opens in Brazil: semicolons, decimal commas, the hour of São Paulo, and a mark of UTF-8;
// `iso` is for programs. A text that a spreadsheet would take for a formula is kept from being one. Pure.
import { localTimeText } from '#kernel/local-time.ts'
import { type Centavos, toReais } from '#kernel/money.ts'

export const CSV_FORMATS = ['br', 'iso'] as const
export type CsvFormat = (typeof CSV_FORMATS)[number]

/** Money, a moment, or text, which whole numbers are as well. */
export type Cell = Centavos | Date | string | null

export interface Column<Row> {
  /** Its name in each format. */
  br: string
  iso: string
  cell: (row: Row) => Cell
}

const FORMS: Record<
  CsvFormat,
  { separator: string; money: (amount: Centavos) => string; moment: (at: Date) => string }
> = {
  br: { separator: ';', money: amount => toReais(amount).replace('.', ','), moment: localTimeText },
  iso: { separator: ',', money: toReais, moment: at => at.toISOString() },
}

const UTF8_MARK = '\uFEFF'

export const headerOf = <Row>(columns: readonly Column<Row>[], format: CsvFormat): string =>
  (format === 'br' ? UTF8_MARK : '') +
  lineOf(
    columns.map(column => column[format]),
    format,
  )

export const rowsText = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], format: CsvFormat): string =>
  rows
    .map(row =>
      lineOf(
        columns.map(({ cell }) => cell(row)),
        format,
      ),
    )
    .join('')

const lineOf = (cells: Cell[], format: CsvFormat): string =>
  `${cells.map(cell => cellText(cell, format)).join(FORMS[format].separator)}\r\n`

function cellText(cell: Cell, format: CsvFormat): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return FORMS[format].money(cell)
  return typeof cell === 'string' ? quoted(harmless(cell)) : FORMS[format].moment(cell)
}

/** What begins a formula in one spreadsheet or another, also behind blanks and in its full width. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[;,"\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
