-- Up Migration

-- The work of a sale by boleto is its charge's: one that the PSP is slow with is no creation that was left behind.
alter table sale add constraint sale_charge_owes_work check (charge_kind <> 'collect' or due_at is null);

-- By account first, as everything that grows. A notice names a charge by the PSP's id or by our reference, which tells the account.
drop index charge_by_ref, charge_by_id;
create unique index charge_by_ref on charge (account_id, ref);
create unique index charge_by_id on charge (account_id, psp_account_id, charge_id) where charge_id is not null;

-- Down Migration

drop index charge_by_ref, charge_by_id;
create unique index charge_by_ref on charge (ref);
create unique index charge_by_id on charge (psp_account_id, charge_id) where charge_id is not null;
alter table sale drop constraint sale_charge_owes_work;
