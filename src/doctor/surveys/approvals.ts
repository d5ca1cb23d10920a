// What cashouts wait or waited for, each against its cashout and the word of those who had to agree: nothing is sent that
// lacked an approval by the rules of its time.
import sql from 'sql-template-tag'
import { CHANGED, WAS_CHANGED } from '../row-hashes.ts'
import type { Survey } from '../survey.ts'

export const WAITS: Survey = {
  table: 'payout_wait',
  key: ['withdrawal_id'],
  judged: page => sql`
    select payout_wait.*, state, wait, people, by_operator, rejected, votes_changed,
      votes_changed is not null as votes_unsealed,
      wait is null or (wait = 'OPEN') <> (outcome is null) or state <> case when outcome is null then 'requested'
        when outcome in ('REJECTED', 'EXPIRED', 'CANCELLED') then 'cancelled' else state end as cashout,
      (outcome is null) <> (ended_at is null)
        or outcome is null and checked = 'OWED' and check_due_at is null as open,
      case outcome
        when 'APPROVED' then people < approvals_needed or operator_needed and not by_operator or by_one or rejected
          or checked not in ('NONE', 'APPROVED', 'SILENT') or checked = 'SILENT' and approvals_needed = 0
        when 'REJECTED' then not rejected and checked <> 'REFUSED'
        else rejected or checked = 'REFUSED' end as agreed
    from (${page}) payout_wait
    cross join lateral (select coalesce(check_state, 'NONE') as checked offset 0) checks
    left join lateral (
      select state, wait from withdrawal
      where withdrawal.account_id = payout_wait.account_id and withdrawal.id = withdrawal_id offset 0
    ) cashouts on true
    cross join lateral (
      select count(*) filter (where by_kind = 'member' and decision = 'APPROVED') as people,
        coalesce(bool_or(by_kind = 'operator' and decision = 'APPROVED'), false) as by_operator,
        coalesce(bool_or(decision = 'APPROVED' and by_id = asked_by), false)
        or count(*) filter (where decision = 'APPROVED') <> count(distinct by_id) filter (where decision = 'APPROVED') as by_one,
        coalesce(bool_or(decision = 'REJECTED'), false) as rejected,
        string_agg(by_kind || ' ' || by_id, ', ') filter (where ${CHANGED('payout_approval')}) as votes_changed
      from payout_approval
      where payout_approval.account_id = payout_wait.account_id
        and payout_approval.withdrawal_id = payout_wait.withdrawal_id offset 0
    ) votes`,
  sums: [],
  checks: {
    cashout: row =>
      `it came to ${row.outcome ?? 'no end yet'}, and the cashout is ${row.state ?? 'not there'} with its wait ` +
      `${row.wait ?? 'unknown to it'}`,
    open: row =>
      `it came to ${row.outcome ?? 'no end yet'} ${row.ended_at === null ? 'at no time' : `at ${row.ended_at}`}, and its check is ` +
      `${row.check_state ?? 'not asked for'}, due ${row.check_due_at === null ? 'never' : `at ${row.check_due_at}`}`,
    agreed: row =>
      `it came to ${row.outcome ?? 'no end yet'} with ${row.people} of ${row.approvals_needed} people, ` +
      `${row.by_operator === 'true' ? 'the' : 'no'} operator where ${row.operator_needed === 'true' ? 'one' : 'none'} is needed, ` +
      `a check that is ${row.check_state ?? 'not asked for'}, and ${row.rejected === 'true' ? 'a' : 'no'} rejection`,
    votes_unsealed: row => `the word of ${row.votes_changed} ${WAS_CHANGED}`,
  },
}
