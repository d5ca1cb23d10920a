// Sales, receipts and refunds, each against the transfers that it must have made, and against one another.
import sql, { raw, type Sql } from 'sql-template-tag'
import { reais } from './said.ts'
import type { Row, Survey } from './survey.ts'

/** What the transfers about a row say, in their order, and how many they are. */
export const movesOf = (table: string, subject = table): Sql => sql`
  left join lateral (
    select string_agg(kind || ' ' || amount_centavos, ', ' order by seq) as transfers, count(*) as moves,
      min(created_at) as moved_at, min(transfer.psp_account_id) as moved_psp
    from transfer
    where transfer.account_id = ${raw(table)}.account_id and subject = ${raw(`'${subject}'`)}
      and subject_id = ${raw(table)}.id offset 0
  ) moved on true`

/** `since`: from then on there are all facts. */
export const sales = (since: Date): Survey => ({
  table: 'sale',
  key: ['id'],
  judged: page => sql`
    select sale.*, transfers, transfers_due, moves, receipts, received,
      coalesce(transfers, '') <> transfers_due as booked,
      net_centavos <> amount_centavos::numeric - fee_centavos or fee_centavos < 0 or reserve_centavos < 0 as prices,
      (status in ('PAGO', 'ESTORNADO', 'MED', 'CHARGEBACK')) <> (completed_at is not null)
        or completed_at <> moved_at as completed,
      receipts <> num_nonnulls(completed_at) or received <> amount_centavos or moved_psp <> psp_account_id as paid,
      release_at <> completed_at + reserve_days * interval '24 hours' as reserved,
      (told and br_code is not null)::int as pending_due,
      (told and completed_at is not null)::int as paid_due,
      (told and completed_at is not null and postback_url is not null)::int as postback_due,
      (told and status = 'CANCELADO')::int as canceled_due,
      (told and status not in ('EM_PROCESSAMENTO', 'FALHA'))::int as latest_due
    from (${page}) sale
    ${movesOf('sale')}
    left join lateral (
      select count(*) as receipts, sum(receipt.amount_centavos) as received from receipt
      where receipt.account_id = sale.account_id and receipt.sale_id = sale.id and receipt.status = 'ACCEPTED' offset 0
    ) accepted on true
    left join lateral (
      select release_at from hold
      where sale.reserve_centavos > 0 and sale.completed_at is not null and hold.account_id = sale.account_id
        and hold.subject = 'sale' and hold.subject_id = sale.id and hold.reason = 'RESERVE' offset 0
    ) reserve on true
    cross join lateral (
      select sale.created_at >= ${since} as told, case when completed_at is null then '' else concat_ws(', ',
        'SALE ' || amount_centavos,
        case when fee_centavos > 0 then 'SALE_FEE ' || fee_centavos end,
        case when reserve_centavos > 0 then 'RESERVE_HELD ' || reserve_centavos end) end as transfers_due
    ) due`,
  sums: ['moves', 'latest_due', 'pending_due', 'paid_due', 'postback_due', 'canceled_due'],
  checks: {
    booked,
    prices: row =>
      `of ${reais(row.amount_centavos)} and a fee of ${reais(row.fee_centavos)} the net is ${reais(row.net_centavos)}, and the ` +
      `reserve is ${reais(row.reserve_centavos)}`,
    completed: row =>
      `it is ${row.status} and was ${row.completed_at === null ? 'never completed' : `completed at ${row.completed_at}`}, and ` +
      `booked ${row.moved_at === null ? 'never' : `at ${row.moved_at}`}`,
    reserved: row =>
      `its reserve is released at ${row.release_at}, which is not ${row.reserve_days} days after ${row.completed_at}`,
    paid: row =>
      `it is ${row.status} over ${reais(row.amount_centavos)} at PSP account ${row.psp_account_id}, with ${row.receipts} accepted ` +
      `receipts of ${reais(row.received ?? '0')} together, booked at PSP account ${row.moved_psp ?? 'none'}`,
  },
})

function booked(row: Row): string {
  const said = (text: string | null | undefined) => (text ? `"${text}"` : 'none')
  return `its transfers are ${said(row.transfers)} and must be ${said(row.transfers_due)} (in centavos)`
}

