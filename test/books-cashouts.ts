// What must be true of every cashout at every moment, with what came back of it, what a person decided about it, and whether
// it was restored: a sentence, and the SQL that finds what offends it.
import sql, { type Sql } from 'sql-template-tag'

/**
 * By cashout: what the bank paid as far as it is to be booked, and of that what has not come back. Without a person's decision that is the
 * net of what is settled; the last decision that books accepts what the bank had reported by then, except that a payment of another cashout
 * is none of this one, and that what has come back must have been paid.
 */
export const CASHOUTS_PAID = sql`
  select withdrawal.account_id, withdrawal.id, paid_centavos, paid_centavos - back_centavos as left_centavos
  from withdrawal
  cross join lateral (
    select coalesce(sum(amount_centavos), 0) as back_centavos from payout_return
    where payout_return.account_id = withdrawal.account_id and withdrawal_id = withdrawal.id
  ) returns
  cross join lateral (
    select coalesce((
      select greatest(decision_back_centavos, case
          when kind = 'DUPLICATE_PAYMENT' and decision = 'RELEASE' then 0
          when theirs ->> 'state' = 'paid' then (theirs ->> 'amount')::bigint
          when decision = 'SETTLE' then net_centavos
          else 0 end)
      from anomaly
      where anomaly.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
        and kind <> 'RETURN_TOO_LARGE'
        and decision in ('SETTLE', 'RELEASE', 'CHARGE_SELLER', 'BEAR_LOSS', 'CREDIT_SELLER')
      order by decision_number desc limit 1
    ), case state when 'settled' then net_centavos else 0 end) as paid_centavos
  ) decided`

export const CASHOUT_INVARIANTS: Record<string, Sql> = {
  'a cashout has the transfers of its state, and no other': sql`
    select withdrawal.account_id, withdrawal.id, state, transfers
    from withdrawal
    left join lateral (
      select string_agg(kind || ' ' || amount_centavos, ', ' order by seq) as transfers from transfer
      where transfer.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
        and kind not in ('CASHOUT_CHARGED', 'CASHOUT_UNCHARGED', 'CASHOUT_LOSS', 'CASHOUT_SURPLUS', 'CASHOUT_RETURNED')
    ) told on true
    where transfers is distinct from concat_ws(', ', 'CASHOUT_HELD ' || amount_centavos,
      case state when 'settled' then 'CASHOUT_PAID ' || net_centavos end,
      case when state = 'settled' and amount_centavos > net_centavos
        then 'CASHOUT_FEE ' || amount_centavos - net_centavos end,
      case when state in ('refused', 'cancelled') then 'CASHOUT_RELEASED ' || amount_centavos end)`,

  'of a cashout is out what the bank paid or a person accepted, less what came back': sql`
    select withdrawal.account_id, withdrawal.id, state, paid_centavos, left_centavos, out
    from withdrawal
    join (${CASHOUTS_PAID}) cashouts using (account_id, id)
    cross join lateral (
      select coalesce(sum(case 'clearing' when credit then amount_centavos when debit then -amount_centavos end), 0) as out
      from transfer
      where transfer.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
    ) told
    where out <> left_centavos`,

  'what was captured or charged is given back once, and a cashout shows what was given back of its net': sql`
    select withdrawal.account_id, withdrawal.id, state, returned_centavos, credited, charged, uncharged
    from withdrawal
    cross join lateral (
      select coalesce(sum(amount_centavos) filter (where kind = 'CASHOUT_RETURNED'), 0) as credited,
        coalesce(sum(amount_centavos) filter (where kind = 'CASHOUT_CHARGED'), 0) as charged,
        coalesce(sum(amount_centavos) filter (where kind = 'CASHOUT_UNCHARGED'), 0) as uncharged
      from transfer
      where transfer.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
    ) transfers
    where returned_centavos <> credited or uncharged > charged or (returned_at is null) <> (returned_centavos = 0)
      or state <> 'settled' and returned_centavos > 0`,

  'a cashout that had to be approved was sent only when every approver had agreed': sql`
    select withdrawal.account_id, withdrawal.id, state, wait, outcome, approvals_needed, people
    from withdrawal
    join payout_wait on payout_wait.account_id = withdrawal.account_id and withdrawal_id = withdrawal.id
    cross join lateral (
      select count(distinct by_id) filter (where by_kind = 'member' and by_id is distinct from asked_by) as people,
        count(*) filter (where by_kind = 'operator') as operators
      from payout_approval
      where payout_approval.account_id = withdrawal.account_id and payout_approval.withdrawal_id = withdrawal.id
        and decision = 'APPROVED'
    ) agreed
    where (wait = 'OPEN') <> (outcome is null) or wait is null
      or payout_id is not null and outcome is distinct from 'SENT_BEFORE' and (outcome is distinct from 'APPROVED'
        or people < approvals_needed or operator_needed and operators = 0 or check_state in ('OWED', 'REFUSED'))`,

  'a payment pays one cashout, of whatever account': sql`
    select end_to_end_id, count(*) from withdrawal where end_to_end_id is not null
    group by end_to_end_id having count(*) > 1`,

  'a cashout that was sent has one attempt, which ended as the cashout did': sql`
    select withdrawal.account_id, withdrawal.id, state, string_agg(outcome, ', ') as outcomes
    from withdrawal left join payout_attempt on payout_attempt.account_id = withdrawal.account_id
      and withdrawal_id = withdrawal.id
    group by withdrawal.account_id, withdrawal.id
    having count(payout_attempt.payout_id) <> num_nonnulls(withdrawal.payout_id)
      or not case state
        when 'requested' then withdrawal.payout_id is null
        when 'submitted' then bool_and(outcome in ('asked', 'accepted', 'unknown'))
        when 'settled' then bool_and(outcome = 'settled')
        else coalesce(bool_and(outcome = 'refused'), true) end`,

  'a cashout that is under way is due, and one that has ended is not': sql`
    select account_id, id, state from withdrawal where (state in ('requested', 'submitted')) <> (due_at is not null)`,

  'a cashout has the events of its state and of its returns, each once, and a restored one only of its end': sql`
    select withdrawal.account_id, withdrawal.id, state, facts
    from withdrawal
    left join lateral (
      select string_agg(type || ' ' || subject_version, ', ' order by subject_version) as facts from event
      where event.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
    ) told on true
    cross join lateral (
      select version - count(*) as end_version from transfer
      where transfer.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
        and kind = 'CASHOUT_RETURNED'
    ) ended
    where coalesce(facts, '') <> concat_ws(', ',
      case when not restored then 'withdrawal.pending 1' end,
      case when payout_id is not null and not restored then 'withdrawal.processing 2' end,
      case state when 'settled' then 'withdrawal.completed ' || end_version
        when 'refused' then 'withdrawal.rejected ' || end_version
        when 'cancelled' then 'withdrawal.canceled ' || end_version end,
      (select string_agg('withdrawal.returned ' || n, ', ' order by n) from generate_series(end_version + 1, version) n))`,
}
