// The acquirer's tables: charges, what became of them, their notices, and the payments of their boletos.
export const ACQUIRER_TABLES = `
create table if not exists charge (
  id integer primary key,
  custom_id text,
  notification_url text,
  items text not null,
  total integer not null check (total > 0),
  status text not null,
  created_at integer not null,
  token text not null unique,
  billet text
) strict;
create index if not exists charge_line on charge (billet ->> '$.line');
create index if not exists charge_pix on charge (billet ->> '$.pix.address');
create table if not exists charge_entry (
  charge_id integer not null references charge (id),
  n integer not null,
  at integer not null,
  previous text,
  current text not null,
  value integer,
  received_on text,
  primary key (charge_id, n)
) strict;
create table if not exists charge_notice (
  id integer primary key autoincrement,
  charge_id integer not null references charge (id),
  due_at integer not null,
  attempts integer not null default 0,
  closed_at integer,
  last_answer text
) strict;
create index if not exists charge_notice_due_at on charge_notice (due_at, id) where closed_at is null;
create table if not exists charge_payment (
  charge_id integer not null references charge (id),
  n integer not null,
  way text not null check (way in ('line', 'pix')),
  amount integer not null check (amount > 0),
  paid_on text not null,
  status text not null check (status in ('identified', 'credited', 'bounced')),
  credited_at integer,
  end_to_end_id text unique,
  primary key (charge_id, n)
) strict;
`
