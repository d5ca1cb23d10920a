-- Up Migration

-- The books are examined once in a while by whichever process comes first; first at a quiet hour, 04:00 in São Paulo.
alter table house add column examination_due_at timestamptz not null
  default ((date_trunc('day', (now() at time zone 'UTC') - interval '7 hours') + interval '1 day 7 hours') at time zone 'UTC');

-- What came of it. Only the last ones are kept.
create table examination (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  duration_ms integer not null,
  accounts integer not null,
  -- rows that were read, by table
  rows jsonb not null,
  findings jsonb not null
);

-- Down Migration
drop table examination;
alter table house drop column examination_due_at;
