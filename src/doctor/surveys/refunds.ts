// Refunds, of sales and of what no sale accepted, each against its transfers, its hold and the receipt that it gives back.
import sql from 'sql-template-tag'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'
import { booked, movesOf } from './sales.ts'

/** `since`: from then on all events are kept. */
export const refunds = (since: Date): Survey => ({
  table: 'refund',
  key: ['id'],
  judged: page => sql`
    select refund.*, receipt.*, transfers, transfers_due, moves, held_centavos, open_centavos,
      case when status = 'COMPLETED' and sale_id is not null then own else 0 end as refunded,
      case when told then version else 0 end as refund_facts_due,
      (told and version > 0)::int as latest_due,
      (status = 'PENDING') <> (due_at is not null) as due,
      (status = 'PENDING') <> (completed_at is null) as completed,
      (status = 'FAILED') <> (failure_code is not null) as failed,
      found is null as receipt,
      sale_id is null and ((amount_centavos, psp_account_id, end_to_end_id)
          is distinct from (receipt_centavos, receipt_psp, receipt_pix)
        or status = 'PENDING' and receipt_status <> 'RETURNING'
        or status = 'COMPLETED' and receipt_status <> 'RETURNED') as unlike,
      sale_id is not null and ((sale_id, psp_account_id, end_to_end_id, 'ACCEPTED')
          is distinct from (receipt_sale, receipt_psp, receipt_pix, receipt_status)
        or amount_centavos > receipt_centavos) as of_sale,
      coalesce(transfers, '') <> transfers_due as booked,
      case when sale_id is null or unasked then held_centavos is not null or hold_seq is not null
        else (held_centavos, held_for) is distinct from (amount_centavos, refund.id)
          or open_centavos <> case status when 'PENDING' then amount_centavos else 0 end end as held,
      case when sale_id is null or status = 'PENDING' or unasked and status = 'FAILED' then version <> 0
        when unasked or status = 'FAILED' then version <> 1
        else version not in (1, 2) end as version_wrong,
      status <> 'COMPLETED' and fee_returned_centavos + disputed_centavos > 0 or not returns_fee and fee_returned_centavos > 0
        or not unasked and disputed_centavos > 0 or reserve_centavos not between 0 and amount_centavos as parts
    from (${page}) refund
    ${movesOf('refund')}
    left join lateral (
      select receipt.id as found, receipt.status as receipt_status, receipt.amount_centavos as receipt_centavos,
        receipt.psp_account_id as receipt_psp, receipt.sale_id as receipt_sale,
        -- By which Pix a boleto was paid may show after its money has begun to go to a key.
        case when to_pix_key is not null and refund.end_to_end_id = charge_payment_id then charge_payment_id
          else receipt.end_to_end_id end as receipt_pix
      from receipt where receipt.account_id = refund.account_id and receipt.id = refund.receipt_id offset 0
    ) receipt on true
    left join lateral (
      select hold.amount_centavos as held_centavos, hold.open_centavos, hold.subject_id as held_for from hold
      where hold.account_id = refund.account_id and hold.seq = refund.hold_seq and hold.subject = 'refund'
        and hold.reason = 'REFUND' offset 0
    ) holds on true
    cross join lateral (
      select amount_centavos - disputed_centavos as own, refund.created_at >= ${since} as told,
        case when sale_id is null then '' else concat_ws(', ',
          case when not unasked then 'REFUND_HELD ' || amount_centavos end,
          -- One that had failed and went all the same was told twice.
          case when not unasked and (status = 'FAILED' or version > 1) then 'REFUND_RELEASED ' || amount_centavos end,
          case when status = 'COMPLETED' and amount_centavos > disputed_centavos
            then case when unasked or version > 1 then 'REFUND_FORCED ' else 'REFUND_PAID ' end
              || (amount_centavos - disputed_centavos) end,
          case when fee_returned_centavos > 0 then 'SALE_FEE_RETURNED ' || fee_returned_centavos end) end as transfers_due
    ) due`,
  sums: ['moves', 'refunded', 'refund_facts_due', 'latest_due'],
  checks: {
    booked,
    due: row => `it is ${row.status} and ${row.due_at === null ? 'owes nothing' : `is due at ${row.due_at}`}`,
    completed: row =>
      `it is ${row.status} and was completed ${row.completed_at === null ? 'never' : `at ${row.completed_at}`}`,
    failed: row => `it is ${row.status} and failed with ${row.failure_code ?? 'nothing'}`,
    unlike: row =>
      `it is ${row.status} over ${reais(row.amount_centavos)} by PSP account ${row.psp_account_id} for ${row.end_to_end_id}, and ` +
      `receipt ${row.receipt_id} is ${row.receipt_status} over ${reais(row.receipt_centavos)} by PSP account ` +
      `${row.receipt_psp} for ${row.receipt_pix}`,
    of_sale: row =>
      `it gives ${reais(row.amount_centavos)} of sale ${row.sale_id} back by PSP account ${row.psp_account_id} for ` +
      `${row.end_to_end_id}, and receipt ${row.receipt_id} is ${row.receipt_status} over ${reais(row.receipt_centavos)} for sale ` +
      `${row.receipt_sale ?? 'none'} by PSP account ${row.receipt_psp} for ${row.receipt_pix}`,
    receipt: row => `receipt ${row.receipt_id}, which it gives back, is not there`,
    held: row =>
      `it is ${row.status} over ${reais(row.amount_centavos)}, and hold ${row.hold_seq ?? 'none'} ` +
      (row.held_centavos === null
        ? 'is none of a refund'
        : `is of ${reais(row.held_centavos)} with ${reais(row.open_centavos)} open`),
    version_wrong: row => `it is ${row.status} at version ${row.version}`,
    parts: row =>
      `it is ${row.status} over ${reais(row.amount_centavos)}, of which ${reais(row.disputed_centavos)} was lost in disputes and ` +
      `${reais(row.reserve_centavos)} came out of the reserve, and gave back a fee of ${reais(row.fee_returned_centavos)}`,
  },
})
