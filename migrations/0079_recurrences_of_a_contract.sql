-- Up Migration

-- The sales of a contract are found by its recurrences, of which it may have had several, one after the other.
create index recurrence_by_contrato on recurrence (account_id, contrato, id);

-- Down Migration
drop index recurrence_by_contrato;
