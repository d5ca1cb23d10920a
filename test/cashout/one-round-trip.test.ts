import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import { requestCashouts } from '#cashout/request/request.ts'
import { centavos } from '#kernel/money.ts'
import { openTestGateway } from '../gateway.ts'
import { cashoutDepsOf } from './deps.ts'

/** The statements that the driver is given until the answer to BEGIN is there. */
function listen(): { early: string[]; [Symbol.dispose]: () => void } {
  const early: string[] = []
  let isBegun = false
  const { query } = pg.Client.prototype
  const heard = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given as [string | { text: string }]
    const answer = Reflect.apply(query, this, given)
    if (!isBegun) early.push(typeof asked === 'string' ? asked : asked.text)
    if (asked === 'begin')
      answer.then(() => {
        isBegun = true
      })
    return answer
  }
  pg.Client.prototype.query = heard as typeof query
  return {
    early,
    [Symbol.dispose]: () => {
      pg.Client.prototype.query = query
    },
  }
}

test('all that a cashout is decided by is read together with BEGIN', async () => {
  await using gateway = await openTestGateway()
  const { accountId } = await gateway.seller({ funds: 1_000_00 })
  const request = {
    accountId,
    amount: centavos(100_00),
    pixKey: 'maria@example.com',
    pixKeyType: 'EMAIL' as const,
    externalReference: null,
    description: null,
    holderDocument: null,
    postbackUrl: null,
    key: { accountId, route: 'POST /api/public/cashout', key: 'payout-1', askHash: Buffer.alloc(32) },
  }
  const deps = cashoutDepsOf({ db: gateway.db })
  using heard = listen()
  await requestCashouts(deps, [request])
  for (const asked of ['begin', 'from wallet', 'api_cashout_enabled', 'from idempotency', 'nextval'])
    assert.ok(
      heard.early.some(text => text.includes(asked)),
      asked,
    )
})
