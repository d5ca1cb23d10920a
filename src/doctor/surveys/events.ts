// Events, each against the id that follows from its subject, and against the sale or the cashout that it describes.
import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Survey } from '../survey.ts'
import {
  CART_EVENT_MATCHES,
  CASHOUT_EVENT_MATCHES,
  CASHOUT_TYPE,
  DISPUTE_EVENT_MATCHES,
  REFUND_EVENT_MATCHES,
  SALE_EVENT_MATCHES,
  SALE_TYPE,
  TYPES,
} from './bodies.ts'
import { hears, postedBack } from './deliveries.ts'
import { DEBIT_EVENT_MATCHES, DEBIT_TYPE, RECURRENCE_EVENT_MATCHES, RECURRENCE_TYPE } from './recurring-bodies.ts'

/**
 * From when on all events and all attempts are kept: days that are too old are dropped whole. Of what began on the first day that
 * is kept, something may have been written on the day before, by a clock that was behind or was put back.
 */
export async function findEventsSince(db: Queryable, now: Date): Promise<Date> {
  const [row] = await db.query<{ since: Date | null }>(sql`
    select max(case when day < (${now} at time zone 'UTC')::date - 1 then day + 1 else day end)::timestamp
      at time zone 'UTC' as since
    from (
      select min(to_date(substring(inhrelid::regclass::text from '_(\\d{8})$'), 'YYYYMMDD')) as day from pg_inherits
      where inhparent in ('event'::regclass, 'attempt'::regclass) group by inhparent
    ) firsts`)
  return row?.since ?? new Date(0)
}

/** Version 8 uuid over account, subject, version and form, as src/notification/events/event.ts makes it. */
const UID = raw(`(
  select (substr(hex, 1, 12) || '8' || substr(hex, 14, 3) || substr('89ab', (get_byte(bytes, 8) >> 4 & 3) + 1, 1)
    || substr(hex, 18, 15))::uuid
  from (select bytes, encode(bytes, 'hex') as hex from (
    select sha256(convert_to(concat_ws('/', event.account_id, subject, subject_id, subject_version, form), 'UTF8')) as bytes
  ) hashed) texts)`)

