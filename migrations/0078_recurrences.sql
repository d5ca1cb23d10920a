-- Up Migration

-- A recurrence: a payer authorises it once (Pix Automático), and each cycle of it is debited and is a sale of its own. What is debited,
-- when, and from whom follows from these rows, so they are sealed.
create table recurrence (
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null,
  -- an id of the PSP belongs to that PSP for ever
  psp_account_id integer not null references psp_account,
  -- of the PSP, case-sensitive; null until the PSP has made it
  id_rec text check (length(id_rec) <= 35),
  -- what is offered; what the payer did is activated_journey
  journey smallint not null check (journey between 1 and 4),
  status text not null check (
    status in ('CRIANDO', 'CRIADA', 'APROVADA', 'REJEITADA', 'CANCELADA', 'EXPIRADA', 'FALHOU')
  ),
  -- which call of a creation comes next
  step text check (step in ('CODE', 'LOCATION', 'RECURRENCE', 'REQUEST', 'QR')),
  -- when the PSP was last asked to make it, committed before the call; and since when a lookup has not found it
  rec_requested_at timestamptz,
  rec_absent_at timestamptz,
  -- a creation that is being taken back
  given_up boolean not null default false,
  -- raised with every change that is published, under the row's lock
  version integer not null default 0 check (version >= 0),
  contrato text not null check (length(contrato) between 1 and 35),
  object text check (length(object) between 1 and 35),
  customer_name text not null,
  customer_document text not null,
  customer_email text not null,
  customer_phone text not null,
  -- the day of the first debit
  starts_on date not null,
  -- null: open-ended
  ends_on date check (ends_on >= starts_on),
  periodicity text not null check (periodicity in ('SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL')),
  -- the same in each cycle
  amount_centavos bigint check (amount_centavos > 0),
  -- the least that a payer's cap may be
  minimum_centavos bigint check (minimum_centavos > 0),
  -- what a cycle of a variable recurrence debits where its seller says nothing else
  default_centavos bigint check (default_centavos > 0),
  retries_allowed boolean not null,
  -- days after the due day
  retry_days smallint[] not null,
  -- whether the gateway orders the debit of each cycle
  automatic boolean not null,
  adjusts_to_business_day boolean not null,
  -- so many days late a cycle may be debited
  late_days smallint not null check (late_days between 0 and 7),
  -- json, not jsonb: the order of the items is the seller's
  items json not null,
  info text check (length(info) between 1 and 140),
  external_reference text,
  postback_url text,
  -- where the payload lies, at the PSP: the handle to a recurrence whose id got lost
  location_id text,
  location text,
  br_code text,
  -- of journey 1: whom the request to authorise goes to, and the last one that was sent
  request_ispb text,
  request_branch text,
  request_account text,
  request_document text,
  request_expires_at timestamptz,
  request_sent_at timestamptz,
  request_id text,
  request_status text,
  -- after it a recurrence that nobody has authorised is cancelled
  authorize_until_at timestamptz,
  activated_journey smallint check (activated_journey between 1 and 4),
  activated_at timestamptz,
  payer_ispb text,
  payer_document text,
  payer_town text,
  -- somebody here has asked for its end; the PSP is asked until it has ended
  cancel_requested_at timestamptz,
  cancel_reason text check (length(cancel_reason) <= 140),
  -- why it ended, in the words of the PSP
  end_kind text check (end_kind in ('REJEICAO', 'CANCELAMENTO', 'EXPIRACAO')),
  end_by text,
  end_code text,
  end_text text,
  ended_at timestamptz,
  -- of journeys 3 and 4: the sale of the first payment, and when a bill is due and can be paid after that
  first_sale_id bigint,
  first_due_on date,
  first_payable_days smallint check (first_payable_days between 0 and 30),
  alert text check (alert in ('PAGO_SEM_AUTORIZACAO', 'FALTA_VALOR', 'PSP_DESLIGADO')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the recurrence owes work at this time: a step of its creation, a look at the PSP, or its end
  due_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, first_sale_id) references sale (account_id, id),
  check (num_nonnulls(amount_centavos, minimum_centavos) <= 1),
  check ((status in ('REJEITADA', 'CANCELADA', 'EXPIRADA', 'FALHOU')) = (ended_at is not null)),
  check (id_rec is not null or status in ('CRIANDO', 'FALHOU')),
  check ((status = 'CRIANDO') = (step is not null)),
  check ((first_sale_id is not null) = (journey > 2)),
  check ((first_due_on is not null) = (journey = 4))
) with (fillfactor = 85);
-- One name of a PSP is one recurrence.
create unique index recurrence_of_psp on recurrence (account_id, psp_account_id, id_rec) where id_rec is not null;
-- What the PSP reports names no account.
create index recurrence_by_id_rec on recurrence (psp_account_id, id_rec) where id_rec is not null;
-- A contract of the seller has one recurrence at a time.
create unique index recurrence_contrato on recurrence (account_id, contrato)
  where status in ('CRIANDO', 'CRIADA', 'APROVADA');
