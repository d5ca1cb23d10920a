// The page of a charge that a person has made in the panel: its buyer opens the address that was sent, and types nothing.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS } from '#kernel/time.ts'
import { type Person, register } from '../access/person.ts'
import { charged, contact, linkOf } from '../cart/shopping.ts'
import { sellsBoletos, soldBoleto } from '../charge/selling.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { listenAt } from '../live/listener.ts'
import { ANA, sellsByTransfer, transferred } from '../transfer/selling.ts'
import { until } from '../until.ts'
import { buyerAt, codeIn, screenIn, textOf } from './buying.ts'

let gateway: TestGateway
let ana: Person
let seller: Seller
before(async () => {
  gateway = await openTestGateway({ env: { SWEEP_EVERY_MS: '1000' } })
  ana = await register(gateway)
  seller = await sellerOf(gateway, ana)
})
after(() => gateway[Symbol.asyncDispose]())

interface Charge {
  uuid: string
  pixKey: string
  /** Of its page, on this gateway. */
  path: string
}

async function chargeOf(more: object = {}): Promise<Charge> {
  const body = { amount: 25_00, customerName: 'Maria Silva', description: 'Bolo de fubá', ...more }
  const { uuid, pixKey } = (await ana.call('POST', '/api/sales', body)).body
  const { payUrl } = (await ana.call('GET', `/api/sales/${uuid}`)).body
  assert.ok(payUrl.startsWith(`${gateway.url}/p/`))
  return { uuid, pixKey, path: payUrl.slice(gateway.url.length) }
}

describe('the page of a charge', () => {
  it('has the code at once, names nobody, turns to paid, and is then the proof', async () => {
    const { uuid, pixKey, path } = await chargeOf()
    const buyer = buyerAt(gateway)
    const page = await buyer.get(path)
    assert.deepEqual([page.status, screenIn(page), codeIn(page)], [200, 'PIX', pixKey])
    assert.match(textOf(page), /Bolo de fubá.*R\$\s25,00/)
    assert.doesNotMatch(page.text, /Maria/)
    assert.equal(page.headers.get('referrer-policy'), 'same-origin')
    assert.match(textOf(await buyer.get(`${path}?idioma=en`)), /Pay with Pix/)
    await using stream = await listenAt(`${gateway.url}${path}/eventos`)
    await stream.hears('ready')
    await gateway.pay(pixKey)
    await until(() => stream.heard.some(({ event }) => event === 'changed'), 'the page to hear of the payment')
    const answer = await buyer.get(`${path}/estado`)
    const state = JSON.parse(answer.text)
    assert.equal(state.screen, 'PAID')
    const again = await buyer.get(`${path}/estado`, { 'if-none-match': answer.headers.get('etag') ?? '' })
    assert.deepEqual([again.status, again.text], [304, ''])
    assert.match(textOf({ text: state.main }), new RegExp(uuid))
    assert.doesNotMatch(state.main, /Maria|Pagador/)
  })

  it('by transfer says where to and with which reference, to be copied, and names nobody but the holder', async () => {
    await sellsByTransfer(gateway, seller)
    const { uuid, path } = await chargeOf({ paymentMethod: 'TRANSFER', customerDocument: ANA.document })
    const { bankTransfer } = (await ana.call('GET', `/api/sales/${uuid}`)).body
    const buyer = buyerAt(gateway)
    const page = await buyer.get(path)
    assert.deepEqual([page.status, screenIn(page), codeIn(page)], [200, 'TRANSFER', ''])
    for (const copied of [bankTransfer.reference, bankTransfer.pixKey])
      assert.ok(page.text.includes(`data-copy="${copied}"`), copied)
    assert.match(textOf(page), /Bolo de fubá.*R\$\s25,00.*Operadora Ltda/)
    assert.doesNotMatch(page.text, /Maria|52998224725|529\.982/)
    await transferred(gateway, { amount: '25.00', by: 'PIX', message: bankTransfer.reference })
    await seller.reaches(`/api/transactions/${uuid}`, 'PAGO')
    assert.equal(screenIn(await buyer.get(path)), 'PAID')
  })

  it('is not there for a sale that takes more of its buyer than a code', async () => {
    await sellsBoletos(gateway, seller)
    const { uuid } = await soldBoleto(seller)
    assert.equal((await ana.call('GET', `/api/sales/${uuid}`)).body.payUrl, null)
  })

  it('says that it cannot be paid any more once it is cancelled, and is gone thirty days later', async () => {
    const { uuid, path } = await chargeOf()
    assert.equal((await ana.call('POST', `/api/sales/${uuid}/cancel`)).status, 202)
    const buyer = buyerAt(gateway)
    const page = await buyer.get(path)
    assert.deepEqual([screenIn(page), codeIn(page)], ['CLOSED', ''])
    assert.match(textOf(page), /não pode mais ser paga .*Nada foi cobrado/)
    gateway.advance(31 * DAY_MS)
    assert.equal((await buyer.get(path)).status, 404)
  })

  it('by transfer that is cancelled does not say that nothing was charged: the money may be on its way', async () => {
    await sellsByTransfer(gateway, seller)
    const { uuid, path } = await chargeOf({ paymentMethod: 'TRANSFER', customerDocument: ANA.document })
    assert.equal((await ana.call('POST', `/api/sales/${uuid}/cancel`)).status, 202)
    const page = await buyerAt(gateway).get(path)
    assert.match(textOf(page), /Esta cobrança foi cancelada\. Se você já pagou, não pague de novo: fale com /)
    assert.doesNotMatch(textOf(page), /Nada foi cobrado/)
  })

  it('is found by no address that the gateway has not made: 404', async () => {
    const { path } = await chargeOf()
    const token = path.slice('/p/'.length)
    const bytes = Buffer.from(token, 'base64url')
    const changed = [...bytes.keys()].map(at => {
      const other = Buffer.from(bytes)
      other.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      return other.toString('base64url')
    })
    const buyer = buyerAt(gateway)
    const unknown = await buyer.get('/l/nowhere-at-all')
    for (const wrong of [...changed, '', 'x', `${token}=`, `${token}A`, token.slice(0, -1), `${token}/x`]) {
      const { status, text } = await buyer.get(`/p/${wrong}`)
      assert.equal(status, 404, wrong)
      if (wrong === changed[0]) assert.equal(withoutNonce(text), withoutNonce(unknown.text))
    }
    assert.equal((await buyer.get(`${path.replace(token, changed[7] ?? '')}/estado`)).status, 404)
  })

  it('is not offered for a sale of a cart, which has the page of its cart', async () => {
    const sale = await charged(gateway, await contact(gateway, await linkOf(seller)))
    assert.equal((await ana.call('GET', `/api/sales/${sale.uuid}`)).body.payUrl, null)
  })
})

const withoutNonce = (text: string): string => text.replaceAll(/nonce="[^"]*"/g, '')
