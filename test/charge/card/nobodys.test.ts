// What a PSP reports of an attempt by card that no sale could follow, and how often it is asked: another amount or other parts than was asked for, a
// payment that a person confirmed there, an approval that is cancelled, no end, no answer at all. A token is kept "until the charge was tried or
// given up, ten minutes at most".
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { examined } from '../../doctor/scene.ts'
import type { Seller } from '../../gateway.ts'
import { call } from '../../http.ts'
import { slow } from '../../long.ts'
import { type Fault, type GatewayBehindWire, openGatewayBehindWire, type Words } from '../../psp/faulty-wire.ts'
import { alertsOf } from '../../sale/incoming.ts'
import { at } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { cardOf, cardSeller, sellByCard } from '../cards.ts'

const MANY = 10_000
const CHARGE = '/v1/charge/'

let line: GatewayBehindWire
let seller: Seller
before(async () => {
  line = await openGatewayBehindWire({ PSP_TIMEOUT_MS: '3000' })
  seller = await cardSeller(line.gateway)
})
afterEach(() => line.wire.heal())
after(() => line[Symbol.asyncDispose]())

type Name = Parameters<typeof sellByCard>[2]

const sold = async ({ uuid }: { uuid: string }) => (await seller.api('GET', at({ uuid }))).body
const alerts = async (code: string) => (await alertsOf(line.gateway))[code] ?? 0
const bank = (path: string, body: object) => call(line.bank.url, 'POST', path, { body })
const untilErased = ({ id }: { id: number }) =>
  until(async () => (await cardOf(line.gateway, id))?.hasToken === false || null, 'the token to be erased')

const twisted = (from: string, to: string): Fault => ({
  forwarded: true,
  answer: ({ status, body }: Words) => ({ status, body: body.replaceAll(from, to) }),
})

/** The PSP says this of the attempt, and of its charge, from now on. */
async function soldSo(name: Name, from: string, to: string, more: object = {}) {
  line.wire.fail('POST', CHARGE, twisted(from, to))
  line.wire.fail('GET', CHARGE, twisted(from, to), MANY)
  const { status, body, text } = await sellByCard(line.gateway, seller, name, { ...more })
  assert.deepEqual([status, body.status], [201, 'EM_PROCESSAMENTO'], text)
  return body
}

describe('an attempt that is not as it was asked for', () => {
  it('in another amount is told, keeps no token, and ends when its money was given back at the provider', async () => {
    const body = await soldSo('approved', '"total":10000', '"total":10100')
    line.gateway.advance(MINUTE_MS)
    await untilErased(body)
    assert.equal((await sold(body)).status, 'EM_PROCESSAMENTO')
    await until(async () => (await alerts('CHARGE_NOT_AS_REQUESTED')) > 0 || null, 'the alert')
    const chargeId = Number(body.externalTransactionId)
    await bank('/sandbox/settle', { chargeId })
    await bank('/sandbox/card-refund', { chargeId })
    await seller.reaches(at(body), 'FALHA')
  })

  it('in other parts that were declined ends at once', async () => {
    const body = await soldSo('unsafe', '"installments":2', '"installments":3', { installments: 2 })
    line.gateway.advance(MINUTE_MS)
    await seller.reaches(at(body), 'FALHA')
  })

  slow('is looked up twelve times, and then once a day', async () => {
    const body = await soldSo('approved', '"total":10000', '"total":10100')
    const work = async () => {
      const [row] = await line.gateway.db.query<{ lookups: number; dueAt: Date }>(sql`
        select lookups, due_at as "dueAt" from charge where sale_id = ${body.id}`)
      assert.ok(row)
      return row
    }
    const waits: number[] = []
    for (let n = 0; n < 15; n++) {
      const { lookups, dueAt } = await work()
      line.gateway.advance(Math.max(0, dueAt.getTime() - line.gateway.now().getTime()))
      const next = await until(async () => {
        const now = await work()
        return now.lookups > lookups ? now : null
      }, 'the next look')
      waits.push(Math.round((next.dueAt.getTime() - line.gateway.now().getTime()) / HOUR_MS))
    }
    assert.deepEqual(waits.slice(-2), [24, 24])
    assert.ok(waits.indexOf(24) <= 12, `${waits}`)
    assert.equal((await cardOf(line.gateway, body.id))?.hasToken, false)
  })
})

