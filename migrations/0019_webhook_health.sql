-- Up Migration

-- A test that a person sends to one webhook is a fact like any other, with a form of its own.
alter table event
  drop constraint event_form_check,
  add constraint event_form_check check (form in ('SALE', 'SALE_POSTBACK', 'WITHDRAWAL', 'TEST'));

-- When it was switched on again, null where it never was off: what it did not take before is not held against it.
-- `tests` numbers the tests, and `tested_at` holds the times of the last few, because they are bounded.
alter table webhook
  add column switched_on_at timestamptz,
  add column tests integer not null default 0,
  add column tested_at timestamptz[] not null default '{}';

-- Down Migration
alter table webhook drop column switched_on_at, drop column tests, drop column tested_at;
delete from delivery using event where event.account_id = delivery.account_id and event.id = delivery.event_id
  and event.form = 'TEST';
delete from event where form = 'TEST';
alter table event
  drop constraint event_form_check,
  add constraint event_form_check check (form in ('SALE', 'SALE_POSTBACK', 'WITHDRAWAL'));
