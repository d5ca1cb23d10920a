-- Up Migration

-- What is sold at the hosted checkout: a session, which a seller's server opens for one buyer, or a link that many may open. What a
-- buyer is asked to pay follows from these rows, so they are sealed.
create table checkout (
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null,
  kind text not null check (kind in ('SESSION', 'LINK')),
  -- An ACTIVE one whose expires_at has passed is shown as EXPIRED.
  status text not null check (status in ('ACTIVE', 'ARCHIVED', 'EXPIRED')),
  -- the address of a link
  slug text check (slug ~ '^[0-9A-Za-z-]{3,60}$'),
  -- the address of a session: a hash to find it by, and a sealed text, so that the address can be shown again
  token_hash bytea,
  token_sealed text,
  title text not null,
  -- json, not jsonb: the order of the items is the seller's
  items json not null,
  shipping_centavos bigint not null check (shipping_centavos >= 0),
  discount_centavos bigint not null check (discount_centavos >= 0),
  -- the buyer names the amount, between these two
  open_min_centavos bigint check (open_min_centavos > 0),
  open_max_centavos bigint check (open_max_centavos >= open_min_centavos),
  methods text[] not null check (cardinality(methods) > 0),
  ask_address boolean not null,
  ask_document boolean not null,
  -- null: its carts are never told as abandoned
  abandon_after_seconds integer check (abandon_after_seconds between 600 and 259200),
  pix_expires_in_seconds integer not null check (pix_expires_in_seconds between 300 and 86400),
  -- null: as many as are asked for
  max_sales integer check (max_sales > 0),
  -- sales that are paid or may still be paid; raised and lowered under the lock of this row
  taken integer not null default 0 check (taken >= 0),
  success_url text,
  cancel_url text,
  postback_url text,
  external_reference text,
  return_automatically boolean not null,
  shows_amount boolean not null,
  thank_you text,
  language text check (language in ('pt-BR', 'en')),
  metadata json,
  -- what the seller's server knows of the buyer of a session already
  prefill json,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  check ((kind = 'LINK') = (slug is not null) and (kind = 'SESSION') = (token_hash is not null)),
  check (num_nonnulls(token_hash, token_sealed) in (0, 2)),
  check (num_nonnulls(open_min_centavos, open_max_centavos) in (0, 2)),
  check (max_sales is null or taken <= max_sales)
);
-- Unique in its account by the index, and among all accounts by a lock. The second index finds it.
create unique index checkout_slug on checkout (account_id, slug) where slug is not null;
create index checkout_by_slug on checkout (slug) where slug is not null;
create index checkout_by_token on checkout (token_hash) where token_hash is not null;
create index checkout_by_uuid on checkout (uuid);
create index checkout_by_kind on checkout (account_id, kind, id);

select keep_sealed('checkout');

-- Down Migration
drop table checkout;
drop function seal_checkout, seal_of(checkout);