describe('a payment by card that a person has confirmed at the provider', () => {
  it('is told once, is never PAGO, and ends a day after its beginning', async () => {
    const body = await soldSo('reviewed', '"status":"waiting"', '"status":"settled"')
    await until(async () => (await cardOf(line.gateway, body.id))?.reported === 'byHand' || null, 'the report')
    await until(async () => (await alerts('CARD_CONFIRMED_BY_HAND')) === 1 || null, 'the alert')
    line.gateway.advance(12 * HOUR_MS)
    assert.equal((await sold(body)).status, 'EM_PROCESSAMENTO')
    line.gateway.advance(DAY_MS)
    await seller.reaches(at(body), 'FALHA')
    assert.equal(await alerts('CARD_CONFIRMED_BY_HAND'), 1)
  })
})

/** How often it was raised of this sale. */
async function raisedFor(code: string, { id }: { id: number }): Promise<number> {
  const [row] = await line.gateway.db.query<{ count: number }>(sql`
    select coalesce(sum(rung), 0)::int as count from alarm where code = ${code} and subject_id = ${String(id)}`)
  return row?.count ?? 0
}

describe('an attempt of which the provider does not say what became of it', () => {
  it('is asked about for ever, and told once, after three days', async () => {
    const [unknown, reviewed] = [
      (await sellByCard(line.gateway, seller, 'reviewed')).body,
      (await sellByCard(line.gateway, seller, 'reviewed')).body,
    ]
    const path = CHARGE + unknown.externalTransactionId
    const NOT_THERE = { code: 3_500_010, error: 'property_does_not_exist', error_description: 'not there' }
    line.wire.fail('GET', path, { forwarded: false, answer: { status: 400, body: JSON.stringify(NOT_THERE) } }, MANY)
    const looks = () => line.wire.passed.filter(({ method, path: asked }) => method === 'GET' && asked === path).length
    const twoDaysLater = async () => {
      const before = looks()
      line.gateway.advance(2 * DAY_MS)
      await until(() => looks() > before || null, 'the next look')
    }
    await twoDaysLater()
    assert.equal(await raisedFor('SALE_NOT_CLOSED', unknown), 0)
    await twoDaysLater()
    for (const sale of [unknown, reviewed])
      await until(async () => (await raisedFor('SALE_NOT_CLOSED', sale)) === 1 || null, 'the alert')
    await twoDaysLater()
    assert.equal(await raisedFor('SALE_NOT_CLOSED', unknown), 1)
    assert.equal((await sold(unknown)).status, 'EM_PROCESSAMENTO')
  })
})

describe('an approval that its acquirer cancels', () => {
  it('leaves its sale PAGO, and is told once', async () => {
    const { body } = await sellByCard(line.gateway, seller, 'approved')
    await seller.reaches(at(body), 'PAGO')
    const token = await until(async () => {
      const [row] = await line.gateway.db.query<{ token: string | null }>(sql`
        select notice_token as token from charge where sale_id = ${body.id}`)
      return row?.token ?? null
    }, 'the token of its notices')
    line.wire.fail('GET', CHARGE, twisted('"status":"approved"', '"status":"canceled"'), MANY)
    line.wire.fail('GET', '/v1/notification/', twisted('"current":"approved"', '"current":"canceled"'), MANY)
    const path = `${new URL(line.wire.callbackUrl()).pathname.replace(/\/pix$/, '')}/cobranca`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const notice = { body: `notification=${token}`, headers }
    for (const _ of [1, 2]) assert.equal((await call(line.gateway.url, 'POST', path, notice)).status, 200)
    await until(async () => (await raisedFor('CARD_TAKEN_BACK', body)) === 1 || null, 'the alert')
    assert.deepEqual(
      [(await sold(body)).status, (await cardOf(line.gateway, body.id))?.reported],
      ['PAGO', 'cancelled'],
    )
  })
})

describe('a provider that does not answer', () => {
  it('leaves no token behind after ten minutes', async () => {
    line.wire.fail('POST', CHARGE, { forwarded: false, answer: 'cut' }, MANY)
    line.wire.fail('GET', CHARGE, { forwarded: false, answer: 'cut' }, MANY)
    const { body } = await sellByCard(line.gateway, seller, 'approved')
    assert.equal((await cardOf(line.gateway, body.id))?.hasToken, true)
    line.gateway.advance(10 * MINUTE_MS + SECOND_MS)
    await untilErased(body)
    line.wire.heal()
    line.gateway.advance(2 * DAY_MS)
    await seller.reaches(at(body), 'FALHA')
  })
})

it('leaves nothing for the doctor', async () => {
  assert.deepEqual((await examined(line.gateway.db)).findings, [])
})
