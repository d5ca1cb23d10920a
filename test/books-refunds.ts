// What must be true of every refund of a sale at every moment: a sentence, and the SQL that finds what offends it.
import sql, { type Sql } from 'sql-template-tag'

const PER_SALE = sql`
  select sale.account_id, sale.id, case when exists (
      select from bank_transfer where bank_transfer.account_id = sale.account_id and sale_id = sale.id and undone_at is not null
    ) then 'UNDONE' else sale.status end as status, sale.amount_centavos, sale.fee_centavos,
    coalesce(sum(refund.amount_centavos - disputed_centavos) filter (where refund.status = 'COMPLETED'), 0)
      + (select coalesce(sum(forfeited_centavos - elsewhere_centavos), 0) from dispute
        where dispute.account_id = sale.account_id and dispute.sale_id = sale.id) as gone,
    coalesce(sum(refund.amount_centavos) filter (where refund.status <> 'FAILED' and not unasked), 0) as asked,
    coalesce(sum(fee_returned_centavos), 0) as fee_returned,
    coalesce(sum(refund.amount_centavos - disputed_centavos)
      filter (where refund.status = 'COMPLETED' and returns_fee), 0) as fee_bearing
  from sale left join refund on refund.account_id = sale.account_id and refund.sale_id = sale.id
  group by sale.account_id, sale.id`

/** What has begun to go to a key keeps the name that the payment of a boleto had, until it showed by which Pix that was paid. */
export const OF_OTHER_PAYMENT = sql`(refund.end_to_end_id <> receipt.end_to_end_id
  and (to_pix_key is null or refund.end_to_end_id is distinct from charge_payment_id))`

export const REFUND_INVARIANTS: Record<string, Sql> = {
  'no more of a sale goes back than was paid, and what has gone whole is ESTORNADO': sql`
    select account_id, id, status, amount_centavos, gone, asked from (${PER_SALE}) sales
    where gone > amount_centavos or asked > amount_centavos
      or status = 'ESTORNADO' and gone <> amount_centavos or status = 'PAGO' and gone = amount_centavos
      or status not in ('PAGO', 'ESTORNADO', 'MED', 'CHARGEBACK') and gone + asked > 0`,

  'of a fee goes back what is in proportion': sql`
    select account_id, id, fee_centavos, fee_returned from (${PER_SALE}) sales
    where fee_returned <> div(fee_centavos::numeric * fee_bearing, amount_centavos)`,

  'the reserve that was held when a sale was paid is the one that was agreed': sql`
    select sale.account_id, sale.id, reserve_centavos, first_held from sale
    cross join lateral (
      select coalesce((array_agg(amount_centavos order by seq))[1], 0) as first_held from transfer
      where transfer.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id and kind = 'RESERVE_HELD'
    ) holds
    where first_held <> case when completed_at is null then 0 else reserve_centavos end`,

  'a refund of a sale has its transfers, and its money is held while it is under way': sql`
    select refund.account_id, refund.id, status, unasked, transfers, open_centavos
    from refund
    left join lateral (
      select string_agg(kind || ' ' || amount_centavos, ', ' order by seq) as transfers from transfer
      where transfer.account_id = refund.account_id and subject = 'refund' and subject_id = refund.id
    ) told on true
    left join hold on hold.account_id = refund.account_id and hold.seq = hold_seq and hold.reason = 'REFUND'
      and hold.subject = 'refund' and hold.subject_id = refund.id
    where coalesce(transfers, '') <> case when sale_id is null then '' else concat_ws(', ',
        case when not unasked then 'REFUND_HELD ' || refund.amount_centavos end,
        case when not unasked and (status = 'FAILED' or version = 2) then 'REFUND_RELEASED ' || refund.amount_centavos end,
        case when status = 'COMPLETED' and refund.amount_centavos > disputed_centavos
          then case when unasked or version = 2 then 'REFUND_FORCED ' else 'REFUND_PAID ' end
            || (refund.amount_centavos - disputed_centavos) end,
        case when fee_returned_centavos > 0 then 'SALE_FEE_RETURNED ' || fee_returned_centavos end) end
      or coalesce(open_centavos, 0) <> case when sale_id is not null and status = 'PENDING' and not unasked
        then refund.amount_centavos else 0 end`,

  'a refund of a sale gives back the Pix that paid it': sql`
    select refund.account_id, refund.id from refund
    join receipt on receipt.account_id = refund.account_id and receipt.id = refund.receipt_id
    where refund.sale_id is not null and ((receipt.sale_id, receipt.status, receipt.psp_account_id)
        is distinct from (refund.sale_id, 'ACCEPTED', refund.psp_account_id)
      or ${OF_OTHER_PAYMENT})`,

  'the end of a refund of a sale is published, each time once': sql`
    select refund.account_id, refund.id, status, version, told from refund
    cross join lateral (
      select count(*) as told from event
      where event.account_id = refund.account_id and subject = 'refund' and subject_id = refund.id
    ) facts
    where told <> version or version < case when sale_id is null or status = 'PENDING' or unasked and status = 'FAILED'
      then 0 else 1 end`,

  'a sale that went back whole has said so once': sql`
    select sale.account_id, sale.id, status, told from sale
    cross join lateral (
      select count(*) as told from event where event.account_id = sale.account_id and subject = 'sale'
        and subject_id = sale.id and type = 'sale.refunded' and form = 'SALE'
    ) facts
    where told <> case status when 'ESTORNADO' then 1 else 0 end`,
}
