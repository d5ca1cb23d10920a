-- Up Migration

-- A refund of a card waits until its acquirer takes it: for the settlement of the sale, or for the next day. Its call has no id at the
-- acquirer, so that it is made once: the time stands here before it is made.
alter table refund
  add column waits_for text check (waits_for in ('SETTLEMENT', 'NEXT_DAY')),
  -- when it will probably be sent
  add column expected_at timestamptz,
  add column sent_at timestamptz,
  add constraint refund_waits check (num_nonnulls(waits_for, expected_at) in (0, 2)),
  add constraint refund_waits_unsent check (waits_for is null or status = 'PENDING' and sent_at is null);
select keep_sealed('refund', '{due_at}');

-- The list of cards that were paid is swept, and compared with the books of its day, as that of boletos is.
alter table psp_sweep drop constraint psp_sweep_list_check,
  add constraint psp_sweep_list_check check (list in ('received', 'sent', 'recurrences', 'debits', 'boletos', 'cards'));
alter table reconciliation drop constraint reconciliation_stage_check,
  add constraint reconciliation_stage_check check (stage in ('received', 'debits', 'boletos', 'cards', 'sent', 'ours', 'done'));
alter table reconciliation_case drop constraint reconciliation_case_list_check,
  add constraint reconciliation_case_list_check check (list in ('received', 'refund', 'sent', 'return', 'boleto', 'card'));

-- Down Migration

update reconciliation set stage = 'received', page = 0 where stage = 'cards';
alter table reconciliation_case drop constraint reconciliation_case_list_check,
  add constraint reconciliation_case_list_check check (list in ('received', 'refund', 'sent', 'return', 'boleto'));
alter table reconciliation drop constraint reconciliation_stage_check,
  add constraint reconciliation_stage_check check (stage in ('received', 'debits', 'boletos', 'sent', 'ours', 'done'));
delete from psp_sweep where list = 'cards';
alter table psp_sweep drop constraint psp_sweep_list_check,
  add constraint psp_sweep_list_check check (list in ('received', 'sent', 'recurrences', 'debits', 'boletos'));

alter table refund drop constraint refund_waits_unsent, drop constraint refund_waits, drop column sent_at, drop column expected_at,
  drop column waits_for;
select keep_sealed('refund', '{due_at}');
