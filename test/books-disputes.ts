// What must be true of every dispute and every claim at every moment: a sentence, and the SQL that finds what offends it.
import sql, { type Sql } from 'sql-template-tag'

export const DISPUTE_INVARIANTS: Record<string, Sql> = {
  'a wallet lacks what its open claims lack, and nothing is available meanwhile': sql`
    select account_id, lacking_centavos, lacking, available_centavos from wallet left join (
      select account_id, sum(wanted_centavos - held_centavos) as lacking from claim where closed_at is null group by 1
    ) claims using (account_id)
    where lacking_centavos <> coalesce(lacking, 0) or lacking_centavos > 0 and available_centavos > 0`,

  'a claim holds what its open holds hold, and nothing once it is closed': sql`
    select account_id, subject, subject_id, held_centavos, open, closed_at from claim left join (
      select account_id, subject, subject_id, sum(open_centavos) as open from hold group by 1, 2, 3
    ) holds using (account_id, subject, subject_id)
    where held_centavos <> coalesce(open, 0) or closed_at is not null and held_centavos > 0`,

  'a dispute claims what it says for as long as it is open': sql`
    select dispute.account_id, dispute.id, status, claimed_centavos, wanted_centavos, claim.closed_at
    from dispute left join claim on claim.account_id = dispute.account_id and claim.subject = 'dispute'
      and claim.subject_id = dispute.id
    where case when claim.id is null then claimed_centavos > 0
      else wanted_centavos <> claimed_centavos or (dispute.closed_at is null) <> (claim.closed_at is null) end`,

  'an open dispute holds what it took of the reserve of its sale': sql`
    select dispute.account_id, dispute.id, reserve_centavos, held_centavos
    from dispute left join claim on claim.account_id = dispute.account_id and claim.subject = 'dispute'
      and claim.subject_id = dispute.id
    where dispute.closed_at is null and reserve_centavos > coalesce(held_centavos, 0)`,

  'what was lost in a dispute left the books once, and what was not lost is back': sql`
    select dispute.account_id, dispute.id, status, forfeited_centavos, elsewhere_centavos, went, held, gone
    from dispute
    cross join lateral (
      select coalesce(sum(amount_centavos) filter (where kind in ('DISPUTE_TAKEN', 'DISPUTE_CHARGED')), 0) as went,
        coalesce(sum(amount_centavos) filter (where kind = 'DISPUTE_HELD'), 0) as held,
        coalesce(sum(amount_centavos) filter (where kind in ('DISPUTE_TAKEN', 'DISPUTE_RELEASED')), 0) as gone
      from transfer
      where transfer.account_id = dispute.account_id and subject = 'dispute' and subject_id = dispute.id
    ) moved
    where went <> forfeited_centavos - elsewhere_centavos or closed_at is not null and held <> gone`,

  'a sale is under dispute as long as one of it is open': sql`
    select sale.account_id, sale.id, sale.status, disputes
    from sale
    cross join lateral (
      select count(*) filter (where closed_at is null) as disputes from dispute
      where dispute.account_id = sale.account_id and dispute.sale_id = sale.id
    ) open
    where status in ('MED', 'CHARGEBACK') and disputes = 0 or status = 'PAGO' and disputes > 0`,

  'an infraction of a PSP is one dispute, and has as many events as its version says': sql`
    select dispute.account_id, dispute.id, version, told, opened
    from dispute
    cross join lateral (
      select count(*) as told, count(*) filter (where type = 'dispute.opened') as opened from event
      where event.account_id = dispute.account_id and subject = 'dispute' and subject_id = dispute.id
    ) facts
    where told <> version or opened <> (version > 0)::int`,

  'a sale that was disputed has that event, and no second one of its payment': sql`
    select sale.account_id, sale.id, paid, contested
    from sale
    cross join lateral (
      select count(*) filter (where type = 'sale.paid') as paid, count(*) filter (where type = 'sale.chargeback') as contested
      from event where event.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id and form = 'SALE'
    ) told
    where paid > 1 or status in ('MED', 'CHARGEBACK') and contested = 0`,
}
