// The forms of the steps: what is refused keeps what was typed and says all that is wrong; what a buyer may choose, and how they come
// back.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#kernel/time.ts'
import { contact, linkOf, SHIRT } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { ADDRESS, type Buyer, buyerAt, CONTACT, codeIn, fieldValue, payForm, screenIn, textOf } from './buying.ts'

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway()
  shop = await gateway.seller()
})
after(() => gateway[Symbol.asyncDispose]())

const cartsOf = async () => (await shop.api('GET', '/api/carts?limit=100')).body.data

describe('the contact step', () => {
  it('names every field that is wrong, beside it and above, and keeps what was typed; no cart is opened', async () => {
    const { slug } = await linkOf(shop, { askDocument: true, items: [{ ...SHIRT, minQuantity: 1, maxQuantity: 3 }] })
    const before = (await cartsOf()).length
    const typed = {
      nome: ' ',
      email: 'ana@',
      celular: '12',
      documento: '111.111.111-11',
      'quantidade-0': '4',
      ofertas: 'sim',
    }
    const refused = await buyerAt(gateway).send(`/l/${slug}`, typed)
    assert.equal(refused.status, 400)
    const fields = [...refused.text.matchAll(/<li><a href="#([\w-]+)">/g)].map(([, field]) => field)
    assert.deepEqual(fields, ['quantidade-0', 'nome', 'email', 'celular', 'documento'])
    for (const field of fields)
      assert.match(
        refused.text,
        new RegExp(`id="${field}"[^>]* aria-describedby="[^"]*${field}-erro" aria-invalid="true"`),
      )
    assert.deepEqual(
      ['email', 'celular', 'documento', 'quantidade-0'].map(name => fieldValue(refused, name)),
      ['ana@', '12', '111.111.111-11', '4'],
    )
    assert.match(refused.text, /name="ofertas" value="sim" checked/)
    const silent = await buyerAt(gateway).send(`/l/${slug}`, { nome: 'Ana', documento: '529.982.247-25' })
    assert.match(textOf(silent), /Informe o e-mail ou o celular\./)
    assert.equal((await cartsOf()).length, before)
  })

  it('asks for what this checkout needs, by fields that a browser fills in', async () => {
    const buyer = buyerAt(gateway)
    const without = await buyer.get(`/l/${(await linkOf(shop)).slug}`)
    assert.doesNotMatch(without.text, /name="documento"|name="quantidade|name="valor"| checked/)
    for (const [name, autocomplete] of [
      ['nome', 'name'],
      ['email', 'email'],
      ['celular', 'tel'],
    ])
      assert.match(
        without.text,
        new RegExp(`<label for="${name}">[^]*name="${name}"[^>]* autocomplete="${autocomplete}"`),
      )
    assert.doesNotMatch(without.text, /placeholder/)
  })

  it('takes a quantity within the bounds, and the offers only where the box was ticked', async () => {
    const { slug } = await linkOf(shop, { items: [{ ...SHIRT, minQuantity: 1, maxQuantity: 3 }, SHIRT] })
    const buyer = buyerAt(gateway)
    const pay = await buyer.go(`/l/${slug}?utm_source=boletim&utm_campaign=${'x'.repeat(5000)}`, {
      ...CONTACT,
      'quantidade-0': '3',
      ofertas: 'sim',
    })
    assert.match(textOf(pay), /Camiseta 3 × R\$ 150,00 cada R\$ 450,00 .*Pagar R\$ 600,00/)
    const [cart] = await cartsOf()
    assert.equal(cart.marketingConsent, true)
    const other = await buyerAt(gateway).send(`/l/${slug}`, { ...CONTACT, email: 'b@example.com', 'quantidade-1': '2' })
    assert.deepEqual([other.status, /quantidade-1-erro|quantidade dentro do limite/.test(other.text)], [400, true])
    await buyerAt(gateway).go(`/l/${slug}`, { ...CONTACT, email: 'c@example.com' })
    assert.equal((await cartsOf())[0].marketingConsent, false)
  })

  it('keeps where a buyer came from, as short plain texts of known names', async () => {
    const { slug } = await linkOf(shop)
    const buyer = buyerAt(gateway)
    const query = new URLSearchParams({
      utm_source: 'boletim\u0000\n"><b>',
      utm_campaign: 'x'.repeat(5000),
      sck: 'a|b',
      utm_evil: 'no',
      nome: 'from the query',
    })
    const page = await buyer.get(`/l/${slug}?${query}`)
    assert.equal(fieldValue(page, 'nome'), '')
    const hidden = Object.fromEntries(
      [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    assert.deepEqual(Object.keys(hidden), ['utm_source', 'utm_campaign', 'sck'])
    assert.equal(hidden.utm_source, 'boletim&quot;&gt;&lt;b&gt;')
    const sent = { ...CONTACT, ...hidden, utm_source: 'boletim', utm_other: 'no' }
    await buyer.go(`/l/${slug}`, sent)
    const [cart] = await cartsOf()
    assert.deepEqual(cart.utm, { utm_source: 'boletim', utm_campaign: 'x'.repeat(120), sck: 'a|b' })
  })

  it('takes an amount where the seller leaves it open, as people write it', async () => {
    const { slug } = await linkOf(shop, { items: undefined, openAmount: { min: 5_00, max: 5_000_00 } })
    const buyer = buyerAt(gateway)
    const first = await buyer.get(`/l/${slug}`)
    assert.match(textOf(first), /Total Você escolhe .*De R\$ 5,00 a R\$ 5\.000,00/)
    for (const valor of ['', 'abc', '4,99', '5000,01', '-10', '1e3', '10,001'])
      assert.equal((await buyer.send(`/l/${slug}`, { ...CONTACT, valor })).status, 400, valor)
    const pay = await buyer.go(`/l/${slug}`, { ...CONTACT, valor: 'R$ 1.234,50' })
    assert.match(textOf(pay), /Pagar R\$ 1\.234,50/)
    const change = await buyer.get(`${pay.path}?passo=contato`)
    assert.equal(fieldValue(change, 'valor'), '1.234,50')
  })

  it('of a session begins with what the seller’s server knows, and the session has one cart', async () => {
    const prefill = { name: 'Bia Lima', email: 'bia@example.com' }
    const { body } = await shop.api('POST', '/api/checkouts', { items: [SHIRT], customer: prefill, language: 'en' })
    const { pathname } = new URL(body.url)
    const buyer = buyerAt(gateway)
    const first = await buyer.get(pathname)
    assert.deepEqual([fieldValue(first, 'nome'), fieldValue(first, 'email')], [prefill.name, prefill.email])
    assert.match(first.text, /<html lang="en">/, 'the checkout’s language, where the browser asks for none')
    const pay = await buyer.go(pathname, { ...CONTACT, nome: 'Bia Lima' })
    assert.equal((await buyer.get(pathname)).location, pay.path)
    const other = await buyerAt(gateway).get(pathname)
    assert.doesNotMatch(other.text, /Bia|bia@/, 'who they are has been said, and is nobody else’s to read')
    const again = await buyerAt(gateway).go(pathname, CONTACT)
    assert.notEqual(again.path, pay.path)
    assert.equal((await buyer.get(pay.path)).status, 404, 'the address before leads nowhere')
  })

  it('of a session shows nobody else who has its address where the goods go, also once a code has expired', async () => {
    const items = [{ ...SHIRT, tangible: true }]
    const { body } = await shop.api('POST', '/api/checkouts', { items, pix: { expiresInSeconds: 300 } })
    const { pathname } = new URL(body.url)
    const [buyer, other, third] = [buyerAt(gateway), buyerAt(gateway), buyerAt(gateway)]
    const withAddress = async (who: Buyer) => {
      const { path } = await who.go(pathname, CONTACT)
      return who.go(`${path}/entrega`, ADDRESS)
    }
    assert.equal(screenIn(await withAddress(buyer)), 'PAY')
    const asked = await other.go(pathname, { ...CONTACT, nome: 'Eva' })
    assert.deepEqual([screenIn(asked), /Praça/.test(asked.text)], ['DELIVERY', false])
    const pay = await withAddress(other)
    assert.equal(screenIn(await other.go(`${pay.path}/pagar`, payForm(pay))), 'PIX')
    const known = await third.go(pathname, CONTACT)
    assert.equal(screenIn(known), 'PIX')
    gateway.advance(6 * MINUTE_MS)
    const over = await until(async () => {
      const page = await third.get(known.path)
      return ['PIX', 'CHECKING'].includes(screenIn(page)) ? null : page
    }, 'the code to be over')
    assert.deepEqual([screenIn(over), /Praça/.test(over.text)], ['DELIVERY', false])
  })

  it('of a session that is paid is not asked for again: who else has the address reads that nothing is owed', async () => {
    const { body } = await shop.api('POST', '/api/checkouts', {
      items: [SHIRT],
      successUrl: 'https://loja.example/fim',
    })
    const { pathname } = new URL(body.url)
    const buyer = buyerAt(gateway)
    const pay = await buyer.go(pathname, CONTACT)
    await gateway.pay(codeIn(await buyer.go(`${pay.path}/pagar`, payForm(pay))))
    await until(async () => (screenIn(await buyer.get(pay.path)) === 'PAID' ? true : null), 'it to be paid')
    assert.equal((await buyer.get(pathname)).location, pay.path)
    const other = buyerAt(gateway)
    for (const page of [await other.get(pathname), await other.send(pathname, CONTACT)]) {
      assert.match(textOf(page), /Este pedido já foi pago .*Voltar para loja\.example/)
      assert.doesNotMatch(page.text, /<form|Ana Souza|ana@/)
    }
  })
})

describe('a buyer who comes back', () => {
  it('goes on where they were, by the cookie, and shares no cart with who has none', async () => {
    const { slug } = await linkOf(shop)
    const buyer = buyerAt(gateway)
    const pay = await buyer.go(`/l/${slug}`, CONTACT)
    assert.match(buyer.cookie, /^carrinho=[\w-]{22}$/)
    assert.equal((await buyer.get(`/l/${slug}`)).location, pay.path)
    assert.equal((await buyer.get(`/l/${(await linkOf(shop)).slug}`)).status, 200, 'another link is another cart')
    assert.equal((await buyerAt(gateway).get(`/l/${slug}`)).status, 200)
  })

  it('by another way, with the same e-mail, is shown nothing that was stored, and only masked what they typed', async () => {
    const link = await linkOf(shop, { items: [{ ...SHIRT, tangible: true }] })
    const first = buyerAt(gateway)
    const typed = { ...CONTACT, email: 'carla@example.com', celular: '11912345678' }
    const delivery = await first.go(`/l/${link.slug}`, typed)
    await first.go(`${delivery.path}/entrega`, ADDRESS)
    const second = buyerAt(gateway)
    const known = await second.go(`/l/${link.slug}`, { nome: 'Outra Pessoa', email: 'carla@example.com' })
    assert.equal(screenIn(known), 'DELIVERY', 'the address has to be typed again')
    assert.doesNotMatch(known.text, /Souza|11912345678|Praça|carla@/)
    assert.doesNotMatch(textOf(known), /5678/)
    assert.match(textOf(known), /O••• P••• c•••@e•••\.com/)
  })

  it('changes who they are or how many, and pays the new sum at a new address', async () => {
    const { slug } = await linkOf(shop, { items: [{ ...SHIRT, minQuantity: 1, maxQuantity: 3, tangible: true }] })
    const buyer = buyerAt(gateway)
    const { path } = await buyer.go(`/l/${slug}`, CONTACT)
    await buyer.go(`${path}/entrega`, ADDRESS)
    const change = await buyer.get(`${path}?passo=contato`)
    assert.deepEqual([fieldValue(change, 'quantidade-0'), fieldValue(change, 'nome')], ['1', ''])
    assert.doesNotMatch(change.text, /Souza|ana@example/)
    const bad = await buyer.send(`${path}/contato`, { ...CONTACT, 'quantidade-0': '9' })
    assert.deepEqual([bad.status, fieldValue(bad, 'quantidade-0'), fieldValue(bad, 'nome')], [400, '9', CONTACT.nome])
    const pay = await buyer.go(`${path}/contato`, { ...CONTACT, 'quantidade-0': '2' })
    assert.match(textOf(pay), /Praça da Sé, 220 .*Pagar R\$ 300,00/)
    assert.equal((await buyer.get(path)).status, 404)
    const address = await buyer.get(`${pay.path}?passo=entrega`)
    assert.equal(fieldValue(address, 'rua'), ADDRESS.rua)
    assert.match(address.text, /<option value="SP" selected>/)
    assert.equal((await buyer.get(`${pay.path}/entrega`)).location, pay.path, 'a form’s own address leads back')
  })

  it('after an hour reads the address of delivery masked, and types it again to change it', async () => {
    const link = await linkOf(shop, { askAddress: true })
    const buyer = buyerAt(gateway)
    const { path } = await buyer.go(`/l/${link.slug}`, { ...CONTACT, email: 'later@example.com' })
    assert.match(textOf(await buyer.go(`${path}/entrega`, ADDRESS)), /Praça da Sé, 220/)
    gateway.advance(61 * MINUTE_MS)
    const pay = await buyer.get(path)
    assert.match(textOf(pay), /•••, São Paulo\/SP · 01001-•••/)
    const change = await buyer.get(`${path}?passo=entrega`)
    for (const page of [pay, change]) assert.doesNotMatch(page.text, /Praça|value="220"|Sé, 220/)
    assert.equal(screenIn(await buyer.go(`${path}/pagar`, payForm(pay))), 'PIX')
  })

  it('finds every field of the address that is wrong', async () => {
    const link = await linkOf(shop, { askAddress: true })
    const { token } = await contact(gateway, link)
    const refused = await buyerAt(gateway).send(`/c/${token}/entrega`, { ...ADDRESS, cep: '1', rua: '', uf: 'XX' })
    const fields = [...refused.text.matchAll(/<li><a href="#([\w-]+)">/g)].map(([, field]) => field)
    assert.deepEqual([refused.status, fields], [400, ['cep', 'rua', 'uf']])
  })
})

describe('the pay step', () => {
  it('takes no amount, no other method, no attempt of another form, and charges nothing', async () => {
    const opened = await contact(gateway, await linkOf(shop))
    const buyer = buyerAt(gateway)
    const form = payForm(await buyer.get(`/c/${opened.token}`))
    const tampered: [Record<string, string>, number][] = [
      [{ ...form, total: '1' }, 409],
      [{ ...form, total: '' }, 409],
      [{ ...form, metodo: 'BOLETO' }, 400],
      [{ ...form, metodo: '' }, 400],
      [{ ...form, tentativa: 'x' }, 400],
      [{}, 400],
    ]
    for (const [fields, status] of tampered) {
      const refused = await buyer.send(`/c/${opened.token}/pagar`, fields)
      assert.deepEqual([refused.status, screenIn(refused)], [status, 'PAY'], JSON.stringify(fields))
      assert.match(refused.text, /role="alert"/)
    }
    const { body } = await shop.api('GET', `/api/carts/${opened.cart.uuid}`)
    assert.deepEqual(body.sales, [])
  })

  it('of a cart whose seller has changed the link still charges what the buyer was shown', async () => {
    const link = await linkOf(shop)
    const buyer = buyerAt(gateway)
    const pay = await buyer.go(`/l/${link.slug}`, CONTACT)
    await shop.api('PATCH', `/api/payment-links/${link.uuid}`, { items: [{ ...SHIRT, unitPrice: 999_00 }] })
    assert.match(
      textOf(await buyer.go(`${pay.path}/pagar`, payForm(pay))),
      /Pague com Pix Resumo do pedido Total R\$ 150,00/,
    )
  })
})