export const events = (since: Date): Survey => ({
  table: 'event',
  key: ['id'],
  judged: page => sql`
    select event.*, of.*, uid_due, webhooks_due,
      case when ${postedBack(since, sql`cashout_postback_url`)} then event.id::numeric end as postbacks_due,
      (told and type = 'sale.pending')::int as pending_facts,
      (told and type = 'sale.paid' and form = 'SALE')::int as paid_facts,
      (told and type = 'sale.paid' and form = 'SALE_POSTBACK')::int as postback_facts,
      -- A sale that failed is told as refused, where it is told at all.
      (told and type = 'sale.refused' and form = 'SALE' and status <> 'FALHA')::int as refused_facts,
      (told and type = 'sale.refused' and form = 'SALE_POSTBACK' and status <> 'FALHA')::int as refused_postback_facts,
      (told and type = 'sale.canceled' and form = 'SALE')::int as canceled_facts,
      (told and type = 'sale.canceled' and form = 'SALE_POSTBACK')::int as canceled_postback_facts,
      (told and form = 'SALE' and status <> 'FALHA')::int as sale_facts,
      (told and subject = 'withdrawal')::int as cashout_facts,
      (subject = 'wallet')::int as news_facts,
      case when subject = 'wallet' then subject_version else 0 end as news_numbers,
      (told and subject = 'refund')::int as refund_facts,
      (told and subject = 'dispute')::int as dispute_facts,
      (told and subject = 'cart')::int as cart_facts,
      -- Of a sale that failed nothing is told where its own request said so.
      (told and subject_version = version and form <> 'SALE_POSTBACK' and status <> 'FALHA')::int as latest_facts,
      uid <> uid_due as uid_wrong,
      subject in ('sale', 'withdrawal', 'refund', 'dispute', 'cart', 'recurrence', 'debit') and version is null as subject_gone,
      subject_version < 1 or coalesce(subject_version > version, false) as version_wrong,
      coalesce(not told_right, false) as body_wrong,
      coalesce(type <> type_due, false) or (form = 'TEST') <> (type = 'webhook.test')
        or version is not null and (type <> all(${TYPES}::text[])
          or not starts_with(type, case subject when 'debit' then 'recurrence' else subject end || '.')) as type_wrong
    from (${page}) event
    cross join lateral (select ${UID} as uid_due offset 0) uids
    cross join lateral (
      select count(*) * event.id::numeric as webhooks_due from webhook
      where webhook.account_id = event.account_id and ${hears(since)}
    ) audience
    left join lateral (
      select sale.version, sale.created_at >= ${since} as told, status, null as cashout_postback_url,
        ${SALE_EVENT_MATCHES} as told_right,
        case when event.subject_version = sale.version then ${SALE_TYPE} end as type_due
      from sale where event.subject = 'sale' and sale.account_id = event.account_id and sale.id = event.subject_id
      union all
      select withdrawal.version, withdrawal.created_at >= ${since}, state, postback_url,
        ${CASHOUT_EVENT_MATCHES},
        case when event.subject_version = withdrawal.version then ${CASHOUT_TYPE}
          when event.subject_version = 1 then 'withdrawal.pending'
          when event.subject_version = 2 and payout_id is not null then 'withdrawal.processing' end
      from withdrawal
      where event.subject = 'withdrawal' and withdrawal.account_id = event.account_id and withdrawal.id = event.subject_id
      union all
      select refund.version, refund.created_at >= ${since}, refund.status, null,
        ${REFUND_EVENT_MATCHES},
        case when event.subject_version < refund.version or refund.status = 'FAILED' then 'refund.failed'
          else 'refund.completed' end
      from refund left join sale on sale.account_id = refund.account_id and sale.id = refund.sale_id
      where event.subject = 'refund' and refund.account_id = event.account_id and refund.id = event.subject_id
      union all
      select dispute.version, dispute.created_at >= ${since}, dispute.status, null,
        ${DISPUTE_EVENT_MATCHES},
        case when event.subject_version = 1 then 'dispute.opened'
          when event.subject_version = dispute.version and dispute.closed_at is not null then 'dispute.closed'
          else 'dispute.deadline' end
      from dispute where event.subject = 'dispute' and dispute.account_id = event.account_id and dispute.id = event.subject_id
      union all
      select cart.version, cart.created_at >= ${since}, cart.state, null,
        ${CART_EVENT_MATCHES},
        case event.subject_version when 1 then 'cart.abandoned' else 'cart.recovered' end
      from cart where event.subject = 'cart' and cart.account_id = event.account_id and cart.id = event.subject_id
      union all
      -- Not every version of a recurrence or of a debit has an event: they are not counted.
      select recurrence.version, false, recurrence.status, null, ${RECURRENCE_EVENT_MATCHES},
        case when event.subject_version = recurrence.version then ${RECURRENCE_TYPE} end
      from recurrence
      where event.subject = 'recurrence' and recurrence.account_id = event.account_id and recurrence.id = event.subject_id
      union all
      select debit.version, false, debit.status, null, ${DEBIT_EVENT_MATCHES},
        case when event.subject_version = debit.version then ${DEBIT_TYPE} end
      from debit left join recurrence on recurrence.account_id = debit.account_id and recurrence.id = debit.recurrence_id
      where event.subject = 'debit' and debit.account_id = event.account_id and debit.id = event.subject_id
    ) of on true`,
  sums: [
    'pending_facts',
    'paid_facts',
    'postback_facts',
    'refused_facts',
    'refused_postback_facts',
    'canceled_facts',
    'canceled_postback_facts',
    'sale_facts',
    'cashout_facts',
    'news_facts',
    'news_numbers',
    'refund_facts',
    'dispute_facts',
    'cart_facts',
    'latest_facts',
    'webhooks_due',
    'postbacks_due',
  ],
  checks: {
    uid_wrong: row =>
      `its id is ${row.uid}, and from its account, subject (${row.subject} ${row.subject_id}), version ${row.subject_version} and ` +
      `form ${row.form} follows ${row.uid_due}`,
    subject_gone: row => `${row.subject} ${row.subject_id}, of which it tells, is not there`,
    version_wrong: row =>
      `it tells version ${row.subject_version} of ${row.subject} ${row.subject_id}, which is at ${row.version}`,
    body_wrong: row => `it tells of ${row.subject} ${row.subject_id} something else than stands there (${row.status})`,
    type_wrong: row =>
      `as version ${row.subject_version} of ${row.subject} ${row.subject_id} it is ${row.type}, not ` +
      (row.type_due ?? 'what can be told of one'),
  },
})
