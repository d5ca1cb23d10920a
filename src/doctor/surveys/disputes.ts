// Disputes, each against its claim, its transfers and its sale; and claims, each against the holds that they have opened and what
// they are about.
import sql from 'sql-template-tag'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

/** `since`: from then on all events are kept. */
export const disputes = (since: Date): Survey => ({
  table: 'dispute',
  key: ['id'],
  judged: page => sql`
    select dispute.*, moves, went, astray, kept, words, word_lost, claims, claim_wanted, claim_open, claim_held, sale_status, paid_with,
      forfeited_centavos - elsewhere_centavos as forfeited,
      went <> forfeited_centavos - elsewhere_centavos or astray or kept <> coalesce(claim_held, 0)
        or forfeited_centavos not between 0 and amount_centavos or elsewhere_centavos not between 0 and forfeited_centavos
        or (status = 'FORFEITED') <> (forfeited_centavos > 0) as booked,
      claims > 1 or claims = 0 and claimed_centavos > 0
        or claims = 1 and (claim_wanted, claim_open) is distinct from (claimed_centavos, closed_at is null)
        or claimed_centavos not between 0 and amount_centavos or reserve_centavos not between 0 and claimed_centavos
        or closed_at is null and reserve_centavos > coalesce(claim_held, 0) as claiming,
      sale_id is not null and (paid_with is distinct from receipt_id
          or closed_at is null and coalesce(sale_status, '') <> all('{MED,CHARGEBACK,ESTORNADO}'::text[])
          or coalesce(sale_version > version_of_sale, false))
        or receipt_id is null and (claimed_centavos > 0 or version > 0) as sold,
      (status in ('OPEN', 'DEFENDED')) <> (closed_at is null)
        or defended_at is not null and psp_dispute_id is null and defences = 0
        or closed_at is not null and due_at is not null as ended,
      words > 1 or words = 0 and status = 'FORFEITED' and psp_dispute_id is null
        or words = 1 and (status <> 'FORFEITED' or word_lost is distinct from forfeited_centavos::text) as alone,
      case when told then version else 0 end as dispute_facts_due,
      (told and version > 0)::int as latest_due
    from (${page}) dispute
    cross join lateral (
      select count(*) as moves,
        coalesce(sum(amount_centavos) filter (where kind in ('DISPUTE_TAKEN', 'DISPUTE_CHARGED')), 0) as went,
        coalesce(sum(amount_centavos) filter (where kind = 'DISPUTE_HELD'), 0)
          - coalesce(sum(amount_centavos) filter (where kind in ('DISPUTE_TAKEN', 'DISPUTE_RELEASED')), 0) as kept,
        coalesce(bool_or(kind <> all('{DISPUTE_HELD,DISPUTE_TAKEN,DISPUTE_RELEASED,DISPUTE_CHARGED}'::text[])), false)
          as astray
      from transfer
      where transfer.account_id = dispute.account_id and subject = 'dispute' and subject_id = dispute.id offset 0
    ) moved
    cross join lateral (
      select count(*) as claims, min(wanted_centavos) as claim_wanted, min(held_centavos) as claim_held,
        bool_or(claim.closed_at is null) as claim_open
      from claim
      where claim.account_id = dispute.account_id and claim.subject = 'dispute' and claim.subject_id = dispute.id offset 0
    ) claimed
    cross join lateral (
      select count(*) as words, min(outcome ->> 'forfeited') as word_lost from proposal
      where proposal.account_id = dispute.account_id and proposal.kind = 'dispute.forfeit' and proposal.state = 'CONFIRMED'
        and (outcome ->> 'disputeId') = dispute.id::text offset 0
    ) said
    cross join lateral (
      select count(*) as defences from dispute_defence
      where dispute_defence.account_id = dispute.account_id and dispute_id = dispute.id offset 0
    ) defended
    cross join lateral (select dispute.created_at >= ${since} as told offset 0) telling
    left join lateral (
      select sale.status as sale_status, sale.version as version_of_sale, receipt.id as paid_with
      from sale left join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id
        and receipt.status = 'ACCEPTED'
      where sale.account_id = dispute.account_id and sale.id = dispute.sale_id offset 0
    ) sales on true`,
  sums: ['moves', 'forfeited', 'dispute_facts_due', 'latest_due'],
  checks: {
    booked: row =>
      `it is ${row.status}, has lost ${reais(row.forfeited_centavos)}, ${reais(row.elsewhere_centavos)} of it elsewhere, and by ` +
      `its transfers ${reais(row.went)} with ${reais(row.kept)} still held${row.astray === 'true' ? ', some of another kind' : ''}`,
    claiming: row =>
      `it is ${row.status} and claims ${reais(row.claimed_centavos)} of ${reais(row.amount_centavos)}, and ` +
      (row.claims === '1'
        ? `its claim is ${row.claim_open === 'true' ? 'open' : 'closed'}, wants ${reais(row.claim_wanted)} and holds ` +
          `${reais(row.claim_held)}, of which ${reais(row.reserve_centavos)} came from the sale's reserve`
        : `it has ${row.claims} claims`),
    alone: row =>
      `it is ${row.status}, has lost ${reais(row.forfeited_centavos)} and was told by ${row.psp_dispute_id ?? 'no PSP'}, and ` +
      `${row.words} times two persons have confirmed that it loses ${row.word_lost === null ? 'nothing' : reais(row.word_lost)}`,
    sold: row =>
      `it is ${row.status} about receipt ${row.receipt_id ?? 'none'} and sale ${row.sale_id ?? 'none'}, which is ` +
      `${row.sale_status ?? 'not there'} and was paid with receipt ${row.paid_with ?? 'none'}`,
    ended: row =>
      `it is ${row.status}, was closed ${row.closed_at === null ? 'never' : `at ${row.closed_at}`} and ` +
      `${row.due_at === null ? 'owes nothing' : `is due at ${row.due_at}`}`,
  },
})

export const CLAIMS: Survey = {
  table: 'claim',
  key: ['id'],
  judged: page => sql`
    select claim.*, open, of_reason, about,
      case when closed_at is null then wanted_centavos - held_centavos else 0 end as lacking,
      held_centavos <> open or not of_reason or held_centavos > wanted_centavos
        or closed_at is not null and held_centavos <> 0 as holding,
      not about as for_nothing
    from (${page}) claim
    cross join lateral (
      select coalesce(sum(open_centavos), 0) as open, coalesce(bool_and(hold.reason = claim.reason), true) as of_reason
      from hold
      where hold.account_id = claim.account_id and hold.subject = claim.subject and hold.subject_id = claim.subject_id offset 0
    ) holds
    cross join lateral (
      select case claim.subject
        when 'dispute' then exists (
          select from dispute where dispute.account_id = claim.account_id and dispute.id = claim.subject_id)
        when 'hold_order' then exists (
          select from hold_order where hold_order.account_id = claim.account_id and hold_order.id = claim.subject_id)
        else false end as about offset 0
    ) abouts`,
  sums: ['lacking'],
  checks: {
    holding: row =>
      `it is ${row.closed_at === null ? 'open' : 'closed'}, wants ${reais(row.wanted_centavos)} and holds ` +
      `${reais(row.held_centavos)}, and ${reais(row.open)} is open of its holds` +
      (row.of_reason === 'true' ? '' : `, some for another reason than ${row.reason}`),
    for_nothing: row => `${row.subject} ${row.subject_id}, for which it is, is not there`,
  },
}
