-- Up Migration

create table withdrawal (
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null,
  state text not null check (state in ('requested', 'submitted', 'settled', 'refused', 'cancelled')),
  version integer not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  fee_fixed_centavos bigint not null check (fee_fixed_centavos >= 0),
  fee_variable_centavos bigint not null check (fee_variable_centavos >= 0),
  net_centavos bigint not null check (net_centavos > 0),
  pix_key text not null,
  pix_key_type text not null check (pix_key_type in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM')),
  holder_document text,
  description text,
  external_reference text,
  postback_url text,
  -- the transfer that blocked the gross amount
  hold_seq bigint not null,
  payout_id text,
  end_to_end_id text,
  failure_code text,
  failure_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  processed_at timestamptz,
  due_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, hold_seq) references hold (account_id, seq),
  check (net_centavos = amount_centavos - fee_fixed_centavos - fee_variable_centavos)
) with (fillfactor = 85);
create index withdrawal_by_uuid on withdrawal (uuid);
create index withdrawal_due on withdrawal (due_at) where due_at is not null;
-- One payment at the PSP captures one withdrawal.
create unique index withdrawal_by_payment on withdrawal (account_id, end_to_end_id) where end_to_end_id is not null;
create unique index withdrawal_by_reference on withdrawal (account_id, external_reference)
  where external_reference is not null and state not in ('refused', 'cancelled');

-- Which PSP account was asked to pay, under which id, with what outcome. Committed before the call.
create table payout_attempt (
  account_id integer not null,
  withdrawal_id bigint not null,
  payout_id text not null,
  psp_account_id integer not null references psp_account,
  outcome text not null check (outcome in ('asked', 'accepted', 'unknown', 'settled', 'refused')),
  lookups integer not null default 0,
  detail text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, payout_id),
  foreign key (account_id, withdrawal_id) references withdrawal (account_id, id)
);
-- One attempt that has not failed at a time.
create unique index payout_attempt_live on payout_attempt (account_id, withdrawal_id) where outcome <> 'refused';

-- Two facts that contradict each other (paid another amount, failed after completed). Nothing is booked; a person decides.
create table anomaly (
  account_id integer not null references account,
  id bigint generated always as identity,
  subject text not null,
  subject_id bigint not null,
  kind text not null,
  ours jsonb not null,
  theirs jsonb not null,
  theirs_hash bytea not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, subject, subject_id, kind, theirs_hash)
);

-- Down Migration
drop table anomaly, payout_attempt, withdrawal;
