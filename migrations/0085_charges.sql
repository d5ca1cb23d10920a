-- Up Migration

-- Whether boletos are made at this PSP account, and at which PSP account those of an account are; null: it sells none. There is no
-- fallback: an answer that was lost may be a charge.
alter table psp_account add column boleto_enabled boolean not null default false;
select keep_sealed('psp_account');

alter table account add column boleto_psp_account_id integer references psp_account;
select keep_sealed('account');

-- A notice says nothing but a token, the same at each change of a charge: it is due again whenever it comes again.
alter table psp_inbox add column repeats boolean not null default false;
select keep_sealed('psp_inbox', '{due_at,seen}');

-- What a sale by boleto or card is at its PSP: opened, which nobody can pay yet, and then issued or paid once.
create table charge (
  account_id integer not null references account,
  sale_id bigint not null,
  psp_account_id integer not null references psp_account,
  method text not null check (method in ('boleto', 'card')),
  -- ours, minted before the first call; the PSP repeats it
  ref text not null check (length(ref) between 1 and 35),
  -- the PSP's; null until it has answered
  charge_id text check (length(charge_id) between 1 and 64),
  -- OPENING: no id yet. OPEN: payable by nobody. ISSUED: a boleto that can be paid. PAYING: an attempt by card. CLOSING: being
  -- cancelled. ENDED: nothing is owed any more
  state text not null check (state in ('OPENING', 'OPEN', 'ISSUED', 'PAYING', 'CLOSING', 'ENDED')),
  -- as the PSP last reported it, which goes forward only
  reported_state text check (reported_state in (
    'new', 'waiting', 'challenge', 'identified', 'approved', 'paid', 'declined', 'overdue', 'cancelled', 'refunded', 'contested',
    'byHand'
  )),
  -- of its notices; the amount that was paid stands in them alone
  notice_token text check (length(notice_token) <= 128),
  -- what it was requested with, so that a request that is made again is the same
  buyer json not null,
  -- a boleto's terms
  due_on date,
  payable_days_after_due smallint check (payable_days_after_due between 0 and 120),
  -- the last day on which it is paid at a bank
  pay_until date check (pay_until >= due_on),
  fine_basis_points smallint check (fine_basis_points between 0 and 200),
  interest_monthly_basis_points smallint check (interest_monthly_basis_points between 0 and 100),
  message text check (length(message) between 1 and 80),
  -- 47 digits; null until it is issued
  line text check (line ~ '^[0-9]{47}$'),
  pdf_url text,
  -- paid at a bank, and not credited yet
  identified_at timestamptz,
  -- what the payer paid, with fine and interest
  paid_centavos bigint check (paid_centavos > 0),
  paid_on date,
  -- how often the PSP was asked since the last change
  lookups integer not null default 0 check (lookups >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the charge owes work at this time: its next call, or a look at the PSP
  due_at timestamptz,
  primary key (account_id, sale_id),
  foreign key (account_id, sale_id) references sale (account_id, id),
  check (state = 'OPENING' or charge_id is not null or state in ('CLOSING', 'ENDED')),
  check (method <> 'boleto' or num_nonnulls(
    due_on, payable_days_after_due, pay_until, fine_basis_points, interest_monthly_basis_points) = 5),
  check (state <> 'ISSUED' or line is not null)
) with (fillfactor = 85);
create unique index charge_by_ref on charge (ref);
create unique index charge_by_id on charge (psp_account_id, charge_id) where charge_id is not null;
create index charge_due on charge (psp_account_id, due_at) where due_at is not null;
select keep_sealed('charge', '{due_at,lookups}');

-- Down Migration

drop table charge;
alter table psp_inbox drop column repeats;
select keep_sealed('psp_inbox', '{due_at,seen}');
alter table account drop column boleto_psp_account_id;
select keep_sealed('account');
alter table psp_account drop column boleto_enabled;
select keep_sealed('psp_account');
