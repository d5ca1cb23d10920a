-- Up Migration

-- In how many days a boleto of this checkout is due.
alter table checkout add column boleto_due_in_days smallint not null default 3 check (boleto_due_in_days between 0 and 60);
select keep_sealed('checkout');

-- Down Migration

alter table checkout drop column boleto_due_in_days;
select keep_sealed('checkout');
