// Cards on the provider's own page, `card_entry: redirect`: the checkout links there, the buyer comes back, and the state follows what the provider
// says. By plain forms, at the sandbox bank's page.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { screenOf } from '../cart/shopping.ts'
import { atBank, cardOf, cardSeller, SALE } from '../charge/cards.ts'
import { chargesAtBank } from '../charge/selling.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { type CardName, numberOf } from '../psp/collect/card-scene.ts'
import { until } from '../until.ts'
import { ADDRESS, buyerAt, CONTACT, fieldValue, screenIn, textOf } from './buying.ts'
import { atPay } from './card-buying.ts'

const ONE_PRICE = { fixedCentavos: 0, basisPoints: 449 }
const ALL_PARTS = { creditCard: ONE_PRICE, creditCardInstallments: [{ from: 2, to: 12, price: ONE_PRICE }] }

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway({ startsAt: new Date('2026-11-23T15:00:00Z'), env: { PSP_TIMEOUT_MS: '2000' } })
  shop = await pageSeller()
})
after(() => gateway[Symbol.asyncDispose]())

async function pageSeller(fees: object = ALL_PARTS): Promise<Seller> {
  const seller = await cardSeller(gateway, fees)
  await entry('redirect', gateway.bankUrl)
  return seller
}

const entry = (kind: string, origin: string | null) =>
  gateway.db.query(sql`
    update psp_account set card_entry = ${kind}, card_entry_origin = ${origin}, version = version + 1, seal = default
    where id = 1 and (card_entry, card_entry_origin) is distinct from (${kind}::text, ${origin}::text)`)

/** As the gateway comes: what one address may do is bounded. */
async function openBoundedGateway() {
  const bounded = await openTestGateway({ env: { PSP_TIMEOUT_MS: '2000', CHECKOUT_LIMITS: 'on' } })
  const seller = await cardSeller(bounded, ALL_PARTS)
  await bounded.db.query(sql`
    update psp_account set card_entry = 'redirect', card_entry_origin = ${bounded.bankUrl}, version = version + 1, seal = default
    where id = 1`)
  return { bounded, seller }
}

const see = (token: string) => buyerAt(gateway).get(`/c/${token}`)
const reaches = (token: string, screen: string) =>
  until(async () => ((await screenOf(gateway, { token })) === screen ? true : null), `the screen ${screen}`)

const bank = async (path: string, body: object) => assert.ok((await atBank(gateway, path, body)).status < 300)

const formOf = (page: { text: string }) => ({
  tentativa: fieldValue(page, 'tentativa'),
  total: fieldValue(page, 'total'),
  metodo: 'CREDIT_CARD',
  documento: '529.982.247-25',
})

async function pageOf(page: { text: string }, token: string) {
  const [sale] = await gateway.db.query<{ uuid: string; ref: string }>(sql`
    select sale.uuid, txid as ref from sale join cart on cart.account_id = sale.account_id and cart.id = sale.cart_id
    where cart.token_hash = ${hashToken(token)} order by sale.id desc limit 1`)
  assert.ok(sale)
  return { ...sale, url: /href="([^"]*\/pagamento\/[^"]+)"/.exec(page.text)?.[1] ?? '' }
}

/** A buyer who has chosen the card and pressed the button. */
async function sent(seller = shop) {
  const { token } = await atPay(gateway, seller)
  const buyer = buyerAt(gateway)
  const page = await buyer.go(`/c/${token}/pagar`, formOf(await see(token)))
  return { token, page, buyer, ...(await pageOf(page, token)) }
}

async function withoutNotices() {
  await bank('/sandbox/faults', { on: 'POST /charge/:id/link', fate: 'dropCallback', times: 1 })
  return sent()
}

async function payThere(url: string, name: CardName, parcelas = '3') {
  const body = new URLSearchParams({ numero: numberOf(name), validade: '12/31', cvv: '123', parcelas })
  return fetch(url, { method: 'POST', redirect: 'manual', body })
}

