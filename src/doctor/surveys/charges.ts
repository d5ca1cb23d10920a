// Charges by boleto and card, each against its sale, its line against what was sold, and the parts of what was paid against its terms.
import sql from 'sql-template-tag'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

export const CHARGES: Survey = {
  table: 'charge',
  key: ['sale_id'],
  judged: page => sql`
    select charge.*, sold_status, sold_txid, sold_psp, sold_method, sold_amount, parts, parts_due,
      method = 'boleto' and (sold_status is null
          or (sold_txid, sold_psp, sold_method) is distinct from (ref, psp_account_id, 'BOLETO'))
        or method = 'card' and coalesce((sold_txid, sold_psp) is distinct from (ref, psp_account_id)
          or sold_method not in ('CREDIT_CARD', 'DEBIT_CARD'), false) and sold_status is not null as sold_wrong,
      -- What is the seller's at once and was credited has none.
      paid and parts <> parts_due and (parts <> 0 or days > 0) as parts_wrong,
      method = 'boleto' and case state when 'OPENING' then sold_status <> 'EM_PROCESSAMENTO' when 'OPEN' then sold_status <> 'EM_PROCESSAMENTO'
        when 'ISSUED' then sold_status in ('EM_PROCESSAMENTO', 'FALHA')
        when 'ENDED' then sold_status in ('EM_PROCESSAMENTO', 'PENDENTE') else false end
        or method = 'card' and coalesce(case state when 'OPENING' then sold_status <> 'EM_PROCESSAMENTO'
          when 'PAYING' then sold_status <> 'EM_PROCESSAMENTO' when 'ENDED' then sold_status = 'EM_PROCESSAMENTO' end, false)
        as state_wrong,
      (state = 'ENDED') <> (due_at is null) as due_wrong,
      -- The last fourteen digits: days since the factor began anew, and centavos.
      method = 'boleto' and line is not null and (not isfinite(due_on) or substr(line, 34)
        <> lpad((1000 + (due_on - date '2025-02-22'))::text, 4, '0') || lpad(sold_amount::text, 10, '0')) as line_wrong,
      method = 'boleto' and pay_until < due_on + payable_days_after_due as days_wrong
    from (${page}) charge
    left join lateral (
      select sale.status as sold_status, sale.txid as sold_txid, sale.psp_account_id as sold_psp,
        sale.payment_method as sold_method, sale.amount_centavos as sold_amount
      from sale where sale.account_id = charge.account_id and sale.id = charge.sale_id and charge_kind = 'collect' offset 0
    ) sold on true
    cross join lateral (
      select count(*) as parts from receivable
      where receivable.account_id = charge.account_id and receivable.sale_id = charge.sale_id offset 0
    ) receivables
    cross join lateral (
      select case when method = 'boleto' then (settlement ->> 'boletoDays')::int
          when sold_method = 'DEBIT_CARD' then 1 else (settlement ->> 'cardDays')::int end as days,
        case when method = 'boleto' then least(1, (settlement ->> 'boletoDays')::int)
          when settlement ->> 'cardMode' = 'PER_INSTALLMENT' then installments else 1 end as parts_due
    ) agreed
    cross join lateral (
      -- Charges of before the terms were frozen have none.
      select settlement is not null and exists (
        select from sale where sale.account_id = charge.account_id and sale.id = charge.sale_id and completed_at is not null
      ) as paid
    ) payment`,
  sums: [],
  checks: {
    sold_wrong: row =>
      `it is a ${row.method} of ref ${row.ref} at PSP account ${row.psp_account_id}, and its sale is ` +
      (row.sold_status === null
        ? 'not there'
        : `by ${row.sold_method} of txid ${row.sold_txid} at PSP account ${row.sold_psp}`),
    parts_wrong: row =>
      `by its terms what was paid of it is settled in ${row.parts_due} parts, and ${row.parts} receivables of it are there`,
    state_wrong: row => `it is ${row.state}, and its sale ${row.sold_status}`,
    due_wrong: row => `it is ${row.state}, and owes work at ${row.due_at ?? 'no time'}`,
    line_wrong: row => `its line ${row.line} does not say that ${reais(row.sold_amount)} are due on ${row.due_on}`,
    days_wrong: row =>
      `it is due on ${row.due_on} and payable ${row.payable_days_after_due} days longer, and taken until ${row.pay_until}`,
  },
}
