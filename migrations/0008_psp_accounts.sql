-- Up Migration

-- Where sales go while this account cannot receive.
alter table psp_account
  add column fallback_psp_account_id integer references psp_account,
  -- raised with every change of the address or the credentials, so that whoever holds the account open opens it anew
  add column version integer not null default 1,
  add check (fallback_psp_account_id <> id);

-- How far the PSP's own lists have been read. Each row is due in its own time and is worked on by one process.
create table psp_sweep (
  psp_account_id integer not null references psp_account,
  list text not null check (list in ('received', 'sent')),
  -- everything up to here has been compared with our books
  swept_to timestamptz not null,
  -- when the long way back was last gone, for what the PSP added late
  deep_swept_at timestamptz,
  due_at timestamptz not null,
  trouble text,
  primary key (psp_account_id, list)
);

create index psp_inbox_by_state on psp_inbox (id) where applied_at is null;

-- Down Migration
drop index psp_inbox_by_state;
drop table psp_sweep;
alter table psp_account drop column fallback_psp_account_id, drop column version;
