// Cards at the hosted checkout: offered where the account sells them, tried once for one attempt, and every state as one screen. By plain forms,
// with tokens of the bank's tokenizer; the frame and the browser: card-frame.test.ts.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { contact, linkOf, SHIRT, salesOf, screenOf } from '../cart/shopping.ts'
import { chargesAtBank } from '../charge/selling.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import type { CardName } from '../psp/collect/card-scene.ts'
import { until } from '../until.ts'
import { buyerAt, payForm, screenIn, textOf } from './buying.ts'
import { atPay, cardForm, frameSeller, PAYER, readyToPay } from './card-buying.ts'

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway({ startsAt: new Date('2026-11-23T15:00:00Z'), env: { PSP_TIMEOUT_MS: '2000' } })
  shop = await frameSeller(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

const see = (token: string, query = '') => buyerAt(gateway).get(`/c/${token}${query}`)
const reaches = (token: string, screen: string) =>
  until(async () => ((await screenOf(gateway, { token })) === screen ? true : null), `the screen ${screen}`)

/** A buyer who has paid, or tried to, with a test card. */
async function tried(name: CardName, more: Record<string, string> = {}) {
  const { token } = await readyToPay(gateway, shop)
  const form = await cardForm(gateway, await see(token), name, more)
  return { token, form, page: await buyerAt(gateway).go(`/c/${token}/pagar`, form) }
}

describe('a card is offered', () => {
  it('where the account sells it, in the provider’s frame alone, with what the cart does not have yet', async () => {
    const { token } = await atPay(gateway, shop)
    const page = await see(token)
    const origin = `data-card="${gateway.bankUrl}/cartao/quadro?`
    assert.ok(page.text.includes(origin.replaceAll('&', '&amp;')), page.text)
    assert.match(page.text, /value="PIX" checked/)
    assert.match(
      textOf(page),
      /Cartão de crédito Em até 6× sem juros .*precisa executar JavaScript.*O cartão precisa destes dados.*CPF ou CNPJ.*Celular.*CEP/,
    )
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.ok(policy.includes(`; frame-src ${gateway.bankUrl}; `), policy)
    assert.match(textOf(page), /1× de R\$ 150,00, à vista.*3× de R\$ 50,00 sem juros \(total R\$ 150,00\)/)
    assert.match(textOf(await see(token, '?idioma=en')), /Credit card In up to 6 instalments.*3 payments of R\$50\.00/)
    const elsewhere = await buyerAt(gateway).get(
      `/l/${(await shop.api('POST', '/api/payment-links', { title: 'x', items: [SHIRT] })).body.slug}`,
    )
    assert.match(elsewhere.headers.get('content-security-policy') ?? '', /frame-src 'none'/)
  })

  it('in as many parts as are agreed and are large enough, and not at all below what is', async () => {
    const items = (unitPrice: number) => ({ items: [{ title: 'Adesivo', unitPrice, quantity: 1 }] })
    const two = await see((await atPay(gateway, shop, items(10_00))).token)
    assert.deepEqual(
      two.text.match(/<option value="\d+"/g)?.slice(0, 3),
      ['<option value="1"', '<option value="2"'].concat(two.text.match(/<option value="\d+"/g)?.slice(2, 3) ?? []),
    )
    assert.match(textOf(two), /2× de R\$ 5,00/)
    assert.doesNotMatch(textOf(two), /3× de/)
    assert.doesNotMatch((await see((await atPay(gateway, shop, items(4_99))).token)).text, /value="CREDIT_CARD"/)
    const { token } = await readyToPay(gateway, shop)
    const before = (await chargesAtBank(gateway)).length
    for (const parcelas of ['7', '0', 'x', '1.5'])
      assert.equal(
        (
          await buyerAt(gateway).send(
            `/c/${token}/pagar`,
            await cardForm(gateway, await see(token), 'approved', { parcelas }),
          )
        ).status,
        400,
      )
    assert.equal((await chargesAtBank(gateway)).length, before)
  })

  it('in no more parts than its link says, also after the link has changed', async () => {
    const link = await linkOf(shop, { card: { maxInstallments: 2 } })
    const path = `/api/payment-links/${link.uuid}`
    const partsAt = async (token: string) =>
      (await see(token)).text.match(/<option value="\d+"[^>]*>\d+×/g)?.length ?? 0
    assert.deepEqual((await shop.api('GET', path)).body.card, { maxInstallments: 2 })
    const { token } = await contact(gateway, link, { customer: { name: 'Ana', email: 'parcelas@example.com' } })
    assert.equal(await partsAt(token), 2)
    assert.match(textOf(await see(token)), /Em até 2× sem juros/)
    const form = await cardForm(gateway, await see(token), 'approved', { parcelas: '3' })
    assert.equal((await buyerAt(gateway).send(`/c/${token}/pagar`, form)).status, 400)
    assert.equal((await shop.api('PATCH', path, { card: { maxInstallments: 12 } })).status, 200)
    assert.equal(await partsAt(token), 6, 'the account sells no more')
    assert.equal((await shop.api('PATCH', path, { card: { maxInstallments: null } })).body.card, undefined)
    assert.equal(await partsAt(token), 6)
  })

  it('not where it is not sold, also at a link that was made before', async () => {
    const other = await gateway.seller()
    const refused = await other.api('POST', '/api/payment-links', {
      title: 'x',
      items: [SHIRT],
      methods: ['CREDIT_CARD'],
    })
    assert.deepEqual(
      [refused.status, refused.body.message],
      [422, 'methods: CREDIT_CARD is not available for this account'],
    )
    const { token } = await readyToPay(gateway, shop)
    const form = await cardForm(gateway, await see(token), 'approved')
    await gateway.db.query(sql`update psp_account set card_enabled = false, seal = default`)
    const without = await see(token)
    assert.doesNotMatch(without.text, /value="CREDIT_CARD"/)
    assert.match(without.headers.get('content-security-policy') ?? '', /frame-src 'none'/)
    assert.equal((await buyerAt(gateway).send(`/c/${token}/pagar`, form)).status, 400)
    await gateway.db.query(sql`update psp_account set card_enabled = true, seal = default`)
  })

  it('is refused in words without a token, and where something is missing; the other methods go on', async () => {
    const { token } = await atPay(gateway, shop)
    const page = await see(token)
    const without = await buyerAt(gateway).send(`/c/${token}/pagar`, {
      ...payForm(page),
      metodo: 'CREDIT_CARD',
      parcelas: '3',
      ...PAYER,
    })
    assert.equal(without.status, 400)
    assert.match(textOf(without), /Preencha os dados do cartão\. Se o quadro do cartão não aparece/)
    assert.match(without.text, /value="CREDIT_CARD" checked[\s\S]*<option value="3" selected/)
    const bare = await buyerAt(gateway).send(`/c/${token}/pagar?idioma=en`, await cardForm(gateway, page, 'approved'))
    assert.match(textOf(bare), /Check the CPF or CNPJ.*Write the phone/)
    assert.doesNotMatch(bare.text, /cartao_token/)
    assert.equal(screenIn(await buyerAt(gateway).go(`/c/${token}/pagar`, payForm(await see(token)))), 'PIX')
  })
})

describe('a card that is tried', () => {
  it('is charged once for one attempt, however often and in however many tabs it is sent', async () => {
    const { token } = await readyToPay(gateway, shop)
    const form = await cardForm(gateway, await see(token), 'approved', { parcelas: '3' })
    const before = (await chargesAtBank(gateway)).length
    const sent = await Promise.all([1, 2, 3, 4].map(() => buyerAt(gateway).send(`/c/${token}/pagar`, form)))
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]))
    await reaches(token, 'PAID')
    const other = await cardForm(gateway, await see(token), 'approved', {
      tentativa: crypto.randomUUID(),
      total: '15000',
    })
    assert.equal((await buyerAt(gateway).send(`/c/${token}/pagar`, other)).status, 303)
    assert.equal((await chargesAtBank(gateway)).length, before + 1)
    const receipt = /Pagamento confirmado .*Valor R\$ 150,00 .*Cartão de crédito · final 0010 · 3× de R\$ 50,00/
    assert.match(textOf(await see(token)), receipt)
    assert.match(textOf(await see(token, '?idioma=en')), /Credit card · ending in 0010 · 3 payments of R\$50\.00/)
    const { body } = await shop.api('GET', '/api/transactions?limit=1')
    const { status, paymentMethod, installments, cardLastFour, netAmount } = body.data[0]
    assert.deepEqual(
      [status, paymentMethod, installments, cardLastFour, netAmount],
      ['PAGO', 'CREDIT_CARD', 3, '0010', 143_26],
    )
  })

  it('by two tabs at the same time is one charge', async () => {
    const { token } = await readyToPay(gateway, shop)
    const forms = [
      await cardForm(gateway, await see(token), 'approved'),
      await cardForm(gateway, await see(token), 'approved'),
    ]
    assert.notEqual(forms[0]?.tentativa, forms[1]?.tentativa)
    const before = (await chargesAtBank(gateway)).length
    await Promise.all(forms.map(form => buyerAt(gateway).send(`/c/${token}/pagar`, form)))
    await reaches(token, 'PAID')
    assert.equal((await chargesAtBank(gateway)).length, before + 1)
  })

  it('and refused says so with advice in place of the provider’s words, and another card or Pix pays', async () => {
    const advice = {
      invalid: 'Confira os dados do cartão',
      unsafe: 'Tente de novo mais tarde',
      short: 'Use outro cartão',
    } as const
    for (const [name, text] of Object.entries(advice)) {
      const { page, token, form } = await tried(name as CardName)
      assert.equal(screenIn(page), 'PAY')
      assert.match(textOf(page), new RegExp(`O cartão não foi aceito\\. Nada foi cobrado.*${text}`))
      assert.doesNotMatch(textOf(page), /Transação não autorizada|saldo/)
      // The same attempt again, by the back button: its answer, and no other charge.
      const before = (await chargesAtBank(gateway)).length
      assert.equal(screenIn(await buyerAt(gateway).go(`/c/${token}/pagar`, form)), 'PAY')
      assert.equal((await chargesAtBank(gateway)).length, before)
      if (name === 'short') {
        const again = await buyerAt(gateway).go(`/c/${token}/pagar`, await cardForm(gateway, page, 'approved'))
        assert.equal(screenIn(again), 'PAID')
      } else assert.equal(screenIn(await buyerAt(gateway).go(`/c/${token}/pagar`, payForm(page))), 'PIX')
    }
  })

  it('and reviewed waits without a second charge, and is paid in the end', async () => {
    const { page, token } = await tried('reviewed')
    assert.equal(screenIn(page), 'CARD')
    assert.match(textOf(page), /Pagamento em andamento.*Pode fechar esta página: nada será cobrado duas vezes/)
    assert.match(textOf(await see(token, '?idioma=en')), /The payment is under way/)
    assert.doesNotMatch(page.text, /name="metodo"/)
    gateway.advance(31 * MINUTE_MS)
    await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: 31 * 60 } })
    await reaches(token, 'PAID')
    gateway.advance(-31 * MINUTE_MS)
  })

  it('whose answer is lost is charged once, and is paid', async () => {
    const before = (await chargesAtBank(gateway)).length
    const { token } = await tried('silent')
    await reaches(token, 'PAID')
    assert.equal((await chargesAtBank(gateway)).length, before + 1)
  })

  it('at a provider that is down charges nothing, says so, and goes on with the same attempt', async () => {
    const { token } = await readyToPay(gateway, shop)
    const form = await cardForm(gateway, await see(token), 'approved')
    await call(gateway.bankUrl, 'POST', '/sandbox/faults', { body: { on: 'POST /v1/charge', fate: '503', times: 1 } })
    const down = await buyerAt(gateway).send(`/c/${token}/pagar`, form)
    await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')
    assert.equal(down.status, 503)
    assert.match(textOf(down), /O banco não respondeu\. Nada foi cobrado.*Tentar de novo/)
    assert.ok(!down.text.includes(form.cartao_token ?? ''), 'the page has no token')
    const { cartao_token: _token, ...again } = form
    const gone = await buyerAt(gateway).go(`/c/${token}/pagar`, again)
    assert.equal(screenIn(gone), 'PAID', textOf(gone))
  })
})

