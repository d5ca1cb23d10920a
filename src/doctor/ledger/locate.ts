// Where sums of an account do not agree, the first row that is to blame. These look through a whole account, which is no
// matter while something is wrong; where one takes too long, the account alone is named.
import sql, { raw, type Sql } from 'sql-template-tag'
import { sqlState, type Transaction } from '#db/postgres.ts'
import { EVENTS_DUE } from '../surveys/cashouts.ts'
import { hears, postedBack } from '../surveys/deliveries.ts'

export interface Located {
  table: string
  key: string
}

type Search = (accountId: number, since: Date) => Sql

const saleWithout = (type: string, form: string, due: string): Search => {
  const ofType = raw(`type = '${type}' and form = '${form}'`)
  return (accountId, since) => sql`
    select 'sale' as "table", id::text as key from sale
    where account_id = ${accountId} and created_at >= ${since} and ${raw(due)} and not exists (
      select from event where event.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id and ${ofType})
    order by id limit 1`
}

/** Of an event: nothing of it was sent to this webhook, or with none as a postback. */
const unsent = (webhookId: Sql): Sql => sql`
  not exists (
    select from delivery where delivery.account_id = event.account_id and delivery.event_id = event.id
      and delivery.webhook_id is not distinct from ${webhookId})
  and not exists (
    select from attempt where attempt.account_id = event.account_id and attempt.event_id = event.id
      and attempt.webhook_id is not distinct from ${webhookId})`

/** Each version of these has one event. */
function unpublished(table: 'refund' | 'dispute' | 'cart'): Search {
  const [from, subject] = [raw(table), raw(`'${table}'`)]
  return (accountId, since) => sql`
    select ${subject} as "table", id::text as key
    from ${from} left join (
      select subject_id, count(*) as told from event
      where account_id = ${accountId} and subject = ${subject} group by subject_id
    ) facts on subject_id = id
    where account_id = ${accountId} and created_at >= ${since} and coalesce(told, 0) <> version
    order by id limit 1`
}

