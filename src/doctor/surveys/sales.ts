// Sales and receipts, each against the transfers that it must have made, and against one another.
import sql, { raw, type Sql } from 'sql-template-tag'
import { onOneSide } from '#db/account/live-accounts.ts'
import { CHANGED, WAS_CHANGED } from '../row-hashes.ts'
import { reais } from '../shown-value.ts'
import type { Row, Survey } from '../survey.ts'

/** What may follow at any time, in any parts: what is left of the hold says whether it was too much. */
const IN_PARTS = ['RESERVE_RELEASED', 'RESERVE_HELD', 'SETTLEMENT_RELEASED', 'SETTLEMENT_HELD', 'PROVIDER_COST']

/** What the transfers about a row say, in their order, how many they are, and when and where the first one was booked. */
export const movesOf = (table: string, subject = table): Sql => sql`
  left join lateral (
    select count(*) as moves,
      string_agg(kind || ' ' || amount_centavos, ', ' order by seq) filter (where kind <> all(${IN_PARTS}::text[])) as transfers,
      (array_agg(created_at order by seq))[1] as moved_at,
      (array_agg(transfer.psp_account_id order by seq) filter (where transfer.psp_account_id is not null))[1] as moved_psp
    from transfer
    where transfer.account_id = ${raw(table)}.account_id and subject = ${raw(`'${subject}'`)}
      and subject_id = ${raw(table)}.id offset 0
  ) moved on true`

