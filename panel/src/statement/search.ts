// What an address of the statement carries: its filters, and its place in the list.
import { cursorIn, dayIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'

/** The groups of lines that people look for. */
export const KINDS = [
  'sales',
  'cashouts',
  'refunds',
  'disputes',
  'reserve',
  'orders',
  'receipts',
  'corrections',
] as const
export type LineKind = (typeof KINDS)[number]

const period = (raw: RawSearch) => ({ from: dayIn(raw, 'from'), to: dayIn(raw, 'to') })

/** Of the seller's statement, and of the operator's look at it. */
export const readStatementSearch = (raw: RawSearch) =>
  defined({
    ...period(raw),
    kind: oneOf(raw, 'kind', KINDS),
    ref: textIn(raw, 'ref'),
    cursor: cursorIn(raw),
    limit: limitIn(raw),
  })
export type StatementSearch = ReturnType<typeof readStatementSearch>
