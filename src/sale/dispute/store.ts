// The SQL of disputes for sales: whether one is open, what was lost for good, what an open one claims. And of the Pix and the
// refunds of a sale, for the feature of disputes.
import sql from 'sql-template-tag'
import { isOfSide } from '#db/account/live-accounts.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import type { IncomingPaymentStatus } from '../incoming-payment/incoming-payment.ts'
import { type SaleKey, saleKeyText } from '../sale.ts'

/** The disputes of a sale, and what was lost in them. */
export interface Standing {
  /** No refund of the sale is accepted meanwhile: the PSP may be about to send its money back. */
  open: boolean
  /** What was lost in disputes, and is booked by them. */
  taken: Centavos
}

export const UNDISPUTED: Standing = { open: false, taken: ZERO }

/**
 * All that went back of a row `sale`, in centavos: refunds, and what disputes lost. A refund by which a lost dispute was paid
 * counts once, and so does a dispute that was lost by hand, of which there is no refund.
 */
export const RETURNED = sql`(
  (select coalesce(sum(amount_centavos - disputed_centavos), 0) from refund
    where refund.account_id = sale.account_id and refund.sale_id = sale.id and refund.status = 'COMPLETED')
  + (select coalesce(sum(forfeited_centavos - elsewhere_centavos), 0) from dispute
    where dispute.account_id = sale.account_id and dispute.sale_id = sale.id))::bigint`

/** By `saleKeyText`, of those that were ever disputed. The caller has locked the wallets, for which disputes wait as well. */
export async function findStandings(tx: Transaction, sales: SaleKey[]): Promise<Map<string, Standing>> {
  const rows = await tx.query<SaleKey & Standing>(sql`
    select account_id as "accountId", sale_id as id, bool_or(closed_at is null) as open,
      sum(forfeited_centavos - elsewhere_centavos)::bigint as taken
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[])
      as sale(account_id, sale_id)
    join dispute using (account_id, sale_id) group by 1, 2`)
  return new Map(rows.map(({ open, taken, ...key }) => [saleKeyText(key), { open, taken }]))
}

/** Whether disputes of a Pix without a sale book what went back of it: they have, or one is open that may. */
export async function isBookedByDispute(db: Queryable, endToEndId: string, returned: Centavos): Promise<boolean> {
  const [row] = await db.query<{ booked: boolean }>(sql`
    select coalesce(bool_or(closed_at is null and (claimed_centavos > 0
          or receipt.status in ('UNACCEPTED', 'RETURNING') and receipt.amount_centavos <= ${returned}::bigint))
        or bool_or(elsewhere_centavos > 0 and receipt.status = 'RETURNED')
        or sum(forfeited_centavos - elsewhere_centavos) >= ${returned}::bigint, false) as booked
    from dispute left join receipt on receipt.account_id = dispute.account_id and receipt.id = dispute.receipt_id
    where dispute.end_to_end_id = ${endToEndId} and dispute.sale_id is null
      and dispute.status <> all('{RELEASED,CANCELLED}'::text[])`)
  return row?.booked === true
}

/** Whether a dispute has taken a part of what no sale accepted. */
export async function hasLostPart(tx: Transaction, endToEndId: string): Promise<boolean> {
  const rows = await tx.query(
    sql`select from dispute where end_to_end_id = ${endToEndId} and elsewhere_centavos > 0 limit 1`,
  )
  return rows.length > 0
}

/** Whether its payer disputes it at this moment. */
export async function isDisputed(tx: Transaction, endToEndId: string): Promise<boolean> {
  const [row] = await tx.query<{ disputed: boolean }>(sql`
    select exists (select from dispute where end_to_end_id = ${endToEndId} and closed_at is null) as disputed`)
  return row?.disputed === true
}

/** An open dispute of a sale, with what it claims and what of that is held. */
export interface OpenDispute {
  id: bigint
  amount: Centavos
  claimed: Centavos
  held: Centavos
  reserve: Centavos
}

