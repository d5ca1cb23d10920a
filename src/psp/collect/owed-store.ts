// What acquirers owe: of sales that were paid, part by part, and of payments by card that no sale accepted, until they are settled. It is in the
// books and does not lie at the PSP. How far such a payment is settled is judged day by day (`owedByAcquirer`), so it is read with the rest, in one
// statement, and summed here.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { add, type Centavos, ZERO } from '#kernel/money.ts'
import { type CardSettlement, owedByAcquirer, paidUpTo } from '#kernel/terms/settlement.ts'

/** By their columns psp_account_id and account_id, of the table that it is given. */
type Of = (table: Sql) => Sql

export interface OwedByAcquirers {
  owedOfParts: Centavos
  waitingCards: WaitingCard[]
}

/** A payment by card that no sale accepted. */
interface WaitingCard {
  amount: string
  installments: number
  acquirer: CardSettlement | null
  isPaid: boolean
  paidAt: string
  /** Since when its payer contests it; null: nobody does. */
  contestedAt: string | null
}

/** Two columns, for `owedIn`. */
export const owedByAcquirers = (of: Of): Sql => sql`
  (select coalesce(sum(owed_centavos), 0)::bigint from receivable where owed_centavos > 0 and ${of(sql`receivable`)}) as "owedOfParts",
  ${waitingCards(of(sql`receipt`))} as "waitingCards"`

const waitingCards = (which: Sql): Sql => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('amount', receipt.amount_centavos::text, 'installments', charge.installments,
      'acquirer', acquirer.card_settlement, 'isPaid', ${IS_PAID}, 'paidAt', receipt.paid_at, 'contestedAt', (
        select min(dispute.created_at) from dispute where dispute.account_id = receipt.account_id
          and dispute.end_to_end_id = receipt.end_to_end_id and dispute.kind = 'CHARGEBACK' and ${IS_CONTESTED}
      ))), '[]')
    from ${WAITING_CARDS} and ${which}
  )`

/** A person may have ended the dispute while the acquirer still calls the charge contested, and pays nothing more of it. */
const IS_CONTESTED = sql`(dispute.closed_at is null or dispute.closed_by is not null and charge.reported_state = 'contested')`

const IS_PAID = sql`(charge.reported_state = 'paid' or charge.paid_by_acquirer_at is not null)`

const WAITING_CARDS = sql`receipt
    join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and charge.method = 'card'
    join psp_account acquirer on acquirer.id = charge.psp_account_id
    where receipt.status in ('UNACCEPTED', 'RETURNING') and receipt.charge_payment_id = receipt.end_to_end_id
      and charge.reported_state <> 'refunded'`

export const owedIn = ({ owedOfParts, waitingCards }: OwedByAcquirers, now: Date): Centavos =>
  add(owedOfParts, ...waitingCards.map(card => owedOfCard(card, now)))

function owedOfCard({ amount, paidAt, contestedAt, ...card }: WaitingCard, now: Date): Centavos {
  const payment = { ...card, amount: BigInt(amount) as Centavos, paidOn: dateAt(new Date(paidAt)) }
  // What is contested stays where it was.
  return owedByAcquirer(payment, paidUpTo(contestedAt === null ? now : new Date(contestedAt)))
}

/** What its acquirer owes of one incoming payment: nothing where it is none by card, or has gone back. */
export async function owedOfPayment(
  db: Queryable,
  { accountId, id }: { accountId: number; id: bigint },
  now: Date,
): Promise<Centavos> {
  const [row] = await db.query<{ cards: WaitingCard[] }>(sql`
    select ${waitingCards(sql`receipt.account_id = ${accountId} and receipt.id = ${id}`)} as cards`)
  return add(ZERO, ...(row?.cards ?? []).map(card => owedOfCard(card, now)))
}

/** Whether there may be anything that they owe. */
export const mayBeOwed = (of: Of): Sql => sql`(
  exists (select from receivable where owed_centavos > 0 and ${of(sql`receivable`)})
  or exists (select from ${WAITING_CARDS} and ${of(sql`receipt`)} and (not ${IS_PAID}
    or charge.installments > 1 and acquirer.card_settlement ->> 'mode' = 'PER_INSTALLMENT')))`
