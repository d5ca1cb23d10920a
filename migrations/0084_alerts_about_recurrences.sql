-- Up Migration

-- An alert may be about a recurrence.
alter table alarm
  drop constraint alarm_subject_kind_check,
  add constraint alarm_subject_kind_check
    check (subject_kind in ('cashout', 'payout', 'refund', 'receipt', 'sale', 'recurrence', 'dispute', 'account', 'psp'));

-- Those that are open already lead to it too.
update alarm set subject_kind = 'recurrence', subject_account_id = recurrence.account_id, subject_id = recurrence.id::text
from recurrence
where code in ('RECURRENCE_NOT_TAKEN_BACK', 'RECURRENCE_NOT_CANCELLED', 'RECURRENCE_CONFLICT') and subject_kind = 'account'
  and recurrence.account_id = subject_account_id and recurrence.uuid::text = known ->> 'recurrence';
update alarm set subject_kind = 'recurrence', subject_account_id = debit.account_id, subject_id = debit.recurrence_id::text
from debit
where code in ('DEBIT_CONFLICT', 'DEBIT_WITHOUT_MONEY', 'DEBIT_WITHOUT_END', 'DEBIT_NOT_FOUND') and subject_kind = 'psp'
  and debit.account_id = (known ->> 'accountId')::integer and debit.txid = known ->> 'txid';
