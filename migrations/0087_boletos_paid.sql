-- Up Migration

-- A late boleto brings fine and interest on top of its sale's amount; a receipt has the whole, and how much of it that is.
alter table receipt add column charges_centavos bigint not null default 0
  check (charges_centavos >= 0 and charges_centavos < amount_centavos);
-- A payment of a charge is booked under an id of ours, made of the PSP's id of the charge, and stands in end_to_end_id as long as it is not
-- known by which Pix it was paid. It stays here, so that it is booked once.
alter table receipt add column charge_payment_id text;
create unique index receipt_of_charge on receipt (account_id, charge_payment_id) where charge_payment_id is not null;
create index receipt_by_charge_payment on receipt (charge_payment_id) where charge_payment_id is not null;
select keep_sealed('receipt');

-- The list of paid charges of a PSP account is swept as well.
alter table psp_sweep drop constraint psp_sweep_list_check,
  add constraint psp_sweep_list_check check (list in ('received', 'sent', 'recurrences', 'debits', 'boletos'));

-- And compared with the books of its day.
alter table reconciliation drop constraint reconciliation_stage_check,
  add constraint reconciliation_stage_check check (stage in ('received', 'debits', 'boletos', 'sent', 'ours', 'done'));
alter table reconciliation_case drop constraint reconciliation_case_list_check,
  add constraint reconciliation_case_list_check check (list in ('received', 'refund', 'sent', 'return', 'boleto'));

-- Money of a boleto has no way back of its own: it goes to a key of its payer. Kept whole as long as the refund is.
alter table refund
  add column to_pix_key text,
  add column to_pix_key_type text,
  -- the bank refuses a key of another holder
  add column to_document text,
  add constraint refund_to_key check (num_nonnulls(to_pix_key, to_pix_key_type, to_document) in (0, 3));
select keep_sealed('refund', '{due_at}');

-- Down Migration

alter table refund drop constraint refund_to_key, drop column to_pix_key, drop column to_pix_key_type, drop column to_document;
select keep_sealed('refund', '{due_at}');

update reconciliation set stage = 'received', page = 0 where stage = 'boletos';
alter table reconciliation_case drop constraint reconciliation_case_list_check,
  add constraint reconciliation_case_list_check check (list in ('received', 'refund', 'sent', 'return'));
alter table reconciliation drop constraint reconciliation_stage_check,
  add constraint reconciliation_stage_check check (stage in ('received', 'debits', 'sent', 'ours', 'done'));
delete from psp_sweep where list = 'boletos';
alter table psp_sweep drop constraint psp_sweep_list_check,
  add constraint psp_sweep_list_check check (list in ('received', 'sent', 'recurrences', 'debits'));

drop index receipt_by_charge_payment, receipt_of_charge;
alter table receipt drop column charges_centavos, drop column charge_payment_id;
select keep_sealed('receipt');
