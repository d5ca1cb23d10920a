-- Up Migration

-- How often somebody has tried to sign in with an address, or in a browser, and was not right: shared by all processes. The subject
-- is a hash, the same whether there is such a person or not.
create table iam.sign_in_try (
  subject bytea primary key,
  tries integer not null check (tries > 0),
  last_at timestamptz not null,
  -- when the last try that was let in is judged: the next one has its turn after that
  judged_at timestamptz not null
);
create index sign_in_try_by_age on iam.sign_in_try (last_at);

-- Down Migration
drop table iam.sign_in_try;
