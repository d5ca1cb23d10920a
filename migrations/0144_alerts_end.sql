-- Up Migration
-- Expand

-- Alerts whose end the gateway has still to see: it looks for them once a minute.
create index alarm_unresolved on alarm (acknowledged_at) where resolved_at is null;

-- Down Migration

drop index alarm_unresolved;
