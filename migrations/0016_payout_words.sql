-- Up Migration

-- Lookups that found nothing, counted from the last time that the PSP said it had the payment: those that it answered with
-- "unknown id", and those that it did not answer.
alter table payout_attempt
  add column absences integer not null default 0,
  add column unknowns integer not null default 0;

-- The same contradiction is kept once while it is open. Told again after a later decision has changed the books, it is news.
alter table anomaly
  drop constraint anomaly_account_id_subject_subject_id_kind_theirs_hash_key,
  -- what the PSP says by now, where that is not what was kept
  add column told_since jsonb;
create unique index anomaly_open_once on anomaly (account_id, subject, subject_id, kind, theirs_hash)
  where decided_at is null;
create index anomaly_by_subject on anomaly (account_id, subject, subject_id);

-- Down Migration
drop index anomaly_by_subject, anomaly_open_once;
alter table anomaly drop column told_since;
delete from anomaly later using anomaly earlier
  where later.account_id = earlier.account_id and later.subject = earlier.subject
    and later.subject_id = earlier.subject_id and later.kind = earlier.kind and later.theirs_hash = earlier.theirs_hash
    and later.id > earlier.id;
alter table anomaly add unique (account_id, subject, subject_id, kind, theirs_hash);
alter table payout_attempt drop column absences, drop column unknowns;