describe('cards on the provider’s page', () => {
  it('are offered with no field of a card and no frame, and the button leads to a link to that page', async () => {
    const { token } = await atPay(gateway, shop)
    const page = await see(token)
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-src 'none'/)
    assert.match(
      textOf(page),
      /Cartão de crédito Em até 12× sem juros.*página do provedor de pagamentos.*A loja não vê o número/,
    )
    assert.doesNotMatch(page.text, /data-card|name="parcelas"|value="DEBIT_CARD"/)
    const { url, page: after } = await sent()
    assert.equal(new URL(url).origin, gateway.bankUrl)
    assert.match(textOf(after), /Pague na página do provedor.*Ir para a página do provedor.*Pagar de outra forma/)
  })

  it('are paid there in parts that are chosen there; the buyer comes back to a paid page, and each part is its own', async () => {
    const { token, url, uuid } = await sent()
    const answer = await payThere(url, 'approved')
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, `${gateway.url}/cartao/volta`])
    await reaches(token, 'PAID')
    // The digits are kept with the end of the attempt, a moment after the sale is paid.
    const sale = await until(async () => {
      const found = await shop.api('GET', `/api/transactions/${uuid}?expand=payment`)
      return found.body.cardLastFour === null ? null : found
    }, 'the digits of the card')
    assert.deepEqual(
      [sale.body.status, sale.body.installments, sale.body.cardLastFour, sale.body.settlement.length],
      ['PAGO', 3, '0010', 3],
    )
    assert.deepEqual(await cardOf(gateway, sale.body.id), { state: 'ENDED', reported: 'approved', hasToken: false })
  })

  it('of a buyer who comes back are looked up at once, where no notice tells', async () => {
    const { token, url, buyer } = await withoutNotices()
    assert.equal((await payThere(url, 'approved', '1')).status, 303)
    await buyer.get('/cartao/volta')
    await reaches(token, 'PAID')
    assert.match(textOf(await buyer.get(`/c/${token}`)), /Pagamento confirmado/)
  })

  slow('are looked up by and by where nobody comes back either', async () => {
    const { token, url } = await withoutNotices()
    await payThere(url, 'approved', '2')
    gateway.advance(MINUTE_MS)
    await reaches(token, 'PAID')
  })

  it('that are declined there can be tried again, by another charge', async () => {
    const { token, url, uuid } = await sent()
    await payThere(url, 'short')
    await reaches(token, 'PAY')
    assert.match(textOf(await see(token)), /O cartão não foi aceito.*Use outro cartão/)
    assert.equal((await shop.api('GET', `/api/transactions/${uuid}`)).body.status, 'RECUSADO')
  })

  slow('may be left for another method: the provider cancels first', async () => {
    const { token, url } = await sent()
    const back = await buyerAt(gateway).go(`/c/${token}/outra-forma`, {})
    assert.match(textOf(back), /Pagamento.*Pix/)
    assert.doesNotMatch(textOf(back), /não foi aceito/)
    assert.match(await (await fetch(url)).text(), /Cobrança cancelada/)
    const foreign = await buyerAt(gateway).send(`/c/${token}/outra-forma`, {}, { origin: 'https://evil.example' })
    assert.equal(foreign.status, 403)
  })

  it('may be left for another method, and for another card, with the bounds of the checkout on', async () => {
    const { bounded, seller } = await openBoundedGateway()
    await using _ = bounded
    const { token } = await atPay(bounded, seller)
    const buyer = buyerAt(bounded)
    for (let times = 0; times < 2; times++) {
      const page = await buyer.go(`/c/${token}/pagar`, formOf(await buyer.get(`/c/${token}`)))
      assert.match(textOf(page), /Pagar de outra forma/)
      const url = /href="([^"]*\/pagamento\/[^"]+)"/.exec(page.text)?.[1] ?? ''
      assert.equal(screenIn(await buyer.go(`/c/${token}/outra-forma`, {})), 'PAY')
      assert.match(await (await fetch(url)).text(), /Cobrança cancelada/)
    }
    assert.equal((await buyer.get('/cartao/volta')).location, `/c/${token}`)
    const left = await buyer.get(`/c/${token}`)
    assert.equal(screenIn(await buyer.go(`/c/${token}/pagar`, { ...formOf(left), metodo: 'PIX' })), 'PIX')
  })

  it('that were paid meanwhile are not left: the buyer is told to wait, and the payment is found', async () => {
    const { token, url } = await withoutNotices()
    await payThere(url, 'approved')
    const left = await buyerAt(gateway).send(`/c/${token}/outra-forma`, {})
    assert.deepEqual([left.status, /não se sabe se o cartão foi cobrado/.test(textOf(left))], [409, true])
    await reaches(token, 'PAID')
  })

  slow('are over after an hour, and can be chosen again', async () => {
    const { token, url, uuid } = await sent()
    gateway.advance(59 * MINUTE_MS)
    assert.equal(await screenOf(gateway, { token }), 'CARD')
    gateway.advance(2 * MINUTE_MS)
    await reaches(token, 'PAY')
    assert.equal((await shop.api('GET', `/api/transactions/${uuid}`)).body.status, 'RECUSADO')
    assert.match(await (await fetch(url)).text(), /Cobrança cancelada/)
  })
})

describe('a page whose address is lost', () => {
  for (const fate of ['timeoutBefore', 'timeoutAfter'])
    it(`is nobody’s: nothing can be paid by it, and the same attempt makes another (${fate})`, async () => {
      await bank('/sandbox/faults', { on: 'POST /charge/:id/link', fate, times: 1 })
      const { token } = await atPay(gateway, shop)
      const form = formOf(await see(token))
      const refused = await buyerAt(gateway).send(`/c/${token}/pagar`, form)
      assert.equal(refused.status, 503)
      const again = await buyerAt(gateway).go(`/c/${token}/pagar`, form)
      const { url, ref } = await pageOf(again, token)
      await payThere(url, 'approved', '1')
      await reaches(token, 'PAID')
      const made = (await chargesAtBank(gateway)).filter(({ status }) => status === 'link')
      assert.deepEqual(
        made.filter(({ customId }) => customId === ref),
        [],
      )
    })
})

