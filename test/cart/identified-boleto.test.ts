// A boleto of a cart that a bank has taken and not credited yet: its buyer has left nothing, whatever the day. The payment may still bounce, or
// the cart be paid otherwise meanwhile.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { assertBooks, untilIdle } from '../books.ts'
import { type BoletoShop, chargeOf, openBoletoShop, untilEvents, untilReported } from '../charge/paying.ts'
import { type SoldBoleto, soldBoleto } from '../charge/selling.ts'
import { at, statusOf } from '../sale/selling.ts'
import { until } from '../until.ts'
import { ANA, cartEventTypes, charged, contact, linkOf, SHIRT } from './shopping.ts'

let shop: BoletoShop
before(async () => {
  shop = await openBoletoShop()
})
after(() => shop[Symbol.asyncDispose]())

let carts = 0
/** Due in so many days, and taken by a bank: two business days behind that its time is over. */
async function identified(dueInDays: number, more: object = {}): Promise<{ sold: SoldBoleto; cart: string }> {
  carts += 1
  const body = {
    customer: ANA,
    items: [SHIRT],
    recoveryUrl: `https://loja.example/c/${carts}`,
    abandonAfterSeconds: 600,
  }
  const made = await shop.seller.api('POST', '/api/carts', body)
  assert.equal(made.status, 201, made.text)
  const { uuid: cartId } = made.body
  const reference = { externalReference: `identified-${carts}` }
  const sold = await soldBoleto(shop.seller, { cartId, boleto: { dueInDays }, ...reference })
  await shop.pay({ line: sold.boletoCode, ...more })
  await untilReported(shop, sold, 'identified')
  return { sold, cart: cartId }
}

/** The gateway's alone: the bank credits nothing meanwhile. */
const advanceTo = (now: string) => shop.gateway.advance(Date.parse(now) - shop.gateway.now().getTime())
const stateOf = async (cart: string) => (await shop.seller.api('GET', `/api/carts/${cart}`)).body.state
const eventsOf = async (cart: string) => {
  const [row] = await shop.gateway.db.query<{ id: bigint }>(sql`select id from cart where uuid = ${cart}`)
  return cartEventTypes(shop.gateway, shop.seller, row?.id ?? 0n)
}

/** It was looked at, and is to be looked at again. */
const untilPutOff = (cart: string) =>
  until(async () => {
    const [row] = await shop.gateway.db.query<{ due: Date }>(sql`select due_at as due from cart where uuid = ${cart}`)
    return (row?.due ?? new Date(0)) > shop.gateway.now() || null
  }, 'the cart to be put off')

describe('a cart whose boleto is identified', () => {
  it('is neither abandoned nor expired, nor is its sale, and is COMPLETED when the money is credited', async () => {
    const { sold, cart } = await identified(0)
    advanceTo('2026-11-23T18:00:00Z')
    await untilPutOff(cart)
    // Two days behind the end of its time.
    advanceTo('2026-11-27T15:00:00Z')
    await untilPutOff(cart)
    assert.deepEqual([await statusOf(shop.seller, sold), await stateOf(cart)], ['PENDENTE', 'OPEN'])
    assert.deepEqual(await eventsOf(cart), [])
    await shop.moveTo('2026-11-27T15:10:00Z')
    await shop.seller.reaches(at(sold), 'PAGO')
    assert.equal(await stateOf(cart), 'COMPLETED')
    assert.deepEqual(await eventsOf(cart), [])
    await untilEvents(shop.seller, sold, ['sale.pending', 'sale.paid'])
  })

  it('and bounces is as it was before: the sale ends by its time without a second sale.pending, and the cart is abandoned once', async () => {
    await shop.moveTo('2026-11-30T15:00:00Z')
    const { sold, cart } = await identified(1, { bounces: true })
    await shop.moveTo('2026-12-01T12:00:00Z')
    await untilReported(shop, sold, 'waiting')
    assert.deepEqual([await statusOf(shop.seller, sold), await stateOf(cart)], ['PENDENTE', 'OPEN'])
    await untilEvents(shop.seller, sold, ['sale.pending'])
    await shop.moveTo('2026-12-07T15:00:00Z')
    await shop.seller.reaches(at(sold), 'CANCELADO')
    // It was put off by ten minutes when both were looked at.
    await shop.moveTo('2026-12-07T15:20:00Z')
    await until(async () => (await stateOf(cart)) === 'ABANDONED' || null, 'the cart to be abandoned')
    assert.deepEqual(await eventsOf(cart), ['cart.abandoned'])
    await untilEvents(shop.seller, sold, ['sale.pending', 'sale.canceled'])
  })

  it('and is paid by Pix as well ends when the money is credited, which no sale accepts, and gives its unit of the link back', async () => {
    const link = await linkOf(shop.seller, { maxSales: 2 })
    const unitsOf = async () => {
      const { sold, reserved } = (await shop.seller.api('GET', `/api/payment-links/${link.uuid}`)).body
      return [sold, reserved]
    }
    const opened = await contact(shop.gateway, link)
    const pix = await charged(shop.gateway, opened)
    const sold = await soldBoleto(shop.seller, { cartId: opened.cart.uuid, boleto: { dueInDays: 3 } })
    await shop.pay({ line: sold.boletoCode })
    await untilReported(shop, sold, 'identified')
    await shop.gateway.pay(pix.brCode ?? '')
    await shop.seller.reaches(at(pix), 'PAGO')
    assert.deepEqual([(await chargeOf(shop, sold)).state, ...(await unitsOf())], ['CLOSING', 1, 1])
    await shop.moveTo('2026-12-08T12:00:00Z')
    await shop.seller.reaches(at(sold), 'CANCELADO')
    assert.deepEqual([(await chargeOf(shop, sold)).state, ...(await unitsOf())], ['ENDED', 1, 0])
    await untilEvents(shop.seller, sold, ['sale.pending', 'sale.canceled'])
  })

  it('leaves the books as they should be', async () => {
    await untilIdle(shop.gateway)
    await assertBooks(shop.gateway)
  })
})
