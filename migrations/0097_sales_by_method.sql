-- Up Migration

-- The sales of one method in the order of their list: one stretch of an index, however few they are among those by PIX. Those by PIX are
-- found among all, so that a sale by PIX writes no index more.
create index sale_by_method on sale (account_id, payment_method, created_at, id) where payment_method <> 'PIX';

-- Down Migration
drop index sale_by_method;