describe('it is offered', () => {
  const offers = async (seller: Seller, more: object = {}) =>
    /value="CREDIT_CARD"/.test((await see((await atPay(gateway, seller, more)).token)).text)
  const priced = (unitPrice: number) => ({ items: [{ title: 'Adesivo', unitPrice, quantity: 1 }] })

  it('only where every number of parts that the provider may offer has one price', async () => {
    const other = { fixedCentavos: 0, basisPoints: 499 }
    const unlike = await pageSeller({ ...ALL_PARTS, creditCardInstallments: [{ from: 2, to: 12, price: other }] })
    assert.equal(await offers(unlike), false)
    const few = await pageSeller({ ...ALL_PARTS, creditCardInstallments: [{ from: 2, to: 3, price: ONE_PRICE }] })
    assert.deepEqual([await offers(few, priced(20_00)), await offers(few, priced(19_99))], [false, true])
  })

  it('only at a link that allows as many parts as the provider may offer', async () => {
    const within = (maxInstallments: number) => ({ ...priced(20_00), card: { maxInstallments } })
    assert.deepEqual([await offers(shop, within(3)), await offers(shop, within(4))], [false, true])
    const session = { ...priced(20_00), card: { maxInstallments: 1 } }
    assert.deepEqual((await shop.api('POST', '/api/checkouts', session)).body.card, { maxInstallments: 1 })
    for (const maxInstallments of [0, 13, 1.5, '3']) {
      const { status, text } = await shop.api('POST', '/api/checkouts', { ...session, card: { maxInstallments } })
      assert.deepEqual([status, text.includes('card.maxInstallments')], [400, true], text)
    }
    assert.equal((await shop.api('POST', '/api/checkouts', { ...session, card: { parts: 3 } })).status, 400)
  })

  it('only where it is known of which origin the provider’s page is, and nobody is sent to another', async () => {
    try {
      await entry('redirect', null)
      assert.equal(await offers(shop), false)
      await entry('redirect', 'https://pagamento.example')
      const { token } = await atPay(gateway, shop)
      const answer = await buyerAt(gateway).send(`/c/${token}/pagar`, formOf(await see(token)))
      assert.equal(answer.status, 503)
      // It is written after the answer.
      const reasons = await until(async () => {
        const alerts = await gateway.db.query<{ reason: string }>(sql`
          select known->>'reason' as reason from alarm where code = 'CHARGE_NOT_AS_REQUESTED'`)
        return alerts.length === 0 ? null : alerts.map(({ reason }) => reason).join()
      }, 'the alert')
      assert.match(reasons, /would have to pay at http/)
    } finally {
      await entry('redirect', gateway.bankUrl)
    }
  })
})

describe('a card’s number in another field', () => {
  const NUMBER = '4000 0000 0000 0010'
  const isNowhere = async () => {
    const [row] = await gateway.db.query<{ found: number }>(sql`
      select count(*)::int as found from cart where cart::text ~ '4000.?0000.?0000.?0010'`)
    assert.equal(row?.found, 0)
  }

  it('of the contact or the delivery is refused there, in words, and neither stored nor shown again', async () => {
    const { token } = await atPay(gateway, shop, { askAddress: true })
    const forms: [step: string, fields: Record<string, string>][] = [
      ['contato', { ...CONTACT, nome: `Ana ${NUMBER}` }],
      ['contato', { ...CONTACT, email: '4000000000000010@example.com' }],
      ['entrega', { ...ADDRESS, complemento: NUMBER }],
      ['entrega', { ...ADDRESS, rua: `Rua ${NUMBER}` }],
    ]
    for (const [step, fields] of forms) {
      const page = await buyerAt(gateway).send(`/c/${token}/${step}`, fields)
      assert.equal(page.status, 400)
      assert.match(textOf(page), /Não escreva o número do cartão aqui/)
      assert.doesNotMatch(page.text, /4000.?0000.?0000.?0010/)
    }
    await isNowhere()
  })

  it('of the body of a boleto sale is refused with the field', async () => {
    const items = [{ title: `Livro ${NUMBER}`, unitPrice: 100_00, quantity: 1 }]
    const { status, text } = await shop.api('POST', '/api/transactions', { ...SALE, paymentMethod: 'BOLETO', items })
    assert.equal(status, 400)
    assert.match(text, /items\.0\.title: has the number of a card/)
    assert.doesNotMatch(text, /4000 0000/)
  })
})
