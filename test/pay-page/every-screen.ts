// Every screen that a buyer may be shown, each made true once, with the address at which it is.
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { cartOf, charged, contact, type Link, linkOf, reachesState, SHIRT, screenOf } from '../cart/shopping.ts'
import { sellsBoletos } from '../charge/selling.ts'
import type { TestGateway } from '../gateway.ts'
import type { Shop } from '../notification/shop.ts'
import type { CardName } from '../psp/collect/card-scene.ts'
import { refunded } from '../sale/refunding.ts'
import { at } from '../sale/selling.ts'
import { sellsByTransfer } from '../transfer/selling.ts'
import { until } from '../until.ts'
import { buyerAt, payForm, screenIn } from './buying.ts'
import { cardForm, frameSeller, readyToPay } from './card-buying.ts'

const LONG = `${'Conjunto de xícaras '.repeat(8)}${'x'.repeat(40)}`

interface Scene {
  gateway: TestGateway
  shop: Shop
}

export type NamedScreen = [name: string, path: string]

export async function everyScreen(scene: Scene): Promise<NamedScreen[]> {
  return [
    ...(await steps(scene)),
    ...(await codes(scene)),
    ...(await slowMethods(scene)),
    ...(await ends(scene)),
    ...(await charges(scene)),
    ...(await previews(scene)),
  ]
}

let buyers = 0
const opened = async ({ gateway }: Scene, link: Link, more: object = {}) =>
  contact(gateway, link, {
    customer: { name: 'Ana', email: `a${++buyers}@example.com`, document: '52998224725' },
    ...more,
  })

async function steps(scene: Scene): Promise<NamedScreen[]> {
  const { seller } = scene.shop
  const items = [{ ...SHIRT, title: LONG, tangible: true, minQuantity: 1, maxQuantity: 3 }, SHIRT, SHIRT]
  const link = await linkOf(seller, {
    items,
    askDocument: true,
    cancelUrl: 'https://loja.example/',
    shippingAmount: 10_00,
  })
  const open = await linkOf(seller, { items: undefined, openAmount: { min: 5_00, max: 50_00 } })
  const delivery = await opened(scene, link)
  const pay = await opened(scene, await linkOf(seller))
  return [
    ['contact', `/l/${link.slug}`],
    ['contact in English', `/l/${link.slug}?idioma=en`],
    ['an open amount', `/l/${open.slug}`],
    ['contact again', `/c/${delivery.token}?passo=contato`],
    ['delivery', `/c/${delivery.token}`],
    ['pay', `/c/${pay.token}?idioma=en`],
  ]
}

async function codes(scene: Scene): Promise<NamedScreen[]> {
  const { gateway, shop } = scene
  const { seller } = shop
  const cart = async () => opened(scene, await linkOf(seller))
  const expired = await cart()
  await charged(gateway, expired)
  gateway.advance(1.1 * HOUR_MS)
  await until(async () => ((await screenOf(gateway, expired)) === 'PAY' ? true : null), 'the code to be over')
  await reachesState(seller, expired, 'ABANDONED')
  const recovery = new URL((await cartOf(seller, expired)).recoveryUrl).pathname
  const [pix, paid, returned, checking, starting] = [
    await cart(),
    await cart(),
    await cart(),
    await cart(),
    await cart(),
  ]
  await charged(gateway, pix)
  for (const one of [paid, returned]) {
    const sale = await charged(gateway, one)
    await gateway.pay(sale.brCode ?? '')
    await seller.reaches(at(sale), 'PAGO')
    if (one === returned) await refunded(seller, sale)
  }
  // Both pass within a second, where the bank is there: they are held.
  const { id: late } = await charged(gateway, checking)
  await gateway.db.query(sql`
    update sale set expires_at = now(), due_at = now() + interval '1 day', seal = default where id = ${late}`)
  const { id: made } = await charged(gateway, starting)
  await gateway.db.query(sql`
    update sale set status = 'EM_PROCESSAMENTO', due_at = now() + interval '1 day', seal = default where id = ${made}`)
  return [
    ['pay again', `/c/${expired.token}`],
    ['a cart that was left', recovery],
    ['the code', `/c/${pix.token}`],
    ['the receipt', `/c/${paid.token}`],
    ['the receipt of what was refunded', `/c/${returned.token}`],
    ['the bank is asked', `/c/${checking.token}`],
    ['the code is made', `/c/${starting.token}`],
  ]
}

