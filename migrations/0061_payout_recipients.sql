-- Up Migration

-- Whom a cashout reached, as the PSP told it: for its receipt, and to be shown before the next payment to the same key is confirmed.
-- Documents are masked. A name that somebody has changed here would lead money astray, so the rows are sealed.
create table payout_recipient (
  account_id integer not null,
  withdrawal_id bigint not null,
  -- In the form of the Central Bank's directory, however the key was written.
  pix_key text not null,
  name text check (name <> ''),
  document text check (document <> ''),
  bank_ispb text check (bank_ispb ~ '^[0-9]{8}$'),
  created_at timestamptz not null,
  primary key (account_id, withdrawal_id),
  foreign key (account_id, withdrawal_id) references withdrawal (account_id, id),
  check (coalesce(name, document, bank_ispb) is not null)
);
-- The newest payment to a key.
create index payout_recipient_by_key on payout_recipient (account_id, pix_key, withdrawal_id desc);

select keep_sealed('payout_recipient');

-- Down Migration
drop table payout_recipient;
