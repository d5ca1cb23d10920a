// Cashouts, each against its transfers, its hold, its attempts, what came back of it and what a person has decided.
import sql, { raw } from 'sql-template-tag'
import { onOneSide } from '#db/account/live-accounts.ts'
import { CHANGED, WAS_CHANGED } from '../row-hashes.ts'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

/**
 * What the bank paid of each as far as it is to be booked, and what is still out of that. Without a person's decision it is the
 * net of what is settled; the last decision that books accepts what the bank reported by then, except that a payment of another
 * cashout is none of this one, and that what has come back must have been paid.
 */
const PAID = sql`
  cross join lateral (
    select coalesce(sum(amount_centavos), 0) as back,
      string_agg(rtr_id, ', ') filter (where ${CHANGED('payout_return')}) as returns_changed
    from payout_return
    where payout_return.account_id = withdrawal.account_id and withdrawal_id = withdrawal.id offset 0
  ) returns
  cross join lateral (
    select coalesce((
      select greatest(decision_back_centavos, case
          when kind = 'DUPLICATE_PAYMENT' and decision = 'RELEASE' then 0
          when theirs ->> 'state' = 'paid' and theirs ->> 'amount' ~ '^\\d{1,18}$' then (theirs ->> 'amount')::numeric
          when decision = 'SETTLE' then net_centavos
          else 0 end)
      from anomaly
      where anomaly.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
        and kind <> 'RETURN_TOO_LARGE'
        and decision in ('SETTLE', 'RELEASE', 'CHARGE_SELLER', 'BEAR_LOSS', 'CREDIT_SELLER')
      order by decision_number desc limit 1
    ), case state when 'settled' then net_centavos else 0 end) - back as left_out
  ) decided`

const USUAL = sql`kind not in ('CASHOUT_CHARGED', 'CASHOUT_UNCHARGED', 'CASHOUT_LOSS', 'CASHOUT_SURPLUS', 'CASHOUT_RETURNED')`

/** How many events it has, `returns` of them of what came back. */
export const EVENTS_DUE = raw(`(not restored)::int + (payout_id is not null and not restored)::int
  + (state in ('settled', 'refused', 'cancelled'))::int + returns`)

