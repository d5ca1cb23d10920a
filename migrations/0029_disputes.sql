-- Up Migration

-- A payer disputes what a seller was paid: a MED, which the PSP tells of, or a chargeback. What is held for it is its claim (see
-- claim); what it takes for good are its transfers. One of a Pix that nobody here knows stands under the house's own account.
create table dispute (
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null,
  kind text not null check (kind in ('MED', 'CHARGEBACK')),
  status text not null check (status in ('OPEN', 'DEFENDED', 'RELEASED', 'FORFEITED', 'CANCELLED')),
  -- how often it was told
  version integer not null check (version >= 0),
  psp_account_id integer not null references psp_account,
  -- the PSP's own id; null where a person has opened it
  psp_dispute_id text,
  protocol text,
  psp_reason text,
  end_to_end_id text not null,
  -- what the Pix was booked as; null: it is not known here
  receipt_id bigint,
  sale_id bigint,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- what of it was still there to be lost when it was opened: what it claims
  claimed_centavos bigint not null check (claimed_centavos between 0 and amount_centavos),
  -- what of that came out of the sale's own reserve
  reserve_centavos bigint not null check (reserve_centavos between 0 and claimed_centavos),
  -- what was lost, and what of that had been booked as a return of the PSP's before anybody knew of the dispute
  forfeited_centavos bigint not null default 0 check (forfeited_centavos between 0 and amount_centavos),
  elsewhere_centavos bigint not null default 0 check (elsewhere_centavos between 0 and forfeited_centavos),
  -- by the PSP's clock
  opened_at timestamptz not null,
  -- as the PSP gave it
  deadline_at timestamptz,
  -- hours before the deadline at which the last reminder was given
  reminded_hours integer,
  -- the PSP has taken the payer's side; what went back is not known yet
  accepted_at timestamptz,
  defended_at timestamptz,
  closed_at timestamptz,
  -- the sale's version when it became PAGO again, which is told to nobody
  sale_version integer,
  -- the person of the house, a row of iam.user, with the reason
  opened_by text,
  open_reason text,
  closed_by text,
  close_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the next reminder
  due_at timestamptz,
  primary key (account_id, id),
  check (num_nonnulls(opened_by, open_reason) in (0, 2)),
  check (num_nonnulls(closed_by, close_reason) in (0, 2)),
  check (psp_dispute_id is not null or opened_by is not null),
  check ((status in ('OPEN', 'DEFENDED')) = (closed_at is null)),
  check ((status = 'FORFEITED') = (forfeited_centavos > 0))
);
create unique index dispute_once on dispute (psp_account_id, psp_dispute_id);
create unique index dispute_by_uuid on dispute (uuid);
create unique index dispute_by_id on dispute (id);
create index dispute_by_pix on dispute (end_to_end_id);
create index dispute_by_sale on dispute (account_id, sale_id) where sale_id is not null;
create index dispute_open on dispute (psp_account_id, opened_at) where closed_at is null;
create index dispute_due on dispute (due_at) where due_at is not null;
select keep_sealed('dispute', '{due_at}');

-- The one answer to a dispute, stored before the PSP is called.
create table dispute_defence (
  account_id integer not null,
  dispute_id bigint not null,
  justification text not null,
  -- texts and links: the PSP takes nothing else
  evidence jsonb not null,
  -- KEPT: there is no PSP to send it to
  status text not null check (status in ('PENDING', 'SENT', 'KEPT', 'REFUSED')),
  -- who submitted it: a member of the account, or a person of the house
  submitted_by text not null,
  by_operator boolean not null,
  failure_code text,
  failure_message text,
  lookups integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- it owes work at this time: to be sent, or asked about
  due_at timestamptz,
  primary key (account_id, dispute_id),
  foreign key (account_id, dispute_id) references dispute (account_id, id) on update cascade,
  check ((status = 'PENDING') = (due_at is not null)),
  check ((status = 'REFUSED') = (failure_code is not null))
);
create index dispute_defence_due on dispute_defence (due_at) where due_at is not null;
select keep_sealed('dispute_defence', '{due_at}');

-- When each PSP's list of disputes is read next.
create table dispute_watch (
  psp_account_id integer primary key references psp_account,
  due_at timestamptz not null,
  -- when the long way back was last gone
  deep_at timestamptz,
  trouble text,
  troubles integer not null default 0
);

-- Down Migration
delete from delivery using event where event.account_id = delivery.account_id and event.id = delivery.event_id
  and event.form = 'DISPUTE';
delete from event where form = 'DISPUTE';
drop table dispute_watch;
drop trigger is_sealed on dispute_defence;
drop function seal_dispute_defence(), seal_of(dispute_defence);
drop table dispute_defence;
drop trigger is_sealed on dispute;
drop function seal_dispute(), seal_of(dispute);
drop table dispute;
