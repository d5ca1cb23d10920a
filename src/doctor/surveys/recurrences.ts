// Recurrences, each against the first sale of its journey; and debits, each against its recurrence, its tries and its sale.
import sql, { type Sql } from 'sql-template-tag'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

export const RECURRENCES: Survey = {
  table: 'recurrence',
  key: ['id'],
  judged: page => sql`
    select recurrence.*, first_status, first_contrato, first_id_rec,
      status in ('APROVADA', 'EXPIRADA') and (id_rec is null or status = 'APROVADA' and activated_at is null) as authorised,
      id_rec is not null and substr(id_rec, 2, 1) <> case when retries_allowed then 'R' else 'N' end as policy,
      status in ('REJEITADA', 'CANCELADA', 'EXPIRADA', 'FALHOU') and ended_at is null as ended,
      (journey > 2) <> (first_sale_id is not null)
        or first_sale_id is not null and (first_status is null or first_contrato is distinct from contrato
          or status not in ('CRIANDO', 'FALHOU') and first_id_rec is distinct from id_rec) as first_sale,
      due_at is not null and status in ('REJEITADA', 'CANCELADA', 'EXPIRADA', 'FALHOU') as still_due
    from (${page}) recurrence
    left join lateral (
      select sale.status as first_status, sale.contrato as first_contrato, sale.id_rec as first_id_rec
      from sale
      where sale.account_id = recurrence.account_id and sale.id = recurrence.first_sale_id and payment_method = 'PIX_AUTOMATICO'
        and charge_kind <> 'cobr' offset 0
    ) firsts on true`,
  sums: [],
  checks: {
    authorised: row =>
      `it is ${row.status} as ${row.id_rec ?? 'no recurrence'} of the PSP, authorised at ${row.activated_at ?? 'no time'}`,
    policy: row =>
      `it ${row.retries_allowed === 'true' ? 'allows' : 'does not allow'} retries, and at the PSP it is ${row.id_rec}`,
    ended: row => `it is ${row.status}, and ended at no time`,
    first_sale: row =>
      `it is of journey ${row.journey} and contract "${row.contrato}", and its first sale is ${row.first_status ?? 'not there'}` +
      (row.first_status === null
        ? ''
        : `, of contract "${row.first_contrato ?? ''}" and ${row.first_id_rec ?? 'no idRec'}`),
    still_due: row => `it is ${row.status}, and owes work at ${row.due_at}`,
  },
}

/** The first day of the cycle that lies so many after the debit's own. */
const cycleBegins = (after: Sql): Sql => sql`
  case when cycle between 1 and 10000 then recurring.starts_on + (cycle - 1 + ${after}) * case periodicity
    when 'SEMANAL' then interval '7 days' when 'MENSAL' then interval '1 month' when 'TRIMESTRAL' then interval '3 months'
    when 'SEMESTRAL' then interval '6 months' when 'ANUAL' then interval '12 months' end end`