create unique index recurrence_of_sale on recurrence (account_id, first_sale_id) where first_sale_id is not null;
create index recurrence_by_uuid on recurrence (uuid);
create index recurrence_by_id on recurrence (id);
create index recurrence_any_by_id_rec on recurrence (id_rec) where id_rec is not null;
create index recurrence_by_status on recurrence (account_id, status, id);
create index recurrence_by_document on recurrence (account_id, customer_document, id);
create index recurrence_due on recurrence (due_at) where due_at is not null;
-- Whether a PSP account still has work to do, though it is switched off.
create index recurrence_live on recurrence (psp_account_id) where status in ('CRIANDO', 'CRIADA', 'APROVADA');

select keep_sealed('recurrence', '{due_at}');

-- A debit: the order to debit one cycle.
create table debit (
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null,
  recurrence_id bigint not null,
  psp_account_id integer not null references psp_account,
  -- the first payment of journeys 3 and 4 is cycle 0, and a sale instead
  cycle integer not null check (cycle > 0),
  -- how many debits that cycle had before this one
  n integer not null check (n >= 0),
  -- follows from account, recurrence, cycle and n, so that a restored database makes no second one
  txid text not null,
  status text not null check (
    status in ('PLANEJADA', 'ENVIANDO', 'CRIADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA', 'NAO_COBRADA')
  ),
  origin text not null check (origin in ('AUTOMATICA', 'MANUAL')),
  -- null: nobody has said yet what this cycle costs
  amount_centavos bigint check (amount_centavos > 0),
  -- frozen when it is ordered
  fee_centavos bigint check (fee_centavos >= 0),
  reserve_centavos bigint check (reserve_centavos >= 0),
  reserve_days integer,
  -- as it was planned; due_on is later where it was too late for that
  first_due_on date not null,
  due_on date not null check (due_on >= first_due_on),
  -- the day of the debit, as far as it is known
  settles_on date,
  adjusts_to_business_day boolean not null,
  items json not null,
  info text check (length(info) between 1 and 140),
  external_reference text,
  planned_retries date[] not null default '{}',
  sale_id bigint,
  cancel_requested_at timestamptz,
  cancel_reason text check (length(cancel_reason) <= 140),
  -- why it ended, in the words of the PSP; of one that was never ordered, in ours
  end_kind text,
  end_by text,
  end_code text,
  end_text text,
  ended_at timestamptz,
  version integer not null default 0 check (version >= 0),
  -- how often the PSP was asked since the last change
  lookups integer not null default 0 check (lookups >= 0),
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the debit owes work at this time: its order, a look at the PSP, or a retry
  due_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, recurrence_id) references recurrence (account_id, id),
  foreign key (account_id, sale_id) references sale (account_id, id),
  check (status in ('PLANEJADA', 'CANCELADA', 'NAO_COBRADA') or amount_centavos is not null),
  check (status in ('PLANEJADA', 'CANCELADA', 'NAO_COBRADA')
    or num_nonnulls(fee_centavos, reserve_centavos, reserve_days) = 3),
  check ((status in ('CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA', 'NAO_COBRADA')) = (ended_at is not null)),
  check ((status in ('CONCLUIDA', 'EXPIRADA', 'REJEITADA')) = (sale_id is not null))
) with (fillfactor = 85);
create unique index debit_by_txid on debit (account_id, txid);
create unique index debit_in_order on debit (account_id, recurrence_id, cycle, n);
-- A cycle is debited once.
create unique index debit_of_cycle on debit (account_id, recurrence_id, cycle)
  where status in ('PLANEJADA', 'ENVIANDO', 'CRIADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA');
