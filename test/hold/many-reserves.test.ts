// Thousands of reserves on one day, an outage of days, two gateways at once, an account whose books are broken: each is released once, and
// none waits for another.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { Centavos } from '#kernel/money.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import { openBank } from '../../sandbox/bank.ts'
import { offences } from '../books.ts'
import { LEDGER_INVARIANTS } from '../books-invariants.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { manySellers } from '../many-sellers.ts'
import { until } from '../until.ts'

const EACH = 10_00n as Centavos

/** Of sales without other rows: the ledger alone is looked at here. */
async function hold({ db }: TestGateway, accountId: number, count: number, releaseAt: Date): Promise<void> {
  await db.transaction(async tx => {
    const books = await openBooks(tx, [accountId], new Date())
    for (let n = 1; n <= count; n++) {
      const of = { subject: 'sale', subjectId: BigInt(n) } as const
      books.mustPost(accountId, { kind: 'SALE', amount: EACH, ...of, pspAccountId: 1 })
      const opens = { reason: 'RESERVE', releaseAt } as const
      books.mustPost(accountId, { kind: 'RESERVE_HELD', amount: EACH, ...of, opens })
    }
    await books.write()
  })
}

describe('many reserves', () => {
  const resources = new AsyncDisposableStack()
  let one: TestGateway
  let other: TestGateway
  before(async () => {
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
    resources.defer(() => bank.close())
    one = resources.use(await openTestGateway({ on: { connection, bank } }))
    other = resources.use(await openTestGateway({ on: { connection, bank } }))
  })
  after(() => resources.disposeAsync())

  const leftIn = async (accountIds: number[]) => {
    const [row] = await one.db.query<{ left: number }>(sql`
      select count(*)::int as left from hold where account_id = any(${accountIds}::int[]) and closed_at is null`)
    return row?.left
  }
  const releasedIn = async (accountIds: number[]) => {
    const [row] = await one.db.query<{ count: number; amount: bigint }>(sql`
      select count(*)::int as count, sum(amount_centavos)::bigint as amount from transfer
      where account_id = any(${accountIds}::int[]) and kind = 'RESERVE_RELEASED'`)
    return [row?.count, row?.amount]
  }
  const sellers = async (count: number) => {
    const made = await manySellers(one, count)
    return made.map(({ accountId }) => accountId)
  }

  it('are released once by two gateways, also when their days have passed long ago', async () => {
    const accountIds = await sellers(6)
    const due = new Date(Date.now() + 20 * DAY_MS)
    await Promise.all(accountIds.map((id, n) => hold(one, id, n === 0 ? 1_500 : 200, due)))
    one.advance(25 * DAY_MS)
    other.advance(25 * DAY_MS)
    await until(async () => (await leftIn(accountIds)) === 0 || null, 'every release')
    assert.deepEqual(await releasedIn(accountIds), [2_500, 2_500n * EACH])
    assert.deepEqual(await offences(one.db, LEDGER_INVARIANTS), [])
  })

  it('of one account whose books are broken keep those of no other waiting, and an alert is raised', async () => {
    const [broken = 0, sound = 0] = await sellers(2)
    const due = new Date(Date.now() + 40 * DAY_MS)
    await hold(one, broken, 2, due)
    await hold(one, sound, 2, due)
    await one.db.query(sql`
      update wallet set blocked_centavos = 0, available_centavos = available_centavos + blocked_centavos
      where account_id = ${broken}`)
    one.advance(20 * DAY_MS)
    other.advance(20 * DAY_MS)
    await until(async () => (await leftIn([sound])) === 0 || null, 'the release')
    await until(async () => (await alertsAbout(broken)) > 0 || null, 'the alert')
    assert.equal(await leftIn([broken]), 2)
    await one.db.query(sql`
      update wallet set blocked_centavos = ${2n * EACH}, available_centavos = available_centavos - ${2n * EACH}
      where account_id = ${broken}`)
    // It is left alone for an hour after each failure, of which one may still have been under way.
    await until(async () => {
      one.advance(HOUR_MS)
      return (await leftIn([broken])) === 0 || null
    }, 'the release of what was mended')
    assert.deepEqual(await offences(one.db, LEDGER_INVARIANTS), [])
  })

  const alertsAbout = async (accountId: number): Promise<number> => {
    const [row] = await one.db.query<{ count: number }>(sql`
      select count(*)::int as count from alarm
      where code = 'HOLD_NOT_RELEASED' and known ->> 'accountId' = ${String(accountId)}`)
    return row?.count ?? 0
  }
})
