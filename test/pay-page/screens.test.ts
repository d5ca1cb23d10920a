// Every state of a cart is one screen that says what is true, in both languages.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { charged, contact, linkOf, reachesState, salesOf, screenOf } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { at, setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'
import { type Answer, buyerAt, CONTACT, codeIn, payForm, screenIn, textOf } from './buying.ts'

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway({ env: { PSP_TIMEOUT_MS: '1000' } })
  shop = await gateway.seller()
})
after(() => gateway[Symbol.asyncDispose]())

const buyer = () => buyerAt(gateway)
const see = (token: string, language = 'pt-BR') => buyer().get(`/c/${token}?idioma=${language}`)
const fault = (fault: object) => call(gateway.bankUrl, 'POST', '/sandbox/faults', { body: fault })

async function shows(token: string, screen: string, portuguese: RegExp, english: RegExp): Promise<Answer> {
  const [page, other] = [await see(token), await see(token, 'en')]
  assert.deepEqual([page.status, screenIn(page), screenIn(other)], [200, screen, screen])
  assert.match(textOf(page), portuguese)
  assert.match(textOf(other), english)
  assert.match(other.text, /<html lang="en">/)
  return page
}

describe('a page shows', () => {
  it('the code with how long it is good for, in hours, minutes and at last seconds', async () => {
    const opened = await contact(gateway, await linkOf(shop))
    const sale = await charged(gateway, opened)
    const page = await shows(
      opened.token,
      'PIX',
      /Pague com Pix .*Código válido por 59 min/,
      /Pay with Pix .*valid for 59 min/,
    )
    assert.equal(codeIn(page), sale.brCode)
    assert.match(page.text, new RegExp(`<time data-until="${sale.expiresAt.toISOString()}" data-now="20[^"]+Z"`))
    assert.match(page.text, /<button [^>]*data-copy="[^"]+" [^>]*hidden>/)
    const left = sale.expiresAt.getTime() - sale.createdAt.getTime()
    gateway.advance(left - 30 * SECOND_MS)
    assert.match(textOf(await see(opened.token)), /Código válido por [12]\d s/)
    gateway.advance(-(left - 30 * SECOND_MS))
  })

  it('that it asks the bank once the time is over, that the code has expired once it is so, and makes another', async () => {
    const { token } = await contact(gateway, await linkOf(shop))
    await fault({ on: 'PATCH /cob', fate: '503', times: 50 })
    await buyer().go(`/c/${token}/pagar`, payForm(await see(token)))
    gateway.advance(61 * MINUTE_MS)
    const checking = await see(token)
    assert.equal(screenIn(checking), 'CHECKING')
    await shows(token, 'CHECKING', /Conferindo com o banco/, /Checking with the bank/)
    assert.doesNotMatch(textOf(checking), /Pagar|Gerar|venceu/)
    await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')
    gateway.advance(HOUR_MS)
    await until(async () => ((await screenOf(gateway, { token })) === 'PAY' ? true : null), 'the code to be over')
    const page = await shows(
      token,
      'PAY',
      /O código venceu\. Nada foi cobrado\. .*Gerar novo código de R\$ 150,00/,
      /has expired/,
    )
    const again = await buyer().go(`/c/${token}/pagar`, payForm(page))
    assert.equal(screenIn(again), 'PIX')
    await gateway.pay(codeIn(again))
    await until(async () => ((await screenOf(gateway, { token })) === 'PAID' ? true : null), 'it to be paid')
  })

  it('what was paid, when, to whom, by what and under which reference, and sends nobody away by itself', async () => {
    const link = await linkOf(shop, { externalReference: 'pedido-7', successUrl: 'https://loja.example:8443/fim?a=1' })
    const opened = await contact(gateway, link)
    const sale = await charged(gateway, opened)
    await gateway.pay(sale.brCode ?? '')
    await shop.reaches(at(sale), 'PAGO')
    const message =
      /Pagamento confirmado .*Valor R\$ 150,00 Para Loja de Teste Quando \d+ de \S+ de 20\d\d às \d\d:\d\d .*Pix Referência pedido-7/
    const page = await shows(opened.token, 'PAID', message, /Payment confirmed .*R\$150\.00/)
    assert.match(
      page.text,
      /<a [^>]*href="https:\/\/loja\.example:8443\/fim\?a=1&amp;checkout=[\w-]{36}"[^>]*>Voltar para loja\.example:8443</,
    )
    assert.doesNotMatch(page.text, /data-return|http-equiv/)
    assert.match(page.text, new RegExp(`href="/l/${link.slug}`), 'and the link to buy again')
    const pressed = await buyer().send(`/c/${opened.token}/pagar`, {
      tentativa: randomUUID(),
      total: '15000',
      metodo: 'PIX',
    })
    assert.equal(pressed.location, `/c/${opened.token}`)
  })

  it('that all of it was refunded, once it was', async () => {
    await shop.sell(20_00).then(async ({ pixKey, uuid }) => {
      await gateway.pay(pixKey)
      await shop.reaches(at({ uuid }), 'PAGO')
    })
    const opened = await contact(gateway, await linkOf(shop, { thankYou: 'Obrigada!' }))
    const sale = await charged(gateway, opened)
    await gateway.pay(sale.brCode ?? '')
    await shop.reaches(at(sale), 'PAGO')
    const before = JSON.parse((await buyer().get(`/c/${opened.token}/estado`)).text).version
    assert.equal((await shop.api('POST', `${at(sale)}/refunds`, {})).status, 202)
    await shop.reaches(at(sale), 'ESTORNADO')
    const page = await shows(
      opened.token,
      'PAID',
      /Pagamento devolvido .*voltou para a conta que pagou/,
      /Payment refunded/,
    )
    assert.doesNotMatch(textOf(page), /confirmado|Obrigada/)
    assert.ok(!page.text.includes(`data-version="${before}"`))
  })

  it('that nothing is left, and goes on once something is', async () => {
    const link = await linkOf(shop, { maxSales: 1 })
    const [first, second] = [buyer(), buyer()]
    const one = await first.go(`/l/${link.slug}`, CONTACT)
    const two = await second.go(`/l/${link.slug}`, { ...CONTACT, email: 'two@example.com' })
    await first.go(`${one.path}/pagar`, payForm(one))
    const late = await second.send(`${two.path}/pagar`, payForm(two))
    assert.deepEqual([late.status, screenIn(late)], [409, 'SOLD_OUT'])
    await shows(two.path.slice(3), 'SOLD_OUT', /Esgotado/, /Sold out/)
    const third = await buyer().get(`/l/${link.slug}`)
    assert.deepEqual([third.status, /Esgotado/.test(third.text), /<form/.test(third.text)], [200, true, false])
    gateway.advance(1.1 * HOUR_MS)
    await until(async () => ((await screenOf(gateway, { token: two.path.slice(3) })) === 'PAY' ? true : null), 'a unit')
    assert.equal(screenIn(await second.get(two.path)), 'PAY')
  })

  it('that a link is closed, with the shop to write to; a code that is open stays', async () => {
    const link = await linkOf(shop)
    const [open, other] = [buyer(), buyer()]
    const pix = await open.go(`/l/${link.slug}`, CONTACT)
    await open.go(`${pix.path}/pagar`, payForm(pix))
    const { path } = await other.go(`/l/${link.slug}`, { ...CONTACT, email: 'x@example.com' })
    await shop.api('POST', `/api/payment-links/${link.uuid}/archive`)
    await shows(path.slice(3), 'CLOSED', /não está mais disponível .*Fale com Loja de Teste/, /no longer available/)
    const refused = await other.send(`${path}/contato`, CONTACT)
    assert.equal(screenIn(refused), 'CLOSED')
    assert.equal((await open.get(`/l/${link.slug}`)).location, pix.path)
    assert.equal((await other.get(`/l/${link.slug}`)).status, 404)
  })

  it('that this account cannot be paid at the moment, with the shop to write to', async () => {
    const poor = await gateway.seller()
    await setTerms(gateway, poor, { fixed: 200_00 })
    const { token } = await contact(gateway, await linkOf(poor))
    const refused = await buyer().send(`/c/${token}/pagar`, payForm(await see(token)))
    assert.deepEqual([refused.status, screenIn(refused)], [422, 'PAY'])
    assert.match(textOf(refused), /Não foi possível gerar o código\. Nada foi cobrado\. Fale com Loja de Teste/)
  })
})