create unique index debit_of_sale on debit (account_id, sale_id) where sale_id is not null;
create index debit_by_uuid on debit (uuid);
create index debit_by_due_day on debit (account_id, due_on, id);
create index debit_by_status on debit (account_id, status, id);
create index debit_due on debit (due_at) where due_at is not null;
create index debit_open on debit (psp_account_id) where status in ('PLANEJADA', 'ENVIANDO', 'CRIADA', 'ATIVA');

select keep_sealed('debit', '{due_at,lookups}');

-- One try to debit: the first (AGND), on a later day (NTAG), or the same day again after an operational failure (RIFL).
create table debit_try (
  account_id integer not null references account,
  debit_id bigint not null,
  n integer not null check (n >= 0),
  kind text not null check (kind in ('AGND', 'NTAG', 'RIFL')),
  settles_on date not null,
  -- not unique: PSPs report two tries under one id
  end_to_end_id text,
  status text not null,
  code text,
  reason text,
  -- null: not by us
  ordered_at timestamptz,
  updated_at timestamptz not null,
  primary key (account_id, debit_id, n),
  foreign key (account_id, debit_id) references debit (account_id, id)
);
create unique index debit_try_once on debit_try (account_id, debit_id, settles_on, kind);

select keep_sealed('debit_try');

-- By which kind of charge a sale is paid: so it is removed, too.
alter table sale add column charge_kind text not null default 'cob' check (charge_kind in ('cob', 'cobv', 'cobr'));
create index sale_of_recurrence on sale (account_id, id_rec, id) where id_rec is not null;
select keep_sealed('sale', '{due_at}');

-- An order to debit names the bank account that receives, and not its key. Where PSPs do recurring PIX, the operator says so.
alter table psp_account
  add column recurrence_enabled boolean not null default false,
  add column receiver_branch text check (receiver_branch ~ '^[0-9]{1,4}$'),
  add column receiver_account text check (receiver_account ~ '^[0-9A-Za-z]{1,20}$'),
  add column receiver_account_type text check (receiver_account_type in ('CORRENTE', 'POUPANCA', 'PAGAMENTO')),
  add check ((receiver_account is null) = (receiver_account_type is null)),
  add check (receiver_branch is null or receiver_account is not null);
select keep_sealed('psp_account');

alter table psp_sweep drop constraint psp_sweep_list_check,
  add constraint psp_sweep_list_check check (list in ('received', 'sent', 'recurrences', 'debits'));

-- Down Migration
delete from psp_sweep where list in ('recurrences', 'debits');
alter table psp_sweep drop constraint psp_sweep_list_check,
  add constraint psp_sweep_list_check check (list in ('received', 'sent'));
alter table psp_account drop column recurrence_enabled, drop column receiver_branch, drop column receiver_account,
  drop column receiver_account_type;
select keep_sealed('psp_account');
drop index sale_of_recurrence;
alter table sale drop column charge_kind;
select keep_sealed('sale', '{due_at}');
drop table debit_try, debit, recurrence;
drop function seal_recurrence, seal_of(recurrence), seal_debit, seal_of(debit), seal_debit_try, seal_of(debit_try);
