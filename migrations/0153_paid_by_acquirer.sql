-- Up Migration
-- Expand

-- When the acquirer first reported a card as paid: contested later, its money lies there all the same. Nothing is booked by it, and it is not sealed:
-- that would write every charge anew.
alter table charge add column paid_by_acquirer_at timestamptz;
update charge set paid_by_acquirer_at = charge.updated_at from receipt
where charge.method = 'card' and charge.reported_state = 'paid' and receipt.account_id = charge.account_id and receipt.sale_id = charge.sale_id
  and receipt.status in ('UNACCEPTED', 'RETURNING');

-- Down Migration

alter table charge drop column paid_by_acquirer_at;
