-- Up Migration

-- The code of the alert catalogue. Alerts were told apart by their sentences before.
alter table alarm add column code text;

update alarm set code = case
  when said like 'the house is in recovery until%' then 'RECOVERY_ENTERED'
  when said like 'a cashout had been sent before this database was restored%' then 'CASHOUT_SENT_BEFORE_RESTORE'
  when said like 'more leaves than usual%' then
    case when known ? 'accountId' then 'VELOCITY_LIMIT_EXCEEDED' else 'HOUSE_VELOCITY_LIMIT_EXCEEDED' end
  when said like 'the PSP contradicts what was booked of a refund%' then 'REFUND_CONFLICT'
  when said like 'the PSP contradicts what was booked%' then 'CASHOUT_CONFLICT'
  when said like 'the PSP contradicts what is known of a dispute%' then 'DISPUTE_CONFLICT'
  when said like 'the PSP says something else by now%' then 'CASHOUT_ANSWER_CHANGED'
  when said like 'the PSP does not confirm what its list%' then 'PAYOUT_NOT_CONFIRMED'
  when said like 'the PSP tells two ends of one refund%' then 'REFUND_TWO_ENDS'
  when said like 'the PSP has refused the defence%' then 'DEFENCE_REFUSED'
  when said like 'what became of a payout cannot%' then 'CASHOUT_OUTCOME_UNKNOWN'
  when said like 'more came back of a cashout%' then 'CASHOUT_RETURN_TOO_LARGE'
  when said like 'a cashout waits for the operator%' then 'CASHOUT_BLOCKED_AT_PSP'
  when said like 'a payout has had no end%' then 'CASHOUT_WITHOUT_END'
  when said like 'a payment that this database had forgotten%' then 'CASHOUT_RESTORED'
  when said like 'a payment of an account that this database has forgotten%' then 'CASHOUT_OF_LOST_ACCOUNT'
  when said like 'a refund waits for the operator%' then 'REFUND_BLOCKED_AT_PSP'
  when said like 'a refund has been asked about in vain%' then 'REFUND_WITHOUT_END'
  when said like 'a sale whose time is over%' then 'SALE_NOT_CLOSED'
  when said like 'a charge is not what was asked%' then 'CHARGE_NOT_AS_REQUESTED'
  when said like 'money could not be sent back%' then 'RETURN_FAILED'
  when said like 'money went back that nobody here%' then
    case when known -> 'booked' = 'true' then 'PSP_INITIATED_REFUND' else 'UNMATCHED_MONEY_RETURNED' end
  when said like 'money of a disputed sale went back%' then 'DISPUTED_MONEY_RETURNED'
  when said like 'money arrived that no sale accepts%' then 'PAYMENT_UNMATCHED'
  when said like 'money arrived for a sale of ours%' then 'PAYMENT_OF_LOST_SALE'
  when said like 'money that is disputed has left%' then 'DISPUTE_MONEY_SPENT'
  when said like 'more is disputed than%' then 'DISPUTE_EXCEEDS_PAYMENT'
  when said like 'a Pix is disputed that this database%' then 'DISPUTE_OF_UNKNOWN_PAYMENT'
  when said like 'a defence has been sent in vain%' then 'DEFENCE_NOT_CONFIRMED'
  when said like 'the deadline of a dispute is near and nobody%' then 'DISPUTE_UNANSWERED'
  when said like 'the deadline of a dispute is near and the PSP%' then 'DISPUTE_DEFENCE_LATE'
  when said like 'a dispute is past its deadline%' then 'DISPUTE_OVERDUE'
  when said like 'a dispute was lost%' then 'DISPUTE_LOSS_UNKNOWN'
  when said like 'a dispute of the PSP cannot be booked%' then 'DISPUTE_NOT_BOOKED'
  when said like 'a PSP''s list of disputes cannot be read%' then 'DISPUTE_LIST_UNREADABLE'
  when said like 'a PSP''s list of disputes holds%' then 'DISPUTE_ENTRY_UNREADABLE'
  when said like 'a PSP account does not cover%' then 'BALANCE_NOT_COVERED'
  when said like 'a PSP does not answer%' then 'PSP_NOT_ANSWERING'
  when said like 'a day of a PSP''s lists differs%' then 'DAY_DIFFERS'
  when said like 'a day cannot be reconciled%' then 'DAY_NOT_RECONCILED'
  when said like 'a list of the PSP cannot be read%' then 'PSP_LIST_UNREADABLE'
  when said like 'the list holds entries%' then 'PSP_LIST_ENTRIES_UNREADABLE'
  when said like 'an entry of the PSP''s list cannot%' then 'PSP_ENTRY_NOT_BOOKED'
  when said like 'a callback cannot be read%' then 'CALLBACK_UNREADABLE'
  when said like 'a callback has been tried in vain%' then 'CALLBACK_NOT_APPLIED'
  when said like 'the clock stands in a closed day%' then 'CLOCK_IN_CLOSED_DAY'
  when said like 'the books do not add up%' then 'BOOKS_DO_NOT_ADD_UP'
  when said like 'what is blocked in an account cannot%' then 'HOLD_NOT_RELEASED'
  when said like 'mail cannot be sent%' then 'MAIL_NOT_SENT'
  when said like 'a certificate expires within%' then
    case when known ->> 'certificate' like 'PSP account %' then 'PSP_CERTIFICATE_EXPIRES' else 'CALLBACK_CERTIFICATE_EXPIRES' end
  when said like 'a certificate has expired%' then
    case when known ->> 'certificate' like 'PSP account %' then 'PSP_CERTIFICATE_EXPIRED' else 'CALLBACK_CERTIFICATE_EXPIRED' end
  else 'OTHER'
