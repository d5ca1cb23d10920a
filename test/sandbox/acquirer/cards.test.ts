// The tokenizer of the acquirer and its calls about cards, byte for byte; the number of a card is kept nowhere.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { describe, it, type TestContext } from 'node:test'
import { openBank } from '../../../sandbox/bank.ts'
import { openBrowser } from '../../browser.ts'
import { BROWSER_RUNS_HERE } from '../../chromium.ts'
import { openTestBank, send } from '../test-bank.ts'
import { type Acquirer, ADDRESS, openAcquirer, PAYER } from './scene.ts'

const NUMBER = '4000000000000010'
const typed = (more: object = {}) => ({
  number: NUMBER,
  expirationMonth: '12',
  expirationYear: '2031',
  cvv: '123',
  ...more,
})
const tokenize = (url: string, more?: object) => send(`${url}/cartao/token`, 'POST', typed(more))

const { address: _address, ...CUSTOMER } = PAYER
async function attempt({ bank }: Acquirer, more: object = {}) {
  const { payment_token } = (await tokenize(bank.url)).body
  return {
    payment: { credit_card: { customer: CUSTOMER, installments: 3, payment_token, billing_address: ADDRESS, ...more } },
  }
}

describe('a card', () => {
  it('becomes a token that says its last digits, its brand and its kind', async t => {
    const { url } = await openTestBank(t)
    const { status, body } = await tokenize(url, { number: '4000 0000-0000 0010' })
    assert.match(body.payment_token, /^[0-9a-f]{40}$/)
    const { payment_token: _token, ...rest } = body
    assert.deepEqual([status, rest], [200, { card_mask: 'XXXXXXXXXXXX0010', brand: 'visa', funding: 'credit' }])
    const amex = (await tokenize(url, { number: '378282246310005', funding: 'debit' })).body
    assert.deepEqual([amex.brand, amex.funding], ['amex', 'debit'])
    const brand = async (number: string) => (await tokenize(url, { number })).body.brand
    assert.equal(await brand('5555555555554444'), 'mastercard')
    assert.equal(await brand('6062825624254001'), 'hipercard')
  })

  it('is refused by the field that does not hold, which is not repeated', async t => {
    const { url } = await openTestBank(t)
    const WRONG: [change: object, property: string][] = [
      [{ number: '4000000000000011' }, 'number'],
      [{ number: '400000000001' }, 'number'],
      [{ expirationMonth: '13' }, 'expiration_month'],
      [{ expirationYear: '2020' }, 'expiration_year'],
      [{ cvv: '12' }, 'cvv'],
    ]
    for (const [change, property] of WRONG) {
      const { status, body, text } = await tokenize(url, change)
      assert.deepEqual([status, body.error_description.property], [400, property])
      for (const value of Object.values(change)) assert.ok(!text.includes(`"${value}"`) && !text.includes(`${value}]`))
    }
    const long = await tokenize(url, { number: NUMBER.repeat(3) })
    assert.deepEqual([long.status, long.text.includes(NUMBER)], [400, false])
  })

  it('leaves no number in the files of the bank', async t => {
    const dataDir = mkdtempSync(join(tmpdir(), 'porteira-card-'))
    t.after(() => rmSync(dataDir, { recursive: true }))
    const bank = await openBank({ dataDir, port: 0, latencyMs: 0 })
    for (const number of [NUMBER, '4000 0000 0000 0051']) await tokenize(bank.url, { number })
    const all = () => readdirSync(dataDir).map(name => readFileSync(join(dataDir, name), 'latin1'))
    const before = all().join('\n')
    await bank.close()
    const after = all().join('\n')
    for (const text of [before, after]) {
      assert.ok(text.includes('card_token'))
      assert.doesNotMatch(text, /4000000000000010|4000 0000 0000 0051|400000000000/)
    }
  })
})

