-- Up Migration
-- The very thing that an alarm is about, so that the operator's desk leads there. Older alarms have none.
alter table alarm
  add column subject_kind text check (subject_kind in ('cashout', 'refund', 'receipt')),
  add column subject_account_id integer,
  add column subject_id text,
  add constraint alarm_subject_whole check (num_nonnulls(subject_kind, subject_account_id, subject_id) in (0, 3)),
  -- It is read as a number.
  add constraint alarm_subject_number check (subject_kind <> 'cashout' or subject_id ~ '^[0-9]{1,18}$');
