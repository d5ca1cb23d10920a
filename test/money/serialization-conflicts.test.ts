// Transactions that block each other: the database picks one and breaks it off. Its caller never sees that, unless it goes on for so long
// that a later retry is the better advice.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'

let gateway: TestGateway
let client: pg.Client
let watcher: pg.Client

before(async () => {
  gateway = await openTestGateway()
  client = new pg.Client(gateway.connection)
  watcher = new pg.Client(gateway.connection)
  await Promise.all([client.connect(), watcher.connect()])
})
after(async () => {
  await Promise.all([client.end(), watcher.end()])
  await gateway[Symbol.asyncDispose]()
})

const CASHOUT = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
const request = (seller: Seller) => seller.api('POST', '/api/public/cashout', CASHOUT)

/** From now on so many changes of the table are broken off with this state; the count is not rolled back with them. */
async function breakOff(table: string, state: string, times: number): Promise<void> {
  await client.query(`
    create sequence broken_off;
    create function break_off() returns trigger language plpgsql as $$
    begin
      if nextval('broken_off') <= ${times} then raise exception 'broken off' using errcode = '${state}'; end if;
      return null;
    end $$;
    create trigger break_off after insert or update on ${table} for each statement execute function break_off()`)
}

const mend = () => client.query('drop function break_off cascade; drop sequence broken_off')

const lock = (by: pg.Client, { accountId }: Seller) =>
  by.query('select 1 from wallet where account_id = $1 for update', [accountId])

async function isLocked({ accountId }: Seller): Promise<boolean> {
  const { rows } = await watcher.query('select from wallet where account_id = $1 for update skip locked', [accountId])
  return rows.length === 0
}

/** Whether the gateway waits for the lock of this wallet. */
const waitsFor = (what: string) =>
  until(async () => {
    const { rows } = await watcher.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length > 0 || null
  }, what)

async function deadlocks(): Promise<number> {
  const { rows } = await watcher.query('select deadlocks from pg_stat_database where datname = current_database()')
  return Number(rows[0].deadlocks)
}

describe('a batch that the database breaks off', () => {
  for (const state of ['40P01', '40001'])
    it(`with ${state} is tried again, and every caller is answered as if nothing had happened`, async () => {
      const seller = await gateway.seller({ funds: 2_000_00 })
      await breakOff('transfer', state, 3)
      const answers = await Promise.all(Array.from({ length: 12 }, () => request(seller)))
      await mend()
      assert.deepEqual(
        answers.map(({ status }) => status),
        Array(12).fill(201),
      )
      for (const { body } of answers) await seller.reaches(`/api/public/cashout/${body.uuid}`, 'COMPLETED')
      await assertBooks(gateway)
    })

  it('again and again answers 503 with Retry-After, never 500, and has done nothing', async () => {
    const seller = await gateway.seller({ funds: 500_00 })
    const { body: before } = await seller.api('GET', '/api/public/balance')
    await breakOff('transfer', '40P01', 1_000_000)
    const answers = await Promise.all(Array.from({ length: 5 }, () => request(seller)))
    await mend()
    for (const { status, headers, body } of answers) {
      assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
      assert.equal(body.error, 'UNAVAILABLE')
    }
    assert.deepEqual((await seller.api('GET', '/api/public/balance')).body, before)
    assert.equal((await request(seller)).status, 201)
    await assertBooks(gateway)
  })

  it('because of a real deadlock with another session is tried again', async () => {
    const early = await gateway.seller({ funds: 500_00 })
    const one = await gateway.seller({ funds: 500_00 })
    const other = await gateway.seller({ funds: 500_00 })
    let before = 0
    const answers: ReturnType<typeof request>[] = []
    // A busy machine may read the two requests too late for one batch: then nothing is held. Or it is late itself: the server has looked for a
    // deadlock of the gateway before there was one, and breaks off this session. They are sent anew.
    do {
      await client.query('rollback')
      await Promise.all(answers)
      before = await deadlocks()
      await client.query('begin')
      await lock(client, other)
      // The first batch is held up, so that the next one is of both.
      await watcher.query('begin')
      await lock(watcher, early)
      const first = request(early)
      await waitsFor('the first batch to be held up')
      answers.push(first, request(one), request(other))
      await queued()
      await watcher.query('commit')
      await Promise.all([first, waitsFor('the second batch to want the other wallet')])
      // The gateway has waited for longer, so that it is the one that is broken off.
    } while (!(await isLocked(one)) || !(await locks(client, one)))
    await client.query('commit')
    for (const { status } of await Promise.all(answers)) assert.equal(status, 201)
    await until(async () => (await deadlocks()) > before || null, 'the deadlock to be counted')
    await assertBooks(gateway)
  })
})

/** false: a deadlock broke this session off. */
async function locks(...given: Parameters<typeof lock>): Promise<boolean> {
  try {
    await lock(...given)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '40P01') return false
    throw error
  }
}

/** Requests that were sent before have been read: the gateway answers another one that was sent later. */
async function queued(): Promise<void> {
  for (let n = 0; n < 5; n++) await (await fetch(`${gateway.url}/health/live`)).text()
}
