-- Up Migration
-- Expand

-- The defences that wait for an operator are few among all, and the desk counts them on its first page.
create index dispute_defence_kept on dispute_defence (account_id, dispute_id) where status = 'KEPT';

-- Down Migration

drop index dispute_defence_kept;
