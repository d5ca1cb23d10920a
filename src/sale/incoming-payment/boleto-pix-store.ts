// The SQL of Pix that may be those by which boletos were paid.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { HAS_CHARGES } from '#psp/store.ts'
import type { IncomingPayment, IncomingPaymentKey } from './incoming-payment.ts'

export interface FoundPair {
  /** Listed as a Pix. */
  pix: IncomingPaymentKey & { endToEndId: string }
  /** What was paid for a charge. */
  boleto: IncomingPaymentKey & { endToEndId: string }
}

interface PairRow {
  pix_account: number
  pix_id: bigint
  pix_name: string
  boleto_account: number
  boleto_id: bigint
  boleto_name: string
}

/** Nobody has decided about it, and nothing of it is disputed. */
const STRANGERS = (pspAccountId: number): Sql => sql`
  receipt.psp_account_id = ${pspAccountId} and receipt.status = 'UNACCEPTED' and receipt.reason = 'UNCONFIRMED'
    and receipt.txid is not null and receipt.charge_payment_id is null
    and not exists (select from dispute where dispute.end_to_end_id = receipt.end_to_end_id)`

/** What went back without a key is the bank's own doing, which tells of a Pix by itself. */
const GONE_WITHOUT_KEY = (accountId: Sql, id: Sql): Sql => sql`
  exists (select from refund where refund.account_id = ${accountId} and refund.receipt_id = ${id} and to_pix_key is null)`

/** Those of which neither fits another one, whatever has been decided about the payment of the boleto. */
export async function findPairs(
  db: Queryable,
  { pspAccountId, until, apartMs }: { pspAccountId: number; until: Date; apartMs: number },
): Promise<FoundPair[]> {
  const rows = await db.query<PairRow>(sql`
    with pix as (
      select account_id, id, end_to_end_id, amount_centavos, paid_at from receipt where ${STRANGERS(pspAccountId)}
    ), fitting as (
      select pix.account_id as pix_account, pix.id as pix_id, pix.end_to_end_id as pix_name, pix.paid_at as pix_paid_at,
        boleto.account_id as boleto_account, boleto.id as boleto_id, boleto.end_to_end_id as boleto_name,
        boleto.paid_at as boleto_paid_at,
        count(*) over (partition by pix.account_id, pix.id) as of_pix,
        count(*) over (partition by boleto.account_id, boleto.id) as of_boleto
      from pix join receipt boleto on boleto.paid_at between pix.paid_at - ${apartMs} * interval '1 millisecond'
          and pix.paid_at + ${apartMs} * interval '1 millisecond'
        and boleto.psp_account_id = ${pspAccountId} and boleto.amount_centavos = pix.amount_centavos
        and boleto.charge_payment_id = boleto.end_to_end_id and boleto.end_to_end_id like 'C%'
        and boleto.status <> 'MOVED'
        and not exists (select from charge where charge.account_id = boleto.account_id and charge.sale_id = boleto.sale_id
          and charge.method = 'card')
        and not ${GONE_WITHOUT_KEY(sql`boleto.account_id`, sql`boleto.id`)}
    )
    select pix_account, pix_id, pix_name, boleto_account, boleto_id, boleto_name from fitting
    where of_pix = 1 and of_boleto = 1 and greatest(pix_paid_at, boleto_paid_at) < ${until}`)
  return rows.map(row => ({
    pix: { accountId: row.pix_account, id: row.pix_id, endToEndId: row.pix_name },
    boleto: { accountId: row.boleto_account, id: row.boleto_id, endToEndId: row.boleto_name },
  }))
}

/** Those that came before then, and fit nothing. */
export const findStrangers = (db: Queryable, pspAccountId: number, before: Date) =>
  db.query<Pick<IncomingPayment, 'accountId' | 'id' | 'saleId' | 'reason'>>(sql`
    select account_id as "accountId", id, sale_id as "saleId", reason from receipt
    where ${STRANGERS(pspAccountId)} and created_at < ${before}`)

export async function isGoneWithoutKey(tx: Transaction, { accountId, id }: IncomingPaymentKey): Promise<boolean> {
  const [row] = await tx.query<{ gone: boolean }>(
    sql`select ${GONE_WITHOUT_KEY(sql`${accountId}`, sql`${id}`)} as gone`,
  )
  return row?.gone === true
}

/** Within it the other one is reported, if there is one. */
export const WAIT_MS = 26 * HOUR_MS

/**
 * Of `receipt`: since when it has waited as a Pix that may have paid a boleto, unless its txid is ours. null: it is none, or the list of paid boletos has been
 * read far enough to tell.
 */
export const STRANGE_SINCE: Sql = sql`
  case when receipt.status = 'UNACCEPTED' and receipt.reason = 'UNCONFIRMED' and receipt.charge_payment_id is null
    and exists (select from psp_account where psp_account.id = receipt.psp_account_id and collect_base_url is not null)
    and ${HAS_CHARGES(sql`receipt.psp_account_id`)}
    and not exists (select from psp_sweep where psp_sweep.psp_account_id = receipt.psp_account_id and list = 'boletos'
      and swept_to >= receipt.created_at + ${WAIT_MS} * interval '1 millisecond') then receipt.created_at end`

export async function findStrangeSince(db: Queryable, { accountId, id }: IncomingPaymentKey): Promise<Date | null> {
  const [row] = await db.query<{ since: Date | null }>(sql`
    select ${STRANGE_SINCE} as since from receipt where account_id = ${accountId} and id = ${id}`)
  return row?.since ?? null
}

/** It is locked: by which Pix it was paid, and whose that is, is known now. Disputes of it are of that Pix. */
export async function takeEndToEndId(
  tx: Transaction,
  { accountId, id, chargePaymentId }: IncomingPayment,
  { endToEndId, payer }: IncomingPayment,
): Promise<void> {
  await tx.query(sql`
    update receipt set end_to_end_id = ${endToEndId}, payer_name = ${payer.name}, payer_document = ${payer.document}, seal = default
    where account_id = ${accountId} and id = ${id}`)
  await tx.query(sql`
    update dispute set end_to_end_id = ${endToEndId}, seal = default
    where account_id = ${accountId} and receipt_id = ${id} and end_to_end_id = ${chargePaymentId}`)
}
