// The SQL of incoming payments (table `receipt`), whatever they were for. Each Pix is booked once, by its end-to-end id, in
// whatever account.
import sql, { raw } from 'sql-template-tag'
import { isOfSide } from '#db/account/live-accounts.ts'
import { LIVE_UNLESS_BOUND } from '#db/account/psp-accounts.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import { isChargePaymentId } from '#psp/collect/payment-id.ts'
import type {
  IncomingPayment,
  IncomingPaymentKey,
  IncomingPaymentStatus,
  Rule,
  UnmatchedReason,
} from './incoming-payment.ts'

/** Until the end of the transaction no other one books these Pix. In order, so that two batches never deadlock. */
export const lockPix = (tx: Transaction, endToEndIds: string[]) =>
  tx.query(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('pix/' || id, 0) as key from unnest(${endToEndIds}::text[]) as id order by 1
    ) keys`)

export interface Booked extends IncomingPaymentKey {
  status: IncomingPaymentStatus
  txid: string | null
  reason: UnmatchedReason | null
  /** Reported by another PSP account than that of its sale: the one of the sale, which alone may confirm the payment. */
  awaitedPspAccountId: number | null
}

/** Which of these payments have been booked already, in whatever account of the side, by end-to-end id, or by the id of a charge's payment. */
export async function findBooked(db: Queryable, ids: string[], isTest: boolean): Promise<Map<string, Booked>> {
  const ofCharges = ids.filter(isChargePaymentId)
  const rows = await db.query<Booked & { endToEndId: string }>(sql`
    select receipt.account_id as "accountId", receipt.id,
      case when charge_payment_id = any(${ofCharges}::text[]) then charge_payment_id else end_to_end_id end as "endToEndId", receipt.status, receipt.txid,
      reason, case reason when 'OTHER_PSP' then sale.psp_account_id end as "awaitedPspAccountId"
    from receipt left join sale on sale.account_id = receipt.account_id and sale.id = receipt.sale_id
    where (end_to_end_id = any(${ids}::text[]) or charge_payment_id = any(${ofCharges}::text[])) and receipt.status <> 'MOVED'
      and ${isOfSide(isTest, sql`receipt.account_id`)}`)
  return new Map(rows.map(({ endToEndId, ...booked }) => [endToEndId, booked]))
}

export interface At {
  accountId: number
  pspAccountId: number
}

export const placeKey = ({ accountId, pspAccountId }: At) => `${accountId}/${pspAccountId}`

/** What each account wants done with money that comes there, by `placeKey`. Where play money and real money would meet: KEEP. */
export async function findRules(db: Queryable, places: At[]): Promise<Map<string, Rule>> {
  const rows = await db.query<At & { rule: Rule }>(sql`
    select account.id as "accountId", telling.id as "pspAccountId",
      case telling.environment when ${LIVE_UNLESS_BOUND}
        then coalesce(unexpected_receipts, default_unexpected_receipts(account.id)) else 'KEEP' end as rule
    from unnest(${places.map(at => at.accountId)}::int[], ${places.map(at => at.pspAccountId)}::int[])
      as place(account_id, psp_account_id)
    join account on account.id = place.account_id
    join psp_account telling on telling.id = place.psp_account_id`)
  return new Map(rows.map(({ rule, ...at }) => [placeKey(at), rule]))
}

/** null where there is no such account. */
export async function findEnvironment(db: Queryable, accountId: number): Promise<'live' | 'test' | null> {
  const [row] = await db.query<{ environment: 'live' | 'test' }>(sql`
    select ${LIVE_UNLESS_BOUND} as environment from account where id = ${accountId}`)
  return row?.environment ?? null
}

/** Whether its acquirer has given a payment by card back to the card. */
export async function isBackAtCard(tx: Transaction, { accountId, id }: IncomingPaymentKey): Promise<boolean> {
  const rows = await tx.query(sql`
    select from receipt
    join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and method = 'card'
    where receipt.account_id = ${accountId} and receipt.id = ${id} and charge_payment_id = end_to_end_id
      and reported_state = 'refunded'`)
  return rows.length > 0
}

export async function mintIncomingPaymentIds(tx: Transaction, count: number): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select nextval(pg_get_serial_sequence('receipt', 'id')) as id from generate_series(1, ${count}::int)`)
  return rows.map(row => row.id)
}

