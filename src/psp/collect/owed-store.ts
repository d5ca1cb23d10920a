// What acquirers owe: of sales that were paid, part by part, and of payments by card that no sale accepted, until they are settled. It is in the
// books and does not lie at the PSP. How far such a payment is settled is judged day by day (`owedByAcquirer`), so it is read with the rest, in one
// statement, and summed here.
import sql, { type Sql } from 'sql-template-tag'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { add, type Centavos } from '#kernel/money.ts'
import { type CardSettlement, owedByAcquirer, paidUpTo } from '#kernel/terms/settlement.ts'

/** By their columns psp_account_id and account_id, of the table that it is given. */
type Of = (table: Sql) => Sql

export interface OwedByAcquirers {
  owedOfParts: Centavos
  waitingCards: {
    amount: string
    installments: number
    acquirer: CardSettlement | null
    isPaid: boolean
    paidAt: string
    /** Since when its payer contests it; null: nobody does. */
    contestedAt: string | null
  }[]
}

/** Two columns, for `owedIn`. */
export const owedByAcquirers = (of: Of): Sql => sql`
  (select coalesce(sum(owed_centavos), 0)::bigint from receivable where owed_centavos > 0 and ${of(sql`receivable`)}) as "owedOfParts", (
    select coalesce(jsonb_agg(jsonb_build_object('amount', receipt.amount_centavos::text, 'installments', charge.installments,
      'acquirer', acquirer.card_settlement, 'isPaid', ${IS_PAID}, 'paidAt', receipt.paid_at, 'contestedAt', (
        select min(dispute.created_at) from dispute where dispute.account_id = receipt.account_id
          and dispute.end_to_end_id = receipt.end_to_end_id and dispute.kind = 'CHARGEBACK' and dispute.closed_at is null
      ))), '[]')
    from ${WAITING_CARDS} and ${of(sql`receipt`)}
  ) as "waitingCards"`

const IS_PAID = sql`(charge.reported_state = 'paid' or charge.paid_by_acquirer_at is not null)`

const WAITING_CARDS = sql`receipt
    join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and charge.method = 'card'
    join psp_account acquirer on acquirer.id = charge.psp_account_id
    where receipt.status in ('UNACCEPTED', 'RETURNING') and receipt.charge_payment_id = receipt.end_to_end_id
      and charge.reported_state <> 'refunded'`

export function owedIn({ owedOfParts, waitingCards }: OwedByAcquirers, now: Date): Centavos {
  const ofCards = waitingCards.map(({ amount, paidAt, contestedAt, ...card }) =>
    owedByAcquirer(
      { ...card, amount: BigInt(amount) as Centavos, paidOn: dateAt(new Date(paidAt)) },
      // What is contested stays where it was.
      paidUpTo(contestedAt === null ? now : new Date(contestedAt)),
    ),
  )
  return add(owedOfParts, ...ofCards)
}

/** Whether there may be anything that they owe. */
export const mayBeOwed = (of: Of): Sql => sql`(
  exists (select from receivable where owed_centavos > 0 and ${of(sql`receivable`)})
  or exists (select from ${WAITING_CARDS} and ${of(sql`receipt`)} and (not ${IS_PAID}
    or charge.installments > 1 and acquirer.card_settlement ->> 'mode' = 'PER_INSTALLMENT')))`