/** `since`: from then on all events are kept. */
export const sales = (since: Date): Survey => ({
  table: 'sale',
  key: ['id'],
  judged: page => sql`
    select sale.*, transfers, transfers_due, moves, moved_at, moved_psp, receipts, received, charges, release_at, released_last,
      held_first, held, freed, back, going, taken, disputed, fee_back, fee_due, items, item_changed, mandate, mandate_contrato,
      mandate_id_rec, has_charge, awaited,
      items <> item_count as items_gone,
      item_changed is not null as item_unsealed,
      coalesce(transfers, '') <> transfers_due as booked,
      net_centavos <> amount_centavos::numeric - fee_centavos or fee_centavos < 0 or net_centavos <= 0
        or reserve_centavos not between 0 and net_centavos as prices,
      case status when 'MED' then not disputed when 'CHARGEBACK' then not disputed when 'PAGO' then disputed else false end
        as status_wrong,
      version < 1 and status <> 'EM_PROCESSAMENTO' or status = 'EM_PROCESSAMENTO' and version <> 0
        or status = 'FALHA' and version <> 1 as version_wrong,
      (status in ('PAGO', 'ESTORNADO', 'MED', 'CHARGEBACK')) <> (completed_at is not null)
        or completed_at is distinct from moved_at as completed,
      receipts <> case when undone then 0 else num_nonnulls(completed_at) end or completed_at is not null
        and (coalesce(received - charges, amount_centavos), moved_psp) is distinct from (amount_centavos, psp_account_id) as paid,
      reserve_centavos > 0 and completed_at is not null
        and (release_at is null or release_at not in (release_due, release_once_due)
          or released_last not in (release_due, release_once_due)) as reserved,
      coalesce(held_first, 0) <> case when completed_at is null then 0 else reserve_centavos end
        -- What is held anew had been taken before.
        or coalesce(held, 0) - coalesce(held_first, 0) > coalesce(freed, 0) as reserve_held,
      case when completed_at is null then back + going + taken > 0 else back + taken > amount_centavos
        or asked > amount_centavos - taken
        or case status when 'ESTORNADO' then back + taken <> case when undone then 0 else amount_centavos end
          when 'PAGO' then back + taken = amount_centavos or undone else false end end as refunded,
      fee_back <> fee_due as fee_refunded,
      (payment_method = 'PIX_AUTOMATICO') <> (mandate is not null)
        or payment_method = 'PIX' and charge_kind <> 'cob'
        or mandate is not null and (sale.contrato is distinct from mandate_contrato
          or id_rec is not null and id_rec is distinct from mandate_id_rec
          or id_rec is null and charge_kind = 'cobr') as recurrence_wrong,
      (payment_method = 'TRANSFER') <> (charge_kind = 'transfer') or (charge_kind = 'transfer') <> awaited as transfer_wrong,
      payment_method = 'BOLETO' and charge_kind <> 'collect' or (charge_kind = 'collect') <> has_charge as charge_wrong,
      (told and (br_code is not null or has_line or charge_kind = 'transfer' and status not in ('EM_PROCESSAMENTO', 'FALHA')))::int
        as pending_due,
      (told and completed_at is not null)::int as paid_due,
      (told and completed_at is not null and postback_url is not null)::int as postback_due,
      (told and status = 'RECUSADO')::int as refused_due,
      (told and status = 'RECUSADO' and postback_url is not null)::int as refused_postback_due,
      (told and status = 'CANCELADO')::int as canceled_due,
      (told and status = 'CANCELADO' and postback_url is not null)::int as canceled_postback_due,
      -- That it is PAGO again after a dispute is told to nobody, and neither is a failure that its own request was told of.
      case when told and status <> 'FALHA' then version - unsaid else 0 end as sale_facts_due,
      (told and status not in ('EM_PROCESSAMENTO', 'FALHA') and not (status = 'PAGO' and back_unsaid))::int as latest_due
    from (${page}) sale
    ${movesOf('sale')}
    left join lateral (
      select count(*) as receipts, sum(receipt.amount_centavos) as received,
        sum(receipt.charges_centavos) as charges
      from receipt
      where receipt.account_id = sale.account_id and receipt.sale_id = sale.id and receipt.status = 'ACCEPTED' offset 0
    ) accepted on true
    cross join lateral (
      select count(*) as items, min(sale_item.id) filter (where ${CHANGED('sale_item')}) as item_changed from sale_item
      where sale_item.account_id = sale.account_id and sale_item.sale_id = sale.id offset 0
    ) items
    cross join lateral (
      select (array_agg(amount_centavos order by seq) filter (where kind = 'RESERVE_HELD'))[1] as held_first,
        sum(amount_centavos) filter (where kind = 'RESERVE_HELD') as held,
        sum(amount_centavos) filter (where kind = 'RESERVE_RELEASED') as freed
      from transfer
      where transfer.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id offset 0
    ) reserving
    cross join lateral (
      select coalesce(sum(amount_centavos - disputed_centavos) filter (where status = 'COMPLETED'), 0) as back,
        coalesce(sum(amount_centavos) filter (where status = 'PENDING'), 0) as going,
        coalesce(sum(amount_centavos) filter (where status <> 'FAILED' and not unasked), 0) as asked,
        coalesce(sum(fee_returned_centavos), 0) as fee_back,
        div(sale.fee_centavos::numeric * coalesce(
            sum(amount_centavos - disputed_centavos) filter (where status = 'COMPLETED' and returns_fee), 0),
          nullif(sale.amount_centavos, 0)) as fee_due
      from refund where refund.account_id = sale.account_id and refund.sale_id = sale.id offset 0
    ) refunds
    cross join lateral (
      -- What a person has assigned to it and taken back.
      select count(*) > 0 as awaited, coalesce(bool_or(undone_at is not null), false) as undone from bank_transfer
      where sale.charge_kind = 'transfer' and bank_transfer.account_id = sale.account_id
        and bank_transfer.sale_id = sale.id offset 0
    ) transferring
    cross join lateral (
      select coalesce(sum(forfeited_centavos - elsewhere_centavos), 0) as taken,
        coalesce(bool_or(dispute.closed_at is null), false) as disputed,
        coalesce(bool_or(dispute.sale_version = sale.version), false) as back_unsaid, count(dispute.sale_version) as unsaid
      from dispute
      where dispute.account_id = sale.account_id and dispute.sale_id = sale.id offset 0
    ) disputes
    left join lateral (
      -- Of a cycle that was debited, by its debit; of the first payment of a journey, by the recurrence itself.
      select recurrence.id as mandate, recurrence.contrato as mandate_contrato, recurrence.id_rec as mandate_id_rec
      from recurrence
      where payment_method = 'PIX_AUTOMATICO' and recurrence.account_id = sale.account_id and case charge_kind
        when 'cobr' then recurrence.id = (
          select recurrence_id from debit where debit.account_id = sale.account_id and debit.sale_id = sale.id)
        else recurrence.first_sale_id = sale.id end offset 0
    ) mandates on true
    cross join lateral (
      select count(*) > 0 as has_charge, count(charge.line) > 0 as has_line from charge
      where charge_kind = 'collect' and charge.account_id = sale.account_id and charge.sale_id = sale.id offset 0
    ) charges
    left join lateral (
      select min(release_at) as release_at, max(release_at) as released_last from hold
      where sale.reserve_centavos > 0 and sale.completed_at is not null and hold.account_id = sale.account_id
        and hold.subject = 'sale' and hold.subject_id = sale.id and hold.reason = 'RESERVE' offset 0
    ) reserve on true
    cross join lateral (
      -- By the calendar of São Paulo; a while ago it was so many times 24 hours.
      -- Not before the last part is settled.
      select greatest((completed_at at time zone 'America/Sao_Paulo')::date + reserve_days, (
          select max(release_on) from receivable
          where receivable.account_id = sale.account_id and receivable.sale_id = sale.id))::timestamp
          at time zone 'America/Sao_Paulo' as release_due,
        completed_at + reserve_days * interval '24 hours' as release_once_due offset 0
    ) releasing
    cross join lateral (
      select sale.created_at >= ${since} as told, case when completed_at is null then '' else concat_ws(', ',
        'SALE ' || amount_centavos,
        case when charges > 0 then 'SALE_CHARGES ' || charges end,
        case when fee_centavos > 0 then 'SALE_FEE ' || fee_centavos end,
        case when undone and fee_centavos > 0 then 'SALE_FEE_RETURNED ' || fee_centavos end,
        case when undone then 'SALE_UNDONE ' || amount_centavos end) end as transfers_due
    ) due`,
  sums: [
    'moves',
    'latest_due',
    'sale_facts_due',
    'pending_due',
    'paid_due',
    'postback_due',
    'refused_due',
    'refused_postback_due',
    'canceled_due',
    'canceled_postback_due',
  ],
  checks: {
    booked,
    prices: row =>
      `of ${reais(row.amount_centavos)} and a fee of ${reais(row.fee_centavos)} the net is ${reais(row.net_centavos)}, and the ` +
      `reserve is ${reais(row.reserve_centavos)}`,
    status_wrong: row => `it is ${row.status}, and ${row.disputed === 'true' ? 'a' : 'no'} dispute of it is open`,
    version_wrong: row => `it is ${row.status} at version ${row.version}`,
    completed: row =>
      `it is ${row.status} and was ${row.completed_at === null ? 'never completed' : `completed at ${row.completed_at}`}, and ` +
      `booked ${row.moved_at === null ? 'never' : `at ${row.moved_at}`}`,
    reserved: row =>
      `its reserve is released at ${row.release_at}, which is not ${row.reserve_days} days after ${row.completed_at}`,
    reserve_held: row =>
      `of its reserve of ${reais(row.reserve_centavos)} at first ${reais(row.held_first ?? '0')} was held, in all ` +
      `${reais(row.held ?? '0')}, and ${reais(row.freed ?? '0')} released`,
    refunded: row =>
      `it is ${row.status} over ${reais(row.amount_centavos)}, with ${reais(row.back)} refunded, ${reais(row.going)} on its way ` +
      `back, and ${reais(row.taken)} lost in disputes`,
    fee_refunded: row =>
      `of its fee of ${reais(row.fee_centavos)} went back ${reais(row.fee_back)}, and must have gone ${reais(row.fee_due)}`,
    paid: row =>
      `it is ${row.status} over ${reais(row.amount_centavos)} at PSP account ${row.psp_account_id}, with ${row.receipts} accepted ` +
      `receipts of ${reais(row.received ?? '0')} together, booked at ` +
      (row.moved_psp === null ? 'no PSP account' : `PSP account ${row.moved_psp}`),
    recurrence_wrong: row =>
      `it is ${row.payment_method} by ${row.charge_kind} of contract "${row.contrato ?? ''}" and ${row.id_rec ?? 'no idRec'}, and ` +
      (row.mandate === null
        ? 'no recurrence has it'
        : `its recurrence is ${row.mandate}, of contract "${row.mandate_contrato}" and ${row.mandate_id_rec ?? 'no idRec'}`),
    transfer_wrong: row =>
      `it is ${row.payment_method} by ${row.charge_kind}, and ${row.awaited === 'true' ? 'has' : 'has no'} reference of a transfer`,
    charge_wrong: row =>
      `it is sold by ${row.payment_method} as ${row.charge_kind}, and ${row.has_charge === 'true' ? 'a' : 'no'} charge of it is there`,
    items_gone: row => `it was sold with ${row.item_count} items, and ${row.items} are there`,
    item_unsealed: row => `its item ${row.item_changed} ${WAS_CHANGED}`,
  },
})

