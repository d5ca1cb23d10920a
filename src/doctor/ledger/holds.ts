// Holds, each against the transfers that took from it. What opened it is looked at with the transfers.
import sql from 'sql-template-tag'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

/** Reserves and settlements are released within seconds of their day; after so long a person has to look why not. */
const OVERDUE = sql`interval '1 day'`
/** A gateway that was down needs some time to release what has become free meanwhile. */
const GRACE = sql`interval '10 minutes'`

/** What was free before that moment should be released by now. null: the gateway has not been at work for long enough. */
const releasedBefore = (now: Date) => sql`(
  select last - ${OVERDUE} from house cross join lateral (select least(${now}::timestamptz, pulse_at) as last) seen
  where at_work_since <= last - ${GRACE})`

export const holds = (now: Date): Survey => ({
  table: 'hold',
  key: ['seq'],
  judged: page => sql`
    select hold.*, taken, taken_at, ends, open_centavos as open, 1 as holds,
      open_centavos <> amount_centavos::numeric - coalesce(taken, 0)
        or open_centavos < 0 or open_centavos > amount_centavos as left_open,
      closed_at is distinct from case when open_centavos = 0 then taken_at end as closed,
      ends > 1 as resolved,
      reason in ('RESERVE', 'SETTLEMENT') and open_centavos > 0 and coalesce(release_at < ${releasedBefore(now)}, false)
        and not waiting as overdue,
      reason = 'SETTLEMENT' and open_centavos > 0 and not receivable as owned
    from (${page}) hold
    left join lateral (
      -- By the subject, which has an index: what is taken from a hold is about what it was opened for.
      select sum(amount_centavos) as taken, count(*) filter (where resolves_hold) as ends,
        (array_agg(created_at order by seq desc))[1] as taken_at
      from transfer
      where transfer.account_id = hold.account_id and transfer.subject = hold.subject
        and transfer.subject_id = hold.subject_id and transfer.hold_seq = hold.seq offset 0
    ) taking on true
    cross join lateral (
      select count(*) > 0 as receivable, coalesce(bool_or(due_at is null or due_at >= ${releasedBefore(now)}), false) as waiting
      from receivable
      where hold.reason = 'SETTLEMENT' and receivable.account_id = hold.account_id and receivable.hold_seq = hold.seq offset 0
    ) settling`,
  sums: ['open', 'holds'],
  checks: {
    left_open: row =>
      `${reais(row.open_centavos)} of ${reais(row.amount_centavos)} is open, and ${reais(row.taken ?? '0')} was taken for ` +
      `${row.subject} ${row.subject_id}`,
    closed: row =>
      `with ${reais(row.open_centavos)} open it is ${row.closed_at === null ? 'not closed' : `closed at ${row.closed_at}`}, and ` +
      `the last was taken ${row.taken_at === null ? 'never' : `at ${row.taken_at}`}`,
    resolved: row => `${row.ends} transfers resolve it`,
    overdue: row =>
      `${reais(row.open_centavos)} of a ${row.reason === 'RESERVE' ? 'reserve' : 'settlement'} is held that was to be released at ` +
      `${row.release_at}`,
    owned: row =>
      `${reais(row.open_centavos)} is held for the settlement of sale ${row.subject_id}, and no receivable says so`,
  },
})
