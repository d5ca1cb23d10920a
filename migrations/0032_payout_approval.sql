-- Up Migration

-- A cashout that may not be sent before somebody agrees waits: OPEN while that is so, OVER ever after. It is requested
-- meanwhile, its money is held, and its due_at is the end of the wait.
alter table withdrawal
  add column wait text check (wait in ('OPEN', 'OVER')),
  add constraint withdrawal_waits_unsent check (wait is distinct from 'OPEN' or state = 'requested');
create index withdrawal_by_any_reference on withdrawal (account_id, external_reference) where external_reference is not null;
create index withdrawal_waiting on withdrawal (account_id, id) where wait = 'OPEN';
select keep_sealed('withdrawal', '{due_at}');

-- Which payouts of an account wait for people (`approval`), and for the operator (`outflow`), see src/payout-rule/rule.ts. The
-- house's own account has the limits of the house. No row: nothing waits.
create table payout_rule (
  account_id integer primary key references account,
  approval jsonb not null,
  outflow jsonb not null,
  -- signs what is asked of the account's own address
  check_secret_sealed text,
  -- A change that protects less, until others agree: what is to change, who wants it, and who has agreed.
  proposal jsonb,
  proposed_by text,
  proposed_at timestamptz,
  agreed_by text[] not null default '{}',
  updated_at timestamptz not null,
  check (num_nonnulls(proposal, proposed_by, proposed_at) in (0, 3))
);

-- Keys that an account means to pay, each good only after a while.
create table payout_beneficiary (
  account_id integer not null references account,
  id bigint generated always as identity,
  -- as the Central Bank's directory writes it
  pix_key text not null,
  pix_key_type text not null check (pix_key_type in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM')),
  name text not null,
  added_by text not null,
  usable_at timestamptz not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (account_id, id)
);
create unique index payout_beneficiary_once on payout_beneficiary (account_id, pix_key_type, pix_key) where removed_at is null;

-- What a cashout waits for, by the rules of the moment when it was asked for, and how that ended.
create table payout_wait (
  account_id integer not null,
  withdrawal_id bigint not null,
  reasons text[] not null check (cardinality(reasons) > 0),
  -- of different people of the account
  approvals_needed smallint not null check (approvals_needed >= 0),
  operator_needed boolean not null,
  -- what the account's own address has said; null where it is not asked
  check_state text check (check_state in ('OWED', 'APPROVED', 'REFUSED', 'SILENT')),
  check_due_at timestamptz,
  -- the person who asked for it in the panel, who does not count; and from where it was asked for
  asked_by text,
  address text,
  outcome text check (outcome in ('APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'SENT_BEFORE')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, withdrawal_id),
  foreign key (account_id, withdrawal_id) references withdrawal (account_id, id),
  check ((outcome is null) = (ended_at is null)),
  check (check_due_at is null or check_state = 'OWED' and outcome is null)
);
create index payout_wait_check_due on payout_wait (check_due_at) where check_due_at is not null;
create index payout_wait_of_operator on payout_wait (withdrawal_id) where operator_needed;

create table payout_approval (
  account_id integer not null,
  withdrawal_id bigint not null,
  by_kind text not null check (by_kind in ('member', 'operator')),
  by_id text not null,
  decision text not null check (decision in ('APPROVED', 'REJECTED')),
  reason text,
  created_at timestamptz not null,
  primary key (account_id, withdrawal_id, by_kind, by_id),
  foreign key (account_id, withdrawal_id) references payout_wait (account_id, withdrawal_id)
);

select keep_sealed('payout_rule');
select keep_sealed('payout_beneficiary');
select keep_sealed('payout_wait', '{check_due_at}');
select keep_sealed('payout_approval');

-- Down Migration
do $$
declare
  sealed text;
begin
  foreach sealed in array array['payout_approval', 'payout_wait', 'payout_beneficiary', 'payout_rule'] loop
    execute format('drop trigger is_sealed on %1$I; drop function seal_%1$I(), seal_of(%1$I); drop table %1$I', sealed);
  end loop;
end
$$;
drop index withdrawal_waiting, withdrawal_by_any_reference;
select keep_sealed('withdrawal', '{due_at,wait}');
alter table withdrawal drop column wait;
