-- Up Migration

-- A day of the calendar of São Paulo whose books are closed: nothing is booked in it any more. Days are closed one after another.
create table day_close (
  day date primary key,
  -- CLOSING: nothing is booked in it any more, and its figures are being added up
  state text not null check (state in ('CLOSING', 'CLOSED', 'REOPENED')),
  ends_at timestamptz not null,
  -- of all accounts, at its end
  available_centavos bigint not null default 0,
  blocked_centavos bigint not null default 0,
  fee_centavos bigint not null default 0,
  received_centavos bigint not null default 0,
  clearing_centavos bigint not null default 0,
  transfers bigint not null default 0,
  -- what should lie at each PSP account, in cents by its id
  at_psps jsonb not null default '{}',
  -- over the one of the day before and everything that was frozen
  hash bytea,
  -- null: the house, because nothing was open
  closed_by text,
  reason text,
  closed_at timestamptz not null,
  reopened_by text,
  reopened_at timestamptz,
  check ((state = 'CLOSED') = (hash is not null)),
  check ((state = 'REOPENED') = (reopened_at is not null))
);
create index day_close_in_force on day_close (ends_at) where state <> 'REOPENED';
create index day_close_under_way on day_close (day) where state = 'CLOSING';
select keep_sealed('day_close');

-- How an account stood at the end of a closed day, up to its transfer `seq`; there is a row for each day on which it moved.
create table day_figure (
  account_id integer not null references account,
  day date not null references day_close,
  seq bigint not null,
  available_centavos bigint not null,
  blocked_centavos bigint not null,
  fee_centavos bigint not null,
  received_centavos bigint not null,
  clearing_centavos bigint not null,
  primary key (account_id, day),
  check (available_centavos + blocked_centavos + fee_centavos + received_centavos + clearing_centavos = 0)
);
create index day_figure_by_day on day_figure (day, account_id);
select keep_sealed('day_figure');

create function day_hash(closed day_close) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|', closed.day - date '2000-01-01',
    coalesce(encode((select earlier.hash from day_close earlier where earlier.day < closed.day order by day desc limit 1), 'hex'), ''),
    closed.available_centavos, closed.blocked_centavos, closed.fee_centavos, closed.received_centavos,
    closed.clearing_centavos, closed.transfers, closed.at_psps,
    (select string_agg(concat_ws(' ', account_id, seq, available_centavos, blocked_centavos, fee_centavos,
      received_centavos, clearing_centavos), ',' order by account_id) from day_figure where day_figure.day = closed.day)), 'UTF8'))
$$;

create function refuse_closed_day() returns trigger language plpgsql as $$
declare
  closed_to timestamptz := (select max(ends_at) from day_close where state <> 'REOPENED');
begin
  if exists (select from added where created_at < closed_to) then
    raise exception 'the books are closed up to %', closed_to
      using errcode = 'check_violation', constraint = 'transfer_of_closed_day', table = 'transfer';
  end if;
  return null;
end
$$;
create trigger transfer_is_of_an_open_day after insert on transfer referencing new table as added
  for each statement execute function refuse_closed_day();

-- How the last look went at whether the money lies at the PSP that should lie there.
create table psp_coverage (
  psp_account_id integer primary key references psp_account,
  -- by our books; what is on its way out may have left already
  expected_centavos bigint,
  in_flight_centavos bigint,
  -- by the PSP; null: it does not tell
  balance_centavos bigint,
  covers boolean,
  trouble text,
  checked_at timestamptz,
  due_at timestamptz not null
);

-- Down Migration
drop table psp_coverage;
drop trigger transfer_is_of_an_open_day on transfer;
drop function refuse_closed_day;
drop function day_hash;
drop table day_figure, day_close;
drop function seal_day_figure, seal_day_close;
