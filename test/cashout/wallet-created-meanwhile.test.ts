// A wallet that another session creates and fills while a cashout is requested: what was read before it was locked is not trusted.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import sql from 'sql-template-tag'
import { type CashoutRequest, requestCashouts } from '#cashout/request/request.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { openBooks } from '#ledger/books.ts'
import { openTestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { cashoutDepsOf } from './deps.ts'

it('terms that changed with the first money are those that count', async () => {
  await using gateway = await openTestGateway()
  const { accountId } = await gateway.seller()
  const request: CashoutRequest = {
    accountId,
    amount: centavos(100_00),
    pixKey: 'maria@example.com',
    pixKeyType: 'EMAIL',
    externalReference: null,
    description: null,
    holderDocument: null,
    postbackUrl: null,
  }
  const deps = cashoutDepsOf({ db: gateway.db })
  const requested = await gateway.db.transaction(async tx => {
    const books = await openBooks(tx, [accountId], new Date())
    const money = { kind: 'SALE', amount: centavos(500_00), subject: 'sale', subjectId: 1n, pspAccountId: 1 } as const
    books.mustPost(accountId, money)
    await books.write()
    await tx.query(sql`update account set seal = default, transfer_allowed = false where id = ${accountId}`)
    const asked = requestCashouts(deps, [request])
    await until(async () => {
      const waiting = await gateway.db.query(sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting.length > 0 || null
    }, 'the request to wait for the wallet')
    return [asked]
  })
  const [outcome] = (await requested[0]) ?? []
  assert.ok(outcome instanceof Failure)
  assert.equal(outcome.code, 'TRANSFER_NOT_ALLOWED')
})