const SEARCHES: Record<string, Search> = {
  'transfer.subject': accountId => sql`
    select 'transfer' as "table", seq::text as key from transfer
    where account_id = ${accountId} and not case subject
      when 'sale' then exists (select from sale where sale.account_id = transfer.account_id and sale.id = subject_id)
      when 'withdrawal' then exists (
        select from withdrawal where withdrawal.account_id = transfer.account_id and withdrawal.id = subject_id)
      when 'refund' then exists (
        select from refund where refund.account_id = transfer.account_id and refund.id = subject_id)
      when 'dispute' then exists (
        select from dispute where dispute.account_id = transfer.account_id and dispute.id = subject_id)
      when 'receipt' then exists (
        select from receipt where receipt.account_id = transfer.account_id and receipt.id = subject_id)
      when 'correction' then exists (
        select from correction where correction.account_id = transfer.account_id and correction.id = subject_id)
      when 'hold_order' then exists (
        select from hold_order where hold_order.account_id = transfer.account_id and hold_order.id = subject_id)
      else false end
    order by seq limit 1`,
  'hold.opened': accountId => sql`
    select 'hold' as "table", seq::text as key from hold
    where account_id = ${accountId} and not exists (
      select from transfer where transfer.account_id = hold.account_id and transfer.seq = hold.seq and credit = 'blocked')
    order by seq limit 1`,
  'event.pending_due': saleWithout('sale.pending', 'SALE', 'br_code is not null'),
  'event.paid_due': saleWithout('sale.paid', 'SALE', 'completed_at is not null'),
  'event.postback_due': saleWithout(
    'sale.paid',
    'SALE_POSTBACK',
    'completed_at is not null and postback_url is not null',
  ),
  'event.refused_due': saleWithout('sale.refused', 'SALE', "status = 'RECUSADO'"),
  'event.refused_postback_due': saleWithout(
    'sale.refused',
    'SALE_POSTBACK',
    "status = 'RECUSADO' and postback_url is not null",
  ),
  'event.canceled_due': saleWithout('sale.canceled', 'SALE', "status = 'CANCELADO'"),
  'event.canceled_postback_due': saleWithout(
    'sale.canceled',
    'SALE_POSTBACK',
    "status = 'CANCELADO' and postback_url is not null",
  ),
  'event.cashout_facts_due': (accountId, since) => sql`
    select 'withdrawal' as "table", id::text as key
    from withdrawal
    cross join lateral (
      select count(*) as returns from transfer
      where transfer.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
        and kind = 'CASHOUT_RETURNED'
    ) returned
    left join (
      select subject_id, count(*) as told from event
      where account_id = ${accountId} and subject = 'withdrawal' group by subject_id
    ) facts on subject_id = id
    where account_id = ${accountId} and created_at >= ${since} and coalesce(told, 0) <> ${EVENTS_DUE}
    order by id limit 1`,
  'event.refund_facts_due': unpublished('refund'),
  'event.sale_facts_due': (accountId, since) => sql`
    select 'sale' as "table", id::text as key
    from sale left join (
      select subject_id, count(*) as told from event
      where account_id = ${accountId} and form = 'SALE' group by subject_id
    ) facts on subject_id = id
    cross join lateral (
      select count(sale_version) as unsaid from dispute
      where dispute.account_id = sale.account_id and dispute.sale_id = sale.id
    ) disputes
    where account_id = ${accountId} and created_at >= ${since} and status <> 'FALHA'
      and coalesce(told, 0) <> version - unsaid
    order by id limit 1`,
  'event.dispute_facts_due': unpublished('dispute'),
  'event.cart_facts_due': unpublished('cart'),
  'event.latest_due': withoutLatest,
  'delivery.webhooks_due': (accountId, since) => sql`
    select 'event' as "table", event.id::text as key
    from event join webhook on webhook.account_id = event.account_id and ${hears(since)}
    where event.account_id = ${accountId} and ${unsent(sql`webhook.id`)}
    order by event.id limit 1`,
  'delivery.postbacks_due': (accountId, since) => sql`
    select 'event' as "table", event.id::text as key
    from event left join withdrawal
      on subject = 'withdrawal' and withdrawal.account_id = event.account_id and withdrawal.id = subject_id
    where event.account_id = ${accountId} and ${postedBack(since, sql`postback_url`)} and ${unsent(sql`null`)}
    order by event.id limit 1`,
}

/** What stands at a version that has no event. */
function withoutLatest(accountId: number, since: Date): Sql {
  return sql`
    select "table", key::text from (
      select 'sale' as "table", account_id, id as key, version from sale
      where account_id = ${accountId} and created_at >= ${since} and status not in ('EM_PROCESSAMENTO', 'FALHA')
        and not (status = 'PAGO' and exists (
          select from dispute
          where dispute.account_id = sale.account_id and sale_id = sale.id and sale_version = sale.version))
      union all
      select 'withdrawal', account_id, id, version from withdrawal
      where account_id = ${accountId} and created_at >= ${since} and not (restored and state = 'submitted')
      union all
      select 'refund', account_id, id, version from refund
      where account_id = ${accountId} and created_at >= ${since} and version > 0
      union all
      select 'dispute', account_id, id, version from dispute
      where account_id = ${accountId} and created_at >= ${since} and version > 0
      union all
      select 'cart', account_id, id, version from cart
      where account_id = ${accountId} and created_at >= ${since} and version > 0
    ) of
    where not exists (
      select from event where event.account_id = of.account_id and subject = "table" and subject_id = key
        and subject_version = version)
    order by 1, key limit 1`
}

export async function locate(tx: Transaction, check: string, accountId: number, since: Date): Promise<Located | null> {
  const search = SEARCHES[check]
  if (search === undefined) return null
  await tx.query(sql`savepoint locating`)
  await tx.query(sql`select set_config(name, 'on', true) from unnest(array['enable_seqscan', 'enable_hashjoin']) name`)
  // One that takes too long must not end the examination.
  const rows = await tx.query<Located>(search(accountId, since)).catch((error: unknown) => {
    if (sqlState(error) !== QUERY_CANCELED) throw error
    return []
  })
  await tx.query(sql`rollback to savepoint locating`)
  return rows[0] ?? null
}

const QUERY_CANCELED = '57014'
