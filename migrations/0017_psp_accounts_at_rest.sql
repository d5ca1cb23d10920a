-- Up Migration

alter table psp_account
  -- since when neither switch is on; null while one is. What was begun before may still be paid: the account goes on being
  -- listened to for a while
  add column off_since timestamptz;
update psp_account set off_since = now() where not (pay_in_enabled or pay_out_enabled);

-- What has been applied or given up is deleted when it is old.
create index psp_inbox_by_age on psp_inbox (received_at) where due_at is null;

-- Down Migration
drop index psp_inbox_by_age;
alter table psp_account drop column off_since;
