-- Up Migration

-- Both sides have moved the same money, and call it by another name.
alter table reconciliation_case
  drop constraint reconciliation_case_kind_check,
  add constraint reconciliation_case_kind_check
    check (kind in ('MISSING_HERE', 'MISSING_THERE', 'OTHER_AMOUNT', 'OTHER_STATE', 'OTHER_ID'));

-- A case's counterpart is found among many of its day; and what is open of a seller's own.
drop index reconciliation_case_of_day;
create index reconciliation_case_of_day on reconciliation_case (day, psp_account_id, list, difference_centavos);
create index reconciliation_case_open_of_account on reconciliation_case (account_id, day) where state = 'OPEN';

-- Down Migration
drop index reconciliation_case_open_of_account, reconciliation_case_of_day;
create index reconciliation_case_of_day on reconciliation_case (day, psp_account_id);
delete from reconciliation_case where kind = 'OTHER_ID';
alter table reconciliation_case
  drop constraint reconciliation_case_kind_check,
  add constraint reconciliation_case_kind_check
    check (kind in ('MISSING_HERE', 'MISSING_THERE', 'OTHER_AMOUNT', 'OTHER_STATE'));
