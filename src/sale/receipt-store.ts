// The SQL of receipts: money that arrived, whatever it was for. Each Pix is booked once, by its end-to-end id, whoever it
// is taken to belong to.
import sql, { raw } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Receipt, ReceiptKey, ReceiptStatus, Rule, UnacceptedReason } from './receipt.ts'

/** Until the end of the transaction nobody else books these Pix. In order, so that two batches never wait for each other. */
export const lockPix = (tx: Transaction, endToEndIds: string[]) =>
  tx.query(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('pix/' || id, 0) as key from unnest(${endToEndIds}::text[]) as id order by 1
    ) keys`)

export interface Booked extends ReceiptKey {
  status: ReceiptStatus
  txid: string | null
}

/** Which of these Pix have been booked already, in whatever account, by end-to-end id. */
export async function findBooked(db: Queryable, endToEndIds: string[]): Promise<Map<string, Booked>> {
  const rows = await db.query<Booked & { endToEndId: string }>(sql`
    select account_id as "accountId", id, end_to_end_id as "endToEndId", status, txid
    from receipt where end_to_end_id = any(${endToEndIds}::text[]) and status <> 'MOVED'`)
  return new Map(rows.map(({ endToEndId, ...booked }) => [endToEndId, booked]))
}

/** By account id; accounts that do not exist are not among the answer. */
export async function findRules(db: Queryable, accountIds: number[]): Promise<Map<number, Rule>> {
  const rows = await db.query<{ id: number; unexpected_receipts: Rule }>(sql`
    select id, unexpected_receipts from account where id = any(${accountIds}::int[])`)
  return new Map(rows.map(row => [row.id, row.unexpected_receipts]))
}

export async function mintReceiptIds(tx: Transaction, count: number): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select nextval(pg_get_serial_sequence('receipt', 'id')) as id from generate_series(1, ${count}::int)`)
  return rows.map(row => row.id)
}

export async function insertReceipts(tx: Transaction, receipts: Receipt[], now: Date): Promise<void> {
  if (receipts.length === 0) return
  const of = <T>(pick: (receipt: Receipt) => T) => receipts.map(pick)
  await tx.query(sql`
    insert into receipt (account_id, id, psp_account_id, end_to_end_id, txid, amount_centavos, payer_name, payer_document,
      paid_at, status, reason, sale_id, created_at)
    overriding system value
    select *, ${now}::timestamptz from unnest(
      ${of(r => r.accountId)}::int[], ${of(r => r.id)}::bigint[], ${of(r => r.pspAccountId)}::int[],
      ${of(r => r.endToEndId)}::text[], ${of(r => r.txid)}::text[], ${of(r => r.amount)}::bigint[],
      ${of(r => r.payer.name)}::text[], ${of(r => r.payer.document)}::text[], ${of(r => r.paidAt)}::timestamptz[],
      ${of(r => r.status)}::text[], ${of(r => r.reason)}::text[], ${of(r => r.saleId)}::bigint[])`)
}

export interface ReceiptRow {
  account_id: number
  id: bigint
  psp_account_id: number
  end_to_end_id: string
  txid: string | null
  amount_centavos: Centavos
  payer_name: string
  payer_document: string
  paid_at: Date
  status: ReceiptStatus
  reason: UnacceptedReason | null
  sale_id: bigint | null
}

export const COLUMNS = raw(
  `account_id id psp_account_id end_to_end_id txid amount_centavos payer_name payer_document paid_at status reason sale_id`
    .split(' ')
    .map(column => `receipt.${column}`)
    .join(', '),
)

export const receiptOf = (row: ReceiptRow): Receipt => ({
  accountId: row.account_id,
  id: row.id,
  pspAccountId: row.psp_account_id,
  endToEndId: row.end_to_end_id,
  txid: row.txid,
  amount: row.amount_centavos,
  payer: { name: row.payer_name, document: row.payer_document },
  paidAt: row.paid_at,
  status: row.status,
  reason: row.reason,
  saleId: row.sale_id,
})

/** Locks the receipts, in order. */
export async function lockReceipts(tx: Transaction, keys: ReceiptKey[]): Promise<Receipt[]> {
  const rows = await tx.query<ReceiptRow>(sql`
    select ${COLUMNS}
    from receipt
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
      using (account_id, id)
    order by account_id, id for update of receipt`)
  return rows.map(receiptOf)
}

export interface Decision {
  decision: 'RETURN' | 'CREDIT'
  reason: string
  /** The person. */
  by: string
  at: Date
}

export interface ReceiptChange extends ReceiptKey {
  status: ReceiptStatus
  saleId?: bigint
  movedToAccountId?: number
  decision?: Decision
}

/** Moves receipts on that are locked. What a change does not name stays as it is. */
export async function updateReceipts(tx: Transaction, changes: ReceiptChange[]): Promise<void> {
  if (changes.length === 0) return
  const of = <T>(pick: (change: ReceiptChange) => T | null | undefined) => changes.map(change => pick(change) ?? null)
  await tx.query(sql`
    update receipt set status = next.status, sale_id = coalesce(next.sale_id, receipt.sale_id),
      moved_to_account_id = coalesce(next.moved_to, receipt.moved_to_account_id),
      decision = coalesce(next.decision, receipt.decision),
      decision_reason = coalesce(next.decision_reason, receipt.decision_reason),
      decided_by = coalesce(next.decided_by, receipt.decided_by),
      decided_at = coalesce(next.decided_at, receipt.decided_at)
    from unnest(
      ${of(c => c.accountId)}::int[], ${of(c => c.id)}::bigint[], ${of(c => c.status)}::text[],
      ${of(c => c.saleId)}::bigint[], ${of(c => c.movedToAccountId)}::int[], ${of(c => c.decision?.decision)}::text[],
      ${of(c => c.decision?.reason)}::text[], ${of(c => c.decision?.by)}::text[],
      ${of(c => c.decision?.at)}::timestamptz[]
    ) as next(account_id, id, status, sale_id, moved_to, decision, decision_reason, decided_by, decided_at)
    where receipt.account_id = next.account_id and receipt.id = next.id`)
}
