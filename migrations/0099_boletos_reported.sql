-- Up Migration

-- Where the last change of what a bank has reported of a boleto stands among the events: open pages are told of it, and nobody else.
alter table charge add column live_number bigint;
create index charge_by_live_number on charge (account_id, live_number) where live_number is not null;
select keep_sealed('charge', '{due_at,lookups,live_number}');

-- How many notices were read at a PSP account in an hour: PSPs bound the calls of a day, and several gateways share them.
create table notice_reading (
  psp_account_id integer not null references psp_account,
  hour_at timestamptz not null,
  count integer not null check (count > 0),
  primary key (psp_account_id, hour_at)
);

-- Down Migration

drop table notice_reading;
drop index charge_by_live_number;
alter table charge drop column live_number;
select keep_sealed('charge', '{due_at,lookups}');
