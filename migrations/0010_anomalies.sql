-- Up Migration

alter table anomaly
  add column uuid uuid not null default gen_random_uuid(),
  add column psp_account_id integer references psp_account,
  add column decision text,
  add column decision_reason text,
  -- the person, a row of iam.user
  add column decided_by text,
  add column decided_at timestamptz,
  add constraint anomaly_decided check (
    num_nonnulls(decision, decision_reason, decided_by, decided_at) in (0, 4)
  );
create index anomaly_by_uuid on anomaly (uuid);
create index anomaly_open on anomaly (id) where decided_at is null;

-- A withdrawal that is not of our own memory: the PSP's list told of it after the database had lost it.
alter table withdrawal
  add column restored boolean not null default false,
  add column returned_centavos bigint not null default 0 check (returned_centavos between 0 and net_centavos),
  add column returned_at timestamptz;

-- What came back of payouts after they had been paid.
create table payout_return (
  account_id integer not null,
  withdrawal_id bigint not null,
  psp_account_id integer not null references psp_account,
  rtr_id text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  returned_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, psp_account_id, rtr_id),
  foreign key (account_id, withdrawal_id) references withdrawal (account_id, id)
);
create index payout_return_of on payout_return (account_id, withdrawal_id);

-- One payment at the PSP captures one withdrawal, of whatever account.
create index withdrawal_by_end_to_end_id on withdrawal (end_to_end_id) where end_to_end_id is not null;

-- Down Migration
drop index withdrawal_by_end_to_end_id;
drop table payout_return;
alter table withdrawal drop column restored, drop column returned_centavos, drop column returned_at;
alter table anomaly drop column uuid, drop column psp_account_id, drop column decision, drop column decision_reason,
  drop column decided_by, drop column decided_at;
