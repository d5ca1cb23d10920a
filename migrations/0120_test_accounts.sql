-- Up Migration

-- An account may have a twin at the test bank: an account of its own, whose number is that of its live account and a thousand million.
-- So every statement and every program knows from the number alone whether an account is a test, and an account has one twin at most.
alter table account alter column id set maxvalue 999999999;
alter table account add column live_account_id integer references account;
alter table account add constraint account_test_number
  check (case when live_account_id is null then id < 1000000000
    else live_account_id < 1000000000 and id = 1000000000 + live_account_id end);
-- The members of an account find its twin.
create unique index account_test_twin on account (live_account_id) where live_account_id is not null;
select keep_sealed('account');

-- Who may act for which account. The people of a test account are those of its live account, and no rows of their own.
create view membership as
  select account_id, user_id, role, created_at, approves_at from member
  union all
  select account.id, user_id, role, member.created_at, approves_at
  from member join account on account.live_account_id = member.account_id;

-- A test account has no people of its own: they could be others than those of its live account.
alter table member add constraint member_of_live check (account_id < 1000000000);

-- The twin of the suspense account owns the test bank: what arrives there for nobody is booked in it, and goes back to its payer.
insert into account (id, live_account_id, name, email, status, api_cashout_enabled, transfer_allowed, fees, limits, reserve,
  unexpected_receipts, created_at, updated_at)
overriding system value
select 1000000000 + id, id, name, email, status, api_cashout_enabled, transfer_allowed, fees, limits, reserve, 'RETURN', created_at, updated_at
from account where id = 1000;
