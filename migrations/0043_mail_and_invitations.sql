-- Up Migration

-- Mail that is owed, and invitations. Nothing here is about money, and no row lets anybody in by itself: what comes of an
-- invitation is a row of member, which is sealed. So these two are not.

create table mail (
  -- whose people it is about; the house's own account where that is nobody's
  account_id integer not null references account,
  id bigint generated always as identity,
  kind text not null check (kind in ('invitation', 'password-reset', 'password-changed')),
  recipient text not null,
  language text not null check (language in ('pt-BR', 'en')),
  -- what the text is about. Never a token: tokens are made when the mail is written, and only their hashes are kept
  detail jsonb not null,
  created_at timestamptz not null,
  -- nobody needs it after that
  expires_at timestamptz not null,
  -- null: sent, or given up
  due_at timestamptz,
  tries smallint not null default 0,
  sent_at timestamptz,
  trouble text,
  primary key (account_id, id),
  check (sent_at is null or due_at is null)
);
-- What is due is looked for once a second.
create index mail_due on mail (due_at) where due_at is not null;
-- How much one mailbox, and one account, was sent of late is asked before each further one.
create index mail_by_recipient on mail (recipient, created_at);
create index mail_by_account on mail (account_id, created_at);

create table invitation (
  -- who invites: an account its people, or the house a new seller
  account_id integer not null references account,
  id bigint generated always as identity,
  uuid uuid not null unique,
  kind text not null check (kind in ('MEMBER', 'SELLER')),
  email text not null check (email = lower(email)),
  role text not null check (role in ('OWNER', 'FINANCE', 'DEVELOPER', 'READER')),
  -- of the account that a new seller gets; null: the seller's own
  account_name text,
  language text not null check (language in ('pt-BR', 'en')),
  -- raised with each link that is sent: only the last one opens
  version integer not null default 1 check (version > 0),
  token_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  outcome text check (outcome in ('ACCEPTED', 'REVOKED', 'REPLACED')),
  accepted_by text,
  primary key (account_id, id),
  check ((closed_at is null) = (outcome is null)),
  check ((outcome = 'ACCEPTED') = (accepted_by is not null)),
  check (account_name is null or kind = 'SELLER')
);
-- One for each address, also of those that have run out: another one takes its place.
create unique index invitation_open on invitation (account_id, email) where closed_at is null;

-- Whoever registers by themselves gets an account in a commit of its own. Until then their row says so: a person whom an account
-- has invited, or has let go, gets none.
alter table iam."user" add column "awaitsAccount" boolean not null default false;
update iam."user" set "awaitsAccount" = true
where not operator and not exists (select from member where member.user_id = "user".id::text);

-- Down Migration
alter table iam."user" drop column "awaitsAccount";
drop table invitation, mail;
