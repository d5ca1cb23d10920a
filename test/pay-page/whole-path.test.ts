// From a link to "Pago", by plain forms: what a buyer without JavaScript does.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { linkOf, SHIRT, salesOf } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { ADDRESS, buyerAt, CONTACT, codeIn, payForm, screenIn, textOf } from './buying.ts'

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway()
  shop = await gateway.seller()
})
after(() => gateway[Symbol.asyncDispose]())

describe('a buyer without JavaScript', () => {
  it('comes to a link, says who they are, presses the button that names the sum, pays, and reads it after a reload', async () => {
    const { slug } = await linkOf(shop, { successUrl: 'https://loja.example/obrigado?pedido=1', thankYou: 'Obrigada!' })
    const buyer = buyerAt(gateway)
    const first = await buyer.get(`/l/${slug}`)
    assert.equal(first.status, 200)
    assert.match(textOf(first), /Camiseta azul .*Total R\$ 150,00.*Seus dados.*Pagamento/)
    const pay = await buyer.go(`/l/${slug}`, CONTACT)
    assert.match(pay.path, /^\/c\/[\w-]{22}$/)
    assert.equal(screenIn(pay), 'PAY')
    assert.match(textOf(pay), /Pagar R\$ 150,00/)
    const code = await buyer.go(`${pay.path}/pagar`, payForm(pay))
    assert.equal(screenIn(code), 'PIX')
    assert.match(code.text, /<svg class="qr" role="img"/)
    assert.match(textOf(code), /Código válido por 59 min/)
    await gateway.pay(codeIn(code))
    const paid = await until(async () => {
      const page = await buyer.get(pay.path)
      return screenIn(page) === 'PAID' ? page : null
    }, 'the page to say that it is paid')
    assert.match(textOf(paid), /Pagamento confirmado .*Obrigada! Valor R\$ 150,00 Para Loja de Teste/)
    assert.match(
      paid.text,
      /href="https:\/\/loja.example\/obrigado\?pedido=1&amp;checkout=[0-9a-f-]{36}"[^>]*>Voltar para loja.example</,
    )
  })

  it('says where the goods go, where something is sent', async () => {
    const { slug } = await linkOf(shop, { items: [{ ...SHIRT, tangible: true }], shippingAmount: 10_00 })
    const buyer = buyerAt(gateway)
    const delivery = await buyer.go(`/l/${slug}`, CONTACT)
    assert.equal(screenIn(delivery), 'DELIVERY')
    assert.equal(delivery.text.match(/<option value="[A-Z]{2}"/g)?.length, 27)
    const refused = await buyer.send(`${delivery.path}/entrega`, { ...ADDRESS, cep: '123' })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /value="Praça da Sé"/)
    assert.match(textOf(refused), /Confira os campos abaixo .*Escreva o CEP com 8 números/)
    const pay = await buyer.go(`${delivery.path}/entrega`, ADDRESS)
    assert.equal(screenIn(pay), 'PAY')
    assert.match(textOf(pay), /Frete R\$ 10,00 .*Praça da Sé, 220 .*01001-000 .*Pagar R\$ 160,00/)
  })

  it('who presses twice, or goes back, is charged once', async () => {
    const buyer = buyerAt(gateway)
    const { slug } = await linkOf(shop)
    const pay = await buyer.go(`/l/${slug}`, CONTACT)
    const before = (await salesOf(gateway, shop)).length
    const form = payForm(pay)
    const answers = await Promise.all([1, 2, 3].map(() => buyer.send(`${pay.path}/pagar`, form)))
    assert.deepEqual([...new Set(answers.map(({ status, location }) => `${status} ${location}`))], [`303 ${pay.path}`])
    await buyer.send(`${pay.path}/pagar`, form)
    assert.equal((await salesOf(gateway, shop)).length, before + 1)
    const back = await buyer.get(`/l/${slug}`)
    assert.equal(back.location, pay.path, 'the link leads to the code that is open')
  })
})

it('by JSON: the same fields, from an origin of ours, answered with where to go on, or with the page and why not', async () => {
  const { slug } = await linkOf(shop)
  const send = async (path: string, fields: object, origin = gateway.url) => {
    const headers = { origin, 'content-type': 'application/json' }
    const answer = await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(fields) })
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const refused = await send(`/l/${slug}`, { ...CONTACT, nome: '' })
  assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['screen', 'version', 'title', 'main']])
  assert.match(refused.body.main ?? '', /id="nome-erro"/)
  assert.equal((await send(`/l/${slug}`, CONTACT, 'https://evil.example')).status, 403)
  const opened = await send(`/l/${slug}`, CONTACT)
  assert.equal(opened.status, 200)
  const path = opened.body.location ?? ''
  assert.match(path, /^\/c\/[\w-]{22}$/)
  const buyer = buyerAt(gateway)
  const form = payForm(await buyer.get(path))
  const other = await send(`${path}/pagar`, { ...form, total: '1' })
  assert.deepEqual([other.status, other.body.screen], [409, 'PAY'])
  assert.deepEqual(await send(`${path}/pagar`, form), { status: 200, body: { location: path } })
  await gateway.pay(codeIn(await buyer.get(path)))
  await until(async () => screenIn(await buyer.get(path)) === 'PAID' || null, 'the receipt')
  assert.equal((await send(`${path}/pagar`, form)).body.location, path, 'once paid there is nothing to pay')
})