describe('a card whose holder has to authenticate', () => {
  const challengeOf = ({ text }: { text: string }) => /href="([^"]*\/desafio\/[^"]*)"/.exec(text)?.[1] ?? ''
  const answer = (address: string, resposta: string) =>
    fetch(address, { method: 'POST', body: new URLSearchParams({ resposta }), redirect: 'manual' })

  it('is sent to the bank of the card, and comes back to a fixed address of ours', async () => {
    const buyer = buyerAt(gateway)
    const { token } = await readyToPay(gateway, shop)
    const page = await buyer.go(`/c/${token}/pagar`, await cardForm(gateway, await see(token), 'challenged'))
    assert.equal(screenIn(page), 'CARD')
    assert.match(textOf(page), /Confirme com o banco do cartão.*Confirmar no site do banco/)
    assert.match(textOf(await see(token, '?idioma=en')), /Confirm with the bank of the card/)
    const address = challengeOf(page)
    assert.ok(address.startsWith(`${gateway.bankUrl}/desafio/`), address)
    const answered = await answer(address, 'autorizar')
    const back = new URL(answered.headers.get('location') ?? '')
    assert.equal(`${back.origin}${back.pathname}`, `${gateway.url}/cartao/volta`)
    assert.ok(!back.href.includes(token))
    const landed = await buyer.get(`${back.pathname}${back.search}`)
    assert.deepEqual([landed.status, landed.location], [303, `/c/${token}`])
    await reaches(token, 'PAID')
    const stranger = await buyerAt(gateway).get('/cartao/volta?charge_id=1')
    assert.deepEqual([stranger.status, stranger.location], [200, null])
    assert.match(textOf(stranger), /Volte à página da compra/)
  })

  it('and refuses, or never answers, is refused', async () => {
    const { page, token } = await tried('challenged')
    await answer(challengeOf(page), 'recusar')
    await reaches(token, 'PAY')
    assert.match(textOf(await see(token)), /O cartão não foi aceito/)
    const left = await tried('challenged')
    assert.equal(screenIn(left.page), 'CARD')
    await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: 16 * 60 } })
    gateway.advance(16 * MINUTE_MS)
    await reaches(left.token, 'PAY')
    gateway.advance(-16 * MINUTE_MS)
    assert.ok((await salesOf(gateway, shop)).includes('RECUSADO'))
  })

  it('elsewhere than at the pages of the provider is sent nowhere, and the operator hears of it', async () => {
    await gateway.db.query(sql`
      update psp_account set card_entry_origin = 'https://paginas.example', version = version + 1, seal = default where id = 1`)
    const { page, token } = await tried('challenged')
    assert.equal(screenIn(page), 'CARD')
    assert.equal(challengeOf(page), '')
    const alerts = sql`select 1 from alarm where code = 'CHARGE_NOT_AS_REQUESTED'`
    await until(async () => (await gateway.db.query(alerts)).length > 0, 'the alert, which is written after the answer')
    await gateway.db.query(sql`
      update psp_account set card_entry_origin = ${gateway.bankUrl}, version = version + 1, seal = default where id = 1`)
    assert.equal(await screenOf(gateway, { token }), 'CARD')
  })
})

describe('a cart whose card is under way', () => {
  it('is not abandoned', async () => {
    const { token } = await tried('reviewed')
    gateway.advance(2 * 60 * MINUTE_MS)
    const due = await until(async () => {
      const [row] = await gateway.db.query<{ state: string; due: Date }>(sql`
        select cart.state, cart.due_at as due from cart join sale on sale.cart_id = cart.id
        where sale.status = 'EM_PROCESSAMENTO' and payment_method = 'CREDIT_CARD' order by cart.id desc limit 1`)
      return row !== undefined && row.due > gateway.now() ? row : null
    }, 'the cart to be put off')
    assert.equal(due.state, 'OPEN')
    assert.equal(await screenOf(gateway, { token }), 'CARD')
    gateway.advance(-2 * 60 * MINUTE_MS)
  })
})
