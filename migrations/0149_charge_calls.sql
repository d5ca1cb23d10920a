-- Up Migration
-- Expand

-- How often each call of an API of charges was made at a PSP account in a day of São Paulo: PSPs bound them, and several gateways share them.
create table charge_call (
  psp_account_id integer not null references psp_account,
  day date not null,
  call text not null,
  count integer not null check (count > 0),
  primary key (psp_account_id, day, call)
);

-- Down Migration

drop table charge_call;