describe('the calls about cards', () => {
  it('answer in the documented form', async t => {
    const acquirer = await openAcquirer(t)
    const { data, open } = acquirer
    const id = await open(100_00)
    assert.deepEqual(await data('POST', `/charge/${id}/pay`, await attempt(acquirer)), {
      installments: 3,
      installment_value: 33_33,
      charge_id: id,
      status: 'approved',
      total: 100_00,
      payment: 'credit_card',
    })
    const { history, payment, customer } = await data('GET', `/charge/${id}`)
    assert.deepEqual(
      history.map(({ message }: { message: string }) => message),
      ['Cobrança criada', 'Pagamento via cartão de crédito aguardando confirmação', 'Pagamento aprovado'],
    )
    assert.deepEqual(customer, CUSTOMER)
    assert.deepEqual(payment.credit_card, {
      mask: 'XXXXXXXXXXXX0010',
      installments: 3,
      installment_value: 33_33,
      address: ADDRESS,
    })
    const parts = await data('GET', '/installments?brand=visa&total=1500')
    assert.deepEqual([parts.name, parts.installments.length], ['visa', 3])
    assert.deepEqual(parts.installments[2], {
      installment: 3,
      has_interest: false,
      value: 500,
      currency: '5,00',
      interest_percentage: 0,
    })
  })

  it('are refused in the documented words', async t => {
    const acquirer = await openAcquirer(t)
    const { call, open, issue } = acquirer
    const codes = async (path: string, body: unknown, method = 'POST') => (await call(method, path, body)).body.code
    const [boleto, card, fresh] = [await open(100_00), await open(100_00), await open(100_00)]
    await issue(boleto)
    const used = await attempt(acquirer)
    await call('POST', `/charge/${card}/pay`, used)
    assert.equal(await codes(`/charge/${card}/pay`, await attempt(acquirer)), 3_500_030)
    assert.equal(await codes(`/charge/${boleto}/pay`, await attempt(acquirer)), 3_500_030)
    assert.equal(await codes(`/charge/${fresh}/pay`, used), 3_500_018)
    assert.equal(
      await codes(`/charge/${fresh}/pay`, await attempt(acquirer, { customer: { ...CUSTOMER, cpf: '11111111111' } })),
      3_500_037,
    )
    assert.equal(await codes(`/charge/card/${card}/refund`, {}), 4_600_002)
    assert.equal(await codes(`/charge/card/${boleto}/refund`, {}), 4_600_002)
    assert.equal(await codes(`/charge/${card}/cancel`, undefined, 'PUT'), 3_500_043)
    const link = { payment_method: 'credit_card', expire_at: '2026-11-30', request_delivery_address: false }
    assert.equal(await codes(`/charge/${card}/link`, link), 3_500_081)
    assert.equal((await call('POST', `/charge/${fresh}/link`, link)).body.data.status, 'link')
    assert.equal(await codes(`/charge/${fresh}/link`, link), 3_500_080)
    assert.equal((await call('POST', `/charge/${fresh}/pay`, { payment: {} })).body.code, 3_500_034)
  })
})

describe('the frame of a card', () => {
  it('may be shown by the origin that was named, and by nobody else', async t => {
    const { url } = await openTestBank(t)
    const frame = async (query: string) => send(`${url}/cartao/quadro?${query}`, 'GET')
    const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy') ?? ''
    const shown = await frame('conta=porteira&origem=https%3A%2F%2Floja.example%2Fany%3B%20script-src%20*')
    assert.match(policyOf(shown), /frame-ancestors https:\/\/loja\.example$/)
    assert.match(shown.text, /data-origem="https:\/\/loja\.example"/)
    for (const query of ['conta=porteira', 'conta=porteira&origem=javascript%3Aalert(1)', 'conta=porteira&origem=x'])
      assert.match(policyOf(await frame(query)), /frame-ancestors 'none'$/)
    assert.equal((await frame('conta=another')).status, 404)
  })
})

/** A shop that shows the frame and hears what it says. */
async function openShop(t: TestContext, bankUrl: string) {
  const server = createServer((request, response) => {
    const named = new URL(request.url ?? '/', 'http://shop').searchParams.get('origem')
    const frame = `${bankUrl}/cartao/quadro?conta=porteira&origem=${encodeURIComponent(named ?? '')}`
    const script = `window.heard = []
      addEventListener('message', ({ origin, data }) => heard.push({ origin, ...data }))
      window.ask = nonce => frames[0].postMessage({ type: 'card.tokenize', nonce }, '${bankUrl}')`
    response.setHeader('content-type', 'text/html')
    response.end(`<script>${script}</script><iframe src="${frame}" width="600" height="600"></iframe>`)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a shop gets a token of the frame, and nothing of what was typed', { skip: !BROWSER_RUNS_HERE }, async t => {
  const { url: bankUrl } = await openTestBank(t)
  const shop = await openShop(t, bankUrl)
  await using browser = await openBrowser()
  const page = await browser.newPage()
  // biome-ignore lint/suspicious/noExplicitAny: what the shop heard is whatever was said.
  const heard = async (type: string): Promise<any> => {
    const found = await page.waitForFunction(`window.heard.find(message => message.type === ${JSON.stringify(type)})`)
    return found.jsonValue()
  }
  await page.goto(`${shop}/?origem=${encodeURIComponent(shop)}`)
  await heard('card.ready')
  const frame = page.frameLocator('iframe')
  await page.evaluate("ask('first')")
  assert.deepEqual((await heard('card.invalid')).nonce, 'first')
  await frame.getByLabel('Número do cartão').fill('4000 0000 0000 0010')
  await frame.getByLabel('Mês').fill('12')
  await frame.getByLabel('Ano').fill('31')
  await frame.getByLabel('Código de segurança').fill('123')
  await page.evaluate("ask('second')")
  const { token, ...rest } = await heard('card.token')
  assert.match(token, /^[0-9a-f]{40}$/)
  assert.deepEqual(rest, {
    origin: bankUrl,
    type: 'card.token',
    nonce: 'second',
    lastFour: '0010',
    brand: 'visa',
    funding: 'credit',
  })
  assert.doesNotMatch(JSON.stringify(await page.evaluate('window.heard')), /4000 ?0000/)

  await page.goto(`${shop}/?origem=${encodeURIComponent('https://another.example')}`)
  await page.waitForTimeout(500)
  assert.deepEqual(await page.evaluate('window.heard'), [])
})
