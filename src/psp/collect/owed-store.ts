// What acquirers owe: of sales that were paid, part by part, and of payments by card that no sale accepted, until they are settled. It is in the
// books and does not lie at the PSP. Of such a payment an acquirer that pays instalment by instalment has paid the first one when it reports it as
// paid; the others it keeps when it gives the payment back, and they are owed until then.
import sql, { type Sql } from 'sql-template-tag'

/** One row `owed_centavos` each. `of`: which, by their columns psp_account_id and account_id, of the table that it is given. */
export const owedByAcquirers = (of: (table: Sql) => Sql): Sql => sql`
  select owed_centavos from receivable where owed_centavos > 0 and ${of(sql`receivable`)}
  union all
  select case when ${IS_PAID} then receipt.amount_centavos - receipt.amount_centavos / charge.installments
    else receipt.amount_centavos end
  from receipt
  join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and charge.method = 'card'
  join psp_account acquirer on acquirer.id = charge.psp_account_id
  where receipt.status in ('UNACCEPTED', 'RETURNING') and ${of(sql`receipt`)}
    and receipt.charge_payment_id = receipt.end_to_end_id and charge.reported_state <> 'refunded'
    and (not ${IS_PAID} or (charge.installments > 1 and acquirer.card_settlement ->> 'mode' = 'PER_INSTALLMENT'))`

/** The acquirer has paid it, or the first part of it. */
const IS_PAID = sql`(charge.reported_state = 'paid')`
