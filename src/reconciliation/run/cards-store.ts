// The SQL of payments by card as our books have them: settled by their acquirer or not yet, and gone back or not.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { OurWord } from '../case/difference.ts'
import { type Stretch, type Unseen, unseen } from './ours-store.ts'

interface CardRow extends OurWord {
  id: string
  chargeId: string
}

/** Of `charge`, `receipt` beside it. */
const IS_SETTLED = sql`(reported_state = 'paid' or exists (
  select from receivable where receivable.account_id = charge.account_id and receivable.sale_id = charge.sale_id
    and settled_at is not null))`

const WORD = sql`
  charge_payment_id as id, charge.charge_id as "chargeId", receipt.account_id as "accountId", receipt.amount_centavos as amount,
  case when ${IS_SETTLED} then 'moved' else 'none' end as state, receipt.created_at as since`

const CARDS = sql`
  receipt join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and method = 'card'`

/** By the id of the payment. */
export async function findOurCards(db: Queryable, paymentIds: string[]): Promise<Map<string, OurWord>> {
  const rows = await db.query<CardRow>(sql`
    select ${WORD} from ${CARDS} where charge_payment_id = any(${paymentIds}::text[]) and receipt.status <> 'MOVED'`)
  return new Map(rows.map(({ accountId, amount, state, since, id }) => [id, { accountId, amount, state, since }]))
}

/** What was settled on that day by our books, and is missing in the PSP's list in this run. */
export async function findUnseenCards(
  db: Queryable,
  { reconciliationId, pspAccountId, from, to }: Stretch,
  max: number,
): Promise<Unseen[]> {
  const rows = await db.query<CardRow>(sql`
    select distinct ${WORD} from ${CARDS}
    join receivable settled on settled.account_id = charge.account_id and settled.sale_id = charge.sale_id
    where settled_at >= ${from} and settled_at < ${to} and settled.psp_account_id = ${pspAccountId} and receipt.status = 'ACCEPTED'
      and charge_payment_id is not null and ${unseen(reconciliationId, 'card', sql`charge_payment_id`)} limit ${max}`)
  return rows.map(({ id, chargeId, ...word }) => ({
    ...word,
    entryId: id,
    askedBy: chargeId,
    parentSeen: false,
    ofDebit: false,
  }))
}

/** What went back of a payment by card: its refunds, and what disputes of it have lost. */
export interface ReturnedCard extends OurWord {
  /** Whether that is all of it. */
  isWhole: boolean
}

/** The PSP has no id for it. */
export const returnIdOf = (paymentId: string): string => `${paymentId}/all`

/** Of `receipt`: what went back, and since when something of it is under way. */
const RETURNED = sql`
  lateral (
    select coalesce(sum(refund.amount_centavos) filter (where refund.status = 'COMPLETED'), 0) as refunded,
      min(refund.created_at) filter (where refund.status = 'PENDING' and sent_at is not null) as sent_since
    from refund
    where refund.end_to_end_id = receipt.end_to_end_id and refund.account_id = receipt.account_id and to_pix_key is null
  ) refunds
  cross join lateral (
    select coalesce(sum(forfeited_centavos - elsewhere_centavos), 0) as lost,
      min(dispute.created_at) filter (where closed_at is null) as contested_since
    from dispute where dispute.end_to_end_id = receipt.end_to_end_id and dispute.account_id = receipt.account_id
  ) disputes
  cross join lateral (
    select (refunded + lost)::bigint as amount, least(sent_since, contested_since) as under_way_since
  ) back`

const RETURNED_WORD = sql`
  receipt.account_id as "accountId", back.amount, back.amount = receipt.amount_centavos as "isWhole",
  case when back.amount > 0 then 'moved' when under_way_since is not null then 'open' else 'none' end as state,
  coalesce(under_way_since, receipt.created_at) as since`

/** By the id of the payment; only of payments that are known. */
export async function findReturnedCards(db: Queryable, paymentIds: string[]): Promise<Map<string, ReturnedCard>> {
  const rows = await db.query<ReturnedCard & { id: string }>(sql`
    select charge_payment_id as id, ${RETURNED_WORD} from receipt cross join ${RETURNED}
    where charge_payment_id = any(${paymentIds}::text[]) and receipt.status <> 'MOVED'`)
  return new Map(rows.map(({ id, ...word }) => [id, word]))
}

/** Of which the last part went back on that day by our books, and whose charge this run has not met. */
export async function findUnseenReturnedCards(
  db: Queryable,
  { reconciliationId, pspAccountId, from, to }: Stretch,
  max: number,
): Promise<Unseen[]> {
  const rows = await db.query<OurWord & { id: string; chargeId: string }>(sql`
    with gone as (
      select account_id, end_to_end_id from refund
      where completed_at >= ${from} and completed_at < ${to} and psp_account_id = ${pspAccountId} and status = 'COMPLETED'
        and to_pix_key is null
      union
      select account_id, end_to_end_id from dispute
      where closed_at >= ${from} and closed_at < ${to} and psp_account_id = ${pspAccountId} and status = 'FORFEITED'
    )
    select charge_payment_id as id, charge.charge_id as "chargeId", ${RETURNED_WORD}
    from gone join receipt using (account_id, end_to_end_id)
    join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and method = 'card'
    cross join ${RETURNED}
    where receipt.end_to_end_id = charge_payment_id and receipt.status <> 'MOVED' and back.amount = receipt.amount_centavos
      and ${unseen(reconciliationId, 'refund', sql`charge_payment_id || '/all'`)} limit ${max}`)
  return rows.map(({ id, chargeId, accountId, amount, state, since }) => ({
    accountId,
    amount,
    state,
    since,
    entryId: returnIdOf(id),
    askedBy: chargeId,
    parentSeen: false,
    ofDebit: false,
  }))
}
