// Boleto at the hosted checkout: one more choice where the account sells it, the fields that it takes, its page, and the sheet that is
// printed. First by plain forms, then in a real browser.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import sql from 'sql-template-tag'
import { barCodeOfLine } from '#kernel/boleto/line.ts'
import { DAY_MS } from '#kernel/time.ts'
import { contact, linkOf, SHIRT, salesOf, screenOf } from '../cart/shopping.ts'
import { boletoSeller, chargesAtBank } from '../charge/selling.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { scanned } from '../kernel/boleto/scanner.ts'
import { everyday, slow } from '../long.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from '../panel/browser.ts'
import { until } from '../until.ts'
import { ADDRESS, buyerAt, codeIn, payForm, screenIn, textOf } from './buying.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = resources.use(await openTestGateway())
  shop = await boletoSeller(gateway)
})
after(() => resources.disposeAsync())

const BOTH = { methods: ['PIX', 'BOLETO'] }
const FIELDS = { documento: '529.982.247-25', ...ADDRESS }
const see = (token: string, query = '') => buyerAt(gateway).get(`/c/${token}${query}`)
const boletoForm = (page: { text: string }, fields: Record<string, string> = FIELDS) => ({
  ...payForm(page),
  metodo: 'BOLETO',
  ...fields,
})
const lineIn = ({ text }: { text: string }) =>
  /<textarea id="linha"[^>]*>([^<]+)</.exec(text)?.[1]?.replace(/[. ]/g, '')

let buyers = 0
/** A buyer at the pay step. */
const atPay = async (more: object = BOTH) =>
  contact(gateway, await linkOf(shop, more), { customer: { name: 'Ana Souza', email: `ana${++buyers}@example.com` } })

/** A buyer whose boleto is open. */
async function withBoleto() {
  const { token } = await atPay()
  const made = await buyerAt(gateway).go(`/c/${token}/pagar`, boletoForm(await see(token)))
  assert.equal(screenIn(made), 'BOLETO', textOf(made))
  const { body } = await shop.api('GET', '/api/transactions?limit=1')
  return { token, page: made, sale: body.data[0] }
}

describe('boleto is offered', () => {
  everyday('where the account may sell it, with what the cart does not have yet', async () => {
    const page = await see((await atPay()).token)
    assert.match(textOf(page), /Pix .*Boleto Pague no banco.*O boleto precisa destes dados.*CPF ou CNPJ.*CEP/)
    assert.doesNotMatch(page.text, /name="email"/)
    assert.match(page.text, /value="PIX" checked/)
    const asked = await contact(gateway, await linkOf(shop, { ...BOTH, askDocument: true }), {
      customer: { name: 'Ana', email: 'a@example.com', document: '52998224725' },
    })
    assert.doesNotMatch((await see(asked.token)).text, /name="documento"/)
  })

  everyday('by every new link and session of such an account, and alone where it is the only method', async () => {
    const link = await linkOf(shop)
    assert.deepEqual((await shop.api('GET', `/api/payment-links/${link.uuid}`)).body.methods, ['PIX', 'BOLETO'])
    const only = await see((await atPay({ methods: ['BOLETO'] })).token)
    assert.doesNotMatch(only.text, /value="PIX"/)
    assert.match(only.text, /value="BOLETO" checked/)
    assert.match(textOf(only), /Gerar boleto de R\$ 150,00/)
  })

  everyday('not below what the provider takes', async () => {
    const cheap = { ...BOTH, items: [{ title: 'Adesivo', unitPrice: 4_99, quantity: 1 }] }
    const page = await see((await atPay(cheap)).token)
    assert.doesNotMatch(page.text, /value="BOLETO"/)
  })

  everyday('not without a price or a provider, also where a link was made before', async () => {
    const other = await gateway.seller()
    const refused = await other.api('POST', '/api/payment-links', { title: 'x', items: [SHIRT], ...BOTH })
    assert.deepEqual(
      [refused.status, refused.body],
      [422, { message: 'methods: BOLETO is not available for this account', errorType: 'GENERAL_ERROR' }],
    )
    const { token } = await atPay()
    const page = await see(token)
    await gateway.db.query(sql`update psp_account set boleto_enabled = false, seal = default`)
    assert.doesNotMatch((await see(token)).text, /value="BOLETO"/)
    const sent = await buyerAt(gateway).send(`/c/${token}/pagar`, boletoForm(page))
    assert.equal(sent.status, 400)
    assert.deepEqual(await chargesAtBank(gateway), [])
    await gateway.db.query(sql`update psp_account set boleto_enabled = true, seal = default`)
  })
})

