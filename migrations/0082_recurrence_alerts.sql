-- Up Migration

-- Few recurrences need a person, and the first page of the panel asks for them every time.
create index recurrence_alerts on recurrence (account_id, id) where alert is not null and status in ('CRIADA', 'APROVADA');

-- The operator's page counts what was missed in the last month by its cause.
create index debit_missed on debit (ended_at) where status = 'NAO_COBRADA';
