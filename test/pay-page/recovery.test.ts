// The link that brings a buyer back who has left: what it shows, and that it hides who they are.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { HOUR_MS } from '#kernel/time.ts'
import { cartOf, charged, contact, linkOf, reachesState, SHIRT } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { ADDRESS, buyerAt, CONTACT, codeIn, fieldValue, payForm, screenIn, textOf } from './buying.ts'

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway()
  shop = await gateway.seller()
})
after(() => gateway[Symbol.asyncDispose]())

const BUYER = { name: 'Lia Rocha', email: 'lia@example.com', phone: '11987650000', document: '52998224725' }

/** A cart with an address that was left, and its link. */
async function left(more: object = {}) {
  const link = await linkOf(shop, { items: [{ ...SHIRT, tangible: true }], ...more })
  const opened = await contact(gateway, link, { customer: { ...BUYER, email: `lia${link.id}@example.com` } })
  const { token } = opened
  if (!('openAmount' in more)) await buyerAt(gateway).go(`/c/${token}/entrega`, ADDRESS)
  gateway.advance(1.1 * HOUR_MS)
  await reachesState(shop, opened, 'ABANDONED')
  const { pathname } = new URL((await cartOf(shop, opened)).recoveryUrl)
  return { link, opened, path: pathname }
}

it('shows the order and nobody’s data in full, and goes on with them; the address is typed again', async () => {
  const { opened, path } = await left()
  const buyer = buyerAt(gateway)
  const page = await buyer.get(path)
  assert.match(
    textOf(page),
    /Seu pedido está aqui .*R\$ 150,00 .*L••• R••• l•••@e•••\.com · •••0000 · \*\*\*\.982\.247-\*\*/,
  )
  assert.doesNotMatch(page.text, /Rocha|lia\d|11987650000|52998224725|Praça/)
  assert.match(textOf(await buyer.get(`${path}?idioma=en`)), /Your order is here/)
  const delivery = await buyer.go(path, { dados: 'estes' })
  assert.equal(screenIn(delivery), 'DELIVERY', 'who opened the link may be somebody else')
  assert.doesNotMatch(delivery.text, /Rocha|lia\d|Praça/)
  assert.equal((await buyer.get(`/c/${opened.token}`)).status, 404)
  const pay = await buyer.go(`${delivery.path}/entrega`, ADDRESS)
  const code = await buyer.go(`${pay.path}/pagar`, payForm(pay))
  await gateway.pay(codeIn(code))
  assert.equal((await reachesState(shop, opened, 'RECOVERED')).customerName, BUYER.name)
  assert.equal((await buyer.get(path)).status, 404, 'paid: it leads nowhere')
})

it('goes on with the data of somebody else, who types their own', async () => {
  const { opened, path } = await left()
  const buyer = buyerAt(gateway)
  const form = await buyer.go(path, { dados: 'outros' })
  assert.match(form.path, /\?passo=contato$/)
  assert.deepEqual([fieldValue(form, 'nome'), fieldValue(form, 'email')], ['', ''])
  await buyer.go(`${form.path.split('?')[0]}/contato`, CONTACT)
  assert.equal((await cartOf(shop, opened)).customerName, CONTACT.nome)
})

it('says that the price has changed, and charges the new one', async () => {
  const { link, path } = await left()
  await shop.api('PATCH', `/api/payment-links/${link.uuid}`, {
    items: [{ ...SHIRT, unitPrice: 170_00, tangible: true }],
  })
  const buyer = buyerAt(gateway)
  assert.match(textOf(await buyer.get(path)), /O valor mudou: era R\$ 150,00, agora é R\$ 170,00/)
  const delivery = await buyer.go(path, { dados: 'estes' })
  assert.match(textOf(await buyer.go(`${delivery.path}/entrega`, ADDRESS)), /Pagar R\$ 170,00/)
})

it('names no new price while a code is open, which asks for the old one, also where nothing is sold any more', async () => {
  const link = await linkOf(shop, { pix: { expiresInSeconds: 86_400 } })
  const opened = await contact(gateway, link, { customer: { ...BUYER, email: 'aberto@example.com' } })
  const { brCode } = await charged(gateway, opened)
  gateway.advance(1.1 * HOUR_MS)
  await reachesState(shop, opened, 'ABANDONED')
  const { pathname } = new URL((await cartOf(shop, opened)).recoveryUrl)
  await shop.api('PATCH', `/api/payment-links/${link.uuid}`, { items: [{ ...SHIRT, unitPrice: 170_00 }] })
  const buyer = buyerAt(gateway)
  assert.doesNotMatch(textOf(await buyer.get(pathname)), /O valor mudou|170,00/)
  await shop.api('POST', `/api/payment-links/${link.uuid}/archive`)
  assert.match(textOf(await buyer.get(pathname)), /Usar estes dados/)
  const code = await buyer.go(pathname, { dados: 'estes' })
  assert.deepEqual([screenIn(code), codeIn(code)], ['PIX', brCode])
})

it('says that nothing is sold any more, and offers no form', async () => {
  const { link, path } = await left()
  await shop.api('POST', `/api/payment-links/${link.uuid}/archive`)
  const page = await buyerAt(gateway).get(path)
  assert.deepEqual([page.status, /<form/.test(page.text)], [200, false])
  assert.match(textOf(page), /Fale com Loja de Teste/)
})