describe('a boleto by plain forms', () => {
  everyday('is refused with all that is wrong, in both languages, and what was typed stays', async () => {
    const { token } = await atPay()
    const page = await see(token)
    const wrong = boletoForm(page, { ...FIELDS, documento: '111.111.111-11', cep: '123', rua: '' })
    const refused = await buyerAt(gateway).send(`/c/${token}/pagar`, wrong)
    assert.equal(refused.status, 400)
    assert.match(refused.text, /value="BOLETO" checked/)
    assert.match(textOf(refused), /Confira o CPF ou CNPJ.*Escreva o CEP com 8 números.*Preencha este campo/)
    assert.match(refused.text, /name="cidade"[^>]* value="São Paulo"/)
    const english = await buyerAt(gateway).send(`/c/${token}/pagar?idioma=en`, wrong)
    assert.match(textOf(english), /Check the CPF or CNPJ/)
    assert.equal(await screenOf(gateway, { token }), 'PAY')
  })

  everyday(
    'that is cancelled may have been paid at a bank: its page does not say that nothing was charged',
    async () => {
      const { token, sale } = await withBoleto()
      assert.equal((await shop.api('POST', `/api/transactions/${sale.uuid}/cancel`)).status, 202)
      await until(async () => (await screenOf(gateway, { token })) === 'PAY' || null, 'the boleto to be cancelled')
      const text = textOf(await see(token))
      assert.match(text, /Esta cobrança foi cancelada\. Se você já pagou, não pague de novo: fale com Loja de Teste\./)
      assert.doesNotMatch(text, /Nada foi cobrado/)
    },
  )

  everyday('is made once for one attempt, and shows its codes, its day and who is paid', async () => {
    const { token } = await atPay()
    const form = boletoForm(await see(token))
    const before = (await chargesAtBank(gateway)).length
    const sent = await Promise.all([1, 2, 3].map(() => buyerAt(gateway).send(`/c/${token}/pagar`, form)))
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]))
    const page = await see(token)
    assert.equal(screenIn(page), 'BOLETO')
    const { body } = await shop.api('GET', '/api/transactions?limit=1')
    const [sale] = body.data
    assert.deepEqual([sale.paymentMethod, sale.amount, sale.customer.document], ['BOLETO', 150_00, '52998224725'])
    assert.deepEqual([lineIn(page), codeIn(page)], [sale.boletoCode, sale.pixKey])
    assert.equal(scanned(page.text.slice(page.text.indexOf('class="bars"'))), barCodeOfLine(sale.boletoCode))
    assert.match(textOf(page), /Pague o boleto .*Boleto gerado\. Vence em \d+ de \S+ de 20\d\d\..*Vencimento.*Para/)
    assert.match(textOf(await see(token, '?idioma=en')), /Pay the boleto .*It is due on/)
    assert.equal((await chargesAtBank(gateway)).length, before + 1)
  })

  everyday('is due on the day that its link says', async () => {
    const boleto = { dueInDays: 10 }
    const link = await linkOf(shop, { ...BOTH, boleto })
    const path = `/api/payment-links/${link.uuid}`
    assert.deepEqual((await shop.api('GET', path)).body.boleto, boleto)
    const due = async () => {
      const { token } = await contact(gateway, link, { customer: { name: 'Ana', email: `due${++buyers}@example.com` } })
      await buyerAt(gateway).go(`/c/${token}/pagar`, boletoForm(await see(token)))
      const [row] = await gateway.db.query<{ days: number }>(sql`
        select due_on - (created_at at time zone 'America/Sao_Paulo')::date as days from charge order by created_at desc limit 1`)
      return row?.days
    }
    assert.equal(await due(), 10)
    assert.equal((await shop.api('PATCH', path, { boleto: { dueInDays: 0 } })).status, 200)
    assert.equal(await due(), 0)
    // The default is not shown.
    assert.equal((await shop.api('PATCH', path, { boleto: { dueInDays: 3 } })).body.boleto, undefined)
    for (const dueInDays of [-1, 61, 1.5, '3']) {
      const { status, text } = await shop.api('PATCH', path, { boleto: { dueInDays } })
      assert.deepEqual([status, text.includes('boleto.dueInDays')], [400, true], text)
    }
    const session = { items: [SHIRT], ...BOTH, boleto }
    assert.deepEqual((await shop.api('POST', '/api/checkouts', session)).body.boleto, boleto)
  })

  everyday('once a bank has taken it shows no code any more, and is not printed', async () => {
    const { token, sale } = await withBoleto()
    await gateway.db.query(sql`update charge set identified_at = now(), seal = default where sale_id = ${sale.id}`)
    const page = await see(token)
    assert.match(textOf(page), /Boleto pago, aguardando confirmação.*A confirmação vem em até 1 dia útil/)
    assert.deepEqual([lineIn(page), codeIn(page)], [undefined, ''])
    const sheet = await buyerAt(gateway).get(`/c/${token}/boleto`)
    assert.deepEqual([sheet.status, sheet.location], [303, `/c/${token}`])
  })

  everyday('keeps its cart from being abandoned as long as it can be paid', async () => {
    const { token, sale } = await withBoleto()
    gateway.advance(3 * 3_600_000)
    const later = await until(async () => {
      const [row] = await gateway.db.query<{ state: string; due: Date }>(sql`
        select cart.state, cart.due_at as due from cart join sale on sale.cart_id = cart.id where sale.id = ${sale.id}`)
      return row !== undefined && row.due > new Date(Date.now() + 24 * 3_600_000) ? row : null
    }, 'the cart to be put off')
    assert.equal(later.state, 'OPEN')
    assert.equal(await screenOf(gateway, { token }), 'BOLETO')
    gateway.advance(-3 * 3_600_000)
  })

  everyday('of a cart that does not exist is nowhere, and one that was not made leads to its page', async () => {
    assert.equal((await buyerAt(gateway).get('/c/nothing/boleto')).status, 404)
    const { token } = await atPay()
    assert.equal((await buyerAt(gateway).get(`/c/${token}/boleto`)).location, `/c/${token}`)
    assert.deepEqual((await salesOf(gateway, shop)).includes('FALHA'), false)
  })
})

