-- Up Migration
-- Expand
-- Personal data of customers: by what the audit log recognises a person, and how far each retention has come.

-- Signs the documents, e-mail addresses and phones of which the audit log keeps only the signature. One row, sealed under ENCRYPTION_KEY.
create table privacy_key (
  id boolean primary key default true check (id),
  secret_sealed text not null,
  created_at timestamptz not null
);

-- Up to which row of an account a retention has looked: rows have their numbers in the order in which they were made, so what lies before is
-- never read again, and a process that dies leaves nothing half done.
create table retention_mark (
  account_id integer not null references account,
  retention text not null,
  last_id bigint not null,
  updated_at timestamptz not null,
  primary key (account_id, retention)
);

-- Down Migration

drop table retention_mark, privacy_key;
