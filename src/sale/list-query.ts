// How lists of sales are asked for: filters, and a page.
import { type Static, Type } from 'typebox'
import { documentIn } from '#http/document-field.ts'
import { CursorQuery, LimitQuery } from '#http/paging.ts'
import { PrintableText } from '#http/schema.ts'
import { invalid } from '#kernel/failure.ts'
import type { SaleFilter } from './list-store.ts'
import { SALE_STATUSES } from './sale.ts'

export const ListQuery = Type.Object({
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
  status: Type.Optional(Type.Enum([...SALE_STATUSES])),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
  externalReference: Type.Optional(PrintableText({ maxLength: 64 })),
  endToEndId: Type.Optional(PrintableText({ maxLength: 32 })),
  document: Type.Optional(PrintableText({ maxLength: 18 })),
})

export function filterOf(query: Static<typeof ListQuery>): SaleFilter {
  const { status, externalReference, endToEndId, document } = query
  return {
    ...(status !== undefined && { status }),
    ...(query.from !== undefined && { from: dateOf('from', query.from) }),
    ...(query.to !== undefined && { to: dateOf('to', query.to) }),
    ...(externalReference !== undefined && { externalReference }),
    ...(endToEndId !== undefined && { endToEndId }),
    ...(document !== undefined && { document: documentIn('document', document) }),
  }
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/

function dateOf(field: string, text: string): Date {
  const date = new Date(ISO_DATE.test(text) ? text : Number.NaN)
  if (Number.isNaN(date.getTime()) || !isDay(text.slice(0, 10)))
    throw invalid(field, 'an ISO 8601 date or time, such as 2026-01-31')
  return date
}

/** The parser alone would take 30 February for 2 March. */
const isDay = (day: string) => new Date(day).toISOString().startsWith(day)
