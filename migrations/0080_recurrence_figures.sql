-- Up Migration

-- What monitoring reads: what was ordered and what ended within a day, and what was offered within a month.
create index debit_by_sending on debit (sent_at) where sent_at is not null;
create index debit_by_end on debit (ended_at) where ended_at is not null;
create index recurrence_by_end on recurrence (ended_at) where ended_at is not null;
create index recurrence_by_day on recurrence (created_at);

-- Down Migration
drop index debit_by_sending, debit_by_end, recurrence_by_end, recurrence_by_day;
