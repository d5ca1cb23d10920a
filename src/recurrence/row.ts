// A recurrence as the database keeps it, and as it is read. What is written stands in written.ts.
import { raw } from 'sql-template-tag'
import type { Periodicity } from '#kernel/calendar/cycles.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import type { Journey, RequestState } from '#psp/recurrence/port.ts'
import type {
  Activation,
  Recurrence,
  RecurrenceAlert,
  RecurrenceEnd,
  RecurrenceItem,
  RecurrenceStatus,
  RequestTarget,
  SentRequest,
  Step,
} from './recurrence.ts'

/** In JSON an amount is a whole number of cents, which is exact up to the greatest amount of a Pix. */
export interface StoredItem extends Omit<RecurrenceItem, 'unitPrice'> {
  unitPrice: number
}

export interface RecurrenceRow {
  account_id: number
  id: bigint
  uuid: string
  psp_account_id: number
  id_rec: string | null
  journey: Journey
  status: RecurrenceStatus
  step: Step | null
  rec_requested_at: Date | null
  rec_absent_at: Date | null
  given_up: boolean
  version: number
  contrato: string
  object: string | null
  customer_name: string
  customer_document: string
  customer_email: string
  customer_phone: string
  starts_on: LocalDate
  ends_on: LocalDate | null
  periodicity: Periodicity
  amount_centavos: Centavos | null
  minimum_centavos: Centavos | null
  default_centavos: Centavos | null
  retries_allowed: boolean
  retry_days: number[]
  automatic: boolean
  adjusts_to_business_day: boolean
  late_days: number
  items: StoredItem[]
  info: string | null
  external_reference: string | null
  postback_url: string | null
  location_id: string | null
  location: string | null
  br_code: string | null
  request_ispb: string | null
  request_branch: string | null
  request_account: string | null
  request_document: string | null
  request_expires_at: Date | null
  request_sent_at: Date | null
  request_id: string | null
  request_status: RequestState | null
  authorize_until_at: Date | null
  activated_journey: Journey | null
  activated_at: Date | null
  payer_ispb: string | null
  payer_document: string | null
  payer_town: string | null
  cancel_requested_at: Date | null
  cancel_reason: string | null
  end_kind: RecurrenceEnd['kind'] | null
  end_by: string | null
  end_code: string | null
  end_text: string | null
  ended_at: Date | null
  first_sale_id: bigint | null
  first_due_on: LocalDate | null
  first_payable_days: number | null
  alert: RecurrenceAlert | null
  created_at: Date
  updated_at: Date
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
export const COLUMNS = raw(
  `account_id id uuid psp_account_id id_rec journey status step rec_requested_at rec_absent_at given_up version contrato
  object customer_name customer_document customer_email customer_phone starts_on ends_on periodicity amount_centavos
  minimum_centavos default_centavos retries_allowed retry_days automatic adjusts_to_business_day late_days items info
  external_reference postback_url location_id location br_code request_ispb request_branch request_account
  request_document request_expires_at request_sent_at request_id request_status authorize_until_at activated_journey
  activated_at payer_ispb payer_document payer_town cancel_requested_at cancel_reason end_kind end_by end_code end_text
  ended_at first_sale_id first_due_on first_payable_days alert created_at updated_at`
    .split(/\s+/)
    .map(column => `recurrence.${column}`)
    .join(', '),
)

export const recurrenceOf = (row: RecurrenceRow): Recurrence => ({
  accountId: row.account_id,
  id: row.id,
  uuid: row.uuid,
  pspAccountId: row.psp_account_id,
  idRec: row.id_rec,
  journey: row.journey,
  status: row.status,
  step: row.step,
  recRequestedAt: row.rec_requested_at,
  recAbsentAt: row.rec_absent_at,
  givenUp: row.given_up,
  version: row.version,
  contrato: row.contrato,
  object: row.object,
  customer: {
    name: row.customer_name,
    document: row.customer_document,
    email: row.customer_email,
    phone: row.customer_phone,
  },
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  periodicity: row.periodicity,
  amount: row.amount_centavos,
  minimum: row.minimum_centavos,
  defaultAmount: row.default_centavos,
  retriesAllowed: row.retries_allowed,
  retryDays: row.retry_days,
  automatic: row.automatic,
  adjustsToBusinessDay: row.adjusts_to_business_day,
  lateDays: row.late_days,
  items: itemsOf(row.items),
  info: row.info,
  externalReference: row.external_reference,
  postbackUrl: row.postback_url,
  locationId: row.location_id,
  location: row.location,
  brCode: row.br_code,
  requestTarget: targetIn(row),
  request: requestIn(row),
  requestSentAt: row.request_sent_at,
  authorizeUntil: row.authorize_until_at,
  activation: activationIn(row),
  cancelRequestedAt: row.cancel_requested_at,
  cancelReason: row.cancel_reason,
  end: endIn(row),
  firstSaleId: row.first_sale_id,
  firstDueOn: row.first_due_on,
  firstPayableDays: row.first_payable_days,
  alert: row.alert,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const itemsOf = (items: StoredItem[]): RecurrenceItem[] =>
  items.map(item => ({ ...item, unitPrice: centavos(item.unitPrice) }))

const targetIn = (row: RecurrenceRow): RequestTarget | null =>
  row.request_ispb === null || row.request_account === null || row.request_document === null
    ? null
    : {
        ispb: row.request_ispb,
        branch: row.request_branch,
        account: row.request_account,
        document: row.request_document,
      }

const requestIn = (row: RecurrenceRow): SentRequest | null =>
  row.request_expires_at === null
    ? null
    : { requestId: row.request_id, status: row.request_status, expiresAt: row.request_expires_at }

const activationIn = (row: RecurrenceRow): Activation | null =>
  row.activated_at === null
    ? null
    : {
        journey: row.activated_journey,
        at: row.activated_at,
        payer: { ispb: row.payer_ispb, document: row.payer_document, town: row.payer_town },
      }

const endIn = (row: RecurrenceRow): RecurrenceEnd | null =>
  row.ended_at === null || row.end_kind === null
    ? null
    : { kind: row.end_kind, by: row.end_by, code: row.end_code, text: row.end_text, at: row.ended_at }
