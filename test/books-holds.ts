// What must be true of every reserve, manual hold and proposal at every moment: a sentence, and the SQL that finds what violates it.
import sql, { type Sql } from 'sql-template-tag'

export const HOLD_INVARIANTS: Record<string, Sql> = {
  'the reserve of a paid sale is held or was released, whole, and no other sale has any': sql`
    select sale.account_id, sale.id, reserve_centavos, held, released
    from sale
    cross join lateral (
      select coalesce(sum(open_centavos), 0) as held from hold
      where hold.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id and reason = 'RESERVE'
    ) holds
    cross join lateral (
      select coalesce(sum(amount_centavos) filter (where kind = 'RESERVE_RELEASED'), 0) as released,
        coalesce(sum(amount_centavos) filter (where kind = 'RESERVE_HELD'), 0) as kept from transfer
      where transfer.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id
    ) transfers
    -- What a refund took, and did not pay, is kept anew.
    where held + released <> kept or held > case when completed_at is null then 0 else reserve_centavos end`,

  'what is to be settled of a sale is held by its receivables, and by nothing else': sql`
    select coalesce(receivable.account_id, hold.account_id), receivable.id, hold.seq, hold.open_centavos
    from receivable
    full join (select * from hold where reason = 'SETTLEMENT' and closed_at is null) hold
      on hold.account_id = receivable.account_id and hold.seq = receivable.hold_seq
    where hold.seq is not null and (receivable.id is null or subject <> 'sale' or subject_id <> sale_id
        or open_centavos <> receivable.amount_centavos - taken_centavos)
      or receivable.id is not null and (hold.seq is null) <> (hold_seq is null
        or (select closed_at is not null from hold where hold.account_id = receivable.account_id and hold.seq = hold_seq))`,

  'the parts of a sale are the whole of it': sql`
    select sale.account_id, sale.id from sale
    join receivable on receivable.account_id = sale.account_id and receivable.sale_id = sale.id
    group by sale.account_id, sale.id
    having count(*) <> max(parts) or sum(gross_centavos) <> sale.amount_centavos or sum(receivable.fee_centavos) <> sale.fee_centavos
      or sum(receivable.amount_centavos) <> sale.net_centavos - sale.reserve_centavos`,

  'what was released before its acquirer paid was not to wait for that': sql`
    select receivable.account_id, receivable.id, status from receivable
    join transfer on transfer.account_id = receivable.account_id and transfer.hold_seq = receivable.hold_seq and resolves_hold
    where waits_for_provider and settled_at is null and owed_centavos > 0 and taken_centavos < receivable.amount_centavos`,

  'an order holds what is wanted of it as far as there was money, and nothing once it has ended': sql`
    select hold_order.account_id, hold_order.id, state, held, wanted, claim.wanted_centavos, available_centavos
    from hold_order
    join wallet using (account_id)
    left join claim on claim.account_id = hold_order.account_id and claim.subject = 'hold_order'
      and claim.subject_id = hold_order.id
    cross join lateral (
      select coalesce(sum(open_centavos), 0) as held from hold
      where hold.account_id = hold_order.account_id and subject = 'hold_order' and subject_id = hold_order.id
    ) holds
    cross join lateral (select amount_centavos - lifted_centavos - taken_centavos as wanted) wanting
    where case when state = 'OPEN'
      then held > wanted or held < wanted and available_centavos > 0 or claim.closed_at is not null
        or claim.wanted_centavos is distinct from wanted or claim.held_centavos <> held
      else held <> 0 or claim.closed_at is null end`,

  'what was taken under an order left the books by its word, and nothing else did': sql`
    select hold_order.account_id, hold_order.id, taken_centavos, went
    from hold_order
    cross join lateral (
      select coalesce(sum(amount_centavos) filter (where credit = 'clearing'), 0) as went from transfer
      where transfer.account_id = hold_order.account_id and subject = 'hold_order' and subject_id = hold_order.id
    ) transfers
    where taken_centavos <> went`,

  'what takes two persons was done by two': sql`
    select account_id, id, kind, state from proposal
    where state in ('CONFIRMED', 'REJECTED') and (decided_by is null or decided_by = proposed_by)`,
}
