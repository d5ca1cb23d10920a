-- Up Migration

-- Those that are open are few, and the operator's list asks for them among all that ever were.
create index dispute_by_status on dispute (status, id);

-- Down Migration
drop index dispute_by_status;
