// What must be true of every database of a gateway, at every moment: a sentence, and the SQL that finds what violates it. First of the
// ledger alone, then of the ledger with sales, cashouts and events.
import sql, { type Sql } from 'sql-template-tag'
import { CASHOUT_INVARIANTS, CASHOUTS_PAID } from './books-cashouts.ts'
import { DISPUTE_INVARIANTS } from './books-disputes.ts'
import { HOLD_INVARIANTS } from './books-holds.ts'
import { OF_OTHER_PAYMENT, REFUND_INVARIANTS } from './books-refunds.ts'

export const LEDGER_INVARIANTS: Record<string, Sql> = {
  'a transfer moves an amount from one side to another': sql`
    select account_id, seq from transfer where amount_centavos <= 0 or debit = credit`,

  'a figure of a wallet is the sum of its transfers': sql`
    select account_id, side, figure, coalesce(moved, 0) as moved
    from wallet
    cross join lateral (values ('available', available_centavos), ('blocked', blocked_centavos), ('fee', fee_centavos),
      ('received', received_centavos), ('clearing', clearing_centavos)) as figures(side, figure)
    left join (
      select account_id, side, sum(amount) as moved from (
        select account_id, credit as side, amount_centavos as amount from transfer
        union all select account_id, debit, -amount_centavos from transfer
      ) sides group by account_id, side
    ) sums using (account_id, side)
    where figure <> coalesce(moved, 0)`,

  'transfers are numbered without gaps, up to the number of their wallet': sql`
    select account_id, wallet.seq, count(transfer.seq), max(transfer.seq)
    from wallet full join transfer using (account_id) group by account_id, wallet.seq
    having wallet.seq is null or wallet.seq <> count(transfer.seq) or wallet.seq <> coalesce(max(transfer.seq), 0)`,

  'a transfer carries the figures after it': sql`
    select account_id, seq from (
      select account_id, seq, available_after_centavos, blocked_after_centavos,
        sum(case 'available' when credit then amount_centavos when debit then -amount_centavos else 0 end) over so_far
          as available,
        sum(case 'blocked' when credit then amount_centavos when debit then -amount_centavos else 0 end) over so_far
          as blocked
      from transfer window so_far as (partition by account_id order by seq)
    ) replayed where available <> available_after_centavos or blocked <> blocked_after_centavos`,

  'nothing that a caller starts takes available below zero': sql`
    select account_id, seq from transfer where debit = 'available' and not forced and available_after_centavos < 0`,

  'blocked is the sum of the open holds': sql`
    select account_id, blocked_centavos, coalesce(open, 0) as open
    from wallet left join (select account_id, sum(open_centavos) as open from hold group by account_id) holds
      using (account_id)
    where blocked_centavos <> coalesce(open, 0)`,

  'a hold was opened by a transfer into blocked, and is open by what was not taken from it': sql`
    select hold.account_id, hold.seq, hold.amount_centavos, open_centavos, sum(taking.amount_centavos) as taken
    from hold
    left join transfer opening on opening.account_id = hold.account_id and opening.seq = hold.seq
    left join transfer taking on taking.account_id = hold.account_id and taking.hold_seq = hold.seq
    group by hold.account_id, hold.seq, opening.credit, opening.amount_centavos
    having opening.credit is distinct from 'blocked' or opening.amount_centavos <> hold.amount_centavos
      or open_centavos <> hold.amount_centavos - coalesce(sum(taking.amount_centavos), 0)
      or (closed_at is null) = (open_centavos = 0)`,

  'what enters blocked opens a hold, and what leaves it is taken from one': sql`
    select transfer.account_id, transfer.seq from transfer left join hold using (account_id, seq)
    where (credit = 'blocked') <> (hold.seq is not null) or (debit = 'blocked') <> (hold_seq is not null)`,
}

/** By the approval of two persons, of the wallet in question. */
const CORRECTED = sql`coalesce((
  select sum(case when side in ('CREDIT', 'GAIN') then amount_centavos else -amount_centavos end) from correction
  where correction.account_id = wallet.account_id), 0)`

/** A person has assigned money to the sale, and taken it back. */
const UNDONE = sql`exists (
  select from bank_transfer where bank_transfer.account_id = sale.account_id and bank_transfer.sale_id = sale.id
    and undone_at is not null)`

