import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { type CashoutAsk, type Requested, requestCashouts } from '#cashout/request.ts'
import { CommitInDoubt, type Database } from '#db/postgres.ts'
import { centavos } from '#kernel/money.ts'
import { systemRandom } from '#kernel/time.ts'
import { openTestHouse } from '../house.ts'

const ask = (accountId: number): CashoutAsk => ({
  accountId,
  amount: centavos(100_00),
  pixKey: 'maria@example.com',
  pixKeyType: 'EMAIL',
  externalReference: null,
  description: null,
  holderDocument: null,
  postbackUrl: null,
})

/** A database whose first transaction ends without an answer to its COMMIT, committed or not. */
function losingAnswer(db: Database, committed: boolean): Database {
  let lost = false
  return {
    ...db,
    async transaction(work) {
      if (lost) return db.transaction(work)
      lost = true
      const undone = new Error('rolled back')
      await db
        .transaction(async tx => {
          await work(tx)
          if (!committed) throw undone
        })
        .catch(error => assert.equal(error, undone))
      throw new CommitInDoubt(new Error('cut'))
    },
  }
}

const rules = { belowMinimum: 'MINIMUM_VALUE', strictPixKeys: false } as const
const outbox = { write: async (_tx: unknown, facts: unknown[]) => facts.map(() => []), send: () => {} }

test('the answer to a COMMIT is lost', async t => {
  await using house = await openTestHouse()
  const seller = await house.seller({ funds: 1_000_00 })
  const held = async () => (await seller.api('GET', '/api/public/balance')).body.blocked
  // Nobody works on them meanwhile.
  await house.db.query(sql`update psp_account set pay_out_enabled = false`)
  const needs = (committed: boolean) => ({
    ...rules,
    outbox,
    clock: () => new Date(),
    random: systemRandom,
    db: losingAnswer(house.db, committed),
  })

  await t.test('what was committed is found by reading, and answered as if nothing had happened', async () => {
    const [one, two] = (await requestCashouts(needs(true), [
      ask(seller.accountId),
      ask(seller.accountId),
    ])) as Requested[]
    for (const requested of [one, two]) {
      const { body } = await seller.api('GET', `/api/public/cashout/${requested?.cashout.uuid}`)
      assert.equal(body.status, 'PENDING')
    }
    assert.equal(await held(), 200_00)
  })

  await t.test('what was not is an error, and nothing is held', async () => {
    await assert.rejects(requestCashouts(needs(false), [ask(seller.accountId)]), CommitInDoubt)
    assert.equal(await held(), 200_00)
  })
})

test('connections that the server ends, in use or idle, end neither the gateway nor the next request', async () => {
  await using house = await openTestHouse()
  const seller = await house.seller({ funds: 10_000_00 })
  const cashout = () =>
    seller.api('POST', '/api/public/cashout', { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' })
  for (let round = 0; round < 5; round++) {
    const under = Array.from({ length: 8 }, cashout)
    await house.db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'porteira' and pid <> pg_backend_pid()`)
    for (const { status } of await Promise.all(under)) assert.ok(status === 201 || status === 503, `got ${status}`)
  }
  assert.equal((await cashout()).status, 201)
})
