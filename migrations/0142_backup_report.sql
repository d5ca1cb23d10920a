-- Up Migration
-- Expand

-- The last backup that was taken of this database, and how the last one that was tried out did: the gateway raises an alert when they are old
-- or bad.
create table backup_report (
  kind text primary key check (kind in ('BACKUP', 'VERIFY')),
  done_at timestamptz not null,
  -- its name
  file text not null,
  -- why it cannot be used; null: it can
  trouble text,
  -- when an alert about it was last raised: once a day, by one of several processes
  alerted_at timestamptz,
  check (kind = 'VERIFY' or trouble is null)
);

-- Down Migration

drop table backup_report;
