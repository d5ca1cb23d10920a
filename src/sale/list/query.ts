// The query of lists of sales: filters, and a page.
import { type Static, Type } from 'typebox'
import { documentIn } from '#http/request/document-field.ts'
import { CursorQuery, LimitQuery } from '#http/request/paging.ts'
import { FromQuery, periodIn, ToQuery } from '#http/request/period.ts'
import { PrintableText } from '#http/schema.ts'
import { SALE_STATUSES } from '../sale.ts'
import type { SaleFilter } from './store.ts'

/** The sales of one recurrence; and those of one contract, which may have had several recurrences. */
export const RecurrenceQuery = {
  idRec: Type.Optional(PrintableText({ maxLength: 35 })),
  contrato: Type.Optional(PrintableText({ maxLength: 35 })),
}

export const ListQuery = Type.Object({
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
  status: Type.Optional(Type.Enum([...SALE_STATUSES])),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
  externalReference: Type.Optional(PrintableText({ maxLength: 64 })),
  endToEndId: Type.Optional(PrintableText({ maxLength: 32 })),
  document: Type.Optional(PrintableText({ maxLength: 18 })),
  ...RecurrenceQuery,
})

export function filterOf(query: Static<typeof ListQuery>): SaleFilter {
  const { status, externalReference, endToEndId, document, idRec, contrato } = query
  const { from, to } = periodIn(query)
  return {
    ...(status !== undefined && { status }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(externalReference !== undefined && { externalReference }),
    ...(endToEndId !== undefined && { endToEndId }),
    ...(document !== undefined && { document: documentIn('document', document) }),
    ...(idRec !== undefined && { idRec }),
    ...(contrato !== undefined && { contrato }),
  }
}
