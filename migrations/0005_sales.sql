-- Up Migration

create table sale (
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null,
  status text not null check (
    status in ('PENDENTE', 'PAGO', 'CANCELADO', 'RECUSADO', 'ESTORNADO', 'FALHA', 'EM_PROCESSAMENTO', 'CHARGEBACK', 'MED')
  ),
  -- raised with every change that is told to somebody, under the row's lock
  version integer not null,
  payment_method text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- prices are frozen when the sale is created
  fee_centavos bigint not null check (fee_centavos >= 0),
  net_centavos bigint not null,
  reserve_centavos bigint not null check (reserve_centavos >= 0),
  reserve_days integer not null,
  customer_name text not null,
  customer_email text not null,
  customer_document text not null,
  customer_phone text not null,
  -- json, not jsonb: the order of its keys is the caller's
  shipping json,
  external_reference text,
  postback_url text,
  psp_account_id integer not null references psp_account,
  txid text not null,
  br_code text,
  id_rec text,
  contrato text,
  cart_id bigint,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  -- the sale owes work at this time: its PSP call is to be resolved, or it expires
  due_at timestamptz,
  primary key (account_id, id),
  unique (account_id, txid),
  check (net_centavos = amount_centavos - fee_centavos)
) with (fillfactor = 85);
create index sale_by_uuid on sale (uuid);
create index sale_by_id on sale (id);
create index sale_by_reference on sale (account_id, external_reference) where external_reference is not null;
create index sale_by_document on sale (account_id, customer_document, id);
create index sale_by_day on sale (account_id, created_at);
create index sale_by_status on sale (account_id, status, id);
create index sale_due on sale (due_at) where due_at is not null;

create table sale_item (
  account_id integer not null,
  sale_id bigint not null,
  id bigint generated always as identity,
  title text not null,
  unit_price_centavos bigint not null check (unit_price_centavos >= 0),
  quantity integer not null check (quantity > 0),
  tangible boolean not null,
  primary key (account_id, sale_id, id),
  foreign key (account_id, sale_id) references sale (account_id, id)
);

-- Money that arrived. It is booked before anybody asks what it was for; only then is it accepted for a sale.
create table receipt (
  account_id integer not null references account,
  id bigint generated always as identity,
  psp_account_id integer not null references psp_account,
  end_to_end_id text not null,
  txid text,
  amount_centavos bigint not null check (amount_centavos > 0),
  payer_name text not null,
  payer_document text not null,
  paid_at timestamptz not null,
  status text not null check (status in ('ACCEPTED', 'UNACCEPTED', 'RETURNED')),
  -- why it was not accepted
  reason text,
  sale_id bigint,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, psp_account_id, end_to_end_id),
  check ((status = 'UNACCEPTED') = (reason is not null))
);
create index receipt_by_end_to_end_id on receipt (account_id, end_to_end_id);
create unique index receipt_of_sale on receipt (account_id, sale_id) where status = 'ACCEPTED';

-- Down Migration
drop table receipt, sale_item, sale;
