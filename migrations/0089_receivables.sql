-- Up Migration

-- When what an account sells by boleto and card becomes its own. Frozen on each charge when it is made.
alter table account add column settlement jsonb not null
  default '{"cardDays": 30, "cardMode": "PER_INSTALLMENT", "boletoDays": 0, "waitsForProvider": true}';
select keep_sealed('account');

-- null: made before there were such terms; those of its account hold
alter table charge add column settlement jsonb,
  -- into which a payment by credit card is divided
  add column installments smallint not null default 1 check (installments between 1 and 12);
select keep_sealed('charge', '{due_at,lookups}');

-- What the acquirer is to pay of a sale by boleto or card, and its seller is to get: one row for each part.
create table receivable (
  account_id integer not null references account,
  id bigint generated always as identity,
  sale_id bigint not null,
  psp_account_id integer not null references psp_account,
  method text not null check (method in ('BOLETO', 'CREDIT_CARD', 'DEBIT_CARD')),
  part smallint not null check (part between 1 and parts),
  parts smallint not null check (parts between 1 and 12),
  -- of the sale's amount, of its fee, and of its net without the reserve: each is divided by itself, exactly
  gross_centavos bigint not null check (gross_centavos >= 0),
  fee_centavos bigint not null check (fee_centavos >= 0),
  amount_centavos bigint not null check (amount_centavos >= 0),
  -- by refunds and disputes of the sale; the rest is the seller's
  taken_centavos bigint not null check (taken_centavos between 0 and amount_centavos),
  -- by the acquirer: nothing once it has paid
  owed_centavos bigint not null check (owed_centavos between 0 and gross_centavos),
  -- what the acquirer has kept of it, where it reports that
  provider_cost_centavos bigint check (provider_cost_centavos between 0 and gross_centavos),
  -- the day on which the acquirer pays, and the one on which it is the seller's by the account's terms
  expected_on date not null,
  release_on date not null,
  waits_for_provider boolean not null,
  status text not null check (status in ('EXPECTED', 'REDUCED', 'SETTLED', 'CANCELLED')),
  settled_at timestamptz,
  -- what holds it; null: it was the seller's at once
  hold_seq bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- its hold is released at this time; null: it has been, or it waits for the acquirer
  due_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, sale_id) references sale (account_id, id),
  check ((status = 'SETTLED') = (settled_at is not null)),
  check (status in ('EXPECTED', 'REDUCED') or owed_centavos = 0)
) with (fillfactor = 85);
create unique index receivable_by_part on receivable (account_id, sale_id, part);
create unique index receivable_by_hold on receivable (account_id, hold_seq) where hold_seq is not null;
create index receivable_by_day on receivable (account_id, release_on, id);
create index receivable_due on receivable (due_at, account_id, hold_seq) where due_at is not null;
create index receivable_owed on receivable (psp_account_id, expected_on) where owed_centavos > 0;
select keep_sealed('receivable', '{due_at}');

-- What acquirers owed of the money that was to lie at a PSP account.
alter table psp_coverage add column owed_centavos bigint;

-- Down Migration

alter table psp_coverage drop column owed_centavos;
drop table receivable;
alter table charge drop column settlement, drop column installments;
select keep_sealed('charge', '{due_at,lookups}');
alter table account drop column settlement;
select keep_sealed('account');
