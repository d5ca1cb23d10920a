-- Up Migration

-- Every process that sends is a sender for as long as it beats. Whoever falls silent is taken out by the others, and finds
-- at its next word to the database that it is nobody any more. `place` and `process` let a successor on the same machine see
-- at once that its predecessor is dead.
create table sender (
  epoch bigint generated always as identity primary key,
  place text not null,
  process text not null,
  beat_at timestamptz not null
);

-- The lane of a delivery: a webhook's id, or, for postbacks, a negative number made of the host. Receivers are isolated
-- by lane. `owner` is the sender that wrote the row and holds it in memory until `leased_until`.
alter table delivery
  add column lane bigint,
  add column event_id bigint,
  add column owner bigint;
update delivery set
  lane = coalesce(webhook_id, -1),
  event_id = (select event.id from event where event.account_id = delivery.account_id and event.uid = delivery.event_uid
    and event.created_at = delivery.event_created_at),
  leased_until = null;
delete from delivery where event_id is null;
alter table delivery
  alter column lane set not null,
  alter column event_id set not null,
  drop column event_uid,
  drop column lease;
drop index delivery_due;
drop index delivery_of_webhook;
create index delivery_of_lane on delivery (lane, due_at, id);

-- Deliveries are numbered among the facts: those that a fact is born with have the numbers that follow its own.
select setval('event_id', greatest((select max(id) from event), (select max(id) from delivery),
  (select max(delivery_id) from attempt), 1));
alter table delivery alter column id drop identity;
alter table delivery alter column id set default nextval('event_id');

-- The log is what is written most, so it repeats nothing that can be known otherwise, and its columns lie close together.
-- Indexed is what is read from it: everything of a webhook, and of a fact what was sent again.
create temporary table logged on commit drop as
  select attempt.*, event.id as event_id from attempt
  join event on event.account_id = attempt.account_id and event.uid = event_uid and event.created_at = event_created_at;
drop table attempt;
create table attempt (
  delivery_id bigint not null,
  -- none: a postback
  webhook_id bigint,
  event_id bigint not null,
  event_created_at timestamptz not null,
  delivery_created_at timestamptz not null,
  -- when it ended; it began `duration_ms` before
  created_at timestamptz not null,
  account_id integer not null,
  duration_ms integer not null,
  n smallint not null,
  http_status smallint,
  redelivery boolean not null,
  -- SKIPPED closes a delivery that was never sent, or not often enough: the receiver was switched off or out of reach for days
  outcome text not null check (outcome in ('DELIVERED', 'RETRY', 'FAILED', 'SKIPPED')),
  -- postbacks only: the addresses of a webhook are in webhook_address
  url text,
  error text,
  response_head text
) partition by range (created_at);
create index attempt_of_webhook on attempt (webhook_id, delivery_id) where webhook_id is not null;
create index attempt_of_redelivery on attempt (account_id, event_id) where redelivery;
create table attempt_default partition of attempt default;
select make_day_partitions(min(created_at)::date, max(created_at)::date - min(created_at)::date + 1) from logged
  having count(*) > 0;
insert into attempt (delivery_id, webhook_id, event_id, event_created_at, delivery_created_at, created_at, account_id,
    duration_ms, n, http_status, redelivery, outcome, url, error, response_head)
  select delivery_id, webhook_id, event_id, event_created_at, delivery_created_at, created_at, account_id, duration_ms, n,
    http_status, redelivery, outcome, case when webhook_id is null then url end, error, response_head
  from logged order by created_at;

-- Where a webhook was before it was moved, and until when.
create table webhook_address (
  account_id integer not null,
  webhook_id bigint not null,
  until timestamptz not null,
  url text not null,
  primary key (account_id, webhook_id, until),
  foreign key (account_id, webhook_id) references webhook on delete cascade
);

-- A new secret signs beside the old one until `next_secret_from`, and alone from then on.
-- `disabled_at`: the house has switched it off, because nothing was taken there for days.
alter table webhook
  add column next_secret_sealed text,
  add column next_secret_from timestamptz,
  add column standard_headers boolean not null default false,
  add column disabled_at timestamptz,
  add column disabled_reason text,
  add check ((next_secret_sealed is null) = (next_secret_from is null)),
  add check (disabled_at is null or not active);

-- What the people of an account should know although they did not ask.
create table notice (
  account_id integer not null references account,
  id bigint generated always as identity,
  kind text not null,
  said text not null,
  known jsonb not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  primary key (account_id, id)
);

-- The log grows by the day and is dropped by the day.
create function drop_day_partitions(parent text, first_kept date) returns integer language plpgsql as $$
declare
  old regclass;
  dropped integer := 0;
begin
  for old in
    select inhrelid::regclass from pg_inherits
    where inhparent = parent::regclass
      and to_date(substring(inhrelid::regclass::text from '^' || parent || '_(\d{8})$'), 'YYYYMMDD') < first_kept
  loop
    execute format('drop table %s', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;

-- Down Migration
drop function drop_day_partitions;
drop table notice;
alter table webhook
  drop column next_secret_sealed, drop column next_secret_from, drop column standard_headers, drop column disabled_at,
  drop column disabled_reason;
drop table webhook_address;
create temporary table logged on commit drop as
  select attempt.*, event.uid as event_uid, coalesce(attempt.url, webhook.url, '') as target,
    case when attempt.webhook_id is null then 'POSTBACK' when form = 'WITHDRAWAL' then 'UNSIGNED' else 'SIGNED' end as channel
  from attempt
  join event on event.account_id = attempt.account_id and event.id = event_id and event.created_at = event_created_at
  left join webhook on webhook.account_id = attempt.account_id and webhook.id = attempt.webhook_id
  where outcome <> 'SKIPPED';
drop table attempt;
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
create table attempt_default partition of attempt default;
select make_day_partitions(min(created_at)::date, max(created_at)::date - min(created_at)::date + 1) from logged
  having count(*) > 0;
insert into attempt
  select account_id, delivery_id, n, webhook_id, channel, target, event_uid, event_created_at, redelivery, outcome, http_status,
    error, response_head, created_at - duration_ms * interval '1 ms', duration_ms, delivery_created_at, created_at
  from logged order by created_at;
alter table delivery alter column id drop default;
alter table delivery alter column id add generated always as identity;
select setval(pg_get_serial_sequence('delivery', 'id'), (select last_value from event_id));
drop index delivery_of_lane;
alter table delivery add column event_uid uuid;
update delivery set event_uid = (select uid from event where event.account_id = delivery.account_id
  and event.id = delivery.event_id and event.created_at = delivery.event_created_at);
alter table delivery
  alter column event_uid set not null, drop column lane, drop column event_id, drop column owner, add column lease uuid;
create index delivery_due on delivery (due_at);
create index delivery_of_webhook on delivery (account_id, webhook_id, id);
drop table sender;
