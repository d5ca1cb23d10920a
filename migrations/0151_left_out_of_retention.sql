-- Up Migration
-- Expand

-- The first row that a retention has left out because authorities have asked for it, and the requests that were open by then: once one of them is closed
-- the walk goes back to that row. Null: none was left out.
alter table retention_mark add column left_from bigint, add column left_for bigint[];

-- Down Migration

alter table retention_mark drop column left_from, drop column left_for;
