-- Up Migration

-- For the figures of a seller's carts: those that were opened, and those that were abandoned, in a stretch of days.
create index cart_by_day on cart (account_id, created_at);
create index cart_by_abandonment on cart (account_id, abandoned_at) where abandoned_at is not null;

-- Down Migration
drop index cart_by_abandonment;
drop index cart_by_day;
