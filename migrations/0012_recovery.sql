-- Up Migration

-- Where this database lives and how far it has come: a copy that wakes up elsewhere, or an older one that was put back,
-- is recognised by these and pays and tells nothing before a person has looked.
alter table house
  add column installation_id uuid not null default gen_random_uuid(),
  -- where the database lay when it was last at work; null before the first start
  add column fingerprint text,
  -- raised every few seconds while anybody is at work
  add column pulse bigint not null default 0,
  add column pulse_at timestamptz,
  add column recovering_since timestamptz,
  add column recovery_reason text,
  -- the PSPs' lists are read from here on
  add column recover_from timestamptz,
  add constraint house_recovery check (
    num_nonnulls(recovering_since, recovery_reason, recover_from) in (0, 3)
  );

-- What was done about it, and by whom.
create table recovery_log (
  id bigint generated always as identity primary key,
  entered_at timestamptz not null,
  reason text not null,
  recover_from timestamptz not null,
  resumed_at timestamptz,
  resumed_by text,
  resume_reason text,
  check (num_nonnulls(resumed_at, resumed_by, resume_reason) in (0, 3))
);

-- Down Migration
drop table recovery_log;
alter table house drop column installation_id, drop column fingerprint, drop column pulse, drop column pulse_at,
  drop column recovering_since, drop column recovery_reason, drop column recover_from;