end;
alter table alarm alter column code set not null;

-- Sentences that share a code must not become one alert: those that nobody knows, and those of 7 and of 30 days.
update alarm set known_hash = sha256(convert_to(said, 'UTF8') || known_hash) where code = 'OTHER';
update alarm set
  known = known || jsonb_build_object('days', days),
  known_hash = sha256(convert_to(format('{"certificate":%s,"days":%s}', known -> 'certificate', days), 'UTF8'))
from (values (7), (30)) as soon (days)
where code in ('PSP_CERTIFICATE_EXPIRES', 'CALLBACK_CERTIFICATE_EXPIRES') and said = format('a certificate expires within %s days', days);

-- More kinds of things that an alert is about. A PSP account belongs to no seller.
alter table alarm
  drop constraint alarm_subject_whole,
  drop constraint alarm_subject_kind_check,
  add constraint alarm_subject_kind_check
    check (subject_kind in ('cashout', 'payout', 'refund', 'receipt', 'sale', 'dispute', 'account', 'psp')),
  add constraint alarm_subject_whole check (
    num_nonnulls(subject_kind, subject_id) in (0, 2)
    and (subject_account_id is not null) = (subject_kind is not null and subject_kind <> 'psp')
  );

-- What older alerts are about stands in what is known of them.
update alarm set subject_kind = 'dispute', subject_account_id = (known ->> 'accountId')::integer, subject_id = known ->> 'dispute'
where subject_kind is null and known ? 'accountId' and known ? 'dispute' and code in (
  'DISPUTE_OF_UNKNOWN_PAYMENT', 'DISPUTE_EXCEEDS_PAYMENT', 'DISPUTE_MONEY_SPENT', 'DISPUTE_UNANSWERED', 'DISPUTE_DEFENCE_LATE',
  'DISPUTE_OVERDUE', 'DEFENCE_NOT_CONFIRMED', 'DEFENCE_REFUSED', 'DISPUTE_CONFLICT', 'DISPUTE_LOSS_UNKNOWN'
);
update alarm set subject_kind = 'sale', subject_account_id = (known ->> 'accountId')::integer, subject_id = known ->> 'sale'
where subject_kind is null and known ? 'accountId' and known ? 'sale' and code = 'SALE_NOT_CLOSED';
update alarm set subject_kind = 'receipt', subject_account_id = (known ->> 'accountId')::integer, subject_id = known ->> 'receipt'
where subject_kind is null and known ? 'accountId' and known ? 'receipt' and code = 'REFUND_CONFLICT';
update alarm set subject_kind = 'account', subject_account_id = (known ->> 'accountId')::integer, subject_id = known ->> 'accountId'
where subject_kind is null and known ? 'accountId' and code in ('VELOCITY_LIMIT_EXCEEDED', 'HOLD_NOT_RELEASED');
update alarm set subject_kind = 'psp', subject_id = known ->> 'pspAccountId'
where subject_kind is null and known ->> 'pspAccountId' is not null and code in (
  'CHARGE_NOT_AS_REQUESTED', 'UNMATCHED_MONEY_RETURNED', 'PSP_ENTRY_NOT_BOOKED', 'DISPUTE_NOT_BOOKED', 'DISPUTE_LIST_UNREADABLE',
  'DISPUTE_ENTRY_UNREADABLE', 'PSP_NOT_ANSWERING', 'PSP_LIST_UNREADABLE', 'PSP_LIST_ENTRIES_UNREADABLE', 'CALLBACK_NOT_APPLIED',
  'CALLBACK_UNREADABLE', 'BALANCE_NOT_COVERED', 'DAY_NOT_RECONCILED', 'DAY_DIFFERS'
);
update alarm set subject_kind = 'psp', subject_id = substring(known ->> 'certificate' from '^PSP account ([0-9]{1,9})$')
where code in ('PSP_CERTIFICATE_EXPIRES', 'PSP_CERTIFICATE_EXPIRED') and known ->> 'certificate' ~ '^PSP account [0-9]{1,9}$';

drop index alarm_open;
create unique index alarm_open on alarm (code, known_hash) where acknowledged_at is null;
-- What is raised once is looked for among the acknowledged ones too.
create index alarm_by_code on alarm (code, known_hash);
