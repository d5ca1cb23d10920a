// What tests of keyed cashouts share: a request under a key, what a client sees of it, and what came of it here.
import sql from 'sql-template-tag'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { REQUEST } from './requesting.ts'

export const requestUnder = (seller: Seller, key: string, more: object = {}): Promise<Answer> =>
  seller.api('POST', '/api/public/cashout', { ...REQUEST, ...more }, { 'idempotency-key': key })

/** What a client sees of an answer that may be a replay: its status, its bytes, and whether it was one. */
export const seen = ({ status, text, headers }: Answer) => [
  status,
  text,
  headers.get('content-type'),
  headers.get('idempotency-replayed'),
]

/** The same as `first`, and marked as a replay. */
export const replayOf = (first: Answer) => [first.status, first.text, first.headers.get('content-type'), 'true']

export const cashoutsOf = ({ db }: Pick<TestGateway, 'db'>, { accountId }: Pick<Seller, 'accountId'>) =>
  db.query<{ uuid: string; state: string }>(
    sql`select uuid, state from withdrawal where account_id = ${accountId} order by id`,
  )

export async function keysOf({ db }: Pick<TestGateway, 'db'>, { accountId }: Pick<Seller, 'accountId'>) {
  const rows = await db.query<{ key: string; status: number }>(
    sql`select key, status from idempotency where account_id = ${accountId} order by key`,
  )
  return rows.map(({ key, status }) => `${key} ${status}`)
}

export const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
