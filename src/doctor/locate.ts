// Where sums of an account do not agree, the first row that is to blame. These look through a whole account, which is no
// matter while something is wrong; where one takes too long, the account alone is named.
import sql, { raw, type Sql } from 'sql-template-tag'
import { sqlState, type Transaction } from '#db/postgres.ts'
import { FACTS_DUE } from './cashouts.ts'

export interface Located {
  table: string
  key: string
}

type Search = (accountId: number, since: Date) => Sql

const saleWithout = (type: string, form: string, due: string): Search => {
  const told = raw(`type = '${type}' and form = '${form}'`)
  return (accountId, since) => sql`
    select 'sale' as "table", id::text as key from sale
    where account_id = ${accountId} and created_at >= ${since} and ${raw(due)} and not exists (
      select from event where event.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id and ${told})
    order by id limit 1`
}

const SEARCHES: Record<string, Search> = {
  'transfer.subject': accountId => sql`
    select 'transfer' as "table", seq::text as key from transfer
    where account_id = ${accountId} and not case subject
      when 'sale' then exists (select from sale where sale.account_id = transfer.account_id and sale.id = subject_id)
      when 'withdrawal' then exists (
        select from withdrawal where withdrawal.account_id = transfer.account_id and withdrawal.id = subject_id)
      when 'receipt' then exists (
        select from receipt where receipt.account_id = transfer.account_id and receipt.id = subject_id)
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
  'event.canceled_due': saleWithout('sale.canceled', 'SALE', "status = 'CANCELADO'"),
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
    where account_id = ${accountId} and created_at >= ${since} and coalesce(told, 0) <> ${FACTS_DUE}
    order by id limit 1`,
  'event.latest_due': withoutLatest,
}

/** What stands at a version of which nothing was told. */
function withoutLatest(accountId: number, since: Date): Sql {
  return sql`
    select "table", key::text from (
      select 'sale' as "table", account_id, id as key, version from sale
      where account_id = ${accountId} and created_at >= ${since} and status not in ('EM_PROCESSAMENTO', 'FALHA')
      union all
      select 'withdrawal', account_id, id, version from withdrawal
      where account_id = ${accountId} and created_at >= ${since} and not (restored and state = 'submitted')
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
