-- Up Migration

-- What has been asked for and not held back, by minute, of accounts that have a limit; of the house (account 1000) while it
-- has one. Several rows a minute, so that commits of different sellers need not wait for each other.
create table payout_minute (
  account_id integer not null,
  minute timestamptz not null,
  slot smallint not null,
  centavos bigint not null,
  primary key (account_id, minute, slot)
) with (fillfactor = 70);

-- What an account usually asks for in an hour in which it asks for anything, by its last thirty days; of accounts that have a
-- limit of that kind.
create table payout_usual (
  account_id integer primary key references account,
  hours integer not null,
  centavos bigint not null,
  computed_at timestamptz not null
);

-- Where an account's cashouts have been asked for from, since it wants to know. Known: a day later, or when a person has
-- approved a cashout from there.
create table payout_address (
  account_id integer not null references account,
  address text not null,
  first_at timestamptz not null,
  approved_at timestamptz,
  primary key (account_id, address)
);

-- Whom an account has paid, of accounts that want to know.
create table payout_payee (
  account_id integer not null references account,
  pix_key_type text not null,
  pix_key text not null,
  primary key (account_id, pix_key_type, pix_key)
);

-- Keys of which a PSP has told a seller's cashout that nobody has them: what is not asked again, and who asks too much.
create table payout_key_miss (
  account_id integer not null references account,
  withdrawal_id bigint not null,
  pix_key_type text not null,
  -- as the Central Bank's directory writes it
  pix_key text not null,
  code text not null,
  missed_at timestamptz not null,
  primary key (account_id, withdrawal_id)
);
create index payout_key_miss_by_time on payout_key_miss (account_id, missed_at);

-- Down Migration
drop table payout_key_miss, payout_payee, payout_address, payout_usual, payout_minute;
