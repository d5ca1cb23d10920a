-- Up Migration

-- The only place where money is written. Five sides to each seller, and every transfer moves one amount from one side to
-- another, so that it balances by construction. All sides count credits minus debits; `clearing` therefore stands below
-- zero by what the PSP holds for the seller, and the five sides always sum to zero.
--   available  the seller's, free            blocked   the seller's, held back (see hold)
--   fee        the operator's revenue        received  arrived, not accepted for any sale
--   clearing   at the PSP

create table wallet (
  account_id integer primary key references account,
  seq bigint not null default 0,
  available_centavos bigint not null default 0,
  blocked_centavos bigint not null default 0,
  fee_centavos bigint not null default 0,
  received_centavos bigint not null default 0,
  clearing_centavos bigint not null default 0,
  updated_at timestamptz not null,
  constraint wallet_balances check (
    available_centavos + blocked_centavos + fee_centavos + received_centavos + clearing_centavos = 0
  ),
  constraint wallet_never_negative check (blocked_centavos >= 0 and received_centavos >= 0)
) with (fillfactor = 70);

create table transfer (
  account_id integer not null,
  -- gapless within the wallet
  seq bigint not null check (seq > 0),
  kind text not null,
  debit text not null check (debit in ('available', 'blocked', 'fee', 'received', 'clearing')),
  credit text not null check (credit in ('available', 'blocked', 'fee', 'received', 'clearing')),
  amount_centavos bigint not null check (amount_centavos > 0),
  available_after_centavos bigint not null,
  blocked_after_centavos bigint not null check (blocked_after_centavos >= 0),
  -- not of the account holder's own doing: a fee, a reserve, a dispute
  forced boolean not null,
  hold_seq bigint,
  resolves_hold boolean not null,
  psp_account_id integer,
  subject text not null check (subject in ('sale', 'withdrawal', 'receipt')),
  subject_id bigint not null,
  created_at timestamptz not null,
  primary key (account_id, seq),
  check (debit <> credit),
  check (not resolves_hold or hold_seq is not null),
  check ((debit = 'clearing' or credit = 'clearing') = (psp_account_id is not null)),
  -- What a caller starts can never take more than there is.
  constraint transfer_floor check (forced or debit <> 'available' or available_after_centavos >= 0)
);
create index transfer_by_subject on transfer (account_id, subject, subject_id);
-- A hold is resolved at most once, by the database and not by code.
create unique index transfer_resolves_hold on transfer (account_id, hold_seq) where resolves_hold;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger transfer_is_append_only before update or delete on transfer
  for each row execute function refuse_change();
create trigger transfer_is_never_emptied before truncate on transfer
  for each statement execute function refuse_change();

-- Why money is blocked. A hold is named by the transfer that opened it; `blocked` is the sum of what is open.
create table hold (
  account_id integer not null,
  seq bigint not null,
  reason text not null check (
    reason in ('WITHDRAWAL', 'RESERVE', 'SETTLEMENT', 'REFUND', 'MED', 'CAUTELAR', 'JUDICIAL', 'MANUAL')
  ),
  amount_centavos bigint not null check (amount_centavos > 0),
  open_centavos bigint not null check (open_centavos between 0 and amount_centavos),
  subject text not null,
  subject_id bigint not null,
  release_at timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (account_id, seq),
  foreign key (account_id, seq) references transfer (account_id, seq),
  check ((open_centavos = 0) = (closed_at is not null))
);
create index hold_by_subject on hold (account_id, subject, subject_id);
create index hold_open on hold (account_id, reason) where closed_at is null;

-- Down Migration
drop table hold, transfer, wallet;
drop function refuse_change;
