-- Up Migration
-- Expand

-- Monitoring against money laundering: what the operator has changed of its rules, what they have found, and what people decided.

-- A rule without a row is as it came.
create table monitoring_rule (
  rule text primary key,
  enabled boolean not null,
  parameters jsonb not null,
  updated_at timestamptz not null
);
select keep_sealed('monitoring_rule');

-- How far each account has been evaluated: up to and with this transfer of its wallet.
create table monitoring_progress (
  account_id integer primary key references account,
  seq bigint not null check (seq >= 0)
);
-- What was booked before this version is not looked at anew. The windows of what comes reach back into it.
insert into monitoring_progress (account_id, seq)
select account_id, seq from wallet where account_id <> 1000 and account_id < 1000000000;

-- One process takes the round that is due.
alter table house add column monitoring_due_at timestamptz not null default now();

-- What came in and went out of an account on a day in São Paulo, added up once: what is usual follows from it.
create table monitoring_day (
  account_id integer not null references account,
  day date not null,
  incoming_centavos bigint not null check (incoming_centavos >= 0),
  cashout_centavos bigint not null check (cashout_centavos >= 0),
  primary key (account_id, day)
);

create table monitoring_case (
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null,
  rule text not null,
  subject_kind text not null check (subject_kind in ('ACCOUNT', 'PIX_KEY', 'RECIPIENT', 'PAYER')),
  subject text not null check ((subject = '') = (subject_kind = 'ACCOUNT')),
  subject_name text,
  state text not null check (state in ('OPEN', 'DISMISSED', 'REPORTED')),
  -- of the rule, when the case was opened
  parameters jsonb not null,
  exceeded text not null check (exceeded in ('COUNT', 'AMOUNT', 'USUAL', 'SHARE')),
  window_from timestamptz not null,
  window_to timestamptz not null,
  -- the last transfer that belongs to it: what was decided is not counted again
  through_seq bigint not null,
  movement_count integer not null check (movement_count > 0),
  amount_centavos bigint not null check (amount_centavos >= 0),
  passed_centavos bigint check (passed_centavos >= 0),
  usual_centavos bigint check (usual_centavos >= 0),
  -- there is more evidence than is kept
  is_cut boolean not null,
  opened_at timestamptz not null,
  analysis_due_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
-- What is found again gathers in the open case.
create unique index monitoring_case_open on monitoring_case (account_id, rule, subject_kind, subject) where state = 'OPEN';
-- What was decided of an account, for its next evaluation.
create index monitoring_case_decided on monitoring_case (account_id, rule, subject_kind, subject, through_seq) where state <> 'OPEN';
create index monitoring_case_by_uuid on monitoring_case (uuid);
create index monitoring_case_by_id on monitoring_case (id);
create index monitoring_case_due on monitoring_case (analysis_due_at) where state = 'OPEN';

-- The movements of a case, with the other party as it was known then: a copy, which outlives what is erased elsewhere.
create table monitoring_evidence (
  account_id integer not null,
  case_id bigint not null,
  -- of the transfer
  seq bigint not null,
  direction text not null check (direction in ('INCOMING', 'CASHOUT')),
  amount_centavos bigint not null check (amount_centavos > 0),
  moved_at timestamptz not null,
  reference text not null check (reference in ('sale', 'receipt', 'cashout')),
  reference_id bigint not null,
  reference_uuid uuid,
  other_name text,
  other_document text,
  pix_key text,
  primary key (account_id, case_id, seq),
  foreign key (account_id, case_id) references monitoring_case (account_id, id)
);

create table monitoring_decision (
  account_id integer not null,
  id bigint generated always as identity,
  case_id bigint not null,
  decision text not null check (decision in ('DISMISSED', 'REPORTED', 'REOPENED')),
  reason text not null check (reason <> ''),
  -- of the communication to COAF
  protocol text check (protocol <> ''),
  -- the person, a row of iam.user
  decided_by text not null,
  decided_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, case_id) references monitoring_case (account_id, id),
  check ((decision = 'REPORTED') = (protocol is not null))
);
create index monitoring_decision_of_case on monitoring_decision (account_id, case_id, id);

select keep_sealed('monitoring_case');
select keep_sealed('monitoring_evidence');
select keep_sealed('monitoring_decision');

-- They are kept for ten years and more: nothing of them is changed or removed.
create trigger monitoring_decision_is_append_only before update or delete on monitoring_decision
  for each row execute function refuse_change();
create trigger monitoring_evidence_is_append_only before update or delete on monitoring_evidence
  for each row execute function refuse_change();
create trigger monitoring_case_is_kept before delete on monitoring_case
  for each row execute function refuse_change();
create trigger monitoring_decision_is_never_emptied before truncate on monitoring_decision
  for each statement execute function refuse_change();
create trigger monitoring_evidence_is_never_emptied before truncate on monitoring_evidence
  for each statement execute function refuse_change();
create trigger monitoring_case_is_never_emptied before truncate on monitoring_case
  for each statement execute function refuse_change();
