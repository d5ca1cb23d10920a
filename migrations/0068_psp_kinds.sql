-- Up Migration

-- Which kinds of PSP there are is declared in the code, once. The database holds the form of their names only, so that a further
-- kind needs no migration; a name that the running version does not know is refused where an account is made or opened.
alter table psp_account drop constraint psp_account_kind_check, add check (kind ~ '^[a-z][a-z0-9-]{0,39}$');

-- Down Migration
alter table psp_account drop constraint psp_account_kind_check, add check (kind in ('bcb', 'efi'));