describe('where the bank does not answer', () => {
  it('nothing is charged, the page says so, and the same press goes on with the same sale', async () => {
    await using down = await openTestGateway({ env: { PSP_TIMEOUT_MS: '1000' } })
    const seller = await down.seller()
    const { token } = await contact(down, await linkOf(seller))
    const one = buyerAt(down)
    const form = payForm(await one.get(`/c/${token}`))
    for (const on of ['PUT /cob', 'GET /cob'])
      await call(down.bankUrl, 'POST', '/sandbox/faults', { body: { on, fate: '503', times: 50 } })
    const first = await one.send(`/c/${token}/pagar`, form)
    assert.deepEqual([first.status, screenIn(first)], [503, 'STARTING'])
    assert.ok(Number(first.headers.get('retry-after')) > 0)
    assert.match(
      textOf(first),
      /O banco não respondeu\. Nada foi cobrado; tente de novo em instantes\. .*Tentar de novo/,
    )
    assert.deepEqual(payForm(first), form, 'its form is the same attempt')
    assert.match(textOf(await one.get(`/c/${token}`)), /Gerando o código… .*Atualizar/)
    await call(down.bankUrl, 'DELETE', '/sandbox/faults')
    await until(async () => {
      await one.send(`/c/${token}/pagar`, form)
      return (await screenOf(down, { token })) === 'PIX' ? true : null
    }, 'the code')
    assert.equal((await salesOf(down, seller)).length, 1)
  })
})

