// Receivables, each against its hold, and against the sale that it is a part of.
import sql from 'sql-template-tag'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

export const RECEIVABLES: Survey = {
  table: 'receivable',
  key: ['id'],
  judged: page => sql`
    select receivable.*, coalesce(provider_cost_centavos, 0) as costs, hold_reason, hold_open, hold_release, whole.*, sold.*,
      hold_seq is not null and (hold_reason is distinct from 'SETTLEMENT' or hold_sale is distinct from receivable.sale_id
        or hold_release is distinct from release_on::timestamp at time zone 'America/Sao_Paulo'
        or hold_open not in (0, receivable.amount_centavos::numeric - taken_centavos)) as held,
      coalesce(hold_open, 0) > 0 and due_at is distinct from case
        when not waits_for_provider or settled_at is not null or owed_centavos = 0
        then release_on::timestamp at time zone 'America/Sao_Paulo' end
        or coalesce(hold_open, 0) = 0 and due_at is not null as released,
      status <> case when settled_at is not null then 'SETTLED' when owed_centavos = 0 then 'CANCELLED'
        when taken_centavos > 0 then 'REDUCED' else 'EXPECTED' end
        or settled_at is not null and owed_centavos <> 0 as standing,
      numbers <> receivable.parts or last_part <> receivable.parts
        or (gross, fee, amount) is distinct from (sale_gross, sale_fee, sale_amount) as divided,
      completed_at is null or method is distinct from sale_method or receivable.created_at < completed_at as sold_wrong
    from (${page}) receivable
    left join lateral (
      select reason as hold_reason, open_centavos as hold_open, release_at as hold_release,
        case subject when 'sale' then subject_id end as hold_sale
      from hold where hold.account_id = receivable.account_id and hold.seq = receivable.hold_seq offset 0
    ) holds on true
    cross join lateral (
      select count(distinct part) as numbers, max(part) as last_part, sum(gross_centavos)::numeric as gross,
        sum(fee_centavos)::numeric as fee, sum(amount_centavos)::numeric as amount
      from receivable other
      where other.account_id = receivable.account_id and other.sale_id = receivable.sale_id offset 0
    ) whole
    left join lateral (
      select amount_centavos::numeric as sale_gross, fee_centavos::numeric as sale_fee,
        net_centavos::numeric - reserve_centavos as sale_amount, payment_method as sale_method, completed_at
      from sale where sale.account_id = receivable.account_id and sale.id = receivable.sale_id offset 0
    ) sold on true`,
  sums: ['costs'],
  checks: {
    held: row =>
      `of ${reais(row.amount_centavos)} ${reais(row.taken_centavos)} was taken, for ${row.release_on}, and its hold ` +
      `${row.hold_seq} is ${row.hold_reason ?? 'not there'} with ${reais(row.hold_open ?? '0')} open until ` +
      `${row.hold_release ?? 'no day'}`,
    released: row =>
      `it is ${row.status}, with ${reais(row.hold_open ?? '0')} held until ${row.release_on}, and is released at ` +
      `${row.due_at ?? 'no time'}`,
    standing: row =>
      `it is ${row.status}, with ${reais(row.owed_centavos)} owed and ${reais(row.taken_centavos)} taken, settled at ` +
      `${row.settled_at ?? 'no time'}`,
    divided: row =>
      `its sale has ${row.numbers} of ${row.parts} parts, which are ${reais(row.gross)} with ${reais(row.fee)} of fees and ` +
      `${reais(row.amount)} for its seller; sold were ${reais(row.sale_gross ?? '0')}, ${reais(row.sale_fee ?? '0')} and ` +
      `${reais(row.sale_amount ?? '0')}`,
    sold_wrong: row =>
      `it is of ${row.method} at ${row.created_at}, and its sale is of ${row.sale_method ?? 'nothing'}, paid at ` +
      `${row.completed_at ?? 'no time'}`,
  },
}
