-- Up Migration

-- What was asked of the public API, and how it was answered: a log, not money. It is written behind the requests, in batches, kept by the
-- day, and its bodies come masked. The id is the answer's X-Request-Id, which counts up with time: one index serves the list, the look-up
-- by id, and periods.
create table request_log (
  account_id integer not null,
  id uuid not null,
  -- when it came in: the time in the id
  created_at timestamptz not null,
  key_id uuid not null,
  duration_ms integer not null,
  request_bytes integer not null,
  answer_bytes integer not null,
  status smallint not null,
  replayed boolean not null,
  method text not null,
  route text not null,
  path text not null,
  ip text not null,
  error_code text,
  idempotency_key text,
  -- what it made, changed or asked for
  subject text,
  subject_uuid uuid,
  request_body text,
  answer_body text,
  primary key (account_id, id, created_at)
) partition by range (created_at);
create index request_log_of_subject on request_log (account_id, subject_uuid, id) where subject_uuid is not null;
create table request_log_default partition of request_log default;

-- Two days ahead are enough for a log whose strays are moved as soon as their day is made.
create or replace function make_day_partitions(first_day date, days integer) returns void language plpgsql as $$
declare
  parent text;
  day date;
begin
  -- Several processes may start at once.
  perform pg_advisory_xact_lock(hashtextextended('make_day_partitions', 0));
  foreach parent in array array['event', 'attempt', 'request_log'] loop
    for day in select first_day + i from generate_series(0, case parent when 'request_log' then least(days, 2) else days end - 1) i loop
      perform make_day_partition(parent, day);
    end loop;
  end loop;
end
$$;

-- Down Migration

create or replace function make_day_partitions(first_day date, days integer) returns void language plpgsql as $$
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
drop table request_log;
