// Holds by hand, each against its claim, its holds, the transfers about it, and the word of the two persons; and their proposals,
// each against what it has come to.
import sql from 'sql-template-tag'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

/** What two persons have confirmed of this sort about an order, by what each came to. Anything but a number counts for nothing. */
const confirmed = (kind: string, what: string) => sql`
  coalesce(sum(case when jsonb_typeof(outcome -> ${what}) = 'number' then (outcome ->> ${what})::numeric end)
    filter (where kind = ${kind}), 0)`

export const HOLD_ORDERS: Survey = {
  table: 'hold_order',
  key: ['id'],
  judged: page => sql`
    select hold_order.*, moves, went, elsewhere, held, of_reason, claimed, claim_wanted, claim_open, placed, lifts, takes,
      taken_centavos as left_out,
      moves > 0 and elsewhere or went <> taken_centavos as booked,
      held > wanted or state <> 'OPEN' and held <> 0 or not of_reason as holding,
      not claimed or claim_open <> (state = 'OPEN') or state = 'OPEN' and claim_wanted is distinct from wanted as claim_unlike,
      not placed or lifts <> lifted_centavos or takes <> taken_centavos as word,
      case state when 'OPEN' then wanted <= 0 when 'RELEASED' then release_at is null or ended_at < release_at
        else wanted <> 0 end or (state = 'OPEN') <> (ended_at is null) as ended
    from (${page}) hold_order
    cross join lateral (select amount_centavos::numeric - lifted_centavos - taken_centavos as wanted offset 0) wanting
    cross join lateral (
      select count(*) as moves, coalesce(sum(amount_centavos) filter (where kind = 'ORDER_TAKEN'), 0) as went,
        coalesce(bool_or(kind not in ('ORDER_HELD', 'ORDER_RELEASED', 'ORDER_TAKEN')), false) as elsewhere
      from transfer
      where transfer.account_id = hold_order.account_id and subject = 'hold_order' and subject_id = hold_order.id offset 0
    ) moved
    cross join lateral (
      select coalesce(sum(open_centavos), 0) as held, coalesce(bool_and(hold.reason = hold_order.reason), true) as of_reason
      from hold
      where hold.account_id = hold_order.account_id and hold.subject = 'hold_order' and hold.subject_id = hold_order.id offset 0
    ) holding
    cross join lateral (
      select count(*) = 1 and bool_and(claim.reason = hold_order.reason) as claimed, min(wanted_centavos) as claim_wanted,
        coalesce(bool_or(claim.closed_at is null), false) as claim_open
      from claim
      where claim.account_id = hold_order.account_id and claim.subject = 'hold_order'
        and claim.subject_id = hold_order.id offset 0
    ) claiming
    cross join lateral (
      select count(*) filter (where id = proposal_id and kind = 'hold.place') = 1 as placed,
        ${confirmed('hold.lift', 'lifted')} as lifts, ${confirmed('hold.take', 'taken')} as takes
      from proposal
      where proposal.account_id = hold_order.account_id and proposal.state = 'CONFIRMED'
        and (outcome ->> 'orderId') = hold_order.id::text offset 0
    ) words`,
  sums: ['moves', 'left_out'],
  checks: {
    booked: row =>
      `${reais(row.taken_centavos)} was taken, and by the transfers about it ${reais(row.went)}` +
      (row.elsewhere === 'true' ? ', some of them of another kind' : ''),
    holding: row =>
      `it is ${row.state} over ${reais(row.amount_centavos)}, of which ${reais(row.lifted_centavos)} was lifted and ` +
      `${reais(row.taken_centavos)} taken, and its holds hold ${reais(row.held)}` +
      (row.of_reason === 'true' ? '' : ` for another reason than ${row.reason}`),
    claim_unlike: row =>
      `it is ${row.state}, and its claim is ` +
      (row.claimed === 'true'
        ? `${row.claim_open === 'true' ? 'open' : 'closed'} and wants ${reais(row.claim_wanted)}`
        : 'not there, or another one'),
    word: row =>
      `it was ${row.placed === 'true' ? '' : 'not '}placed by two persons, who have lifted ${reais(row.lifts)} and taken ` +
      `${reais(row.takes)} of it; it says ${reais(row.lifted_centavos)} and ${reais(row.taken_centavos)}`,
    ended: row =>
      `it is ${row.state} over ${reais(row.amount_centavos)} with ${reais(row.lifted_centavos)} lifted and ` +
      `${reais(row.taken_centavos)} taken, and ended ${row.ended_at === null ? 'never' : `at ${row.ended_at}`}`,
  },
}

export const PROPOSALS: Survey = {
  table: 'proposal',
  key: ['id'],
  judged: page => sql`
    select proposal.*, orders, corrections, losses,
      losses <> (state = 'CONFIRMED' and kind = 'dispute.forfeit')::int as lost,
      corrections <> (state = 'CONFIRMED' and kind = 'correction')::int as corrected,
      state in ('CONFIRMED', 'REJECTED') and decided_by is not distinct from proposed_by
        or state = 'WITHDRAWN' and decided_by is distinct from proposed_by as alone,
      (state = 'OPEN') <> (decided_at is null) or (state in ('OPEN', 'EXPIRED')) <> (decided_by is null)
        or (state = 'CONFIRMED') <> (outcome is not null) as decided,
      orders <> (state = 'CONFIRMED' and kind = 'hold.place')::int as came_to
    from (${page}) proposal
    cross join lateral (
      select count(*) as orders from hold_order
      where hold_order.account_id = proposal.account_id and hold_order.proposal_id = proposal.id offset 0
    ) placed
    cross join lateral (
      select count(*) as corrections from correction
      where correction.account_id = proposal.account_id and correction.proposal_id = proposal.id offset 0
    ) corrected
    cross join lateral (
      select count(*) as losses from dispute
      where dispute.account_id = proposal.account_id and dispute.id::text = (outcome ->> 'disputeId')
        and dispute.status = 'FORFEITED' offset 0
    ) lost`,
  sums: [],
  checks: {
    alone: row =>
      `it takes two persons: ${row.proposed_by} proposed it, and it was ${row.state} by ${row.decided_by ?? 'nobody'}`,
    decided: row =>
      `it is ${row.state}, decided by ${row.decided_by ?? 'nobody'} ` +
      `${row.decided_at === null ? 'at no time' : `at ${row.decided_at}`}, and came to ${row.outcome ?? 'nothing'}`,
    corrected: row => `it is ${row.state} of the kind ${row.kind}, and ${row.corrections} corrections come from it`,
    lost: row => `it is ${row.state} of the kind ${row.kind}, and ${row.losses} disputes were lost by it`,
    came_to: row => `it is ${row.state} of the kind ${row.kind}, and ${row.orders} holds by hand come from it`,
  },
}

/**
 * How many balance events there are of each balance. `since`: from then on all events are kept; the events themselves are added
 * up apart.
 */
export const balanceEvents = (since: Date): Survey => ({
  table: 'balance_news',
  key: ['version'],
  judged: page => sql`
    select balance_news.*, version as news, (told_at >= ${since})::int as news_kept,
      (account.created_at >= ${since})::int as news_whole
    from (${page}) balance_news left join account on account.id = balance_news.account_id`,
  sums: ['news', 'news_kept', 'news_whole'],
  checks: {},
})