export async function insertIncomingPayments(
  tx: Transaction,
  incomingPayments: IncomingPayment[],
  now: Date,
): Promise<void> {
  if (incomingPayments.length === 0) return
  const of = <T>(pick: (incomingPayment: IncomingPayment) => T) => incomingPayments.map(pick)
  await tx.query(sql`
    insert into receipt (account_id, id, psp_account_id, end_to_end_id, txid, amount_centavos, charges_centavos,
      charge_payment_id, payer_name, payer_document, message, paid_at, status, reason, sale_id, created_at)
    overriding system value
    select *, ${now}::timestamptz from unnest(
      ${of(r => r.accountId)}::int[], ${of(r => r.id)}::bigint[], ${of(r => r.pspAccountId)}::int[],
      ${of(r => r.endToEndId)}::text[], ${of(r => r.txid)}::text[], ${of(r => r.amount)}::bigint[],
      ${of(r => r.charges)}::bigint[], ${of(r => r.chargePaymentId)}::text[], ${of(r => r.payer.name)}::text[],
      ${of(r => r.payer.document)}::text[], ${of(r => r.message)}::text[], ${of(r => r.paidAt)}::timestamptz[],
      ${of(r => r.status)}::text[], ${of(r => r.reason)}::text[], ${of(r => r.saleId)}::bigint[])`)
}

export interface IncomingPaymentRow {
  account_id: number
  id: bigint
  psp_account_id: number
  end_to_end_id: string
  txid: string | null
  amount_centavos: Centavos
  charges_centavos: Centavos
  charge_payment_id: string | null
  payer_name: string
  payer_document: string
  message: string | null
  paid_at: Date
  status: IncomingPaymentStatus
  reason: UnmatchedReason | null
  sale_id: bigint | null
}

export const COLUMNS = raw(
  `account_id id psp_account_id end_to_end_id txid amount_centavos charges_centavos charge_payment_id payer_name payer_document
  message paid_at status reason sale_id`
    .split(/\s+/)
    .map(column => `receipt.${column}`)
    .join(', '),
)

export const incomingPaymentOf = (row: IncomingPaymentRow): IncomingPayment => ({
  accountId: row.account_id,
  id: row.id,
  pspAccountId: row.psp_account_id,
  endToEndId: row.end_to_end_id,
  txid: row.txid,
  amount: row.amount_centavos,
  charges: row.charges_centavos,
  chargePaymentId: row.charge_payment_id,
  payer: { name: row.payer_name, document: row.payer_document },
  message: row.message,
  paidAt: row.paid_at,
  status: row.status,
  reason: row.reason,
  saleId: row.sale_id,
})

/** Locks the incoming payments, in order. */
export async function lockIncomingPayments(tx: Transaction, keys: IncomingPaymentKey[]): Promise<IncomingPayment[]> {
  const rows = await tx.query<IncomingPaymentRow>(sql`
    select ${COLUMNS}
    from receipt
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
      using (account_id, id)
    order by account_id, id for update of receipt`)
  return rows.map(incomingPaymentOf)
}

export interface Decision {
  decision: 'RETURN' | 'CREDIT' | 'ASSIGN'
  reason: string
  /** The person. */
  by: string
  at: Date
}

export interface IncomingPaymentChange extends IncomingPaymentKey {
  status: IncomingPaymentStatus
  saleId?: bigint
  charges?: Centavos
  movedToAccountId?: number
  decision?: Decision
}

/** Changes incoming payments that are locked. What a change does not name stays as it is. */
export async function updateIncomingPayments(tx: Transaction, changes: IncomingPaymentChange[]): Promise<void> {
  if (changes.length === 0) return
  const of = <T>(pick: (change: IncomingPaymentChange) => T | null | undefined) =>
    changes.map(change => pick(change) ?? null)
  await tx.query(sql`
    -- Booked anew in the same account it would be there twice.
    update receipt set status = next.status,
      charge_payment_id = case when next.status = 'MOVED' and end_to_end_id like 'T%' then null else charge_payment_id end, sale_id = coalesce(next.sale_id, receipt.sale_id),
      charges_centavos = coalesce(next.charges, receipt.charges_centavos),
      moved_to_account_id = coalesce(next.moved_to, receipt.moved_to_account_id),
      decision = coalesce(next.decision, receipt.decision),
      decision_reason = coalesce(next.decision_reason, receipt.decision_reason),
      decided_by = coalesce(next.decided_by, receipt.decided_by),
      decided_at = coalesce(next.decided_at, receipt.decided_at), seal = default
    from unnest(
      ${of(c => c.accountId)}::int[], ${of(c => c.id)}::bigint[], ${of(c => c.status)}::text[],
      ${of(c => c.saleId)}::bigint[], ${of(c => c.charges)}::bigint[], ${of(c => c.movedToAccountId)}::int[], ${of(c => c.decision?.decision)}::text[],
      ${of(c => c.decision?.reason)}::text[], ${of(c => c.decision?.by)}::text[],
      ${of(c => c.decision?.at)}::timestamptz[]
    ) as next(account_id, id, status, sale_id, charges, moved_to, decision, decision_reason, decided_by, decided_at)
    where receipt.account_id = next.account_id and receipt.id = next.id`)
}
