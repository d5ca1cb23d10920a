-- Up Migration

-- Who sells, who operates, and with which keys. Every table that grows carries account_id first.

create table psp_account (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('bcb', 'efi')),
  environment text not null check (environment in ('live', 'test')),
  -- null: the operator's own account, shared by the sellers bound to it
  owner_account_id integer,
  name text not null,
  base_url text not null,
  pix_key text not null,
  pay_in_enabled boolean not null default true,
  pay_out_enabled boolean not null default true,
  -- client id, client secret and callback token, sealed together
  credentials_sealed text not null,
  callback_token_hash bytea not null unique,
  created_at timestamptz not null,
  unique (environment, name)
);

create table account (
  id integer generated always as identity (start with 1001) primary key,
  uuid uuid not null unique default gen_random_uuid(),
  name text not null,
  email text not null,
  status text not null check (status in ('PENDING', 'ACTIVE', 'BLOCKED', 'CLOSING', 'CLOSED')),
  api_cashout_enabled boolean not null default true,
  transfer_allowed boolean not null default true,
  accepts_late_payment boolean not null default true,
  -- centavos and basis points, see src/kernel/terms.ts
  fees jsonb not null,
  limits jsonb not null,
  reserve jsonb not null,
  allowed_ips text[] not null default '{}' check (cardinality(allowed_ips) <= 20),
  postback_secret_sealed text,
  pay_in_psp_account_id integer references psp_account,
  pay_out_psp_account_id integer references psp_account,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

alter table psp_account add foreign key (owner_account_id) references account;

-- The person is a row of iam.user; one person may belong to several accounts.
create table member (
  account_id integer not null references account,
  user_id text not null,
  role text not null check (role in ('OWNER', 'FINANCE', 'DEVELOPER', 'READER')),
  created_at timestamptz not null,
  primary key (account_id, user_id)
);
create index member_by_user on member (user_id);

create table api_key (
  account_id integer not null references account,
  id uuid not null default gen_random_uuid(),
  name text not null,
  public_key text not null unique,
  private_key_hash bytea not null,
  -- null: everything the API offers
  scopes text[],
  expires_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (account_id, id)
);

-- The operator's global switches: one row.
create table house (
  one_row boolean primary key default true check (one_row),
  api_cashout_enabled boolean not null default true
);
insert into house default values;

-- Down Migration
drop table house, api_key, member, account, psp_account cascade;