export const RECEIPTS: Survey = {
  table: 'receipt',
  key: ['id'],
  judged: page => sql`
    select receipt.*, transfers, transfers_due, moves, elsewhere, arrived, going, gone, sold,
      sold_txid, sold_psp, sold_at, moved_at, moved_psp,
      case when status not in ('MOVED', 'RETURNED') then amount_centavos else 0 end as received,
      coalesce(transfers, '') <> transfers_due as booked,
      status <> 'MOVED' and elsewhere is not null as once,
      (status = 'MOVED') <> (moved_to_account_id is not null) or status = 'MOVED' and not arrived as moved,
      status <> all('{ACCEPTED,UNACCEPTED,RETURNING,RETURNED,CREDITED,MOVED}'::text[]) or status <> 'ACCEPTED' and reason is null
        or num_nonnulls(decision, decision_reason, decided_by, decided_at) not in (0, 4) as decided,
      going <> (status = 'RETURNING')::int or gone <> (status = 'RETURNED')::int as refunded,
      moved_psp <> psp_account_id or moved_at <> created_at as sent,
      status = 'ACCEPTED' and (sold is null or (sold_txid, sold_psp) is distinct from (txid, psp_account_id)
        or reason is null and created_at is distinct from sold_at) as sold_nothing
    from (${page}) receipt
    ${movesOf('receipt')}
    cross join lateral (
      select case when reason is null then '' else concat_ws(', ', 'RECEIPT_KEPT ' || amount_centavos, case status
        when 'RETURNED' then 'RECEIPT_RETURNED ' || amount_centavos
        when 'CREDITED' then 'RECEIPT_CREDITED ' || amount_centavos
        when 'MOVED' then 'RECEIPT_MOVED ' || amount_centavos
        when 'ACCEPTED' then 'RECEIPT_MOVED ' || amount_centavos end) end as transfers_due
    ) due
    left join lateral (
      select min(other.account_id || '/' || other.id) filter (where other.status <> 'MOVED') as elsewhere,
        coalesce(bool_or(other.id > receipt.id and other.account_id = receipt.moved_to_account_id
          and other.amount_centavos = receipt.amount_centavos), false) as arrived
      from receipt other
      where other.end_to_end_id = receipt.end_to_end_id and (other.account_id, other.id) <> (receipt.account_id, receipt.id)
      offset 0
    ) others on true
    left join lateral (
      select count(*) filter (where refund.status = 'PENDING') as going,
        count(*) filter (where refund.status = 'COMPLETED') as gone
      from refund
      where refund.account_id = receipt.account_id and refund.receipt_id = receipt.id and refund.sale_id is null offset 0
    ) refunds on true
    left join lateral (
      select sale.id as sold, sale.txid as sold_txid, sale.psp_account_id as sold_psp, sale.completed_at as sold_at
      from sale where sale.account_id = receipt.account_id and sale.id = receipt.sale_id offset 0
    ) sales on true`,
  sums: ['moves', 'received'],
  checks: {
    booked,
    once: row => `the Pix ${row.end_to_end_id} is booked a second time, as receipt ${row.elsewhere} (account/id)`,
    moved: row =>
      `it is ${row.status}, and ${row.arrived === 'true' ? 'was' : 'was not'} booked anew with its amount in account ` +
      `${row.moved_to_account_id ?? 'none'}`,
    decided: row =>
      `it is ${row.status} for the reason ${row.reason ?? 'none'}, decided ${row.decision ?? 'not'} by ` +
      `${row.decided_by ?? 'nobody'} ` +
      `${row.decided_at === null ? 'at no time' : `at ${row.decided_at}`}`,
    refunded: row => `it is ${row.status}, with ${row.going} refunds under way and ${row.gone} done`,
    sent: row =>
      `it came at ${row.created_at} through PSP account ${row.psp_account_id}, and was booked at ${row.moved_at} of PSP account ` +
      `${row.moved_psp ?? 'none'}`,
    sold_nothing: row =>
      `it is ${row.status} with txid ${row.txid ?? 'none'} of PSP account ${row.psp_account_id} at ${row.created_at} for sale ` +
      `${row.sale_id ?? 'none'}, ` +
      (row.sold === null
        ? 'which is not there'
        : `of txid ${row.sold_txid} and PSP account ${row.sold_psp}, completed at ${row.sold_at}`),
  },
}

export const REFUNDS: Survey = {
  table: 'refund',
  key: ['id'],
  judged: page => sql`
    select refund.*, receipt.*,
      (status = 'PENDING') <> (due_at is not null) as due,
      (status = 'PENDING') <> (completed_at is null) as completed,
      found is null as receipt,
      sale_id is null and ((amount_centavos, psp_account_id, end_to_end_id) is distinct from
          (receipt_centavos, receipt_psp, receipt_pix)
        or status = 'PENDING' and receipt_status <> 'RETURNING' or status = 'COMPLETED' and receipt_status <> 'RETURNED')
        as unlike
    from (${page}) refund
    left join lateral (
      select receipt.id as found, receipt.status as receipt_status, receipt.amount_centavos as receipt_centavos,
        receipt.psp_account_id as receipt_psp, receipt.end_to_end_id as receipt_pix
      from receipt where receipt.account_id = refund.account_id and receipt.id = refund.receipt_id offset 0
    ) receipt on true`,
  sums: [],
  checks: {
    due: row => `it is ${row.status} and ${row.due_at === null ? 'owes nothing' : `is due at ${row.due_at}`}`,
    completed: row =>
      `it is ${row.status} and was completed ${row.completed_at === null ? 'never' : `at ${row.completed_at}`}`,
    unlike: row =>
      `it is ${row.status} over ${reais(row.amount_centavos)} by PSP account ${row.psp_account_id} for ${row.end_to_end_id}, and ` +
      `receipt ${row.receipt_id} is ${row.receipt_status} over ${reais(row.receipt_centavos)} by PSP account ` +
      `${row.receipt_psp} for ${row.receipt_pix}`,
    receipt: row => `receipt ${row.receipt_id}, which it gives back, is not there`,
  },
}