describe('a boleto in a browser', NEEDS_BROWSER, () => {
  let browser: PanelBrowser
  before(async () => {
    browser = resources.use(await openPanelBrowser())
  })

  everyday('is made by the keyboard, on the smallest phone, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await using visit = await browser.visit(gateway, { viewport: { width: 320, height: 640 }, colorScheme })
      const { page } = visit
      const { token } = await atPay()
      await page.goto(`/c/${token}`)
      assert.equal(await page.getByLabel('CPF ou CNPJ').isVisible(), false)
      await page.getByRole('radio', { name: 'Pix' }).focus()
      await page.keyboard.press('ArrowDown')
      assert.equal(await page.getByLabel('CPF ou CNPJ').isVisible(), true)
      await axe(page)
      await fits(page)
      for (const [name, text] of Object.entries(FIELDS)) {
        await page.keyboard.press('Tab')
        assert.equal(await page.evaluate<string>('document.activeElement.name'), name)
        if (name !== 'uf') await page.keyboard.type(text)
      }
      for (let n = 0; (await page.getByLabel('Estado').inputValue()) !== FIELDS.uf; n++) {
        assert.ok(n < 30, 'the state is among the choices')
        await page.keyboard.press('ArrowDown')
      }
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Pague o boleto' }).waitFor()
      await axe(page)
      await fits(page)
    }
  })

  slow('is copied exactly, and prints on one sheet of A4 without scripts', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    await using visit = await browser.visit(gateway, { viewport: PHONE, permissions })
    const { page } = visit
    const { token, sale } = await withBoleto()
    await page.goto(`/c/${token}`)
    await page.getByRole('button', { name: 'Copiar linha digitável' }).click()
    await page.getByRole('button', { name: 'Linha copiada' }).waitFor()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), sale.boletoCode)
    await using plain = await browser.visit(gateway, { javaScriptEnabled: false })
    const sheet = plain.page
    await sheet.goto(`/c/${token}/boleto`)
    await appears(sheet.getByText(/^Boleto de R\$/))
    await appears(sheet.getByText('Página de teste.'))
    const svg = await sheet.content()
    assert.equal(scanned(svg.slice(svg.indexOf('class="bars"'))), barCodeOfLine(sale.boletoCode))
    assert.doesNotMatch(svg, /<script/)
    await fits(sheet)
    const pdf = await sheet.pdf({ preferCSSPageSize: true })
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1)
    assert.match(pdf.toString('latin1'), /\/MediaBox\s*\[0 0 59[45][.\d]* 84[12]/)
  })

  /** The last one: it moves the clock of the bank. */
  everyday('turns to identified and then to paid on the page that is open, without a reload', async () => {
    await using visit = await browser.visit(gateway)
    const { page } = visit
    const { token, sale } = await withBoleto()
    await page.goto(`/c/${token}`)
    await page.evaluate('globalThis.isStillTheSamePage = true')
    const pay = async (request: object) => {
      const { status, text } = await call(gateway.bankUrl, 'POST', '/sandbox/boleto/pay', { body: request })
      assert.equal(status, 201, text)
    }
    await pay({ line: sale.boletoCode })
    await page.getByRole('heading', { level: 1, name: 'Boleto pago, aguardando confirmação' }).waitFor()
    await call(gateway.bankUrl, 'POST', '/sandbox/clock', {
      body: { now: new Date(Date.now() + 12 * DAY_MS).toISOString() },
    })
    await page.getByRole('heading', { level: 1, name: 'Pagamento confirmado' }).waitFor()
    assert.equal(await page.evaluate<boolean>('globalThis.isStillTheSamePage === true'), true)
    await appears(page.getByText('Boleto', { exact: true }))
    await axe(page)
  })
})
