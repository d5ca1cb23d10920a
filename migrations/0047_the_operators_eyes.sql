-- Up Migration

-- For half an hour a session of an operator reads an account as its people do, and changes nothing anywhere meanwhile. No row
-- lets anybody in who does not run the house at that moment, and nothing here is about money: so these two are not sealed.
create table support_view (
  account_id integer not null references account,
  id bigint generated always as identity unique,
  -- rows of iam.user and iam.session; the session may be gone since
  opened_by text not null,
  session_id text not null,
  reason text not null,
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id)
);
-- One at a time for a session; every request of an operator to an account's doors looks here.
create unique index support_view_open on support_view (session_id) where ended_at is null;

-- What was read in a view, once each: the audit log gets one entry for each of these.
create table support_view_read (
  account_id integer not null,
  view_id bigint not null,
  path text not null,
  read_at timestamptz not null,
  primary key (account_id, view_id, path),
  foreign key (account_id, view_id) references support_view
);

-- How notifications fare with each receiver: a webhook by its id, an address of postbacks by the lane of its host. Kept beside the
-- log because the log has millions of rows, and to ask it for each of ten thousand receivers when it took something last takes
-- seconds. Written every few seconds for those to whom something was sent. Only shown: nothing is decided by it.
create table receiver (
  account_id integer not null references account,
  lane bigint not null,
  -- postbacks only: a webhook's own address is in its row
  origin text,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  -- the first failure since it took something last; null while it takes
  failing_since timestamptz,
  -- how many since then
  failures integer not null default 0,
  -- it is left alone until then
  rests_until timestamptz,
  seen_at timestamptz not null,
  primary key (account_id, lane),
  check ((lane < 0) = (origin is not null))
) with (fillfactor = 70);

-- The operator's list by standing, the newest first.
create index account_by_status on account (status, id);

-- The name of a person, whoever they are by now. Ids of persons are text where they stand beside those of keys.
create function person_name(id text) returns text stable parallel safe language sql as $$
  select name from iam."user" where "user".id = case
    when person_name.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then person_name.id::uuid end
$$;

-- Down Migration
drop function person_name;
drop index account_by_status;
drop table receiver;
drop table support_view_read, support_view;
