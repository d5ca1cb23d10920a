// The query of lists of recurrences: filters, and a page.
import { type Static, Type } from 'typebox'
import { DocumentText, documentIn } from '#http/request/document-field.ts'
import { CursorQuery, LimitQuery } from '#http/request/paging.ts'
import { FromQuery, periodIn, ToQuery } from '#http/request/period.ts'
import { PrintableText } from '#http/schema.ts'
import type { Journey } from '#psp/recurrence/port.ts'
import { SHOWN_STATUSES } from '../recurrence.ts'
import type { RecurrenceFilter } from './store.ts'

const FILTERS = {
  status: Type.Optional(Type.Enum([...SHOWN_STATUSES])),
  contrato: Type.Optional(PrintableText({ maxLength: 35 })),
  jornada: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  document: Type.Optional(DocumentText),
  externalReference: Type.Optional(PrintableText({ maxLength: 64 })),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
}
export const FilterQuery = Type.Object(FILTERS, { additionalProperties: false })
export const ListQuery = Type.Object(
  { limit: Type.Optional(LimitQuery), cursor: Type.Optional(CursorQuery), ...FILTERS },
  { additionalProperties: false },
)

export function filterOf(query: Static<typeof FilterQuery>): RecurrenceFilter {
  const { status, contrato, jornada, document, externalReference } = query
  const { from, to } = periodIn(query)
  return {
    ...(status !== undefined && { status }),
    ...(contrato !== undefined && { contrato }),
    ...(jornada !== undefined && { journey: jornada as Journey }),
    ...(document !== undefined && { document: documentIn('document', document) }),
    ...(externalReference !== undefined && { externalReference }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  }
}