/** `since`: from then on all events are kept. */
export const cashouts = (since: Date) =>
  ({
    table: 'withdrawal',
    key: ['id'],
    judged: page => sql`
      select withdrawal.*, moves, usual, usual_due, out, left_out, credited, charged, uncharged,
        asked, outcomes, attempts_changed, returns_changed, paid_psp, other, open_centavos, held_centavos,
        case when restored then left_out else 0 end as restored_out,
        case when restored and state = 'submitted' then amount_centavos else 0 end as restored_held,
        case when withdrawal.created_at >= ${since} then ${EVENTS_DUE} else 0 end as cashout_facts_due,
        (withdrawal.created_at >= ${since} and not (restored and state = 'submitted'))::int as latest_due,
        coalesce(usual, '') <> usual_due as booked,
        net_centavos <> amount_centavos::numeric - fee_fixed_centavos - fee_variable_centavos or fee_fixed_centavos < 0
          or fee_variable_centavos < 0 or net_centavos <= 0 as prices,
        (held_centavos, held_for) is distinct from (amount_centavos, withdrawal.id)
          or open_centavos <> case when state in ('requested', 'submitted') then amount_centavos else 0 end as held,
        out <> left_out as gone,
        returned_centavos <> credited or uncharged > charged or (returned_at is null) <> (returned_centavos = 0)
          or state <> 'settled' and returned_centavos > 0 as returned,
        other is not null as once,
        not attempted as attempts,
        attempts_changed is not null as attempts_unsealed,
        returns_changed is not null as returns_unsealed,
        (state in ('requested', 'submitted')) <> (due_at is not null) as due,
        waits_wrong,
        failure_code is null and state = 'refused' or failure_code is not null and state not in ('refused', 'cancelled')
          or (state in ('settled', 'refused')) <> (processed_at is not null) as ended
      from (${page}) withdrawal
      cross join lateral (
        select count(*) as moves,
          string_agg(kind || ' ' || amount_centavos, ', ' order by seq) filter (where ${USUAL}) as usual,
          coalesce(sum(case 'clearing' when credit then amount_centavos when debit then -amount_centavos::numeric end), 0) as out,
          coalesce(sum(amount_centavos) filter (where kind = 'CASHOUT_RETURNED'), 0) as credited,
          count(*) filter (where kind = 'CASHOUT_RETURNED') as returns,
          min(transfer.psp_account_id) filter (where kind = 'CASHOUT_PAID') as paid_psp,
          coalesce(sum(amount_centavos) filter (where kind = 'CASHOUT_CHARGED'), 0) as charged,
          coalesce(sum(amount_centavos) filter (where kind = 'CASHOUT_UNCHARGED'), 0) as uncharged
        from transfer
        where transfer.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id offset 0
      ) told
      cross join lateral (
        select concat_ws(', ', 'CASHOUT_HELD ' || amount_centavos,
          case state when 'settled' then 'CASHOUT_PAID ' || net_centavos end,
          case when state = 'settled' and amount_centavos > net_centavos
            then 'CASHOUT_FEE ' || (amount_centavos::numeric - net_centavos) end,
          case when state in ('refused', 'cancelled') then 'CASHOUT_RELEASED ' || amount_centavos end) as usual_due
      ) due
      ${PAID}
      left join lateral (
        select hold.amount_centavos as held_centavos, hold.open_centavos, hold.subject_id as held_for from hold
        where hold.account_id = withdrawal.account_id and hold.seq = withdrawal.hold_seq and hold.subject = 'withdrawal'
          and hold.reason = 'WITHDRAWAL' offset 0
      ) holds on true
      left join lateral (
        select min(twin.account_id || '/' || twin.id) as other from withdrawal twin
        where twin.end_to_end_id = withdrawal.end_to_end_id
          and (twin.account_id, twin.id) <> (withdrawal.account_id, withdrawal.id)
          and ${onOneSide(sql`twin.account_id`, sql`withdrawal.account_id`)} offset 0
      ) twins on true
      cross join lateral (
        select case when wait is null then false else wait not in ('OPEN', 'OVER') or wait = 'OPEN' and state <> 'requested'
          or not exists (
            select from payout_wait
            where payout_wait.account_id = withdrawal.account_id and payout_wait.withdrawal_id = withdrawal.id
          ) end as waits_wrong offset 0
      ) waits
      cross join lateral (
        select count(*) as asked,
          string_agg(payout_id, ', ') filter (where ${CHANGED('payout_attempt')}) as attempts_changed,
          string_agg(outcome || ' by PSP account ' || payout_attempt.psp_account_id, ', ') as outcomes,
          count(*) = num_nonnulls(withdrawal.payout_id) and coalesce(bool_and(
            payout_attempt.payout_id = withdrawal.payout_id and case state
              when 'requested' then false
              when 'submitted' then outcome in ('asked', 'accepted', 'unknown')
              when 'settled' then outcome = 'settled' and payout_attempt.psp_account_id = paid_psp
              else outcome = 'refused' end), state not in ('submitted', 'settled')) as attempted
        from payout_attempt
        where payout_attempt.account_id = withdrawal.account_id and withdrawal_id = withdrawal.id offset 0
      ) attempts`,
    sums: ['moves', 'left_out', 'restored_out', 'restored_held', 'cashout_facts_due', 'latest_due'],
    checks: {
      booked: row =>
        `it is ${row.state}, and its transfers are "${row.usual ?? ''}" and must be "${row.usual_due}" (in centavos)`,
      prices: row =>
        `of ${reais(row.amount_centavos)}, less ${reais(row.fee_fixed_centavos)} and ${reais(row.fee_variable_centavos)}, the ` +
        `net is ${reais(row.net_centavos)}`,
      held: row =>
        `it is ${row.state} over ${reais(row.amount_centavos)}, and hold ${row.hold_seq} ` +
        (row.held_centavos === null
          ? 'is none of a cashout'
          : `is of ${reais(row.held_centavos)} with ${reais(row.open_centavos)} open`),
      gone: row =>
        `${reais(row.out)} is out of it by the ledger, and ${reais(row.left_out)} by its state, returns and decisions`,
      returned: row =>
        `it is ${row.state} and shows ${reais(row.returned_centavos)} as returned, while the ledger has credited ` +
        `${reais(row.credited)}, charged ${reais(row.charged)} and given back ${reais(row.uncharged)} of that`,
      once: row => `the payment ${row.end_to_end_id} pays cashout ${row.other} (account/id) as well`,
      attempts: row =>
        `it is ${row.state} as payout ${row.payout_id ?? 'without an id'}, paid by PSP account ${row.paid_psp ?? 'none'}, with ` +
        `${row.asked} attempts (${row.outcomes ?? 'none'})`,
      attempts_unsealed: row => `its attempt ${row.attempts_changed} ${WAS_CHANGED}`,
      returns_unsealed: row => `its return ${row.returns_changed} ${WAS_CHANGED}`,
      waits_wrong: row =>
        `it is ${row.state} and its wait is ${row.wait}, of which nothing is known or which cannot be`,
      ended: row =>
        `it is ${row.state}, failed with ${row.failure_code ?? 'nothing'} and was processed ` +
        (row.processed_at === null ? 'never' : `at ${row.processed_at}`),
      due: row => `it is ${row.state} and ${row.due_at === null ? 'owes nothing' : `is due at ${row.due_at}`}`,
    },
  }) satisfies Survey as Survey
