// The catalogues of everything public are as the golden files say: a change of the contract shows as a diff in review.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { catalogues, difference } from '../golden.ts'
import { BODIES } from './examples.ts'

let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway()
})
after(() => gateway[Symbol.asyncDispose]())

describe('the catalogue of', () => {
  for (const name of ['routes', 'refusals', 'bodies', 'states'])
    it(`${name} is the golden one`, async () => {
      const text = catalogues(gateway.gateway.routes)[`${name}.txt`] ?? ''
      const differs = await difference(`test/golden/${name}.txt`, text)
      assert.ok(differs === '', differs)
    })
})

describe('the examples', () => {
  it('of a webhook and a postback of one sale differ in their last fields only', () => {
    const keysOf = (name: string) => Object.keys(JSON.parse(BODIES[name] ?? ''))
    const [webhook, postback] = [keysOf('webhook sale.paid'), keysOf('postback PAGO')]
    const common = webhook.slice(0, webhook.indexOf('fee'))
    assert.deepEqual(webhook, [...common, 'fee', 'transactionId', 'type', 'externalReference'])
    assert.deepEqual(postback, [...common, 'externalTransactionId', 'externalReference'])
  })

  it('have the keys, in the order, of what the gateway stores to be sent', async () => {
    const seller = await gateway.seller({ funds: 300_00 })
    const request = { amount: 150, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    const { body: cashout } = await seller.api('POST', '/api/public/cashout', request)
    await seller.reaches(`/api/public/cashout/${cashout.uuid}`, 'COMPLETED')
    const stored = await gateway.db.query<{ type: string; body: Buffer }>(sql`
      select type, body from event where account_id = ${seller.accountId} order by id`)
    const answer = stored.filter(
      ({ type }) => `webhook ${type}` in BODIES || `webhook ${type}, signed and unsigned` in BODIES,
    )
    assert.deepEqual(answer.map(({ type }) => type).sort(), [
      'sale.paid',
      'sale.pending',
      'withdrawal.completed',
      'withdrawal.pending',
    ])
    for (const { type, body } of answer) {
      const example = JSON.parse(BODIES[`webhook ${type}`] ?? BODIES[`webhook ${type}, signed and unsigned`] ?? '')
      delete example.externalReference
      assert.deepEqual(Object.keys(JSON.parse(body.toString('utf8'))), Object.keys(example), type)
    }
  })
})
