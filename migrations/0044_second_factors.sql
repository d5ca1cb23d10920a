-- Up Migration

-- The second factors of persons, as better-auth 1.7.7 and its passkey plugin 1.7.6 want them (their own generator's tables).
-- Beside them stands what the plugins do not keep: which codes were used, how often somebody has guessed, and until when a
-- session counts as proved. src/access alone speaks to the schema.

alter table iam."user" add column "twoFactorEnabled" boolean;

create table iam."twoFactor" (
  "id" uuid primary key default gen_random_uuid(),
  -- encrypted under AUTH_SECRET, and so are the recovery codes
  "secret" text not null,
  "backupCodes" text not null,
  "userId" uuid not null references iam."user" ("id") on delete cascade,
  -- false until the first code has come
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);
-- Of two that are set up at once there would be two secrets, and any of them would be read.
create unique index "twoFactor_userId_idx" on iam."twoFactor" ("userId");

create table iam."passkey" (
  "id" uuid primary key default gen_random_uuid(),
  "name" text,
  "publicKey" text not null,
  "userId" uuid not null references iam."user" ("id") on delete cascade,
  "credentialID" text not null,
  "counter" integer not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "createdAt" timestamptz,
  "aaguid" text
);
create index "passkey_userId_idx" on iam."passkey" ("userId");
-- A passkey is looked up by it alone, so it names one person.
create unique index "passkey_credentialID_idx" on iam."passkey" ("credentialID");

-- The plugins do not know these columns and leave them alone.
alter table iam."session"
  -- to the minute; null: only what the session began with
  add column "seenAt" timestamptz,
  add column "seenFrom" text,
  -- until then a critical act does not ask again
  add column "provenUntil" timestamptz;

-- A code of an authenticator app is good for a minute and a half, and for one use. The digest is of the person and the code.
create table iam.used_code (
  user_id uuid not null references iam."user" ("id") on delete cascade,
  digest bytea not null,
  used_at timestamptz not null,
  primary key (user_id, digest)
);

-- Codes and passwords that were wrong, by person and by address. Counted before each try, so that many at once are many.
create table iam.proof_attempt (
  subject text primary key,
  failures integer not null check (failures >= 0),
  last_at timestamptz not null,
  locked_until timestamptz
);

-- Whether critical acts in the panel are refused to people of the account who have no second factor.
alter table account add column members_need_second_factor boolean not null default false;
select keep_sealed('account');

-- Down Migration
select keep_sealed('account', '{members_need_second_factor}');
alter table account drop column members_need_second_factor;
drop table iam.proof_attempt, iam.used_code, iam."passkey", iam."twoFactor";
alter table iam."session" drop column "seenAt", drop column "seenFrom", drop column "provenUntil";
alter table iam."user" drop column "twoFactorEnabled";
