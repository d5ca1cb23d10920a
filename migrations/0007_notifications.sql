-- Up Migration

create table webhook (
  account_id integer not null references account,
  id bigint generated always as identity,
  url text not null,
  events text[] not null,
  notification_type text not null check (notification_type in ('TRANSACTION', 'WITHDRAWAL')),
  retry_policy text not null check (retry_policy in ('default', 'extended')),
  secret_sealed text not null,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);

-- A fact, with its body exactly as it is sent: bytes, never jsonb, because the bytes are what is signed. The uid derives
-- from (account, subject, version, form), so that a fact that were told twice would still carry one id.
create sequence event_id;
create table event (
  account_id integer not null,
  id bigint not null default nextval('event_id'),
  uid uuid not null,
  type text not null,
  form text not null check (form in ('SALE', 'SALE_POSTBACK', 'WITHDRAWAL')),
  subject text not null,
  subject_id bigint not null,
  subject_version integer not null,
  body bytea not null,
  created_at timestamptz not null,
  primary key (account_id, uid, created_at)
) partition by range (created_at);
create index event_in_order on event (account_id, id);
create trigger event_is_append_only before update on event for each row execute function refuse_change();

-- Open deliveries only. A row is born leased to the process that wrote it, and leaves when its last attempt is logged.
create table delivery (
  account_id integer not null,
  id bigint generated always as identity,
  channel text not null check (channel in ('SIGNED', 'UNSIGNED', 'POSTBACK')),
  webhook_id bigint,
  -- postbacks only: a webhook's own address is read when the attempt is made
  url text,
  event_uid uuid not null,
  event_created_at timestamptz not null,
  redelivery boolean not null default false,
  attempts integer not null default 0,
  due_at timestamptz not null,
  leased_until timestamptz,
  lease uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  check ((channel = 'POSTBACK') = (webhook_id is null)),
  check ((channel = 'POSTBACK') = (url is not null))
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02);
create index delivery_due on delivery (due_at);
create index delivery_of_webhook on delivery (account_id, webhook_id, id);

-- Every attempt, for ever until its partition is dropped. `outcome` other than RETRY closes the delivery.
create table attempt (
  account_id integer not null,
  delivery_id bigint not null,
  n integer not null,
  webhook_id bigint,
  channel text not null,
  url text not null,
  event_uid uuid not null,
  event_created_at timestamptz not null,
  redelivery boolean not null,
  outcome text not null check (outcome in ('DELIVERED', 'RETRY', 'FAILED')),
  http_status integer,
  error text,
  response_head text,
  started_at timestamptz not null,
  duration_ms integer not null,
  delivery_created_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, delivery_id, n, created_at)
) partition by range (created_at);
create index attempt_of_webhook on attempt (account_id, webhook_id, delivery_id desc) where outcome <> 'RETRY';

-- The default partitions only catch what a wrong clock would write.
create table event_default partition of event default;
create table attempt_default partition of attempt default;

-- What a wrong clock has written for this day moves out of the default partition, which could not let the day go otherwise.
create function make_day_partition(parent text, day date) returns void language plpgsql as $$
declare
  own text := parent || '_' || to_char(day, 'YYYYMMDD');
  strays text := parent || '_default';
  midnight timestamptz := day::timestamp at time zone 'UTC';
  next_midnight timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if to_regclass(quote_ident(own)) is not null then
    return;
  end if;
  execute format('create table %I (like %I including all)', own, parent);
  execute format('lock table %I in access exclusive mode', strays);
  execute format('with stray as (delete from %I where created_at >= %L and created_at < %L returning *)
    insert into %I select * from stray', strays, midnight, next_midnight, own);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    parent, own, midnight, next_midnight);
end
$$;

create function make_day_partitions(first_day date, days integer) returns void language plpgsql as $$
declare
  parent text;
  day date;
begin
  -- Several processes may start at once.
  perform pg_advisory_xact_lock(hashtextextended('make_day_partitions', 0));
  foreach parent in array array['event', 'attempt'] loop
    for day in select first_day + i from generate_series(0, days - 1) i loop
      perform make_day_partition(parent, day);
    end loop;
  end loop;
end
$$;

-- Down Migration
drop function make_day_partitions, make_day_partition;
drop table attempt, delivery, event, webhook;
drop sequence event_id;
