-- Up Migration

-- What a caller asked for under a key of their own, with the answer that they got. Kept for 48 hours.
create table idempotency (
  account_id integer not null references account,
  -- method and route, such as 'POST /api/transactions'
  route text not null,
  key text not null check (length(key) between 1 and 255),
  -- of the parsed fields of the body
  ask_hash bytea not null,
  -- what the first request began, so that a later one can go on with it
  subject_id bigint,
  -- somebody is at work on it until then
  busy_until timestamptz,
  -- null while there is no answer that stays
  status integer,
  answer bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, route, key),
  check ((status is null) = (answer is null))
);
create index idempotency_expires on idempotency (expires_at);

-- Down Migration
drop table idempotency;
