-- Up Migration

-- Where alerts go besides the panel: channels of the operator, and the dead man's switch. Addresses and keys are sealed; what is
-- shown of them is kept beside.

-- An alert that has to be told, or whose end has: looked at once by the router, which owes it to the channels that hear of it.
-- Alerts of before are not told to anybody.
alter table alarm
  add column due_at timestamptz,
  -- the gateway has seen that what it tells of is over
  add column resolved_at timestamptz,
  drop constraint alarm_check,
  -- a person has acknowledged it, or it has ended by itself
  add constraint alarm_check check (
    acknowledged_at is null and acknowledged_by is null
    or acknowledged_at is not null and (acknowledged_by is not null or resolved_at is not null)
  );
alter table alarm alter column due_at set default now();
create index alarm_due on alarm (due_at) where due_at is not null;

create table alert_channel (
  id bigint generated always as identity primary key,
  -- stands in the ids of its messages, so that no two gateways use the same ones
  uuid uuid not null unique default gen_random_uuid(),
  kind text not null check (kind in ('MAIL', 'WEBHOOK', 'SLACK', 'TEAMS', 'PAGERDUTY')),
  name text not null,
  -- null: mail to whoever is an operator at that moment
  target_sealed text check (target_sealed is not null or kind = 'MAIL'),
  shown text not null,
  -- signs what goes to a webhook
  secret_sealed text check ((secret_sealed is not null) = (kind = 'WEBHOOK')),
  language text not null check (language in ('pt-BR', 'en')),
  enabled boolean not null,
  min_severity text not null check (min_severity in ('critical', 'warning', 'info')),
  -- where it names some: of these alone
  codes text[] not null default '{}',
  -- times of day in São Paulo
  quiet_from text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text check (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_except text[] not null default '{}',
  repeat_every_minutes integer check (repeat_every_minutes > 0),
  repeat_max integer check (repeat_max > 0),
  reports_end boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The message that is under way or could not be sent yet; the next one waits for its end.
  message jsonb,
  -- how many there have been; the number of the last one is part of its id
  messages bigint not null default 0,
  composed_at timestamptz,
  -- of this message
  tries integer not null default 0,
  due_at timestamptz,
  last_sent_at timestamptz,
  last_error text,
  failing_since timestamptz,
  tested_at timestamptz[] not null default '{}',
  check (num_nonnulls(quiet_from, quiet_to) in (0, 2)),
  check (num_nonnulls(repeat_every_minutes, repeat_max) in (0, 2))
);
create index alert_channel_due on alert_channel (due_at) where due_at is not null;

-- What a channel is owed of an alert, or has been told.
create table alert_notice (
  channel_id bigint not null references alert_channel on delete cascade,
  alert_id bigint not null references alarm,
  -- the last that it was told; null: nothing yet
  reported text check (reported in ('OPEN', 'ACKNOWLEDGED', 'RESOLVED')),
  -- by which name the receiver knows it: several that went out as one incident share it
  incident text,
  repeats integer not null default 0,
  due_at timestamptz,
  primary key (channel_id, alert_id)
);
create index alert_notice_due on alert_notice (channel_id, due_at) where due_at is not null;
create index alert_notice_by_alert on alert_notice (alert_id);

-- The one address that hears from the gateway as long as it is well.
create table dead_mans_switch (
  id boolean primary key default true check (id),
  url_sealed text not null,
  shown text not null,
  method text not null check (method in ('GET', 'POST')),
  every_seconds integer not null check (every_seconds > 0),
  due_at timestamptz,
  -- A process of this gateway makes no progress: nothing is sent before that.
  held_until timestamptz,
  held_because text,
  last_sent_at timestamptz,
  last_error text,
  updated_at timestamptz not null
);

-- Nobody has to set anything up to hear of what is critical: the operators get it by mail. It may be changed and removed.
insert into alert_channel (kind, name, shown, language, enabled, min_severity, repeat_every_minutes, repeat_max, reports_end,
  created_at, updated_at)
values ('MAIL', 'Operadores', '', 'pt-BR', true, 'critical', 60, 3, false, now(), now());
