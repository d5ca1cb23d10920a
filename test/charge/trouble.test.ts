// The PSP is slow, silent or wrong while a boleto is made: who is told what, who goes on with it, and what is left at the bank.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { examined } from '../doctor/scene.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { pullSo } from '../notification/puller.ts'
import { type Fault, openGatewayBehindWire, type Words } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import { boletoSeller, chargesAtBank, chargesOf, sellBoleto } from './selling.ts'

const NEVER: Fault = { forwarded: false, answer: { status: 500, body: '{}' } }
const LOST: Fault = { forwarded: true, answer: { status: 500, body: '{}' } }
const OPEN = '/v1/charge'
const MANY = 1_000

async function statusesOf({ db }: TestGateway, { accountId }: Seller): Promise<string[]> {
  const rows = await db.query<{ line: string }>(sql`
    select concat_ws(' ', sale.status, sale.version, given_up, charge.state) as line
    from sale join charge on charge.account_id = sale.account_id and sale_id = sale.id
    where sale.account_id = ${accountId} order by sale.id`)
  return rows.map(({ line }) => line)
}

const reaches = (gateway: TestGateway, seller: Seller, ...statuses: string[]) =>
  until(async () => (await statusesOf(gateway, seller)).join() === statuses.join() || null, statuses.join())

test('a PSP in trouble', async t => {
  await using line = await openGatewayBehindWire({ PSP_TIMEOUT_MS: '3000' })
  const { gateway, wire, bank } = line
  const atBank = async () => (await chargesAtBank({ bankUrl: bank.url })).map(({ status }) => status)

  await t.test('silent before there is a charge: 503, and nothing is left without a key', async () => {
    const seller = await boletoSeller(gateway)
    wire.fail('POST', OPEN, LOST)
    const { status, body, headers } = await sellBoleto(seller)
    assert.deepEqual([status, body.error, headers.get('retry-after')], [503, 'PSP_UNAVAILABLE', '10'])
    assert.deepEqual(await statusesOf(gateway, seller), ['FALHA 1 t ENDED'])
    // The one whose answer was lost can be paid by nobody.
    assert.deepEqual(await atBank(), ['new'])
  })

  await t.test('under a key the same request goes on with the same sale', async () => {
    const seller = await boletoSeller(gateway)
    wire.fail('POST', OPEN, NEVER)
    assert.equal((await sellBoleto(seller, {}, 'order-1')).status, 503)
    assert.deepEqual(await statusesOf(gateway, seller), ['EM_PROCESSAMENTO 0 f OPENING'])
    const { status, body } = await sellBoleto(seller, {}, 'order-1')
    assert.deepEqual([status, body.status], [201, 'PENDENTE'])
    assert.deepEqual(await statusesOf(gateway, seller), ['PENDENTE 1 f ISSUED'])
  })

  await t.test('whose caller does not come back it is given up, unpublished', async () => {
    const seller = await boletoSeller(gateway)
    wire.fail('POST', OPEN, NEVER)
    assert.equal((await sellBoleto(seller, {}, 'order-1')).status, 503)
    gateway.advance(3 * MINUTE_MS)
    await reaches(gateway, seller, 'FALHA 1 t ENDED')
  })

  await t.test('silent once there is a charge: 201, being made, and the worker goes on', async () => {
    const seller = await boletoSeller(gateway)
    wire.fail('POST', `${OPEN}/`, LOST)
    wire.fail('GET', `${OPEN}/`, NEVER, MANY)
    const { status, body } = await sellBoleto(seller, {}, 'order-1')
    assert.deepEqual([status, body.status, body.boletoCode], [201, 'EM_PROCESSAMENTO', null])
    assert.match(body.externalTransactionId, /^\d+$/)
    wire.heal()
    gateway.advance(20_000)
    const made = await seller.reaches(`/api/transactions/${body.uuid}`, 'PENDENTE')
    // The answer to the same request is the sale as it is now, and stays.
    const again = await sellBoleto(seller, {}, 'order-1')
    assert.deepEqual([again.status, again.body], [201, made])
  })

  await t.test('another amount than was asked for: cancelled, 503, and an alert', async () => {
    const seller = await boletoSeller(gateway)
    const other = ({ status, body }: Words) => ({ status, body: body.replaceAll('"total":12345', '"total":12346') })
    wire.fail('POST', `${OPEN}/`, { forwarded: true, answer: other })
    wire.fail('GET', `${OPEN}/`, { forwarded: true, answer: other })
    assert.equal((await sellBoleto(seller)).status, 503)
    await reaches(gateway, seller, 'FALHA 1 t ENDED')
    assert.equal((await atBank()).filter(status => status === 'canceled').length, 1)
    const alerts = () => gateway.db.query(sql`select from alarm where code = 'CHARGE_NOT_AS_REQUESTED'`)
    await until(async () => (await alerts()).length > 0 || null, 'the alert')
  })

  await t.test('for a day: the charge is cancelled, and its end is told', async () => {
    const seller = await boletoSeller(gateway)
    wire.fail('POST', `${OPEN}/`, NEVER, MANY)
    const { body } = await sellBoleto(seller)
    assert.equal(body.status, 'EM_PROCESSAMENTO')
    gateway.advance(12 * HOUR_MS)
    assert.deepEqual(
      (await chargesOf(gateway, seller)).map(({ state }) => state),
      ['OPEN'],
    )
    gateway.advance(DAY_MS - 12 * HOUR_MS + MINUTE_MS)
    await reaches(gateway, seller, 'FALHA 1 f ENDED')
    wire.heal()
    const { data } = await pullSo(1, seller, {})
    assert.deepEqual(
      data.map(({ type }) => type),
      ['sale.refused'],
    )
  })

  await t.test('leaves nothing for the doctor', async () => {
    assert.deepEqual((await examined(gateway.db)).findings, [])
  })
})