describe('the state of a page', () => {
  it('is told to its script as the same screen', async () => {
    const opened = await contact(gateway, await linkOf(shop))
    await charged(gateway, opened)
    const page = await see(opened.token)
    const answer = await buyer().get(`/c/${opened.token}/estado`)
    const { screen, version, title, main } = JSON.parse(answer.text)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.deepEqual(
      [screen, page.text.includes(`data-version="${version}"`), page.text.includes(`<title>${title}<`)],
      ['PIX', true, true],
    )
    assert.equal(codeIn({ text: main }), codeIn(page))
    assert.match(
      page.text,
      new RegExp(`data-state="/c/${opened.token}/estado\\?idioma=pt-BR" data-events="/c/${opened.token}/eventos"`),
    )
  })

  it('has a version for each thing that is true', async () => {
    const opened = await contact(gateway, await linkOf(shop))
    const versionNow = async () => JSON.parse((await buyer().get(`/c/${opened.token}/estado`)).text).version
    const first = await versionNow()
    assert.equal(await versionNow(), first)
    await charged(gateway, opened)
    assert.notEqual(await versionNow(), first)
  })

  it('is nothing but "304" to a script that names the version that is true still', async () => {
    const opened = await contact(gateway, await linkOf(shop))
    const path = `/c/${opened.token}/estado`
    const tag = (await buyer().get(path)).headers.get('etag') ?? ''
    const same = await buyer().get(path, { 'if-none-match': tag })
    assert.deepEqual([same.status, same.text, same.headers.get('cache-control')], [304, '', 'no-store'])
    await charged(gateway, opened)
    const other = await buyer().get(path, { 'if-none-match': tag })
    assert.deepEqual([other.status, JSON.parse(other.text).screen], [200, 'PIX'])
  })
})

describe('the language', () => {
  it('is the one that the buyer chose, else the browser’s, else the checkout’s', async () => {
    const { slug } = await linkOf(shop, { language: 'en' })
    const languageOf = async (query: string, accepted?: string) => {
      const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted }
      return /<html lang="([\w-]+)"/.exec((await buyer().get(`/l/${slug}${query}`, headers)).text)?.[1]
    }
    assert.deepEqual(
      [
        await languageOf(''),
        await languageOf('', 'pt-PT,pt;q=0.9,en;q=0.8'),
        await languageOf('', 'fr'),
        await languageOf('?idioma=pt-BR', 'en'),
        await languageOf('?idioma=fr', 'pt'),
      ],
      ['en', 'pt-BR', 'en', 'pt-BR', 'pt-BR'],
    )
  })

  it('stays through the forms, and the page offers the other one', async () => {
    const { slug } = await linkOf(shop)
    const one = buyer()
    const first = await one.get(`/l/${slug}?idioma=en`)
    assert.match(first.text, new RegExp(`<form method="post" action="/l/${slug}\\?idioma=en"`))
    assert.match(first.text, new RegExp(`<a href="/l/${slug}\\?idioma=pt-BR" lang="pt-BR"`))
    const pay = await one.go(`/l/${slug}?idioma=en`, CONTACT)
    assert.match(pay.path, /^\/c\/[\w-]{22}\?idioma=en$/)
    assert.match(textOf(pay), /Pay R\$150\.00/)
    const [path = ''] = pay.path.split('?')
    const refused = await one.send(`${path}/contato?idioma=en`, { ...CONTACT, nome: '' })
    assert.equal(refused.status, 400)
    for (const step of ['contato', 'entrega', 'pagar'])
      assert.equal((await one.get(`${path}/${step}?idioma=en`)).location, `${path}?idioma=en`, 'also by a reload')
    assert.equal((await one.get(`${path}/contato?idioma=xx`)).location, path)
  })
})

it('an order that was left for a month has ended, and its link begins another one', async () => {
  const link = await linkOf(shop, { abandonAfterSeconds: null })
  const opened = await contact(gateway, link)
  gateway.advance(31 * DAY_MS)
  await reachesState(shop, opened, 'EXPIRED')
  const page = await shows(
    opened.token,
    'CLOSED',
    /Este pedido foi encerrado .*Fazer outro pedido/,
    /This order has ended/,
  )
  assert.match(page.text, new RegExp(`href="/l/${link.slug}\\?idioma=pt-BR"`))
})
