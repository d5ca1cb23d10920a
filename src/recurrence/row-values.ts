// A recurrence as it is written: its values by column.
import { toCentsNumber } from '#kernel/money.ts'
import type { Recurrence, RecurrenceItem } from './recurrence.ts'

export const storedItems = (items: RecurrenceItem[]): string =>
  JSON.stringify(items.map(item => ({ ...item, unitPrice: toCentsNumber(item.unitPrice) })))

/** What changes in the life of a recurrence. */
export const changingValues = (recurrence: Recurrence) => ({
  psp_account_id: recurrence.pspAccountId,
  id_rec: recurrence.idRec,
  status: recurrence.status,
  step: recurrence.step,
  rec_requested_at: recurrence.recRequestedAt,
  rec_absent_at: recurrence.recAbsentAt,
  given_up: recurrence.givenUp,
  version: recurrence.version,
  customer_name: recurrence.customer.name,
  customer_email: recurrence.customer.email,
  customer_phone: recurrence.customer.phone,
  starts_on: recurrence.startsOn,
  default_centavos: recurrence.defaultAmount,
  retry_days: recurrence.retryDays,
  automatic: recurrence.automatic,
  late_days: recurrence.lateDays,
  items: storedItems(recurrence.items),
  info: recurrence.info,
  external_reference: recurrence.externalReference,
  postback_url: recurrence.postbackUrl,
  location_id: recurrence.locationId,
  location: recurrence.location,
  br_code: recurrence.brCode,
  ...requestValues(recurrence),
  authorize_until_at: recurrence.authorizeUntil,
  ...activationValues(recurrence),
  cancel_requested_at: recurrence.cancelRequestedAt,
  cancel_reason: recurrence.cancelReason,
  ...endValues(recurrence),
  alert: recurrence.alert,
  updated_at: recurrence.updatedAt,
})

/** What is written once. */
export const fixedValues = (recurrence: Recurrence) => ({
  account_id: recurrence.accountId,
  id: recurrence.id,
  uuid: recurrence.uuid,
  journey: recurrence.journey,
  contrato: recurrence.contrato,
  object: recurrence.object,
  customer_document: recurrence.customer.document,
  ends_on: recurrence.endsOn,
  periodicity: recurrence.periodicity,
  amount_centavos: recurrence.amount,
  minimum_centavos: recurrence.minimum,
  retries_allowed: recurrence.retriesAllowed,
  adjusts_to_business_day: recurrence.adjustsToBusinessDay,
  first_sale_id: recurrence.firstSaleId,
  first_due_on: recurrence.firstDueOn,
  first_payable_days: recurrence.firstPayableDays,
  created_at: recurrence.createdAt,
})

const requestValues = ({ requestTarget, request, requestSentAt }: Recurrence) => ({
  request_ispb: requestTarget?.ispb ?? null,
  request_branch: requestTarget?.branch ?? null,
  request_account: requestTarget?.account ?? null,
  request_document: requestTarget?.document ?? null,
  request_expires_at: request?.expiresAt ?? null,
  request_sent_at: requestSentAt,
  request_id: request?.requestId ?? null,
  request_status: request?.status ?? null,
})

const activationValues = ({ activation }: Recurrence) => ({
  activated_journey: activation?.journey ?? null,
  activated_at: activation?.at ?? null,
  payer_ispb: activation?.payer.ispb ?? null,
  payer_document: activation?.payer.document ?? null,
  payer_town: activation?.payer.town ?? null,
})

/** One that has never been shown has an end, and no reason for it. */
const endValues = ({ end, status, updatedAt }: Recurrence) => ({
  end_kind: end?.kind ?? null,
  end_by: end?.by ?? null,
  end_code: end?.code ?? null,
  end_text: end?.text ?? null,
  ended_at: end?.at ?? (status === 'FALHOU' ? updatedAt : null),
})
