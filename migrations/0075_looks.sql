-- Up Migration

-- How an account looks to buyers at the hosted checkout. Who reads a page there goes by these values, so they are sealed. An account
-- without a row is shown by its name, in the colours of the gateway.
create table look (
  account_id integer primary key references account,
  -- null: that of the account
  name text,
  -- in lower case; the text on it is black or white, whichever can be read
  color text check (color ~ '^#[0-9a-f]{6}$'),
  -- shown after a payment where the checkout has no text of its own
  thank_you text check (char_length(thank_you) between 1 and 500),
  -- for buyers whose browsers ask for neither language
  language text check (language in ('pt-BR', 'en')),
  -- as the gateway has written it anew from what was uploaded, with the SHA-256 by which it is served
  logo bytea check (octet_length(logo) <= 131072),
  logo_hash text check (logo_hash ~ '^[0-9a-f]{64}$'),
  logo_type text check (logo_type in ('image/png', 'image/webp')),
  logo_width integer check (logo_width between 1 and 1024),
  logo_height integer check (logo_height between 1 and 1024),
  updated_at timestamptz not null,
  check (num_nonnulls(logo, logo_hash, logo_type, logo_width, logo_height) in (0, 5))
);
create index look_by_logo on look (logo_hash) where logo_hash is not null;

select keep_sealed('look');

-- Down Migration
drop table look;
drop function seal_look, seal_of(look);
