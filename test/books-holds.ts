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
