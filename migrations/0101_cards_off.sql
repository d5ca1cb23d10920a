-- Up Migration

-- Until when an account sells by no card, as too many were declined: somebody may be trying stolen ones. In the past, attempts from then on
-- are counted.
alter table account add column cards_off_until timestamptz;
select keep_sealed('account');

-- Attempts by card of the last minutes.
create index charge_of_cards on charge (account_id, created_at) where method = 'card';

-- Down Migration

drop index charge_of_cards;
alter table account drop column cards_off_until;
select keep_sealed('account');