export function booked(row: Row): string {
  const message = (text: string | null | undefined) => (text ? `"${text}"` : 'none')
  return `its transfers are ${message(row.transfers)} and must be ${message(row.transfers_due)} (in centavos)`
}

export const RECEIPTS: Survey = {
  table: 'receipt',
  key: ['id'],
  judged: page => sql`
    select receipt.*, transfers, transfers_due, moves, elsewhere, arrived, going, gone, sold,
      sold_kind, sold_txid, sold_psp, sold_at, sold_centavos, moved_at, moved_psp,
      case when status not in ('MOVED', 'RETURNED') then amount_centavos else 0 end as received,
      coalesce(transfers, '') <> transfers_due as booked,
      status <> 'MOVED' and elsewhere is not null as once,
      (status = 'MOVED') <> (moved_to_account_id is not null) or status = 'MOVED' and not arrived as moved,
      status <> all('{ACCEPTED,UNACCEPTED,RETURNING,RETURNED,CREDITED,MOVED}'::text[]) or status <> 'ACCEPTED' and reason is null
        or num_nonnulls(decision, decision_reason, decided_by, decided_at) not in (0, 4) as decided,
      going <> (status = 'RETURNING')::int or gone <> (status = 'RETURNED')::int as refunded,
      reason is not null and (moved_psp, moved_at) is distinct from (psp_account_id, created_at) as sent,
      status = 'ACCEPTED' and (sold is null or sold_psp is distinct from psp_account_id
        or sold_kind <> 'transfer' and sold_txid is distinct from txid
        or reason is null and created_at is distinct from sold_at) as sold_nothing,
      charges_centavos <> case when status = 'ACCEPTED' and charge_payment_id is not null then amount_centavos - sold_centavos
        else 0 end as charged
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
        -- A boleto may have been booked before the Pix that paid it was listed.
        coalesce(bool_or((other.id > receipt.id or other.charge_payment_id is not null) and other.account_id = receipt.moved_to_account_id
          and other.amount_centavos = receipt.amount_centavos), false) as arrived
      from receipt other
      where other.end_to_end_id = receipt.end_to_end_id and (other.account_id, other.id) <> (receipt.account_id, receipt.id)
        and ${onOneSide(sql`other.account_id`, sql`receipt.account_id`)}
      offset 0
    ) others on true
    left join lateral (
      select count(*) filter (where refund.status = 'PENDING') as going,
        count(*) filter (where refund.status = 'COMPLETED') as gone
      from refund
      where refund.account_id = receipt.account_id and refund.receipt_id = receipt.id and refund.sale_id is null offset 0
    ) refunds on true
    left join lateral (
      select sale.id as sold, sale.charge_kind as sold_kind, sale.txid as sold_txid, sale.psp_account_id as sold_psp, sale.completed_at as sold_at,
        sale.amount_centavos as sold_centavos
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
      `it came at ${row.created_at} through PSP account ${row.psp_account_id}, and was booked ` +
      (row.moved_at === null ? 'never' : `at ${row.moved_at} of PSP account ${row.moved_psp}`),
    charged: row =>
      `${reais(row.charges_centavos)} of its ${reais(row.amount_centavos)} are fine and interest, and its sale is of ` +
      `${row.sold_centavos === null ? 'nothing' : reais(row.sold_centavos ?? '0')}`,
    sold_nothing: row =>
      `it is ${row.status} with txid ${row.txid ?? 'none'} of PSP account ${row.psp_account_id} at ${row.created_at} for sale ` +
      `${row.sale_id ?? 'none'}, ` +
      (row.sold === null
        ? 'which is not there'
        : `of txid ${row.sold_txid} and PSP account ${row.sold_psp}, completed at ${row.sold_at}`),
  },
}
