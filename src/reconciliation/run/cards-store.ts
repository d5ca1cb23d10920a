// The SQL of payments by card as our books have them: settled by their acquirer, or not yet.
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
