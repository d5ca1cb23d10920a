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
  drop column lease;
drop index delivery_due;
drop index delivery_of_webhook;
create index delivery_of_lane on delivery (lane, due_at, id);

-- SKIPPED closes a delivery that was never sent, or not often enough: the receiver was switched off or out of reach for days.
alter table attempt
  add column event_id bigint,
  drop constraint attempt_outcome_check,
  add constraint attempt_outcome_check check (outcome in ('DELIVERED', 'RETRY', 'FAILED', 'SKIPPED'));
update attempt set event_id = (select event.id from event where event.account_id = attempt.account_id
  and event.uid = attempt.event_uid and event.created_at = attempt.event_created_at);
drop index attempt_of_webhook;
create index attempt_of_webhook on attempt (account_id, webhook_id, delivery_id desc, n);
create index attempt_of_event on attempt (account_id, event_id);
alter table attempt drop constraint attempt_pkey;

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
drop index attempt_of_event;
alter table attempt drop column event_id, add primary key (account_id, delivery_id, n, created_at);
drop index delivery_of_lane;
alter table delivery drop column lane, drop column event_id, drop column owner, add column lease uuid;
create index delivery_due on delivery (due_at);
create index delivery_of_webhook on delivery (account_id, webhook_id, id);
drop table sender;
