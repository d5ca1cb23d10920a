-- Up Migration

-- What was paid on a day, read from the index alone: the figures of 90 days are 100,000 sales and more.
create index sale_by_payment on sale (account_id, completed_at) include (amount_centavos, fee_centavos, created_at)
  where completed_at is not null;
create index withdrawal_by_settlement on withdrawal (account_id, processed_at) include (amount_centavos, net_centavos)
  where state = 'settled';

-- Down Migration
drop index sale_by_payment, withdrawal_by_settlement;
