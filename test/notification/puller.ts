// A server that pulls the events of its account, and other processes that write some.
import assert from 'node:assert/strict'
import pg from 'pg'
import sql from 'sql-template-tag'
import type { Connection } from '#db/postgres.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { until } from '../until.ts'

export interface Pulled {
  id: number
  eventId: string
  type: string
  subject: string
  subjectId: number
  sequence: number
  createdAt: string
  payload: Record<string, unknown>
}

export interface Page {
  data: Pulled[]
  nextCursor: string
  more: boolean
}

export type Query = Record<string, string | number | boolean>

export async function pull(seller: Seller, query: Query = {}): Promise<Page> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const answer = await seller.api('GET', `/api/events?${text}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** From a cursor, or from the beginning, to where nothing more is at once. */
export async function pullAll(seller: Seller, query: Query = {}): Promise<Page> {
  const data: Pulled[] = []
  for (let page = await pull(seller, query); ; page = await pull(seller, { ...query, after: page.nextCursor })) {
    data.push(...page.data)
    if (!page.more) return { ...page, data }
  }
}

/** Tries again while there are fewer: any transaction in the server may hold a page up. */
export const pullSo = (many: number, seller: Seller, query: Query): Promise<Page> =>
  until(async () => {
    const page = await pull(seller, query)
    return page.data.length >= many ? page : null
  }, `${many} events`)

/** From the beginning to the last one that is written and told: any transaction in the server may hold it up. */
export async function pullToEnd(seller: Seller, { db }: Pick<TestGateway, 'db'>): Promise<Page> {
  const [written] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from event where account_id = ${seller.accountId} and form not in ('SALE_POSTBACK', 'TEST')`)
  return until(async () => {
    const page = await pullAll(seller, { limit: 100 })
    return page.data.length >= (written?.count ?? 0) ? page : null
  }, 'every event')
}

export async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client(connection)
  await client.connect()
  return client
}

/** An event as another process writes it. */
export async function writeEvent(client: pg.Client, accountId: number): Promise<number> {
  const { rows } = await client.query(
    `insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      select $1, gen_random_uuid(), 'sale.paid', 'SALE', 'sale', 1, 1, '{}', now()
      from (select where pg_current_xact_id() is not null) as begun returning id`,
    [accountId],
  )
  return Number(rows[0].id)
}