export const DEBITS: Survey = {
  table: 'debit',
  key: ['id'],
  judged: page => sql`
    select debit.*, recurring.*, sold.*, retries, retry_days, first_retry, last_retry, others,
      recurring.contrato is null as recurrence_gone,
      (status in ('CONCLUIDA', 'EXPIRADA', 'REJEITADA')) <> (sale_status is not null)
        or sale_status is not null and (sale_found is distinct from sale_id
          or sale_psp is distinct from debit.psp_account_id
          or (status = 'CONCLUIDA') <> (completed_at is not null)
          or status in ('EXPIRADA', 'REJEITADA') and (sale_status, sale_version) is distinct from ('RECUSADO', 1)) as sold_wrong,
      sale_status is not null and (sale_amount, sale_fee, sale_reserve, sale_reserve_days) is distinct from
        (debit.amount_centavos, debit.fee_centavos, debit.reserve_centavos, debit.reserve_days) as sold_for,
      status in ('PLANEJADA', 'ENVIANDO', 'CRIADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA') and others > 0 as cycle_twice,
      due_on < recurring.starts_on or due_on > coalesce(recurring.ends_on, due_on)
        or due_on < ${cycleBegins(sql`0`)} or due_on >= ${cycleBegins(sql`1`)} or cycle not between 1 and 10000 as due_day,
      coalesce(debit.amount_centavos <> recurring.amount, false)
        or coalesce(debit.amount_centavos < recurring.minimum, false) as price,
      retries > 3 or retries <> retry_days or coalesce(first_retry <= due_on, false)
        or coalesce(last_retry > due_on + 7, false) as retried,
      due_at is not null and status in ('CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA', 'NAO_COBRADA') as still_due
    from (${page}) debit
    left join lateral (
      select contrato, starts_on, ends_on, periodicity, recurrence.amount_centavos as amount,
        recurrence.minimum_centavos as minimum
      from recurrence where recurrence.account_id = debit.account_id and recurrence.id = debit.recurrence_id offset 0
    ) recurring on true
    left join lateral (
      select sale.id as sale_found, sale.status as sale_status, sale.version as sale_version, completed_at,
        sale.psp_account_id as sale_psp, sale.amount_centavos as sale_amount, sale.fee_centavos as sale_fee,
        sale.reserve_centavos as sale_reserve, sale.reserve_days as sale_reserve_days
      from sale where sale.account_id = debit.account_id and sale.txid = debit.txid offset 0
    ) sold on true
    cross join lateral (
      select count(*) as retries, count(distinct try.settles_on) as retry_days, min(try.settles_on) as first_retry,
        max(try.settles_on) as last_retry
      from debit_try try
      where try.account_id = debit.account_id and try.debit_id = debit.id and try.kind = 'NTAG' and try.ordered_at is not null
        and try.status not in ('CANCELADA', 'REJEITADA') offset 0
    ) tries
    cross join lateral (
      select count(*) as others from debit other
      where other.account_id = debit.account_id and other.recurrence_id = debit.recurrence_id and other.cycle = debit.cycle
        and other.id <> debit.id
        and other.status in ('PLANEJADA', 'ENVIANDO', 'CRIADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA') offset 0
    ) cycles`,
  sums: [],
  checks: {
    recurrence_gone: row => `it debits recurrence ${row.recurrence_id}, which is not there`,
    sold_wrong: row =>
      `it is ${row.status} with sale ${row.sale_id ?? 'none'} at PSP account ${row.psp_account_id}, and the sale of its txid is ` +
      (row.sale_status === null
        ? 'not there'
        : `${row.sale_found}, ${row.sale_status} at version ${row.sale_version} of PSP account ${row.sale_psp}, paid ` +
          `at ${row.completed_at ?? 'no time'}`),
    sold_for: row =>
      `it was ordered over ${reais(row.amount_centavos)} with a fee of ${reais(row.fee_centavos)} and a reserve of ` +
      `${reais(row.reserve_centavos)}, and its sale is over ${reais(row.sale_amount)} with ${reais(row.sale_fee)} and ` +
      `${reais(row.sale_reserve)}`,
    cycle_twice: row => `it is ${row.status}, and so may be ${row.others} other debits of cycle ${row.cycle}`,
    due_day: row =>
      `it is due on ${row.due_on} as cycle ${row.cycle}, ${row.periodicity} from ${row.starts_on} to ${row.ends_on ?? 'no end'}`,
    price: row =>
      `it is over ${reais(row.amount_centavos)}, and its recurrence over ` +
      (row.amount === null ? `at least ${reais(row.minimum)}` : reais(row.amount)),
    retried: row =>
      `it is due on ${row.due_on} and was ordered again ${row.retries} times for ${row.retry_days} days from ${row.first_retry} ` +
      `to ${row.last_retry}`,
    still_due: row => `it is ${row.status}, and owes work at ${row.due_at}`,
  },
}
