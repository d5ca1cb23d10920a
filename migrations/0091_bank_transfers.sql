-- Up Migration

-- Whether buyers may pay by Pix to the key of this PSP account or by TED, and the bank's data that they are shown.
alter table psp_account
  add column transfer_enabled boolean not null default false,
  add column transfer_payee jsonb,
  add constraint psp_account_transfer_check check (not transfer_enabled or transfer_payee is not null);
select keep_sealed('psp_account');

alter table sale drop constraint sale_charge_kind_check,
  add constraint sale_charge_kind_check check (charge_kind in ('cob', 'cobv', 'cobr', 'collect', 'transfer'));
-- What may still be paid by transfer: money of this amount is compared with it.
create index sale_by_open_transfer on sale (psp_account_id, amount_centavos)
  where charge_kind = 'transfer' and status in ('EM_PROCESSAMENTO', 'PENDENTE');

-- What a sale by transfer is recognised by, and what its buyer was shown, as it was then.
create table bank_transfer (
  account_id integer not null,
  sale_id bigint not null,
  psp_account_id integer not null references psp_account,
  -- to be put into the message; letters and digits that are not taken for one another
  reference text not null check (reference ~ '^[ACDEFGHJKMNPQRTUVWXY34679]{8}$'),
  payer_document text not null check (payer_document ~ '^[0-9A-Z]{11,14}$'),
  payee jsonb not null,
  -- a person assigned money to the sale and took that back
  undone_at timestamptz,
  undone_by text,
  primary key (account_id, sale_id),
  foreign key (account_id, sale_id) references sale (account_id, id),
  check (num_nonnulls(undone_at, undone_by) in (0, 2))
);
-- Not unique: two sales that happen to have one reference are left to a person.
create index bank_transfer_by_reference on bank_transfer (psp_account_id, reference);
create index bank_transfer_by_payer on bank_transfer (psp_account_id, payer_document);
select keep_sealed('bank_transfer');

-- What the payer wrote; null where the PSP reports none. And a decision of its own: a person has assigned it to a sale.
alter table receipt
  add column message text check (length(message) between 1 and 500),
  drop constraint receipt_decision_check,
  add constraint receipt_decision_check check (decision in ('RETURN', 'CREDIT', 'ASSIGN'));
select keep_sealed('receipt');

-- Credits of a bank account that no Pix list shows: of the PSP's own statement, or of a file of the bank. Each is kept once,
-- whatever file it came from.
create table movement (
  psp_account_id integer not null references psp_account,
  id bigint generated always as identity,
  source text not null check (source in ('PSP', 'OFX')),
  -- the PSP's or the bank's
  line_id text not null check (length(line_id) between 1 and 255),
  day date not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  payer_name text not null,
  payer_document text not null,
  message text,
  -- BOOKED: as a receipt. PIX: its Pix is booked by the list of Pix. UNCLEAR: a person decides. DISMISSED: a person has booked nothing
  state text not null check (state in ('BOOKED', 'PIX', 'UNCLEAR', 'DISMISSED')),
  decided_by text,
  decision_reason text,
  created_at timestamptz not null,
  primary key (psp_account_id, id),
  check (num_nonnulls(decided_by, decision_reason) in (0, 2))
);
create unique index movement_once on movement (psp_account_id, source, line_id, day, amount_centavos);
create index movement_by_day on movement (psp_account_id, day, amount_centavos);
select keep_sealed('movement');

-- Down Migration

drop table movement, bank_transfer;
alter table receipt drop constraint receipt_decision_check,
  add constraint receipt_decision_check check (decision in ('RETURN', 'CREDIT')), drop column message;
select keep_sealed('receipt');
drop index sale_by_open_transfer;
alter table sale drop constraint sale_charge_kind_check,
  add constraint sale_charge_kind_check check (charge_kind in ('cob', 'cobv', 'cobr'));
alter table psp_account drop constraint psp_account_transfer_check, drop column transfer_payee, drop column transfer_enabled;
select keep_sealed('psp_account');
