-- Up Migration

-- Declined attempts by card of all accounts together, by when they were made.
create index charge_declined on charge (created_at) where method = 'card' and decline is not null;

-- Down Migration

drop index charge_declined;
