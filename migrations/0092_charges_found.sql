-- Up Migration

-- A notice names a charge by the PSP's id, and not whose it is.
create index charge_by_psp on charge (psp_account_id, charge_id) where charge_id is not null;

-- Down Migration

drop index charge_by_psp;
