-- Up Migration
-- Expand

-- How far a retention has come by code that knows of every row whether it is asked for. An older process beside it moves last_id alone, past rows of which it
-- forgets nothing while a legal request is open, and would undo that 0150 has them looked at again.
alter table retention_mark add column judged_id bigint not null default 0;
update retention_mark set judged_id = last_id
where updated_at < coalesce((select min(created_at) from legal_request), 'infinity');

-- Down Migration

alter table retention_mark drop column judged_id;
