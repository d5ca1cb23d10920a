-- Up Migration
-- Expand

-- A token that could not be tried for ten minutes is erased, and there are few of them at a time.
create index charge_token_kept on charge (created_at) where token_sealed is not null;

-- Down Migration

drop index charge_token_kept;
