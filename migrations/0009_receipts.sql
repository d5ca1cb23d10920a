-- Up Migration

-- What becomes of money that no sale accepts: it goes back to its payer, waits for a person, or is the seller's.
alter table account
  add column unexpected_receipts text not null default 'RETURN' check (unexpected_receipts in ('RETURN', 'KEEP', 'CREDIT'));

-- The house's own account: money that came for nobody is booked here, and a person decides.
insert into account (id, name, email, status, api_cashout_enabled, transfer_allowed, fees, limits, reserve,
  unexpected_receipts, created_at, updated_at)
overriding system value
values (1000, 'Operator', '', 'ACTIVE', false, false, '{"pix": {"fixedCentavos": 0, "basisPoints": 0},
  "cashout": {"fixedCentavos": 0, "basisPoints": 0}}', '{"cashoutMinimumCentavos": 1, "cashoutMaximumCentavos": 1}',
  '{"basisPoints": 0, "days": 0}', 'KEEP', now(), now());

alter table receipt
  drop constraint receipt_status_check,
  drop constraint receipt_check,
  drop constraint receipt_account_id_psp_account_id_end_to_end_id_key,
  -- where a receipt that is MOVED was booked anew: in another account, or in this one under the txid that came to light
  add column moved_to_account_id integer references account,
  add column decision text check (decision in ('RETURN', 'CREDIT')),
  add column decision_reason text,
  -- the person, a row of iam.user
  add column decided_by text,
  add column decided_at timestamptz,
  add constraint receipt_status_check
    check (status in ('ACCEPTED', 'UNACCEPTED', 'RETURNING', 'RETURNED', 'CREDITED', 'MOVED')),
  -- why no sale accepted it at once
  add constraint receipt_reason_check check (status = 'ACCEPTED' or reason is not null),
  add constraint receipt_moved_check check ((status = 'MOVED') = (moved_to_account_id is not null)),
  add constraint receipt_decided_check check (num_nonnulls(decision, decision_reason, decided_by, decided_at) in (0, 4));

create unique index receipt_once on receipt (account_id, psp_account_id, end_to_end_id) where status <> 'MOVED';
create index receipt_by_id on receipt (id);
create index receipt_undecided on receipt (id) where status in ('UNACCEPTED', 'RETURNING');
-- Across accounts: whether a Pix has been booked must not depend on whose we take it to be today.
drop index receipt_by_end_to_end_id;
create index receipt_by_end_to_end_id on receipt (end_to_end_id);

-- Money that goes back the way it came. The id that the PSP knows it by is minted and stored before the first call.
create table refund (
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null,
  receipt_id bigint not null,
  sale_id bigint,
  psp_account_id integer not null references psp_account,
  end_to_end_id text not null,
  psp_refund_id text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  reason text not null,
  -- the person who asked for it; null where a rule did
  asked_by text,
  rtr_id text,
  failure_code text,
  failure_message text,
  lookups integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  -- the refund owes work at this time: to be sent, or asked about
  due_at timestamptz,
  primary key (account_id, id),
  unique (account_id, psp_refund_id),
  foreign key (account_id, receipt_id) references receipt (account_id, id)
) with (fillfactor = 85);
create index refund_by_uuid on refund (uuid);
create index refund_due on refund (due_at) where due_at is not null;
create index refund_by_receipt on refund (account_id, receipt_id);
-- Money that no sale accepted goes back once at a time.
create unique index refund_under_way on refund (account_id, receipt_id) where status = 'PENDING' and sale_id is null;

-- Down Migration
drop table refund;
drop index receipt_undecided, receipt_by_id, receipt_once, receipt_by_end_to_end_id;
create index receipt_by_end_to_end_id on receipt (account_id, end_to_end_id);
alter table receipt drop constraint receipt_status_check, drop constraint receipt_reason_check,
  drop column moved_to_account_id, drop column decision, drop column decision_reason, drop column decided_by,
  drop column decided_at;
alter table receipt
  add constraint receipt_status_check check (status in ('ACCEPTED', 'UNACCEPTED', 'RETURNED')),
  add constraint receipt_check check ((status = 'UNACCEPTED') = (reason is not null)),
  add unique (account_id, psp_account_id, end_to_end_id);
delete from account where id = 1000;
alter table account drop column unexpected_receipts;
