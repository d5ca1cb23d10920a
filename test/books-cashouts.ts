// What must be true of every cashout at every moment, with what came back of it, what a person decided about it, and whether
// it was restored: a sentence, and the SQL that finds what offends it.
import sql, { type Sql } from 'sql-template-tag'

/**
 * By cashout: what the bank paid as far as it is to be booked, and of that what is still out. Without a person's decision that
 * is the net of what is settled; a decision accepts what the bank told, except that a payment of another cashout is
 * none of this one.
 */
export const CASHOUTS_PAID = sql`
  select withdrawal.account_id, withdrawal.id, paid_centavos, paid_centavos - returned_centavos as left_centavos
  from withdrawal
  cross join lateral (
    select coalesce(
      max((theirs ->> 'amount')::bigint) filter (
        where decision in ('SETTLE', 'RELEASE', 'CHARGE_SELLER', 'BEAR_LOSS') and theirs ->> 'state' = 'paid'
          and not (kind = 'DUPLICATE_PAYMENT' and decision = 'RELEASE')),
      case state when 'settled' then net_centavos else 0 end
    ) as paid_centavos
    from anomaly
    where anomaly.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
  ) decided`

export const CASHOUT_INVARIANTS: Record<string, Sql> = {
  'a cashout has the transfers of its state, and no other': sql`
    select withdrawal.account_id, withdrawal.id, state, transfers
    from withdrawal
    left join lateral (
      select string_agg(kind || ' ' || amount_centavos, ', ' order by seq) as transfers from transfer
      where transfer.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
        and kind not in ('CASHOUT_CHARGED', 'CASHOUT_LOSS', 'CASHOUT_SURPLUS', 'CASHOUT_RETURNED')
    ) told on true
    where transfers is distinct from concat_ws(', ', 'CASHOUT_HELD ' || amount_centavos,
      case state when 'settled' then 'CASHOUT_PAID ' || net_centavos end,
      case when state = 'settled' and amount_centavos > net_centavos
        then 'CASHOUT_FEE ' || amount_centavos - net_centavos end,
      case when state in ('refused', 'cancelled') then 'CASHOUT_RELEASED ' || amount_centavos end)`,

  'what a person decided about a cashout is booked beside its end, once': sql`
    select withdrawal.account_id, withdrawal.id, state, paid_centavos, beside
    from withdrawal
    join (${CASHOUTS_PAID}) cashouts using (account_id, id)
    cross join lateral (
      select coalesce(sum(case kind when 'CASHOUT_SURPLUS' then -amount_centavos else amount_centavos end), 0) as beside
      from transfer
      where transfer.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
        and kind in ('CASHOUT_CHARGED', 'CASHOUT_LOSS', 'CASHOUT_SURPLUS')
    ) told
    where beside <> paid_centavos - case state when 'settled' then net_centavos else 0 end`,

  'what came back of a cashout is credited once, and only of one that is settled': sql`
    select withdrawal.account_id, withdrawal.id, state, returned_centavos, credited, told
    from withdrawal
    cross join lateral (
      select coalesce(sum(amount_centavos), 0) as credited from transfer
      where transfer.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
        and kind = 'CASHOUT_RETURNED'
    ) transfers
    cross join lateral (
      select coalesce(sum(amount_centavos), 0) as told from payout_return
      where payout_return.account_id = withdrawal.account_id and withdrawal_id = withdrawal.id
    ) returns
    where returned_centavos <> credited or (returned_at is null) <> (returned_centavos = 0)
      or state <> 'settled' and returned_centavos > 0
      or returned_centavos <> case when exists (
        select from anomaly where anomaly.account_id = withdrawal.account_id and subject = 'withdrawal'
          and subject_id = withdrawal.id and decision = 'CREDIT_SELLER'
      ) then net_centavos else told end`,

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

  'a cashout has told the facts of its state and of its returns, each once, and a restored one only of its end': sql`
    select withdrawal.account_id, withdrawal.id, state, facts
    from withdrawal
    left join lateral (
      select string_agg(type || ' ' || subject_version, ', ' order by subject_version) as facts from event
      where event.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
    ) told on true
    cross join lateral (
      select version - (
        select count(*) from payout_return
        where payout_return.account_id = withdrawal.account_id and withdrawal_id = withdrawal.id
      ) - (
        select count(*) from anomaly where anomaly.account_id = withdrawal.account_id and subject = 'withdrawal'
          and subject_id = withdrawal.id and decision = 'CREDIT_SELLER'
      ) as end_version
    ) ended
    where coalesce(facts, '') <> concat_ws(', ',
      case when not restored then 'withdrawal.pending 1' end,
      case when payout_id is not null and not restored then 'withdrawal.processing 2' end,
      case state when 'settled' then 'withdrawal.completed ' || end_version
        when 'refused' then 'withdrawal.rejected ' || end_version
        when 'cancelled' then 'withdrawal.canceled ' || end_version end,
      (select string_agg('withdrawal.returned ' || n, ', ' order by n) from generate_series(end_version + 1, version) n))`,
}
