-- Up Migration

-- A day of a PSP account's lists against our books. The row is the lock: whoever claimed it until `due_at` works on it, and it says
-- how far that has come, so that another one goes on after a crash.
create table reconciliation (
  id bigint generated always as identity primary key,
  psp_account_id integer not null references psp_account,
  -- of the calendar of São Paulo
  day date not null,
  -- raised whenever the day is read anew
  run integer not null default 1,
  state text not null check (state in ('RUNNING', 'DONE')),
  stage text not null check (stage in ('received', 'sent', 'ours', 'done')),
  page integer not null default 0,
  matched integer not null default 0,
  differences integer not null default 0,
  -- a row of iam.user; null where it was the time
  asked_by text,
  trouble text,
  troubles integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  due_at timestamptz,
  unique (psp_account_id, day),
  check ((state = 'DONE') = (stage = 'done')),
  check ((state = 'DONE') = (finished_at is not null)),
  check ((state = 'RUNNING') = (due_at is not null))
);
create index reconciliation_due on reconciliation (due_at) where due_at is not null;

-- What this run has met on the PSP's side, or has looked up there: what of ours is not among it is missing there. Emptied when
-- the run is done.
create table reconciliation_seen (
  reconciliation_id bigint not null references reconciliation,
  list text not null,
  entry_id text not null,
  primary key (reconciliation_id, list, entry_id)
);

-- A difference between the PSP's list and our books, which a person owns, explains or has corrected.
create table reconciliation_case (
  -- whose it is, as far as that is known: else the house's
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  reconciliation_id bigint not null references reconciliation,
  psp_account_id integer not null references psp_account,
  day date not null,
  list text not null check (list in ('received', 'refund', 'sent', 'return')),
  entry_id text not null,
  kind text not null check (kind in ('MISSING_HERE', 'MISSING_THERE', 'OTHER_AMOUNT', 'OTHER_STATE')),
  -- what the PSP counts as moved less what we do
  difference_centavos bigint not null,
  ours jsonb,
  theirs jsonb,
  facts_hash bytea not null,
  state text not null check (state in ('OPEN', 'EXPLAINED', 'CORRECTED')),
  -- a row of iam.user
  owner text,
  reason text,
  -- null: a later run no longer found it
  closed_by text,
  closed_at timestamptz,
  created_at timestamptz not null,
  -- the run that has found it last
  found_in_run integer not null,
  found_at timestamptz not null,
  primary key (account_id, id),
  check ((state = 'OPEN') = (closed_at is null)),
  check ((state = 'OPEN') = (reason is null)),
  check (state = 'EXPLAINED' or (state = 'CORRECTED') = (closed_by is not null)),
  check ((kind = 'MISSING_HERE') = (ours is null) and (kind = 'MISSING_THERE') = (theirs is null))
);
create unique index reconciliation_case_once
  on reconciliation_case (psp_account_id, list, entry_id, kind, facts_hash);
create unique index reconciliation_case_by_uuid on reconciliation_case (uuid);
create unique index reconciliation_case_by_id on reconciliation_case (id);
create index reconciliation_case_of_day on reconciliation_case (day, psp_account_id);
create index reconciliation_case_open on reconciliation_case (id) where state = 'OPEN';
select keep_sealed('reconciliation_case', '{found_in_run,found_at}');

-- Money that was found to be elsewhere than booked, moved by the word of two persons.
create table correction (
  account_id integer not null references account,
  id bigint generated always as identity,
  proposal_id bigint not null,
  case_id bigint not null references reconciliation_case (id),
  psp_account_id integer not null references psp_account,
  side text not null check (side in ('CREDIT', 'DEBIT', 'GAIN', 'LOSS')),
  amount_centavos bigint not null check (amount_centavos > 0),
  reason text not null,
  proposed_by text not null,
  confirmed_by text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  -- each case once
  unique (case_id),
  foreign key (account_id, proposal_id) references proposal (account_id, id),
  constraint correction_takes_two check (proposed_by <> confirmed_by)
);
create unique index correction_of_proposal on correction (account_id, proposal_id);
select keep_sealed('correction');

-- What lies on a day is found by when it happened: rows are written nearly in that order, so that this costs next to nothing.
create index receipt_by_time on receipt using brin (paid_at) with (autosummarize = on);
create index refund_by_completion on refund using brin (completed_at) with (autosummarize = on);
create index payout_attempt_by_time on payout_attempt using brin (created_at) with (autosummarize = on);
create index payout_return_by_time on payout_return using brin (created_at) with (autosummarize = on);

-- Down Migration
drop index receipt_by_time, refund_by_completion, payout_attempt_by_time, payout_return_by_time;
drop table correction, reconciliation_case, reconciliation_seen, reconciliation;
drop function seal_correction, seal_reconciliation_case;
