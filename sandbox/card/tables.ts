// The tables of cards. No column holds a card's number: a token keeps its last four digits.
export const CARD_TABLES = `
create table if not exists card_token (
  token text primary key,
  last_four text not null check (length(last_four) = 4),
  brand text not null,
  funding text not null check (funding in ('credit', 'debit')),
  created_at integer not null,
  charge_id integer references charge (id)
) strict;
create table if not exists charge_card (
  charge_id integer primary key references charge (id),
  last_four text not null check (length(last_four) = 4),
  brand text not null,
  funding text not null check (funding in ('credit', 'debit')),
  installments integer not null check (installments between 1 and 24),
  created_at integer not null,
  customer text not null,
  billing_address text,
  reason text,
  retry integer not null default 0,
  challenge text unique,
  challenged integer not null default 0,
  return_url text,
  disputed integer check (disputed > 0),
  disputed_from text check (disputed_from in ('approved', 'paid'))
) strict;
create table if not exists charge_credit (
  charge_id integer not null references charge (id),
  part integer not null,
  amount integer not null check (amount >= 0),
  due_on text not null,
  status text not null check (status in ('expected', 'credited', 'cancelled')),
  credited_at integer,
  primary key (charge_id, part)
) strict;
create table if not exists charge_refund (
  charge_id integer not null references charge (id),
  n integer not null,
  amount integer not null check (amount > 0),
  asked_at integer not null,
  done_at integer,
  primary key (charge_id, n)
) strict;
create table if not exists charge_chargeback (
  charge_id integer not null references charge (id),
  n integer not null,
  amount integer not null check (amount > 0),
  lost integer check (lost between 0 and amount),
  primary key (charge_id, n)
) strict;
create table if not exists charge_link (
  charge_id integer primary key references charge (id),
  token text not null unique,
  message text,
  expire_at text not null
) strict;
create table if not exists charge_link_return (
  charge_id integer primary key references charge (id),
  return_url text not null
) strict;
`

/** In the order in which a reset empties them, before the charges. */
export const CARD_TABLE_NAMES = [
  'charge_link_return',
  'charge_link',
  'charge_chargeback',
  'charge_refund',
  'charge_credit',
  'charge_card',
  'card_token',
] as const
