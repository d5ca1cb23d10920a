-- Up Migration

-- Who the buyer was is forgotten so long after the end of a cart, or of a session that nobody has opened, as the setting CART_KEEP_DAYS
-- says: also of those that ended before it was changed. So the time is not kept with the row, and a cart that has ended owes no work.
update cart set due_at = null where ended_at is not null;
create index cart_to_forget on cart (ended_at) where ended_at is not null and erased_at is null;

-- A session ends when its time is over, or before by its seller.
create index checkout_to_forget on checkout (least(expires_at, case when status <> 'ACTIVE' then updated_at end))
  where prefill is not null;

-- Down Migration
drop index cart_to_forget;
drop index checkout_to_forget;
