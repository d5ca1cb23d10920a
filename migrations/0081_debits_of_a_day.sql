-- Up Migration

-- PSPs need not list debits among what was received: a day of theirs is read debit by debit.
alter table reconciliation drop constraint reconciliation_stage_check,
  add constraint reconciliation_stage_check check (stage in ('received', 'debits', 'sent', 'ours', 'done'));
create index debit_by_settlement on debit (psp_account_id, settles_on) where settles_on is not null;
create index debit_try_by_day on debit_try (settles_on);

-- Down Migration
drop index debit_by_settlement, debit_try_by_day;
update reconciliation set stage = 'received', page = 0 where stage = 'debits';
alter table reconciliation drop constraint reconciliation_stage_check,
  add constraint reconciliation_stage_check check (stage in ('received', 'sent', 'ours', 'done'));
