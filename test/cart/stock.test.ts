// What is left is sold once, however many want it at the same moment; a unit whose charge ends unpaid can be sold again.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { at, receiptsOf, setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'
import { ANA, charge, charged, contact, linkOf, reachesState, refusalOf, salesOf, screenOf } from './shopping.ts'

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway()
  shop = await gateway.seller()
})
after(() => gateway[Symbol.asyncDispose]())

const buyer = (n: number | string) => ({ customer: { ...ANA, email: `buyer-${n}@example.com` } })
const soldOf = async ({ uuid }: { uuid: string }) => {
  const { sold, reserved } = (await shop.api('GET', `/api/payment-links/${uuid}`)).body
  return [sold, reserved]
}

describe('a payment link with a stock', () => {
  it('of one is charged once by fifty buyers at once, and paid once', async () => {
    const link = await linkOf(shop, { maxSales: 1 })
    const before = (await salesOf(gateway, shop)).length
    const carts = await Promise.all(Array.from({ length: 50 }, (_, n) => contact(gateway, link, buyer(n))))
    const views = await Promise.all(carts.map(cart => charge(gateway, cart)))
    const winners = views.filter(view => 'screen' in view && view.screen.kind === 'PIX')
    const losers = views.map(refusalOf).filter(refusal => refusal.startsWith('CONFLICT'))
    assert.deepEqual([winners.length, losers.length, (await salesOf(gateway, shop)).length - before], [1, 49, 1])
    assert.deepEqual(await soldOf(link), [0, 1])
    const [winner] = winners
    assert.ok(winner !== undefined && 'screen' in winner && winner.screen.kind === 'PIX')
    await gateway.pay(winner.screen.sale.brCode ?? '')
    await shop.reaches(at(winner.screen.sale), 'PAGO')
    assert.deepEqual(await soldOf(link), [1, 0])
    const loser = carts.find(cart => cart.cart.uuid !== winner.cart.uuid)
    assert.equal(await screenOf(gateway, loser as (typeof carts)[0]), 'SOLD_OUT')
  })

  it('sells a unit again when its charge has ended unpaid; what is paid late then is TOO_LATE', async () => {
    await setTerms(gateway, shop, { acceptsLate: true, unexpected: 'KEEP' })
    const link = await linkOf(shop, { maxSales: 1, abandonAfterSeconds: 259_200 })
    const [first, second] = [
      await contact(gateway, link, buyer('first')),
      await contact(gateway, link, buyer('second')),
    ]
    const lost = await charged(gateway, first)
    assert.match(refusalOf(await charge(gateway, second)), /^CONFLICT/)
    gateway.advance(1.1 * HOUR_MS)
    await shop.reaches(at(lost), 'CANCELADO')
    assert.deepEqual(await soldOf(link), [0, 0])
    const sale = await charged(gateway, second)
    await gateway.pay(lost.brCode ?? '', { late: true })
    await until(async () => {
      const receipts = await receiptsOf(gateway, shop)
      return receipts.includes('UNACCEPTED 15000 TOO_LATE') || null
    }, 'the late money to be kept')
    await gateway.pay(sale.brCode ?? '')
    await reachesState(shop, second, 'COMPLETED')
    assert.deepEqual(await soldOf(link), [1, 0])
  })

  it('is taken again by a late payment while there is some left', async () => {
    const link = await linkOf(shop, { maxSales: 1 })
    const opened = await contact(gateway, link, buyer('alone'))
    const sale = await charged(gateway, opened)
    gateway.advance(1.1 * HOUR_MS)
    await shop.reaches(at(sale), 'CANCELADO')
    await gateway.pay(sale.brCode ?? '', { late: true })
    await shop.reaches(at(sale), 'PAGO')
    assert.deepEqual(await soldOf(link), [1, 0])
  })

  it('cannot be lowered below what is taken: 409', async () => {
    const link = await linkOf(shop, { maxSales: 3 })
    for (const n of [1, 2]) await charged(gateway, await contact(gateway, link, buyer(`lower-${n}`)))
    const lowered = await shop.api('PATCH', `/api/payment-links/${link.uuid}`, { maxSales: 1 })
    assert.deepEqual([lowered.status, lowered.body.error], [409, 'CONFLICT'])
    assert.equal((await shop.api('PATCH', `/api/payment-links/${link.uuid}`, { maxSales: 2 })).status, 200)
  })
})

it('the books are right after all that', () => assertBooks(gateway))
