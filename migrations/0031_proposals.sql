-- Up Migration

-- What takes two persons of the house: one asks for it with a reason, another one confirms or rejects it. What it is about is
-- told by `kind`; what was asked for, and what came of it, is that kind's own.
create table proposal (
  -- what concerns the whole house stands under the house's own account
  account_id integer not null references account,
  id bigint generated always as identity,
  kind text not null,
  payload jsonb not null,
  reason text not null,
  proposed_by text not null,
  state text not null check (state in ('OPEN', 'CONFIRMED', 'REJECTED', 'EXPIRED', 'WITHDRAWN')),
  -- none: its time has run out
  decided_by text,
  decision_reason text,
  decided_at timestamptz,
  outcome jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  check ((state = 'OPEN') = (decided_at is null)),
  check ((state = 'CONFIRMED') = (outcome is not null)),
  check ((state in ('OPEN', 'EXPIRED')) = (decided_by is null)),
  -- The same person is never both, whatever the program believes.
  constraint proposal_takes_two check (state not in ('CONFIRMED', 'REJECTED') or decided_by <> proposed_by),
  constraint proposal_is_withdrawn_by_its_author check (state <> 'WITHDRAWN' or decided_by = proposed_by)
);
create unique index proposal_by_id on proposal (id);
create index proposal_open on proposal (expires_at) where state = 'OPEN';
select keep_sealed('proposal');

-- Money that is held because somebody says so: out of caution, by a court, by the house. What it holds are the holds about it,
-- and its claim on what comes later; wanted is `amount - lifted - taken` while it is open.
create table hold_order (
  account_id integer not null references account,
  id bigint generated always as identity,
  proposal_id bigint not null,
  reason text not null check (reason in ('CAUTELAR', 'JUDICIAL', 'MANUAL')),
  amount_centavos bigint not null check (amount_centavos > 0),
  -- no longer to be held
  lifted_centavos bigint not null default 0 check (lifted_centavos >= 0),
  -- out of the house
  taken_centavos bigint not null default 0 check (taken_centavos >= 0),
  -- its number or reference, which the account holder reads; the operators' own words stand with the proposal
  document text,
  -- it ends by itself then
  release_at timestamptz,
  state text not null check (state in ('OPEN', 'LIFTED', 'TAKEN', 'RELEASED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  unique (account_id, proposal_id),
  foreign key (account_id, proposal_id) references proposal (account_id, id),
  check (reason <> 'JUDICIAL' or document is not null),
  check (reason = 'JUDICIAL' or taken_centavos = 0),
  check ((state = 'OPEN') = (ended_at is null)),
  check (lifted_centavos + taken_centavos <= amount_centavos),
  check (state not in ('LIFTED', 'TAKEN') or lifted_centavos + taken_centavos = amount_centavos),
  check (state <> 'OPEN' or lifted_centavos + taken_centavos < amount_centavos)
);
create unique index hold_order_by_id on hold_order (id);
create index hold_order_to_release on hold_order (release_at) where state = 'OPEN' and release_at is not null;
select keep_sealed('hold_order');

-- Down Migration
drop table hold_order, proposal;
drop function seal_hold_order, seal_proposal;
