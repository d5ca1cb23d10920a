// Tables as text. `br` is what Excel opens in Brazil: semicolons, decimal commas, the hour of São Paulo, and a mark of UTF-8;
// `iso` is for programs, and leaves every text as it is. In `br` a text that a spreadsheet would take for a formula is kept from being
// one, and what it would take for a number or a date is written so that it stays text. Pure.
import { localTimeText } from '#kernel/calendar/local-time.ts'
import { type Centavos, toReais } from '#kernel/money.ts'

export const CSV_FORMATS = ['br', 'iso'] as const
export type CsvFormat = (typeof CSV_FORMATS)[number]

/** Money, a moment, yes or no, or text, which whole numbers are as well. */
export type Cell = Centavos | Date | boolean | string | null

export interface Column<Row> {
  /** Its name in each format. */
  br: string
  iso: string
  cell: (row: Row) => Cell
  /** A reference, a phone, a key: in `br` it is written as text whatever it looks like, so that a column has one form. */
  isReference?: true
}

interface Form {
  separator: string
  money: (amount: Centavos) => string
  moment: (at: Date) => string
  truth: (is: boolean) => string
}

const FORMS: Record<CsvFormat, Form> = {
  br: {
    separator: ';',
    money: amount => toReais(amount).replace('.', ','),
    moment: localTimeText,
    truth: is => (is ? 'sim' : 'não'),
  },
  iso: { separator: ',', money: toReais, moment: at => at.toISOString(), truth: String },
}

const UTF8_MARK = '\uFEFF'

export const headerOf = <Row>(columns: readonly Column<Row>[], format: CsvFormat): string =>
  (format === 'br' ? UTF8_MARK : '') +
  lineOf(
    columns.map(column => quoted(column[format])),
    format,
  )

export const rowsText = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], format: CsvFormat): string =>
  rows
    .map(row =>
      lineOf(
        columns.map(({ cell, isReference = false }) => cellText(cell(row), format, isReference)),
        format,
      ),
    )
    .join('')

const lineOf = (texts: string[], format: CsvFormat): string => `${texts.join(FORMS[format].separator)}\r\n`

function cellText(cell: Cell, format: CsvFormat, isReference: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return FORMS[format].money(cell)
  if (typeof cell === 'boolean') return FORMS[format].truth(cell)
  if (typeof cell !== 'string') return FORMS[format].moment(cell)
  return quoted(format === 'iso' ? cell : forSpreadsheet(cell, isReference))
}

function forSpreadsheet(text: string, isReference: boolean): string {
  const isChanged = isReference || TAKEN_FOR_A_VALUE.some(form => form.test(text.trim()))
  if (text !== '' && isChanged && LITERAL.test(text)) return `="${text.replaceAll('"', '""')}"`
  return harmless(text)
}

/** What may stand in a literal of a formula: a line of text, no longer than Excel takes. */
const LITERAL = /^[^\p{Cc}]{1,250}$/u

/** What a spreadsheet in Brazil turns into a number, a date, a time or a truth value. A whole number of up to eleven digits is one. */
const TAKEN_FOR_A_VALUE = [
  /^[+-]?(0\d+|\d{12,})$/,
  /^(R\$\s*)?[+-]?(?=\d*[.,])[\d.,]*\d[\d.,]*%?$/i,
  /^[+-]?\d+%$/,
  /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i,
  /^\d{1,4}([/.:-])\d{1,4}(\1\d{1,4})?( .*)?$/,
  /^\d{0,4}[ /.-]*(jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec)\p{L}*[ /.-]*\d{0,4}$/iu,
  /^(true|false|verdadeiro|falso)$/i,
]

/** What begins a formula in one spreadsheet or another, also behind blanks and in its full width. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[;,"\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
