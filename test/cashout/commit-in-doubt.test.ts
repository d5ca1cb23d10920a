import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import sql from 'sql-template-tag'
import { type CashoutRequest, type Requested, requestCashouts } from '#cashout/request/request.ts'
import { batched } from '#db/batched.ts'
import { CommitInDoubt, type Database } from '#db/postgres.ts'
import { centavos } from '#kernel/money.ts'
import { losingAnswer } from '../db/lost-answer.ts'
import { openTestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { cashoutDepsOf } from './deps.ts'

const send = (accountId: number): CashoutRequest => ({
  accountId,
  amount: centavos(100_00),
  pixKey: 'maria@example.com',
  pixKeyType: 'EMAIL',
  externalReference: null,
  description: null,
  holderDocument: null,
  postbackUrl: null,
})

/** A refusal of the server that says nothing about the commit. */
const refusal = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code })

/** The second transaction commits and its answer is lost; the look afterwards whether it is stored fails like this. */
function losingSight(db: Database, onLook: Error): Database {
  let begun = 0
  return {
    ...db,
    async transaction(work) {
      begun++
      if (begun === 3) throw onLook
      const answer = await db.transaction(work)
      if (begun === 2) throw new CommitInDoubt(new Error('cut'))
      return answer
    },
  }
}

test('the answer to a COMMIT is lost', async t => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller({ funds: 2_000_00 })
  const held = async () => (await seller.api('GET', '/api/public/balance')).body.blocked
  // Nothing works on them meanwhile.
  await gateway.db.query(sql`update psp_account set pay_out_enabled = false`)
  const depsOf = (committed: boolean) => cashoutDepsOf({ db: losingAnswer(gateway.db, committed) })

  await t.test('what was committed is found by reading, and answered as if nothing had happened', async () => {
    const [one, two] = (await requestCashouts(depsOf(true), [
      send(seller.accountId),
      send(seller.accountId),
    ])) as Requested[]
    for (const requested of [one, two]) {
      const { body } = await seller.api('GET', `/api/public/cashout/${requested?.cashout.uuid}`)
      assert.equal(body.status, 'PENDING')
    }
    assert.equal(await held(), 200_00)
  })

  await t.test('what was not is an error, and nothing is held', async () => {
    await assert.rejects(requestCashouts(depsOf(false), [send(seller.accountId)]), CommitInDoubt)
    assert.equal(await held(), 200_00)
  })

  for (const code of ['0A000', '26000', '28P01', 'XX000'])
    await t.test(
      `and a look is impossible, because of ${code}: the doubt remains, and nothing is decided anew`,
      async () => {
        const before = await held()
        const db = losingSight(gateway.db, refusal(code))
        const request = batched('test', (requests: CashoutRequest[]) =>
          requestCashouts({ ...depsOf(true), db }, requests),
        )
        // The first goes alone; the others share the batch whose commit is in doubt.
        const [first, ...others] = await Promise.allSettled([1, 2, 3].map(() => request(send(seller.accountId))))
        assert.equal(first?.status, 'fulfilled')
        for (const other of others) assert.ok(other.status === 'rejected' && other.reason instanceof CommitInDoubt)
        assert.equal(await held(), before + 300_00)
      },
    )
})

test('connections that the server ends, in use or idle, end neither the gateway nor the next request', async () => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller({ funds: 10_000_00 })
  const cashout = () =>
    seller.api('POST', '/api/public/cashout', { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' })
  const ended: number[] = []
  for (let round = 0; round < 5; round++) {
    const under = Array.from({ length: 8 }, cashout)
    const backends = await gateway.db.query<{ pid: number }>(sql`
      select pid, pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'porteira' and pid <> pg_backend_pid()`)
    ended.push(...backends.map(({ pid }) => pid))
    for (const { status } of await Promise.all(under)) assert.ok(status === 201 || status === 503, `got ${status}`)
  }
  const left = () => gateway.db.query(sql`select from pg_stat_activity where pid = any(${ended})`)
  await until(async () => (await left()).length === 0 || null, 'the last of them to end')
  assert.equal((await cashout()).status, 201)
})
