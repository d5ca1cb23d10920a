-- Up Migration

-- Ways in that outlive a password: which of them the person's mailbox has confirmed, which devices are theirs, and who has asked
-- to be registered. No row here is about money, and what lets anybody act in an account is the row of `member`, which is sealed.

-- The kinds that are known so far, and these.
do $$
declare
  kinds text;
begin
  select string_agg(distinct quote_literal(kind[1]), ', ') into kinds
  from (
    select regexp_matches(pg_get_constraintdef(oid), '''([a-z-]+)''', 'g') from pg_constraint
    where conname = 'mail_kind_check' and conrelid = 'mail'::regclass
    union all values (array['address-confirmation']), (array['factor-added']), (array['factor-confirmation']),
      (array['session-opened'])
  ) known(kind);
  alter table mail drop constraint mail_kind_check;
  execute format('alter table mail add constraint mail_kind_check check (kind in (%s))', kinds);
end $$;

-- A new password by mail ends every passkey and every app that was not confirmed by mail before. Those that are there already
-- were confirmed by nobody.
alter table iam."passkey"
  add column "confirmedAt" timestamptz,
  -- of the token in the last letter about it
  add column "confirmationHash" bytea;
alter table iam."twoFactor"
  add column "confirmedAt" timestamptz,
  add column "confirmationHash" bytea;
create unique index "passkey_confirmation" on iam."passkey" ("confirmationHash") where "confirmationHash" is not null;
create unique index "twoFactor_confirmation" on iam."twoFactor" ("confirmationHash") where "confirmationHash" is not null;

-- Browsers in which a person has signed in. The cookie's value is kept as a hash.
create table iam.device (
  user_id uuid not null references iam."user" ("id") on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (user_id, token_hash)
);

-- Who wants to be registered. A person is made only when the mailbox has answered, with the password that was chosen beside that
-- very link: so nobody can prepare a login for somebody else's address.
create table iam.sign_up (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null,
  password_hash text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_up_by_email on iam.sign_up (email);
create index sign_up_by_end on iam.sign_up (expires_at);

-- Down Migration
drop table iam.sign_up, iam.device;
alter table iam."twoFactor" drop column "confirmedAt", drop column "confirmationHash";
alter table iam."passkey" drop column "confirmedAt", drop column "confirmationHash";
delete from mail where kind in ('address-confirmation', 'factor-added', 'factor-confirmation', 'session-opened');
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check check (kind in (
  'invitation', 'password-reset', 'password-changed', 'money-in', 'disputes', 'failed-cashouts', 'webhook-switched-off'));
