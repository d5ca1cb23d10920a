// The SQL of receipts: money that arrived, whatever it was for. One row for each Pix, by its end-to-end id.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import type { Received } from '#psp/port.ts'

export interface Receipt {
  accountId: number
  id: bigint
  pspAccountId: number
  received: Received
  /** The sale it was accepted for, or why it was not. */
  outcome: { saleId: bigint } | { reason: UnacceptedReason; saleId: bigint | null }
}

export type UnacceptedReason = 'UNKNOWN_SALE' | 'OTHER_AMOUNT' | 'ALREADY_PAID' | 'TOO_LATE' | 'SALE_ENDED'

export interface ReceiptKey {
  accountId: number
  pspAccountId: number
  endToEndId: string
}

export const receiptKey = (key: ReceiptKey) => `${key.accountId}/${key.pspAccountId}/${key.endToEndId}`

/** Which of these Pix have been booked already. Read under the wallets' lock, so that the answer stays true. */
export async function findBooked(tx: Transaction, keys: ReceiptKey[]): Promise<Set<string>> {
  const rows = await tx.query<{ account_id: number; psp_account_id: number; end_to_end_id: string }>(sql`
    select receipt.account_id, receipt.psp_account_id, receipt.end_to_end_id
    from receipt
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.pspAccountId)}::int[],
      ${keys.map(key => key.endToEndId)}::text[]) as key(account_id, psp_account_id, end_to_end_id)
      using (account_id, psp_account_id, end_to_end_id)`)
  return new Set(
    rows.map(row =>
      receiptKey({ accountId: row.account_id, pspAccountId: row.psp_account_id, endToEndId: row.end_to_end_id }),
    ),
  )
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
      ${of(r => r.received.endToEndId)}::text[], ${of(r => r.received.txid)}::text[],
      ${of(r => r.received.amount)}::bigint[], ${of(r => r.received.payer.name)}::text[],
      ${of(r => r.received.payer.document)}::text[], ${of(r => r.received.paidAt)}::timestamptz[],
      ${of(r => ('reason' in r.outcome ? 'UNACCEPTED' : 'ACCEPTED'))}::text[],
      ${of(r => ('reason' in r.outcome ? r.outcome.reason : null))}::text[],
      ${of(r => r.outcome.saleId)}::bigint[])`)
}
