-- Up Migration

-- How long an account refuses a cashout that is equal to one before; 0: it does not.
alter table account add column duplicate_cashout_window_seconds integer not null default 0
  constraint account_duplicate_window_is_a_day_at_most check (duplicate_cashout_window_seconds between 0 and 86400);

-- What makes a cashout equal to another, see src/cashout/duplicate.ts. Kept only where the account asks for it, and only of
-- those that no reference tells apart.
alter table withdrawal add column ask_hash bytea;
create index withdrawal_by_ask on withdrawal (account_id, ask_hash) where ask_hash is not null;

-- Down Migration
alter table withdrawal drop column ask_hash;
alter table account drop column duplicate_cashout_window_seconds;
