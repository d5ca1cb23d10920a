-- Up Migration

-- Credits of the bank's statements are compared with the books of their day. Of other lists what is there, or comes beside it, stays.
alter table reconciliation drop constraint reconciliation_stage_check,
  add constraint reconciliation_stage_check check (stage in ('received', 'debits', 'boletos', 'cards', 'movements', 'sent', 'ours', 'done'));
alter table reconciliation_case drop constraint reconciliation_case_list_check,
  add constraint reconciliation_case_list_check check (list in ('received', 'refund', 'sent', 'return', 'boleto', 'card', 'movement'));

-- Down Migration

update reconciliation set stage = 'received', page = 0 where stage = 'movements';
alter table reconciliation_case drop constraint reconciliation_case_list_check,
  add constraint reconciliation_case_list_check check (list in ('received', 'refund', 'sent', 'return', 'boleto', 'card'));
alter table reconciliation drop constraint reconciliation_stage_check,
  add constraint reconciliation_stage_check check (stage in ('received', 'debits', 'boletos', 'cards', 'sent', 'ours', 'done'));
