-- Up Migration

-- One buyer's try at buying something: at a checkout of ours, or in the seller's own shop. What it costs is frozen in it.
create table cart (
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null,
  -- null: of the seller's own shop
  checkout_id bigint,
  -- The buyer's address of it. A new one takes its place when the buyer comes back by another way.
  token_hash bytea,
  recovery_token_hash bytea,
  recovery_token_sealed text,
  state text not null check (state in ('OPEN', 'ABANDONED', 'RECOVERED', 'COMPLETED', 'EXPIRED')),
  -- how many events tell of it: its abandonment is 1, its recovery 2
  version integer not null check (version between 0 and 2),
  -- raised with each change of what is bought or by whom
  revision integer not null,
  customer_name text not null,
  customer_email text not null,
  customer_phone text not null,
  customer_document text not null,
  address json,
  -- whether the buyer agreed to be written offers, to which text, and when
  consent json,
  items json not null,
  shipping_centavos bigint not null check (shipping_centavos >= 0),
  discount_centavos bigint not null check (discount_centavos >= 0),
  amount_centavos bigint not null check (amount_centavos > 0),
  utm json,
  -- of the seller's own shop
  recovery_url text,
  external_reference text,
  -- null: it is never told as abandoned
  abandon_after_seconds integer,
  last_activity_at timestamptz not null,
  abandoned_at timestamptz,
  recovered_at timestamptz,
  ended_at timestamptz,
  erased_at timestamptz,
  paid_sale_id bigint,
  created_at timestamptz not null,
  -- the cart owes work at this time: it is to be abandoned, to expire, or to be erased
  due_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, checkout_id) references checkout (account_id, id),
  foreign key (account_id, paid_sale_id) references sale (account_id, id),
  check ((state = 'RECOVERED') = (recovered_at is not null)),
  check (recovered_at is null or abandoned_at is not null),
  check ((state in ('COMPLETED', 'RECOVERED')) = (paid_sale_id is not null)),
  check ((state in ('OPEN', 'ABANDONED')) = (ended_at is null)),
  check (version = num_nonnulls(abandoned_at, recovered_at)),
  check (num_nonnulls(recovery_token_hash, recovery_token_sealed) in (0, 2))
) with (fillfactor = 85);
create index cart_by_uuid on cart (uuid);
create index cart_by_token on cart (token_hash) where token_hash is not null;
create index cart_by_recovery_token on cart (recovery_token_hash) where recovery_token_hash is not null;
create index cart_of_checkout on cart (account_id, checkout_id, id) where checkout_id is not null;
create index cart_by_email on cart (account_id, checkout_id, customer_email) where state in ('OPEN', 'ABANDONED');
create index cart_by_document on cart (account_id, customer_document) where customer_document <> '';
create unique index cart_reference on cart (account_id, external_reference)
  where external_reference is not null and checkout_id is null and state in ('OPEN', 'ABANDONED');
create index cart_due on cart (due_at) where due_at is not null;

select keep_sealed('cart', '{due_at}');

alter table sale add foreign key (account_id, cart_id) references cart (account_id, id);
create index sale_of_cart on sale (account_id, cart_id, id) where cart_id is not null;

-- Down Migration
drop index sale_of_cart;
alter table sale drop constraint sale_account_id_cart_id_fkey;
drop table cart;
drop function seal_cart, seal_of(cart);
