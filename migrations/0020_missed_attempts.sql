-- Up Migration

-- What a webhook has missed is few among much: found without reading what it took. Costs nothing where all goes well.
create index attempt_missed on attempt (webhook_id, delivery_id) where outcome in ('FAILED', 'SKIPPED');

-- Down Migration
drop index attempt_missed;
