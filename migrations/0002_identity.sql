-- Up Migration

-- Persons and their sessions, as better-auth 1.7.7 wants them (its own generator's tables, in a schema of their own). Only
-- src/access/auth.ts speaks to these tables, through better-auth. What a person may do is told by `member` and by `operator`.

create schema iam;

create table iam."user" (
  "id" uuid primary key default gen_random_uuid(),
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  -- runs the house: never set by a request
  "operator" boolean not null
);

create table iam."session" (
  "id" uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references iam."user" ("id") on delete cascade
);
create index "session_userId_idx" on iam."session" ("userId");

-- A way to sign in, not an account of the house: the password's hash stands here.
create table iam."account" (
  "id" uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references iam."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);
create index "account_userId_idx" on iam."account" ("userId");

create table iam."verification" (
  "id" uuid primary key default gen_random_uuid(),
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index "verification_identifier_idx" on iam."verification" ("identifier");

-- Attempts to sign in and up by address, shared by all processes.
create table iam."rateLimit" (
  "id" uuid primary key default gen_random_uuid(),
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);

-- Down Migration
drop schema iam cascade;
