// The fields that several requests about recurrences and their debits have: their schemas, and what they say. What cannot be read throws
// INVALID_DATA, which names the field.

import { type Static, Type } from 'typebox'
import { DocumentText, documentIn } from '#http/request/document-field.ts'
import { DayText } from '#http/request/period.ts'
import { OWN_FIELDS_ONLY, PrintableText, WebAddress } from '#http/schema.ts'
import { type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { invalid } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import type { Debtor, RecurrenceItem, RequestTarget } from './recurrence.ts'

const MAX_ITEMS = 200
const MAX_CODE_SECONDS = 2_592_000

export const Day = DayText('A day in São Paulo, such as 2027-02-10')
export const Moment = Type.String({ maxLength: 40, description: 'A moment, such as 2027-02-10T12:00:00Z' })

export const ItemsBody = Type.Array(
  Type.Object(
    {
      title: PrintableText({ minLength: 1, maxLength: 500 }),
      unitPrice: Type.Integer({ minimum: 0, maximum: 999_999_999_999 }),
      quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      tangible: Type.Optional(Type.Boolean()),
    },
    OWN_FIELDS_ONLY,
  ),
  { minItems: 1, maxItems: MAX_ITEMS },
)

export const PayerBody = Type.Object(
  {
    ispb: Type.String({ pattern: '^[0-9A-Z]{8}$' }),
    agencia: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$' })),
    conta: Type.String({ pattern: '^[0-9A-Za-z]{1,20}$' }),
    document: Type.Optional(DocumentText),
  },
  OWN_FIELDS_ONLY,
)

export const RetryDaysBody = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 3 })
export const LateDaysBody = Type.Integer({ minimum: 0, maximum: 7 })
export const DEFAULT_LATE_DAYS = 5
/** Of the code of journey 3. */
export const CodeSecondsBody = Type.Integer({ minimum: 1, maximum: MAX_CODE_SECONDS })
export const DEFAULT_CODE_SECONDS = 3_600
/** Of the bill of journey 4. */
export const PayableDaysBody = Type.Integer({ minimum: 0, maximum: 30 })
export const InfoBody = PrintableText({ minLength: 1, maxLength: 140 })
export const ReferenceBody = PrintableText({ minLength: 1, maxLength: 64 })
export const PostbackBody = WebAddress

/** With or without a reason. */
export const CancelBody = Type.Optional(
  Type.Union([
    Type.Null(),
    Type.Object({ motivo: Type.Optional(PrintableText({ minLength: 1, maxLength: 140 })) }, OWN_FIELDS_ONLY),
  ]),
)

export const itemsIn = (items: Static<typeof ItemsBody>): RecurrenceItem[] =>
  items.map(({ title, unitPrice, quantity, tangible = false }) => ({
    title,
    unitPrice: centavos(unitPrice),
    quantity,
    tangible,
  }))

export function dayIn(field: string, text: string): LocalDate {
  const day = localDate(text)
  if (day === null) throw invalid(field, 'a day such as 2027-02-10')
  return day
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

export function momentIn(field: string, text: string): Date {
  const moment = new Date(text)
  if (!MOMENT.test(text) || Number.isNaN(moment.getTime()))
    throw invalid(field, 'a moment such as 2027-02-10T12:00:00Z')
  return moment
}

export const requestTargetIn = (pagador: Static<typeof PayerBody>, customer: Debtor): RequestTarget => ({
  ispb: pagador.ispb,
  branch: pagador.agencia ?? null,
  account: pagador.conta,
  document: pagador.document === undefined ? customer.document : documentIn('pagador.document', pagador.document),
})

export function ascending(days: number[]): number[] {
  if (days.some((day, n) => n > 0 && day <= (days[n - 1] ?? 0)))
    throw invalid('diasRetentativa', 'at most three different days after the due day, ascending')
  return days
}
