-- Up Migration

-- Money that no sale accepted leaves `received` once, by the database and not by code.
create unique index transfer_receipt_leaves_once on transfer (account_id, subject_id)
  where subject = 'receipt' and kind in ('RECEIPT_RETURNED', 'RECEIPT_CREDITED', 'RECEIPT_MOVED');

-- Somebody is taking its charge away: no request goes on with this creation any more.
alter table sale add column given_up boolean not null default false;

-- null: nobody has chosen. What was the default so far cannot be told from a choice, and both mean the same for whoever
-- owns no PSP account.
alter table account alter column unexpected_receipts drop default, alter column unexpected_receipts drop not null;
update account set unexpected_receipts = null where unexpected_receipts = 'RETURN';

-- To a PSP account of a seller's own comes what has nothing to do with this house: there it is not sent back unasked.
create function default_unexpected_receipts(account_id integer) returns text language sql stable as $$
  select case when exists (select from psp_account where owner_account_id = $1) then 'KEEP' else 'RETURN' end
$$;

-- Down Migration
drop function default_unexpected_receipts;
update account set unexpected_receipts = 'RETURN' where unexpected_receipts is null;
alter table account alter column unexpected_receipts set default 'RETURN', alter column unexpected_receipts set not null;
alter table sale drop column given_up;
drop index transfer_receipt_leaves_once;
