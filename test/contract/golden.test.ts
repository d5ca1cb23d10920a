// The catalogues of everything public are as the golden files say: a change of the contract shows as a diff in review.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { cardSeller, sellByCard } from '../charge/cards.ts'
import { boletoSeller, soldBoleto } from '../charge/selling.ts'
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

  it('of boletos and cards have the keys, in the order, of what sellers are answered and sent', async () => {
    const postbackUrl = 'https://shop.example.com/postback'
    const boleto = await soldBoleto(await boletoSeller(gateway), { postbackUrl })
    const cards = await cardSeller(gateway)
    const card = await sellByCard(gateway, cards, 'approved', { installments: 3, postbackUrl })
    const declined = await sellByCard(gateway, cards, 'unsafe', { postbackUrl })
    const bodies: [name: string, body: object][] = [
      ['Sale by boleto, as it is created', boleto],
      ['Sale by card, in three parts', card.body],
      ['Sale by card, declined', declined.body],
    ]
    const stored = await gateway.db.query<{ type: string; form: string; id: number; body: Buffer }>(sql`
      select type, form, subject_id::int as id, body from event where subject = 'sale' and subject_id = any(${[boleto.id, card.body.id, declined.body.id]}::bigint[])`)
    const nameOf = new Map([
      [`sale.pending SALE ${boleto.id}`, 'webhook sale.pending, by boleto'],
      [`sale.paid SALE ${card.body.id}`, 'webhook sale.paid, by card'],
      [`sale.paid SALE_POSTBACK ${card.body.id}`, 'postback PAGO, by card'],
      [`sale.refused SALE ${declined.body.id}`, 'webhook sale.refused, by card'],
    ])
    for (const { type, form, id, body } of stored) {
      const name = nameOf.get(`${type} ${form} ${id}`)
      nameOf.delete(`${type} ${form} ${id}`)
      if (name !== undefined) bodies.push([name, JSON.parse(body.toString('utf8'))])
    }
    assert.deepEqual([...nameOf.values()], [], 'each is stored')
    for (const [name, body] of bodies) assert.deepEqual(keysIn(body), keysIn(JSON.parse(BODIES[name] ?? '{}')), name)
  })
})

/** Those of each object within, too. */
const keysIn = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(keysIn)
  if (typeof body !== 'object' || body === null) return null
  return Object.entries(body).map(([key, value]) => [key, keysIn(value)])
}
