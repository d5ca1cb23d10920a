-- Up Migration

-- A callback may speak of many payments. Those that the PSP has confirmed are not asked about again while the rest waits.
alter table psp_inbox add column confirmed text[] not null default '{}';

-- Down Migration
alter table psp_inbox drop column confirmed;
