-- Up Migration

-- What a PSP told us, kept once and raw before it is worked on. Unique by the hash of the body: a repeated callback is
-- counted, a forged one that differs in a byte stands beside the true one and blocks nothing.
create table psp_inbox (
  psp_account_id integer not null references psp_account,
  id bigint generated always as identity,
  body_hash bytea not null,
  body bytea not null,
  seen integer not null default 1,
  received_at timestamptz not null,
  -- null once it has been applied or given up
  due_at timestamptz,
  attempts integer not null default 0,
  applied_at timestamptz,
  trouble text,
  primary key (psp_account_id, id),
  unique (psp_account_id, body_hash)
);
create index psp_inbox_due on psp_inbox (due_at) where due_at is not null;

-- Down Migration
drop table psp_inbox;