/** The oldest first. `except`: a dispute that ends at this moment. */
export const lockOpenDisputes = (tx: Transaction, { accountId, id }: SaleKey, except: bigint | null) =>
  tx.query<OpenDispute>(sql`
    select dispute.id, amount_centavos as amount, claimed_centavos as claimed, reserve_centavos as reserve,
      coalesce(held_centavos, 0)::bigint as held
    from dispute
    left join claim on claim.account_id = dispute.account_id and claim.subject = 'dispute' and claim.subject_id = dispute.id
    where dispute.account_id = ${accountId} and sale_id = ${id} and dispute.closed_at is null
      and dispute.id is distinct from ${except}::bigint
    order by dispute.id for update of dispute`)

/** `fromReserve`: what more of the sale's reserve it claims; below zero: less. */
export const updateClaimed = (
  tx: Transaction,
  { accountId, id }: SaleKey,
  { claimed, fromReserve }: { claimed: Centavos; fromReserve: Centavos },
  now: Date,
) =>
  tx.query(sql`
    update dispute set claimed_centavos = ${claimed}, reserve_centavos = reserve_centavos + ${fromReserve}::bigint,
      updated_at = ${now}, seal = default
    where account_id = ${accountId} and id = ${id}`)

/** How a Pix is booked. */
export interface BookedPix {
  accountId: number
  receiptId: bigint
  status: IncomingPaymentStatus
  saleId: bigint | null
  pspAccountId: number
  endToEndId: string
  amount: Centavos
}

const BOOKED = sql`receipt.account_id as "accountId", receipt.id as "receiptId", receipt.status, receipt.sale_id as "saleId",
  receipt.psp_account_id as "pspAccountId", end_to_end_id as "endToEndId", receipt.amount_centavos as amount`

/** On the side of whoever speaks of it. */
export async function findPix(db: Queryable, endToEndId: string, isTest: boolean): Promise<BookedPix | null> {
  const [pix] = await db.query<BookedPix>(sql`
    select ${BOOKED} from receipt where end_to_end_id = ${endToEndId} and status <> 'MOVED' and ${isOfSide(isTest)}`)
  return pix ?? null
}

/** The Pix that paid the sale, of any account; null where there is no such sale, or nothing has paid it. */
export async function findPixOfSale(db: Queryable, id: PathId): Promise<BookedPix | null> {
  const named = 'uuid' in id ? sql`sale.uuid = ${id.uuid}` : sql`sale.id = ${id.number}`
  const [pix] = await db.query<BookedPix>(sql`
    select ${BOOKED} from sale
    join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id and receipt.status = 'ACCEPTED'
    where ${named}`)
  return pix ?? null
}

/** What of these returns, by nature or by the PSP's ids of them, was charged to the sale and is booked by no dispute. */
export async function findCharged(tx: Transaction, key: SaleKey, pspRefundIds: string[]): Promise<Centavos> {
  const [charged] = await tx.query<{ sum: Centavos }>(sql`
    select coalesce(sum(amount_centavos - disputed_centavos), 0)::bigint as sum from refund
    where account_id = ${key.accountId} and sale_id = ${key.id} and unasked and status = 'COMPLETED'
      and (starts_with(nature, 'MED_') or psp_refund_id = any(${pspRefundIds}::text[]) or rtr_id = any(${pspRefundIds}::text[]))`)
  return charged?.sum ?? ZERO
}

/** The uuids of requested refunds of it that are under way. */
export async function findPendingReturns(tx: Transaction, key: SaleKey): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    select uuid from refund
    where account_id = ${key.accountId} and sale_id = ${key.id} and status = 'PENDING' and not unasked order by id`)
  return rows.map(({ uuid }) => uuid)
}

/** What the PSP sent back while the dispute was open can now be distinguished from what the dispute took: it is looked up now. */
export const prioritisePspInitiated = (tx: Transaction, { accountId, id }: SaleKey, now: Date) =>
  tx.query(sql`
    update refund set due_at = ${now}
    where account_id = ${accountId} and sale_id = ${id} and unasked and status = 'PENDING'`)
