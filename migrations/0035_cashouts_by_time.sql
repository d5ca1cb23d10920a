-- Up Migration

-- What an account has asked for since a moment: the limits of a day and of a night are counted by it.
create index withdrawal_by_time on withdrawal (account_id, created_at);

-- Down Migration
drop index withdrawal_by_time;
