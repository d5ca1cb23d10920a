-- Up Migration

-- What a person of the house has to look at. The same alarm again is counted until somebody has acknowledged it.
create table alarm (
  id bigint generated always as identity primary key,
  said text not null,
  known jsonb not null,
  known_hash bytea not null,
  rung integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  acknowledged_at timestamptz,
  -- the person, a row of iam.user
  acknowledged_by text,
  check (num_nonnulls(acknowledged_at, acknowledged_by) in (0, 2))
);
create unique index alarm_open on alarm (said, known_hash) where acknowledged_at is null;

-- Down Migration
drop table alarm;
