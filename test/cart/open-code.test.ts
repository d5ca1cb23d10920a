// While a code of a cart is open, and after it has ended: what it pays for stays what its buyer was shown.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OpenedCart } from '#cart/buyer/contact.ts'
import { orThrow } from '#kernel/failure.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { at, receiptsOf, setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'
import {
  ANA,
  cartEventTypes,
  cartOf,
  charge,
  charged,
  contact,
  linkOf,
  reachesState,
  refusalOf,
  SHIRT,
  salesOf,
  screenOf,
} from './shopping.ts'

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway()
  shop = await gateway.seller()
})
after(() => gateway[Symbol.asyncDispose]())

const ADDRESS = {
  zipCode: '01001000',
  street: 'Praça da Sé',
  number: '1',
  complement: '',
  district: 'Sé',
  city: 'São Paulo',
  state: 'SP',
}

describe('a cart whose code is open', () => {
  const link = () => linkOf(shop, { items: [{ ...SHIRT, maxQuantity: 3, tangible: true }], askAddress: true })
  const whatIsStored = async (opened: OpenedCart) => {
    const { amount, customerName, cartItems } = await cartOf(shop, opened)
    return [amount, customerName, cartItems[0].quantity]
  }
  const bought = async (more: object) => {
    const offered = await link()
    const opened = await contact(gateway, offered, more)
    await gateway.gateway.carts.submitDelivery(opened.token, ADDRESS)
    return { offered, opened, sale: await charged(gateway, opened) }
  }
  const named = (name: string) => ({ customer: { ...ANA, email: `${name}@example.com` } })
  const eva = (name: string) => ({ customer: { ...named(name).customer, name: 'Eva' }, quantities: [3] })

  it('stays what that code pays, whoever submits another contact', async () => {
    const { offered, opened, sale } = await bought(named('open'))
    const own = await contact(gateway, offered, { ...eva('open'), cartToken: opened.token })
    assert.deepEqual([own.cart.uuid, own.token], [opened.cart.uuid, opened.token])
    const changed = await gateway.gateway.carts.changeContact(opened.token, eva('open'))
    assert.ok('token' in changed && changed.token === opened.token, refusalOf(changed))
    const moved = await gateway.gateway.carts.submitDelivery(opened.token, { ...ADDRESS, number: '9' })
    assert.match(refusalOf(moved), /^CONFLICT/)
    const other = await contact(gateway, offered, eva('open'))
    assert.notEqual(other.cart.uuid, opened.cart.uuid, 'who knows no more than the mail address begins anew')
    assert.deepEqual(
      [await screenOf(gateway, opened), await screenOf(gateway, other), await whatIsStored(opened)],
      ['PIX', 'DELIVERY', ['15000', 'Ana Souza', 1]],
    )
    await gateway.pay(sale.brCode ?? '')
    await reachesState(shop, opened, 'COMPLETED')
    assert.deepEqual(await whatIsStored(opened), ['15000', 'Ana Souza', 1])
    assert.equal((await cartOf(shop, other)).state, 'OPEN')
    gateway.advance(HOUR_MS + MINUTE_MS)
    await reachesState(shop, other, 'EXPIRED')
    assert.deepEqual(
      await cartEventTypes(gateway, shop, other.cart.id),
      [],
      'its buyer has bought, and has left nothing',
    )
  })

  it('of a session stays as it is for who comes by the session’s address', async () => {
    const made = await shop.api('POST', '/api/checkouts', { items: [{ ...SHIRT, maxQuantity: 3 }] })
    const token = made.body.url.split('/s/')[1]
    const { carts } = gateway.gateway
    const opened = orThrow(await carts.submitContact({ token }, named('session')))
    await charged(gateway, opened)
    const again = orThrow(await carts.submitContact({ token }, eva('session')))
    assert.deepEqual([again.cart.uuid, await screenOf(gateway, again)], [opened.cart.uuid, 'PIX'])
    assert.deepEqual(await whatIsStored(opened), ['15000', 'Ana Souza', 1])
  })

  it('and a change of the contact at the same moment: the code asks for what the cart holds', async () => {
    const offered = await linkOf(shop, { items: [{ ...SHIRT, maxQuantity: 3 }] })
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const opened = await contact(gateway, offered, named(`race-${n}`))
      const before = (await salesOf(gateway, shop)).length
      const change = () => gateway.gateway.carts.changeContact(opened.token, eva(`race-${n}`))
      const acts = [() => charge(gateway, opened), change]
      await Promise.all((n % 2 === 0 ? acts : acts.toReversed()).map(act => act()))
      const isCharged = (await salesOf(gateway, shop)).length > before
      assert.deepEqual(await whatIsStored(opened), isCharged ? ['15000', 'Ana Souza', 1] : ['45000', 'Eva', 3])
    }
  })

  it('and has ended, is not paid by that code once the buyer has chosen something else', async () => {
    await setTerms(gateway, shop, { acceptsLate: true })
    const { offered, opened, sale } = await bought({ ...named('ended') })
    gateway.advance(1.1 * HOUR_MS)
    await shop.reaches(at(sale), 'CANCELADO')
    await contact(gateway, offered, { ...eva('ended'), cartToken: opened.token })
    const before = (await receiptsOf(gateway, shop)).length
    await gateway.pay(sale.brCode ?? '', { late: true })
    await until(async () => {
      const late = (await receiptsOf(gateway, shop)).slice(before)
      return late.includes('RETURNED 15000 TOO_LATE') || null
    }, 'the late money to be back')
    assert.equal((await cartOf(shop, opened)).saleUuid, null)
  })
})

it('the books are right after all that', () => assertBooks(gateway))
