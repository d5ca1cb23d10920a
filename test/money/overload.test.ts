// Every queue of the hot use cases is filled to its brim while the database stands still: further requests are refused in the shape of the
// endpoint, and nothing of them is done; those that waited are answered when the database goes on.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import sql from 'sql-template-tag'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { some } from '../long.ts'
import { until } from '../until.ts'
import { openPipeline } from './pipeline.ts'

/** As the gateway has it: one batch under way, and so many waiting behind it. */
const MAX_WAITING = 4_096
const CONNECTIONS = 16
/** A little more than may wait: the first few go ahead. */
const EACH = (MAX_WAITING + 512) / CONNECTIONS
const LOOK_MS = 50

let gateway: TestGateway
let seller: Seller
let locker: pg.Client
let sale: { uuid: string }
let cashout: { uuid: string }

before(async () => {
  gateway = await openTestGateway()
  seller = await gateway.seller({ funds: 300_000_00 })
  sale = await seller.sell(50_00)
  cashout = (await seller.api('POST', '/api/public/cashout', CASHOUT)).body
  await seller.reaches(`/api/public/cashout/${cashout.uuid}`, 'COMPLETED')
  locker = new pg.Client(gateway.connection)
  await locker.connect()
})
after(async () => {
  await locker.end()
  await gateway[Symbol.asyncDispose]()
})

const CASHOUT = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
const MESSAGE = 'Too much at once; please try again'
const D = { message: MESSAGE, error: 'OVERLOADED' }

interface Case {
  what: string
  /** Locked, so that the queue does not move. */
  table: string
  method: 'GET' | 'POST'
  path: () => string
  body?: unknown
  /** The answer to the one too many. */
  refused: unknown
  /** Of those who waited. */
  answered: number[]
}

const CASES: Case[] = [
  {
    what: 'of balances',
    table: 'wallet',
    method: 'GET',
    path: () => '/api/public/balance',
    refused: { error: 'OVERLOADED', message: MESSAGE },
    answered: [200],
  },
  {
    what: 'of sales',
    table: 'sale',
    method: 'GET',
    path: () => `/api/transactions/${sale.uuid}`,
    refused: D,
    answered: [200],
  },
  {
    what: 'of cashouts that are looked up',
    table: 'withdrawal',
    method: 'GET',
    path: () => `/api/public/cashout/${cashout.uuid}`,
    refused: D,
    answered: [200],
  },
  {
    what: 'of cashouts that are requested',
    table: 'wallet',
    method: 'POST',
    path: () => '/api/public/cashout',
    body: CASHOUT,
    refused: D,
    answered: [201, 422],
  },
  {
    what: 'of API keys',
    table: 'api_key',
    method: 'GET',
    path: () => '/api/public/balance',
    refused: { error: 'OVERLOADED', message: MESSAGE },
    answered: [200],
  },
]

describe('a queue that is full', () => {
  for (const { what, table, method, path, body, refused, answered } of some(CASES, 5, 3))
    it(`${what}: 503 with Retry-After in the endpoint's shape, and no half work`, { timeout: 60_000 }, async () => {
      const before = await cashouts()
      const request = { method, path: path(), headers: keys(), ...(body !== undefined && { body }) }
      const pipelines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openPipeline(gateway.url)))
      try {
        await locker.query(`begin; lock table ${table} in access exclusive mode`)
        for (const pipeline of pipelines) pipeline.send(request, EACH)
        const alone = await untilRefused(() => seller.api(method, path(), body))
        await locker.query('commit')
        const tooMany = await (alone.at(-1) as Promise<Answer>)
        assert.deepEqual([tooMany.status, tooMany.body], [503, refused])
        assert.equal(tooMany.headers.get('retry-after'), '1')
        const statuses = await Promise.all(pipelines.map(pipeline => pipeline.answers()))
        const all = [...statuses.flat(), ...(await Promise.all(alone)).map(({ status }) => status)]
        assert.deepEqual(new Set(all).difference(new Set([...answered, 503])), new Set())
        assert.ok(all.filter(status => status !== 503).length >= MAX_WAITING, 'those who waited are answered')
        assert.equal((await cashouts()) - before, all.filter(status => status === 201).length)
      } finally {
        await locker.query('rollback')
        for (const pipeline of pipelines) pipeline.close()
      }
    })

  it('leaves the books in order', () => assertBooks(gateway))
})

const keys = () => ({ 'x-api-public-key': seller.publicKey, 'x-api-private-key': seller.privateKey })

/** Sends requests until one of them is refused, and answers them all: each of the others has a place in the queue. */
async function untilRefused(request: () => Promise<Answer>): Promise<Promise<Answer>[]> {
  const asked: Promise<Answer>[] = []
  return until(async () => {
    const answer = request()
    asked.push(answer)
    const first = await Promise.race([answer, new Promise<null>(wake => setTimeout(wake, LOOK_MS, null))])
    return first?.status === 503 ? asked : null
  }, 'the queue to be full')
}

async function cashouts(): Promise<number> {
  const [row] = await gateway.db.query<{ count: number }>(sql`select count(*)::int as count from withdrawal`)
  return row?.count ?? 0
}
