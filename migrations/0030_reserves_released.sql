-- Up Migration

-- Reserves whose day has come are found by it alone, whoever they belong to: as many as there are, not as there were.
create index hold_to_release on hold (release_at, account_id, seq) where closed_at is null and reason = 'RESERVE';

-- What is blocked is read in pages, in the order in which it was; a sum by reason reads all of it anyway.
drop index hold_open;
create index hold_open on hold (account_id, seq) where closed_at is null;

-- How many news of its balance an account has been told, and when the last one: what was written as a fact is missed by it.
create table balance_news (
  account_id integer primary key references account,
  version integer not null check (version > 0),
  told_at timestamptz not null
);
select keep_sealed('balance_news');

-- Down Migration
drop table balance_news;
drop function seal_balance_news;
drop index hold_open, hold_to_release;
create index hold_open on hold (account_id, reason) where closed_at is null;
