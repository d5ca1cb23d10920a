-- Up Migration
-- Expand

-- Boletos whose money is contested, by when they were last heard of: each is looked up once a day.
create index charge_contested_boletos on charge (psp_account_id, updated_at) where method = 'boleto' and reported_state = 'contested';

-- Down Migration

drop index charge_contested_boletos;
