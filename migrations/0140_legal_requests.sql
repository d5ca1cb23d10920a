-- Up Migration
-- Expand

-- Requests of authorities for records (ofícios): what was asked, the archives that were made of it, and the key that signs them.

-- Of an Ed25519 key: what the gateway hands over is signed by it. There is one, for good.
create table signing_key (
  id boolean primary key default true check (id),
  private_sealed text not null,
  created_at timestamptz not null
);

-- No account owns one: its people read none of it. Who it is about stands in `subjects`.
create table legal_request (
  id bigint generated always as identity primary key,
  authority_kind text not null check (authority_kind in ('COURT', 'POLICE', 'PROSECUTOR', 'TAX', 'OTHER')),
  authority text not null,
  number text not null,
  -- of the case, in the form of the National Council of Justice without its punctuation
  process_number text check (process_number ~ '^[0-9]{20}$'),
  subject_kind text not null check (subject_kind in ('DOCUMENT', 'ACCOUNT', 'PAYMENTS')),
  subjects text[] not null check (cardinality(subjects) between 1 and 100),
  -- null: open on that side
  from_at timestamptz,
  to_at timestamptz check (to_at > from_at),
  due_on date not null,
  notes text,
  state text not null check (state in ('OPEN', 'ANSWERED', 'WITHDRAWN')),
  created_by text not null,
  created_at timestamptz not null,
  closed_by text,
  closed_at timestamptz,
  close_note text,
  reminded text check (reminded in ('SOON', 'OVERDUE')),
  -- the next look at its deadline
  due_at timestamptz check (due_at is null or state = 'OPEN'),
  check ((state = 'OPEN') = (closed_at is null)),
  check (num_nonnulls(closed_by, closed_at, close_note) in (0, 3))
);
create index legal_request_due on legal_request (due_at) where due_at is not null;
create index legal_request_open on legal_request (state, id);

create table legal_archive (
  id bigint generated always as identity primary key,
  request_id bigint not null references legal_request,
  state text not null check (state in ('WAITING', 'MAKING', 'READY', 'FAILED', 'REMOVED')),
  -- empty: closed by a passphrase
  recipients text[] not null default '{}',
  -- until it is made
  passphrase_sealed text check (passphrase_sealed is null or state in ('WAITING', 'MAKING')),
  -- how often it was begun: what an earlier try has left is nobody's
  attempt integer not null default 0,
  progress smallint not null default 0 check (progress between 0 and 100),
  file_name text,
  file_bytes bigint,
  file_sha256 bytea,
  -- as they are in the file; kept for good
  manifest text,
  signature bytea,
  failure text,
  created_by text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- it is to be made, or of one that is made: its file is to go
  due_at timestamptz,
  check ((state in ('READY', 'REMOVED')) = (manifest is not null)),
  check (num_nonnulls(file_name, file_bytes, file_sha256, manifest, signature) in (0, 5)),
  check ((state = 'FAILED') = (failure is not null))
);
create index legal_archive_due on legal_archive (due_at) where due_at is not null;
create index legal_archive_of_request on legal_archive (request_id, id);

-- The file, encrypted, in pieces of one size.
create table legal_archive_part (
  archive_id bigint not null references legal_archive,
  attempt integer not null,
  n integer not null check (n >= 0),
  bytes bytea not null,
  primary key (archive_id, attempt, n)
);
-- It is encrypted: there is nothing to compress.
alter table legal_archive_part alter column bytes set storage external;