/** What is paid otherwise than by a Pix code: a boleto, cards, a transfer. */
async function slowMethods({ gateway }: Scene): Promise<NamedScreen[]> {
  const seller = await frameSeller(gateway)
  await sellsBoletos(gateway, seller)
  await sellsByTransfer(gateway, seller)
  const paidBy = async (metodo: string, card: CardName | null = null) => {
    const { token } = await readyToPay(gateway, seller)
    const page = await buyerAt(gateway).get(`/c/${token}`)
    const form = card === null ? { ...payForm(page), metodo } : await cardForm(gateway, page, card)
    await buyerAt(gateway).send(`/c/${token}/pagar`, form)
    return token
  }
  const choice = await contact(gateway, await linkOf(seller), { customer: { name: 'Ana', email: 'ana@example.com' } })
  const refused = await buyerAt(gateway).get(`/c/${await paidBy('CREDIT_CARD', 'short')}`)
  if (screenIn(refused) !== 'PAY') throw new Error(`a refused card shows ${screenIn(refused)}`)
  return [
    ['every method', `/c/${choice.token}`],
    ['the boleto', `/c/${await paidBy('BOLETO')}`],
    ['the transfer', `/c/${await paidBy('TRANSFER')}?idioma=en`],
    ['a card that is reviewed', `/c/${await paidBy('CREDIT_CARD', 'reviewed')}`],
    ['a card whose holder has to authenticate', `/c/${await paidBy('CREDIT_CARD', 'challenged')}`],
    ['a card that was refused', `/c/${await paidBy('CREDIT_CARD', 'short')}`],
    ['a card that has paid', `/c/${await paidBy('CREDIT_CARD', 'approved')}`],
  ]
}

async function ends(scene: Scene): Promise<NamedScreen[]> {
  const { gateway, shop } = scene
  const { seller } = shop
  const one = await linkOf(seller, { maxSales: 1 })
  await charged(gateway, await opened(scene, one))
  const soldOut = await opened(scene, one)
  const closing = await linkOf(seller)
  const closed = await opened(scene, closing)
  await seller.api('POST', `/api/payment-links/${closing.uuid}/archive`)
  const over = await opened(scene, await linkOf(seller))
  await gateway.db.query(sql`
    update cart set state = 'EXPIRED', ended_at = now(), due_at = null, seal = default where id = ${over.cart.id}`)
  const { body: session } = await seller.api('POST', '/api/checkouts', { items: [SHIRT] })
  const address = new URL(session.url).pathname
  const customer = { name: 'Ana', email: 'ana@example.com' }
  const buying = await gateway.gateway.carts.submitContact({ token: address.slice(3) }, { customer })
  if (!('token' in buying)) throw buying
  const sale = await charged(gateway, buying)
  await gateway.pay(sale.brCode ?? '')
  await seller.reaches(at(sale), 'PAGO')
  return [
    ['sold out', `/c/${soldOut.token}`],
    ['sold out at the link', `/l/${one.slug}`],
    ['closed', `/c/${closed.token}`],
    ['an order that is over', `/c/${over.token}`],
    ['a session that is paid', address],
    ['nowhere', '/l/nowhere'],
  ]
}

async function charges({ gateway, shop: { person, seller } }: Scene): Promise<NamedScreen[]> {
  const charge = async () => {
    const { body } = await person.call('POST', '/api/sales', { amount: 25_00, description: 'Bolo de fubá' })
    const { payUrl } = (await person.call('GET', `/api/sales/${body.uuid}`)).body
    return { sale: body, path: payUrl.slice(gateway.url.length) }
  }
  const [open, paid, closed] = [await charge(), await charge(), await charge()]
  await gateway.pay(paid.sale.pixKey)
  await seller.reaches(at(paid.sale), 'PAGO')
  await person.call('POST', `/api/sales/${closed.sale.uuid}/cancel`)
  await seller.reaches(at(closed.sale), 'CANCELADO')
  return [
    ['a charge', open.path],
    ['a charge that is paid', paid.path],
    ['a charge that is closed', closed.path],
  ]
}

async function previews({ shop: { person } }: Scene): Promise<NamedScreen[]> {
  const look = { name: null, color: '#003366', thankYou: 'Obrigada!', language: null }
  const { body } = await person.call('POST', '/api/account/checkouts/preview', { look })
  const { pathname } = new URL(body.url)
  return ['contato', 'pagar', 'pix', 'boleto', 'transferencia', 'pago'].map(screen => [
    `a preview, ${screen}`,
    `${pathname}?passo=${screen}`,
  ])
}
