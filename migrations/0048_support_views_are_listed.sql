-- Up Migration

-- Who has ended a view; null while nobody has, and where its time was over.
alter table support_view add column ended_by text;
-- The open ones of the whole house are few at any time; those that ran out and that nobody has ended lie behind the others here.
create index support_view_until on support_view (expires_at) where ended_at is null;

-- Down Migration
drop index support_view_until;
alter table support_view drop column ended_by;