export const GATEWAY_INVARIANTS: Record<string, Sql> = {
  ...CASHOUT_INVARIANTS,
  ...DISPUTE_INVARIANTS,
  ...HOLD_INVARIANTS,
  ...REFUND_INVARIANTS,

  'a sale has its transfers once it has been paid, and none before': sql`
    select sale.account_id, sale.id, status, transfers
    from sale
    left join lateral (
      select string_agg(kind || ' ' || amount_centavos, ', ' order by seq) as transfers from transfer
      where transfer.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id
        and kind not in ('RESERVE_RELEASED', 'RESERVE_HELD', 'SETTLEMENT_RELEASED', 'SETTLEMENT_HELD', 'PROVIDER_COST')
    ) told on true
    where coalesce(transfers, '') <> case when completed_at is null then '' else concat_ws(', ',
      'SALE ' || amount_centavos,
      (select 'SALE_CHARGES ' || charges_centavos from receipt where receipt.account_id = sale.account_id
        and receipt.sale_id = sale.id and receipt.status = 'ACCEPTED' and charges_centavos > 0),
      case when fee_centavos > 0 then 'SALE_FEE ' || fee_centavos end,
      case when ${UNDONE} and fee_centavos > 0 then 'SALE_FEE_RETURNED ' || fee_centavos end,
      case when ${UNDONE} then 'SALE_UNDONE ' || amount_centavos end) end`,

  'a paid sale has one accepted receipt of its amount, with what a boleto brought in fine and interest, and no other sale has any': sql`
    select sale.account_id, sale.id, sale.status, count(receipt.id) as receipts
    from sale left join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id
      and receipt.status = 'ACCEPTED'
    group by sale.account_id, sale.id
    having count(receipt.id) <> case when completed_at is null or ${UNDONE} then 0 else 1 end
      or (sale.status in ('PAGO', 'ESTORNADO', 'MED', 'CHARGEBACK')) <> (completed_at is not null)
      or bool_or(receipt.amount_centavos - receipt.charges_centavos <> sale.amount_centavos)`,

  'money that no sale accepted is booked as received, and then as what became of it': sql`
    select receipt.account_id, receipt.id, status, transfers
    from receipt
    left join lateral (
      select string_agg(kind || ' ' || amount_centavos, ', ' order by seq) as transfers from transfer
      where transfer.account_id = receipt.account_id and subject = 'receipt' and subject_id = receipt.id
    ) told on true
    where transfers is distinct from case when reason is not null then concat_ws(', ', 'RECEIPT_KEPT ' || amount_centavos,
      case status when 'RETURNED' then 'RECEIPT_RETURNED ' || amount_centavos
        when 'CREDITED' then 'RECEIPT_CREDITED ' || amount_centavos
        when 'MOVED' then 'RECEIPT_MOVED ' || amount_centavos
        when 'ACCEPTED' then 'RECEIPT_MOVED ' || amount_centavos end) end`,

  'a Pix is booked once, in any account': sql`
    select end_to_end_id, count(*) from receipt where status <> 'MOVED' group by end_to_end_id having count(*) > 1`,

  'money that was booked anew is booked where it went': sql`
    select moved.account_id, moved.id from receipt moved
    where status = 'MOVED' and not exists (
      select from receipt other where other.end_to_end_id = moved.end_to_end_id
        -- A boleto may have been booked before the Pix that paid it was listed.
        and (other.id > moved.id or other.charge_payment_id is not null)
        and other.account_id = moved.moved_to_account_id and other.amount_centavos = moved.amount_centavos)`,

  'a receipt that goes back has one refund of the whole that says so, and no other has any under way or done': sql`
    select receipt.account_id, receipt.id, receipt.status, string_agg(refund.status, ', ') as refunds
    from receipt left join refund on refund.account_id = receipt.account_id and refund.receipt_id = receipt.id
      and refund.sale_id is null
    group by receipt.account_id, receipt.id
    having count(*) filter (where refund.status = 'PENDING') <> case receipt.status when 'RETURNING' then 1 else 0 end
      or count(*) filter (where refund.status = 'COMPLETED') <> case receipt.status when 'RETURNED' then 1 else 0 end
      or bool_or(refund.amount_centavos <> receipt.amount_centavos or refund.psp_account_id <> receipt.psp_account_id
        or ${OF_OTHER_PAYMENT})`,

  'a refund that has ended owes nothing more, and one under way is due': sql`
    select account_id, id, status from refund where (status = 'PENDING') <> (due_at is not null)`,

  'the suspense account has nothing but what was received without an account, less what was paid for accounts that are lost': sql`
    select wallet.account_id, available_centavos, blocked_centavos, fee_centavos, paid, held
    from wallet
    left join (
      select cashouts.account_id, sum(left_centavos) as paid,
        sum(amount_centavos) filter (where state = 'submitted') as held
      from (${CASHOUTS_PAID}) cashouts join withdrawal using (account_id, id)
      where restored group by cashouts.account_id
    ) payouts on payouts.account_id = wallet.account_id
    where wallet.account_id = 1000 and (blocked_centavos <> coalesce(held, 0)
      or available_centavos + blocked_centavos + fee_centavos <> ${CORRECTED} - coalesce(paid, 0))`,

  'the balance at the PSP is what came in less what went back or was paid out': sql`
    select account_id, clearing_centavos, received, paid
    from wallet
    left join (
      select account_id, sum(amount_centavos) as received from receipt where status not in ('MOVED', 'RETURNED')
      group by account_id
    ) receipts using (account_id)
    left join (
      select account_id, sum(left_centavos) as paid from (${CASHOUTS_PAID}) cashouts group by account_id
    ) payouts using (account_id)
    left join (
      select account_id, sum(taken_centavos) as taken from hold_order group by account_id
    ) orders using (account_id)
    left join (
      select account_id, sum(amount_centavos - disputed_centavos) as refunded from refund
      where sale_id is not null and status = 'COMPLETED' group by account_id
    ) refunds using (account_id)
    left join (
      select account_id, sum(forfeited_centavos - elsewhere_centavos) as lost from dispute group by account_id
    ) disputes using (account_id)
    left join (
      select account_id, sum(provider_cost_centavos) as costs from receivable group by account_id
    ) receivables using (account_id)
    where -clearing_centavos <> coalesce(received, 0) - coalesce(costs, 0) - coalesce(lost, 0) - coalesce(refunded, 0) - coalesce(paid, 0) - coalesce(taken, 0) + ${CORRECTED}`,

  'a transfer is about something that exists': sql`
    select transfer.account_id, transfer.seq, subject, subject_id from transfer
    left join sale on subject = 'sale' and sale.account_id = transfer.account_id and sale.id = subject_id
    left join withdrawal on subject = 'withdrawal' and withdrawal.account_id = transfer.account_id
      and withdrawal.id = subject_id
    left join receipt on subject = 'receipt' and receipt.account_id = transfer.account_id and receipt.id = subject_id
    left join refund on subject = 'refund' and refund.account_id = transfer.account_id and refund.id = subject_id
    left join hold_order on subject = 'hold_order' and hold_order.account_id = transfer.account_id
      and hold_order.id = subject_id
    left join dispute on subject = 'dispute' and dispute.account_id = transfer.account_id and dispute.id = subject_id
    left join correction on subject = 'correction' and correction.account_id = transfer.account_id
      and correction.id = subject_id
    where num_nonnulls(correction.id, dispute.id, refund.id, hold_order.id, sale.id, withdrawal.id, receipt.id) <> 1`,

  'an event is published once': sql`
    select account_id, subject, subject_id, subject_version, form, count(*) from event
    group by account_id, subject, subject_id, subject_version, form having count(*) > 1 or count(distinct uid) > 1`,

  'a sale has events that it waits, that it was paid and that it was cancelled, each at most once and when it is so': sql`
    select sale.account_id, sale.id, status, pending, paid, canceled, paid_postbacks
    from sale
    cross join lateral (
      select count(*) filter (where type = 'sale.pending') as pending,
        count(*) filter (where type = 'sale.paid' and form = 'SALE') as paid,
        count(*) filter (where type = 'sale.canceled' and form = 'SALE') as canceled,
        count(*) filter (where type = 'sale.paid' and form = 'SALE_POSTBACK') as paid_postbacks
      from event where event.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id
    ) told
    where pending <> case charge_kind when 'transfer' then (status not in ('EM_PROCESSAMENTO', 'FALHA'))::int
        else num_nonnulls(br_code) end or paid <> num_nonnulls(completed_at)
      or paid_postbacks <> case when completed_at is null then 0 else num_nonnulls(postback_url) end
      or canceled > 1 or status = 'CANCELADO' and canceled <> 1`,

  'a delivery ends once, and no attempt follows its end': sql`
    select account_id, delivery_id, string_agg(outcome, ', ' order by n) as outcomes from attempt
    group by account_id, delivery_id
    having count(*) <> max(n) or count(*) filter (where outcome <> 'RETRY') > 1
      or max(n) filter (where outcome <> 'RETRY') < max(n)`,

  'a delivery is either open or closed': sql`
    select account_id, delivery.id from delivery join attempt using (account_id)
    where delivery_id = delivery.id and outcome <> 'RETRY'`,
}
