-- Up Migration

-- In how many parts a credit card may pay this checkout, at most. Null: as many as the fees of the account allow.
alter table checkout add column max_installments smallint check (max_installments between 1 and 12);
select keep_sealed('checkout');

-- Down Migration

alter table checkout drop column max_installments;
select keep_sealed('checkout');
