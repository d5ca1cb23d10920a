-- Up Migration

-- How often an address, or a cart, has done something at the hosted checkout that is bounded: shared by all gateways. The subject is an
-- HMAC, so that the rows name nobody. A row means nothing once its time is over, and is removed then. Nothing of value hangs on these
-- rows, so they are not sealed.
create table checkout_attempt (
  subject bytea primary key,
  taken integer not null check (taken > 0),
  -- how many are admitted before ends_at
  bound integer not null check (bound > 0),
  ends_at timestamptz not null
) with (fillfactor = 85);
create index checkout_attempt_by_end on checkout_attempt (ends_at);

-- Down Migration
drop table checkout_attempt;
