// A wallet that another session has locked, such as an operator with a transaction of their own: its seller is put off, and no other.

import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import sql from 'sql-template-tag'
import { type CashoutRequest, requestCashouts } from '#cashout/request/request.ts'
import type { Database } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { openTestGateway } from '../gateway.ts'
import { cashoutDepsOf } from './deps.ts'

const request = (accountId: number): CashoutRequest => ({
  accountId,
  amount: centavos(100_00),
  pixKey: 'maria@example.com',
  pixKeyType: 'EMAIL',
  externalReference: null,
  description: null,
  holderDocument: null,
  postbackUrl: null,
})

/** The default timeout of ten seconds is too long for a test. */
const impatient = (db: Database): Database => ({
  ...db,
  transaction: work =>
    db.transaction(async tx => {
      await tx.query(sql`set local lock_timeout = '100ms'`)
      return work(tx)
    }),
})

test('a wallet that another session has locked', async t => {
  await using gateway = await openTestGateway()
  const [held, free] = [await gateway.seller({ funds: 1_000_00 }), await gateway.seller({ funds: 1_000_00 })]
  const blocked = async ({ api }: typeof held) => (await api('GET', '/api/public/balance')).body.blocked
  await gateway.db.query(sql`update psp_account set pay_out_enabled = false`)
  const deps = cashoutDepsOf({ db: impatient(gateway.db) })
  const ends = async (...accountIds: number[]) =>
    (await requestCashouts(deps, accountIds.map(request))).map(outcome =>
      outcome instanceof Failure ? `${outcome.code} ${outcome.retryAfterSeconds}` : 'done',
    )
  const client = new pg.Client(gateway.connection)
  await client.connect()
  await client.query('begin')
  await client.query('select from wallet where account_id = $1 for update', [held.accountId])

  await t.test('puts off its seller, and no other who requests at the same moment', async () => {
    assert.deepEqual(await ends(free.accountId, held.accountId, free.accountId, held.accountId), [
      'done',
      'UNAVAILABLE 1',
      'done',
      'UNAVAILABLE 1',
    ])
    assert.deepEqual(await ends(held.accountId), ['UNAVAILABLE 1'])
    assert.deepEqual([await blocked(free), await blocked(held)], [200_00, 0])
  })

  await t.test('and none any more once it is unlocked', async () => {
    await client.query('rollback')
    await client.end()
    assert.deepEqual(await ends(held.accountId, free.accountId), ['done', 'done'])
  })
})
