// A debit as the database keeps it. It is always read whole, with its tries.
import sql, { raw } from 'sql-template-tag'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { DebitTryKind, DebitTryState } from '#psp/recurrence/port.ts'
import { itemsOf, type StoredItem } from '../row.ts'
import { storedItems } from '../row-values.ts'
import type { Debit, DebitEnd, DebitOrigin, DebitStatus, DebitTerms, DebitTry } from './debit.ts'

export interface DebitRow {
  account_id: number
  id: bigint
  uuid: string
  recurrence_id: bigint
  psp_account_id: number
  cycle: number
  n: number
  txid: string
  status: DebitStatus
  origin: DebitOrigin
  amount_centavos: Centavos | null
  fee_centavos: Centavos | null
  reserve_centavos: Centavos | null
  reserve_days: number | null
  first_due_on: LocalDate
  due_on: LocalDate
  settles_on: LocalDate | null
  adjusts_to_business_day: boolean
  items: StoredItem[]
  info: string | null
  external_reference: string | null
  planned_retries: LocalDate[]
  sale_id: bigint | null
  cancel_requested_at: Date | null
  cancel_reason: string | null
  cancel_failed_at: Date | null
  cancel_failure: string | null
  end_kind: string | null
  end_by: string | null
  end_code: string | null
  end_text: string | null
  ended_at: Date | null
  version: number
  lookups: number
  sent_at: Date | null
  created_at: Date
  updated_at: Date
  tries: TryRow[]
}

// Out of json_agg: times arrive as text.
interface TryRow {
  n: number
  kind: DebitTryKind
  settles_on: LocalDate
  end_to_end_id: string | null
  status: DebitTryState
  code: string | null
  reason: string | null
  ordered_at: string | null
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
export const COLUMNS = sql`${raw(
  `account_id id uuid recurrence_id psp_account_id cycle n txid status origin amount_centavos fee_centavos reserve_centavos
  reserve_days first_due_on due_on settles_on adjusts_to_business_day items info external_reference sale_id
  cancel_requested_at cancel_reason cancel_failed_at cancel_failure end_kind end_by end_code end_text ended_at version lookups
  sent_at created_at updated_at`
    .split(/\s+/)
    .map(column => `debit.${column}`)
    .join(', '),
)}, debit.planned_retries::text[] as planned_retries`

/** In the order in which they were made. */
export const TRIES = sql`coalesce((
  select json_agg(json_build_object('n', try.n, 'kind', try.kind, 'settles_on', try.settles_on,
    'end_to_end_id', try.end_to_end_id, 'status', try.status, 'code', try.code, 'reason', try.reason,
    'ordered_at', try.ordered_at) order by try.n)
  from debit_try try where try.account_id = debit.account_id and try.debit_id = debit.id
), '[]'::json) as tries`

export const debitOf = (row: DebitRow): Debit => ({
  accountId: row.account_id,
  id: row.id,
  uuid: row.uuid,
  recurrenceId: row.recurrence_id,
  pspAccountId: row.psp_account_id,
  cycle: row.cycle,
  n: row.n,
  txid: row.txid,
  status: row.status,
  origin: row.origin,
  amount: row.amount_centavos,
  terms: termsIn(row),
  firstDueOn: row.first_due_on,
  dueOn: row.due_on,
  settlesOn: row.settles_on,
  adjustsToBusinessDay: row.adjusts_to_business_day,
  items: itemsOf(row.items),
  info: row.info,
  externalReference: row.external_reference,
  plannedRetries: row.planned_retries,
  tries: row.tries.map(tryOf),
  saleId: row.sale_id,
  cancelRequestedAt: row.cancel_requested_at,
  cancelReason: row.cancel_reason,
  cancelFailure: row.cancel_failed_at && { at: row.cancel_failed_at, reason: row.cancel_failure },
  end: endIn(row),
  version: row.version,
  lookups: row.lookups,
  sentAt: row.sent_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const tryOf = ({ settles_on, end_to_end_id, ordered_at, ...others }: TryRow): DebitTry => ({
  ...others,
  settlesOn: settles_on,
  endToEndId: end_to_end_id,
  orderedAt: ordered_at === null ? null : new Date(ordered_at),
})

const termsIn = (row: DebitRow): DebitTerms | null =>
  row.fee_centavos === null || row.reserve_centavos === null || row.reserve_days === null
    ? null
    : { fee: row.fee_centavos, reserve: row.reserve_centavos, reserveDays: row.reserve_days }

const endIn = (row: DebitRow): DebitEnd | null =>
  row.ended_at === null
    ? null
    : { kind: row.end_kind, by: row.end_by, code: row.end_code, text: row.end_text, at: row.ended_at }

/** What changes in the life of a debit. */
export const changingValues = (debit: Debit) => ({
  status: debit.status,
  amount_centavos: debit.amount,
  fee_centavos: debit.terms?.fee ?? null,
  reserve_centavos: debit.terms?.reserve ?? null,
  reserve_days: debit.terms?.reserveDays ?? null,
  first_due_on: debit.firstDueOn,
  due_on: debit.dueOn,
  settles_on: debit.settlesOn,
  items: storedItems(debit.items),
  info: debit.info,
  external_reference: debit.externalReference,
  planned_retries: debit.plannedRetries,
  sale_id: debit.saleId,
  cancel_requested_at: debit.cancelRequestedAt,
  cancel_reason: debit.cancelReason,
  cancel_failed_at: debit.cancelFailure?.at ?? null,
  cancel_failure: debit.cancelFailure?.reason ?? null,
  end_kind: debit.end?.kind ?? null,
  end_by: debit.end?.by ?? null,
  end_code: debit.end?.code ?? null,
  end_text: debit.end?.text ?? null,
  ended_at: debit.end?.at ?? null,
  version: debit.version,
  lookups: debit.lookups,
  sent_at: debit.sentAt,
  updated_at: debit.updatedAt,
})

/** What is written once. */
export const fixedValues = (debit: Debit) => ({
  account_id: debit.accountId,
  id: debit.id,
  uuid: debit.uuid,
  recurrence_id: debit.recurrenceId,
  psp_account_id: debit.pspAccountId,
  cycle: debit.cycle,
  n: debit.n,
  txid: debit.txid,
  origin: debit.origin,
  adjusts_to_business_day: debit.adjustsToBusinessDay,
  created_at: debit.createdAt,
})
