-- Up Migration

-- Money comes back, is disputed, held by hand and corrected: more that a transfer can be about.
alter table transfer drop constraint transfer_subject_check, add constraint transfer_subject_check check (
  subject in ('sale', 'withdrawal', 'receipt', 'refund', 'dispute', 'hold_order', 'correction')
);

-- Who did what, to what, why and from where. Written in the transaction of its effect. What concerns the whole house stands
-- under the house's own account.
create table audit (
  account_id integer not null references account,
  id bigint generated always as identity,
  actor text not null check (actor in ('member', 'operator', 'api-key', 'house')),
  -- a row of iam.user or of api_key; null where the house acted by a rule
  actor_id text,
  address text,
  action text not null,
  subject text not null,
  subject_id text not null,
  reason text,
  detail jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  check ((actor = 'house') = (actor_id is null))
);
create index audit_by_id on audit (id);
create index audit_by_subject on audit (account_id, subject, subject_id);
create trigger audit_is_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_is_never_emptied before truncate on audit for each statement execute function refuse_change();

-- Down Migration
drop table audit;
alter table transfer drop constraint transfer_subject_check, add constraint transfer_subject_check check (
  subject in ('sale', 'withdrawal', 'receipt')
);
