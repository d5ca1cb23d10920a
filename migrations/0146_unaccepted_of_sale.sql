-- Up Migration
-- Expand

-- The operator's page of a sale shows money that came for it and that it did not accept, of which there is little.
create index receipt_unaccepted_of_sale on receipt (account_id, sale_id) where sale_id is not null and status <> 'ACCEPTED';

-- Down Migration

drop index receipt_unaccepted_of_sale;
