// What a hostile seller, buyer or page may try at the pages of the checkout.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { CommitInDoubt } from '#db/postgres.ts'
import { buildServer } from '#http/server.ts'
import type { PayPageDeps } from '#pay-page/deps.ts'
import { payPageRoutes } from '#pay-page/routes.ts'
import { PRODUCTION } from '../access/production.ts'
import { contact, linkOf, SHIRT } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { buyerAt, CONTACT, fieldValue, payForm, screenIn, textOf } from './buying.ts'

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway()
  shop = await gateway.seller()
})
after(() => gateway[Symbol.asyncDispose]())

const NOBODY = 'AAAAAAAAAAAAAAAAAAAAAA'
const cartsOf = async () => (await shop.api('GET', '/api/carts?limit=100')).body.data.length
const withoutNonce = (text: string) => text.replaceAll(/nonce="[^"]+"/g, '')

describe('every page', () => {
  it('may load nothing of others, is framed by nobody, kept by nobody, and says its own origin in forms', async () => {
    const link = await linkOf(shop)
    const { token } = await contact(gateway, link)
    for (const path of [`/l/${link.slug}`, `/c/${token}`, `/c/${NOBODY}`, `/r/${NOBODY}`, '/l/no/page']) {
      const { headers, text } = await buyerAt(gateway).get(path)
      const policy = headers.get('content-security-policy') ?? ''
      const nonce = /style-src 'nonce-([\w+/=]+)'/.exec(policy)?.[1]
      assert.deepEqual(policy.split('; '), [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'nonce-${nonce}'`,
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-src 'none'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types checkout',
        'report-uri /relato/politica',
      ])
      assert.ok(text.includes(`<style nonce="${nonce}">`), path)
      assert.doesNotMatch(text, /<script(?! defer src="\/assets\/)| style="| on\w+="|javascript:/)
      const names = [
        'referrer-policy',
        'cross-origin-opener-policy',
        'cache-control',
        'x-robots-tag',
        'x-frame-options',
      ]
      assert.deepEqual(
        names.map(name => headers.get(name)),
        ['same-origin', 'same-origin', 'no-store', 'noindex', 'DENY'],
      )
      assert.match(headers.get('permissions-policy') ?? '', /clipboard-write=\(self\), camera=\(\).*payment=\(\)/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
  })

  it('is told of by whoever likes, in bounds: what an extension does is nothing, and no address of a page is kept', async () => {
    const report = (body: string) =>
      fetch(`${gateway.url}/relato/politica`, {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report' },
        body,
      })
    const of = (fields: object) =>
      JSON.stringify({ 'csp-report': { 'document-uri': `${gateway.url}/c/${NOBODY}`, ...fields } })
    for (const wrong of [
      '',
      '{',
      '[]',
      '{"csp-report":1}',
      of({ 'blocked-uri': 7 }),
      of({ 'blocked-uri': 'x'.repeat(10_000) }),
    ])
      assert.equal((await report(wrong)).status, 400, wrong.slice(0, 100))
    const script = { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' }
    assert.equal((await report(of({ ...script, 'source-file': 'chrome-extension://abc/a.js' }))).status, 204)
    assert.equal(
      (await report(of({ 'effective-directive': 'img-src', 'blocked-uri': 'https://a.example/b' }))).status,
      204,
    )
    const stranger = `https://evil.example/${NOBODY}?a=b`
    assert.equal((await report(of({ ...script, 'blocked-uri': stranger }))).status, 204)
    for (let times = 0; times < 2; times++) assert.equal((await report(of(script))).status, 204)
    const alerts = () =>
      gateway.db.query<{ known: object; times: number }>(sql`
      select known, rung as times from alarm where code = 'CHECKOUT_PAGE_CHANGED' order by id`)
    await until(async () => (await alerts()).length > 1, 'the alerts')
    // One does not silence the other, and again is nothing new.
    assert.deepEqual(await alerts(), [
      { known: { directive: 'script-src-elem', blocked: 'https://evil.example' }, times: 1 },
      { known: { directive: 'script-src-elem', blocked: 'inline' }, times: 1 },
    ])
    for (let n = 0; n < 12; n++)
      assert.equal((await report(of({ ...script, 'blocked-uri': `https://evil${n}.example` }))).status, 204)
    await until(async () => (await alerts()).length >= 10, 'as many as a day has')
    assert.equal((await alerts()).length, 10)
  })

  it('that leads nowhere is the same to the byte: unknown, archived, expired, of an account that may not sell', async () => {
    const archived = await linkOf(shop)
    await shop.api('POST', `/api/payment-links/${archived.uuid}/archive`)
    const session = (await shop.api('POST', '/api/checkouts', { items: [SHIRT] })).body
    await shop.api('POST', `/api/checkouts/${session.id}/expire`)
    const other = await gateway.seller()
    const suspended = await linkOf(other)
    await gateway.db.query(sql`update account set status = 'BLOCKED', seal = default where id = ${other.accountId}`)
    const paths = [
      '/l/nobody-has-this',
      `/l/${archived.slug}`,
      `/l/${suspended.slug}`,
      '/l/..%2f..%2fetc',
      '/l/%00abc',
      `/l/${'x'.repeat(5000)}`,
      new URL(session.url).pathname,
      `/s/${NOBODY}`,
      `/c/${NOBODY}`,
      '/c/%00',
      `/r/${NOBODY}`,
      `/c/${NOBODY}/estado`,
      `/c/${NOBODY}/else`,
      '/l/%',
      '/l/%E0%A4%A',
      '/c/%zz/estado',
      '/p/%ff',
      '/r/%c3%28?idioma=pt-BR',
    ]
    const answers = await Promise.all(paths.map(path => buyerAt(gateway).get(path)))
    const bodies = new Set(answers.map(({ status, text }) => `${status} ${withoutNonce(text)}`))
    assert.equal(bodies.size, 1, answers.map(({ status, text }) => `${status} ${text.length}`).join())
    assert.match([...bodies][0] ?? '', /^404 .*Este link não está disponível/s)
    const headersOf = ({ headers }: { headers: Headers }) => [...headers.keys()].sort().join()
    assert.equal(new Set(answers.map(headersOf)).size, 1)
  })

  it('shows a seller’s texts as text', async () => {
    const evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>\u202egnp.exe'
    const { body } = await shop.api('POST', '/api/payment-links', {
      title: evil.slice(0, 120),
      items: [{ ...SHIRT, title: evil }],
      thankYou: `${evil} https://evil.example`,
      externalReference: '"><b>1</b>',
    })
    const buyer = buyerAt(gateway)
    const pages = [await buyer.get(`/l/${body.slug}`)]
    const pay = await buyer.go(`/l/${body.slug}`, { ...CONTACT, nome: '<img src=x onerror=alert(1)>' })
    pages.push(pay, await buyer.go(`${pay.path}/pagar`, payForm(pay)))
    await gateway.pay(/<textarea[^>]*>([^<]+)/.exec(pages[2]?.text ?? '')?.[1] ?? '')
    pages.push(await buyer.get(pay.path))
    for (const { text } of pages) {
      assert.doesNotMatch(text, /<script>|<img|<b>|href="https:\/\/evil/)
      assert.match(text, /<bdi>&lt;script&gt;/, 'isolated, so that its direction stays its own')
      const titles = [...text.matchAll(/<title>([^<]*)|property="og:title" content="([^"]*)/g)].join('')
      assert.doesNotMatch(titles, /\u202e/, 'where nothing isolates it, it turns nothing around')
    }
  })
})

describe('a form', () => {
  it('from a foreign page, from none, and from a page that hides where it is, does nothing: 403 in words', async () => {
    const link = await linkOf(shop)
    const { token } = await contact(gateway, link)
    const before = await cartsOf()
    const buyer = buyerAt(gateway)
    const form = payForm(await buyer.get(`/c/${token}`))
    const paths = [
      `/l/${link.slug}`,
      `/s/${NOBODY}`,
      `/r/${NOBODY}`,
      ...['contato', 'entrega', 'pagar'].map(step => `/c/${token}/${step}`),
    ]
    for (const path of paths)
      for (const origin of ['https://evil.example', 'null', '']) {
        const refused = await buyer.send(path, { ...CONTACT, ...form }, { origin, 'sec-fetch-site': 'same-origin' })
        assert.deepEqual([refused.status, /não veio desta página/.test(refused.text)], [403, true], `${path} ${origin}`)
      }
    assert.deepEqual([await cartsOf(), screenIn(await buyer.get(`/c/${token}`))], [before, 'PAY'])
  })

  it('is small, and nothing but fields of text', async () => {
    const { slug } = await linkOf(shop)
    const headers = { origin: gateway.url }
    const post = async (type: string, body: string) =>
      fetch(`${gateway.url}/l/${slug}`, { method: 'POST', headers: { ...headers, 'content-type': type }, body })
    const large = await buyerAt(gateway).send(`/l/${slug}`, { ...CONTACT, nome: 'x'.repeat(17_000) })
    const text = await post('text/plain', 'nome=Ana')
    for (const { status } of [large, text]) assert.equal(status, 400)
    for (const json of ['{', '[]', '"x"', '1', '{"nome":1}', '{"nome":{"x":"y"}}', '{"nome":"\\ud800"}'])
      assert.equal((await post('application/json', json)).status, 400, json)
    assert.match(textOf(large), /Não deu para ler o que foi enviado/)
    const empty = await fetch(`${gateway.url}/l/${slug}`, { method: 'POST', headers })
    assert.equal(empty.status, 400)
    const names = await buyerAt(gateway).send(`/l/${slug}`, { ...CONTACT, nome: 'a\u0000b', email: 'x\u0000@y.z' })
    assert.equal(names.status, 400)
    const many = await post(
      'application/x-www-form-urlencoded',
      '__proto__=1&nome=A&nome=B&constructor[x]=1&email=%ff@%ff',
    )
    assert.equal(many.status, 400)
  })

  it('leads to pages of ours alone, whatever the query says', async () => {
    const link = await linkOf(shop, { successUrl: 'https://loja.example/fim', cancelUrl: 'https://loja.example/' })
    const buyer = buyerAt(gateway)
    const evil =
      '?successUrl=https://evil.example&cancelUrl=javascript:alert(1)&next=//evil.example&idioma=//evil.example'
    const pay = await buyer.go(`/l/${link.slug}${evil}`, { ...CONTACT, successUrl: 'https://evil.example' })
    assert.match(pay.path, /^\/c\/[\w-]{22}$/)
    const page = await buyer.get(pay.path + evil)
    assert.doesNotMatch(page.text, /evil/)
    assert.match(page.text, /href="https:\/\/loja\.example\/\?checkout=/)
    const sent = await buyer.send(`${pay.path}/pagar${evil}`, payForm(page))
    assert.equal(sent.location, pay.path)
  })
})

it('in production the cookie is bound to this host, to https, and unseen by scripts', async () => {
  await using production = await openTestGateway({ env: PRODUCTION })
  const seller = await production.seller()
  const { slug } = await linkOf(seller)
  const answer = await buyerAt(production).send(`/l/${slug}`, CONTACT, { origin: PRODUCTION.PUBLIC_URL })
  const [cookie = ''] = answer.headers.getSetCookie()
  assert.match(cookie, /^__Host-carrinho=[\w-]{22}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  const local = await buyerAt(gateway).send(`/l/${(await linkOf(shop)).slug}`, CONTACT)
  assert.match(local.headers.getSetCookie()[0] ?? '', /^carrinho=[\w-]{22}; .*HttpOnly; SameSite=Lax$/)
})

/** What is said of a failure that may have come after a payment. */
const MAY_HAVE_PAID = /Algo deu errado .*Se você já pagou, não pague de novo/
const CHARGED_NOTHING = /Nada foi cobrado|not charged/i

it('where everything fails no address stands in the log, and no page says that nothing was charged', async () => {
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const nobody = async () => assert.fail('nobody is asked who they are')
  const guards = { 'api-key': nobody, session: nobody, operator: nobody, person: nobody }
  const { server, close } = await buildServer({ log, trustProxy: [], guards })
  let trouble = new Error('the database is gone')
  const broken = new Proxy({}, { get: () => () => Promise.reject(trouble) })
  const parts = {
    carts: broken,
    checkouts: { attempts: { admit: async () => null }, open: () => Promise.reject(new Error('gone')) },
  }
  payPageRoutes(server, {
    ...(parts as unknown as Pick<PayPageDeps, 'carts' | 'checkouts'>),
    clock: () => new Date(),
    random: count => Buffer.alloc(count, 1),
    production: false,
    origins: () => ['http://pay.test'],
    operator: 'Porteira',
    openCharge: () => Promise.reject(new Error('gone')),
    lookUpZipCode: null,
    alerts: { raiseOnce: () => {} },
  })
  const secret = 'tokenThatIsSecret12345'
  const headers = {
    origin: 'http://pay.test',
    'content-type': 'application/x-www-form-urlencoded',
    cookie: `carrinho=${secret}`,
  }
  const failed = (answer: { statusCode: number; payload: string }, status = 500) => {
    assert.deepEqual([answer.statusCode, MAY_HAVE_PAID.test(textOf({ text: answer.payload }))], [status, true])
    assert.doesNotMatch(answer.payload, /gone|Error|tokenThat/)
    assert.doesNotMatch(answer.payload, CHARGED_NOTHING)
  }
  for (const path of [`/c/${secret}`, `/s/${secret}`, `/r/${secret}`, `/p/${secret}`, `/c/${secret}/estado`])
    failed(await server.inject({ path, headers }))
  for (const path of [`/c/${secret}/pagar`, `/s/${secret}`, `/r/${secret}`])
    failed(await server.inject({ method: 'POST', path, headers, payload: `tentativa=${secret}` }))
  trouble = new CommitInDoubt('gone')
  failed(await server.inject({ path: `/c/${secret}`, headers }), 503)
  failed(await server.inject({ method: 'POST', path: `/c/${secret}/pagar`, headers, payload: 'metodo=PIX' }), 503)
  await close()
  assert.ok(logged.length >= 7)
  assert.doesNotMatch(logged.join(''), /tokenThatIsSecret/)
  assert.match(logged.join(''), /"route":"\/c\/:token\/pagar"/)
})

it('what a buyer has typed comes back to their page alone', async () => {
  const { slug } = await linkOf(shop, { askDocument: true })
  const refused = await buyerAt(gateway).send(`/l/${slug}`, { ...CONTACT, documento: '"><script>1</script>' })
  assert.equal(fieldValue(refused, 'documento'), '&quot;&gt;&lt;script&gt;1&lt;/script&gt;')
  assert.equal(fieldValue(await buyerAt(gateway).get(`/l/${slug}`), 'documento'), '')
})
