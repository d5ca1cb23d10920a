-- Up Migration

-- An open demand on what an account has available: what is disputed, or what a court wants held. It outlives the moment: what
-- is not there yet is held as soon as money comes.
create table claim (
  account_id integer not null references account,
  id bigint generated always as identity,
  subject text not null check (subject in ('dispute', 'hold_order')),
  subject_id bigint not null,
  -- of the holds that it opens
  reason text not null,
  wanted_centavos bigint not null check (wanted_centavos >= 0),
  -- what its open holds hold
  held_centavos bigint not null check (held_centavos between 0 and wanted_centavos),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, subject, subject_id),
  check (closed_at is null or held_centavos = 0)
);
create index claim_open on claim (account_id, id) where closed_at is null;
select keep_sealed('claim');

-- What the open claims still lack together. While they lack anything there is nothing available: whatever comes is held in the
-- commit that brings it.
alter table wallet add column lacking_centavos bigint not null default 0,
  add constraint wallet_lacks_before_it_gives check (
    lacking_centavos = 0 or lacking_centavos > 0 and available_centavos <= 0
  );

-- Down Migration
alter table wallet drop column lacking_centavos;
drop trigger is_sealed on claim;
drop function seal_claim(), seal_of(claim);
drop table claim;
