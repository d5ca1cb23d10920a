-- Up Migration
-- Expand

-- While a legal request was open, retention passed rows of which it could not tell whether they were asked for, and forgot nothing of them: it looks at
-- them again. What was forgotten is not forgotten twice.
update retention_mark set last_id = 0
where last_id > 0 and updated_at >= (select min(legal_request.created_at) from legal_request);

-- Down Migration

-- The marks go forward by themselves.
select 1;
