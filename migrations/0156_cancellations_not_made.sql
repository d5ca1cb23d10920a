-- Up Migration
-- Expand

-- A debit that its seller wanted cancelled goes on: since when, and what its PSP said. Null: it gave no answer in time.
alter table debit add column cancel_failed_at timestamptz;
alter table debit add column cancel_failure text;
select keep_sealed('debit', '{due_at,lookups}');

-- Down Migration

alter table debit drop column cancel_failed_at, drop column cancel_failure;
select keep_sealed('debit', '{due_at,lookups}');
