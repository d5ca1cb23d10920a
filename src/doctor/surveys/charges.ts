// Charges by boleto, each against its sale, and its line against what was sold.
import sql from 'sql-template-tag'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

export const CHARGES: Survey = {
  table: 'charge',
  key: ['sale_id'],
  judged: page => sql`
    select charge.*, sold_status, sold_txid, sold_psp, sold_method, sold_amount,
      method = 'boleto' and (sold_status is null
        or (sold_txid, sold_psp, sold_method) is distinct from (ref, psp_account_id, 'BOLETO')) as sold_wrong,
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
    ) sold on true`,
  sums: [],
  checks: {
    sold_wrong: row =>
      `it is a ${row.method} of ref ${row.ref} at PSP account ${row.psp_account_id}, and its sale is ` +
      (row.sold_status === null
        ? 'not there'
        : `by ${row.sold_method} of txid ${row.sold_txid} at PSP account ${row.sold_psp}`),
    state_wrong: row => `it is ${row.state}, and its sale ${row.sold_status}`,
    due_wrong: row => `it is ${row.state}, and owes work at ${row.due_at ?? 'no time'}`,
    line_wrong: row => `its line ${row.line} does not say that ${reais(row.sold_amount)} are due on ${row.due_on}`,
    days_wrong: row =>
      `it is due on ${row.due_on} and payable ${row.payable_days_after_due} days longer, and taken until ${row.pay_until}`,
  },
}
