// What acquirers owe: of sales that were paid, part by part, and of payments by card that no sale accepted, whole, until they are settled. It is in
// the books and does not lie at the PSP.
import sql, { type Sql } from 'sql-template-tag'

/** One row `owed_centavos` each. `of`: which, by their columns psp_account_id and account_id, of the table that it is given. */
export const owedByAcquirers = (of: (table: Sql) => Sql): Sql => sql`
  select owed_centavos from receivable where owed_centavos > 0 and ${of(sql`receivable`)}
  union all
  select receipt.amount_centavos from receipt
  join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and charge.method = 'card'
  where receipt.status in ('UNACCEPTED', 'RETURNING') and ${of(sql`receipt`)} and ${IS_UNSETTLED}`

/** Of a receipt and the charge of its sale: a card's payment of which its acquirer has paid nothing. */
export const IS_UNSETTLED = sql`
  (charge.method = 'card' and receipt.charge_payment_id = receipt.end_to_end_id
    and charge.reported_state not in ('paid', 'refunded'))`
