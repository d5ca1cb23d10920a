// A card in a real browser: typed in the provider's frame, tried, authenticated, refused; and where its number is searched for afterwards, which is
// everywhere but at the provider.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { screenOf } from '../cart/shopping.ts'
import { sellsByCard } from '../charge/cards.ts'
import { chargesAtBank } from '../charge/selling.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from '../panel/browser.ts'
import { numberOf } from '../psp/collect/card-scene.ts'
import { until } from '../until.ts'
import { frameSeller, pay, readyToPay, typeCard } from './card-buying.ts'
import { formsOf, hasOneOf, tablesWith } from './card-number.ts'

const SMALL = { width: 320, height: 640 }
const PAID = 'Pagamento confirmado'
const NUMBER = formsOf(numberOf('approved'))

describe('a card in a browser', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let shop: Seller
  let browser: PanelBrowser
  before(async () => {
    gateway = resources.use(await openTestGateway({ startsAt: new Date('2026-11-23T15:00:00Z') }))
    shop = await frameSeller(gateway)
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const opened = async (page: Page, more: object = {}) => {
    const { token } = await readyToPay(gateway, shop, more)
    await page.goto(`/c/${token}`)
    return token
  }

  it('is typed in the provider’s frame and paid in parts; its number is nowhere with us', async () => {
    await using visit = await browser.visit(gateway)
    const { page } = visit
    const ours: string[] = []
    page.on('request', request => {
      if (request.url().startsWith(gateway.url)) ours.push(`${request.url()} ${request.postData() ?? ''}`)
    })
    page.on('websocket', socket => ours.push(socket.url()))
    const token = await opened(page)
    assert.equal(await page.locator('iframe').count(), 0, 'whoever pays by Pix loads nothing of the provider')
    const before = (await chargesAtBank(gateway)).length
    await typeCard(page, 'approved')
    await page.getByLabel('Parcelas').selectOption('3')
    assert.ok(!(await page.content()).includes(numberOf('approved')))
    await pay(page)
    await heading(page, PAID)
    await appears(page.getByText('Cartão de crédito · final 0010 · 3× de R$ 50,00'))
    assert.equal((await chargesAtBank(gateway)).length, before + 1)
    await page.goBack()
    await page.waitForLoadState()
    assert.equal(await screenOf(gateway, { token }), 'PAID')
    assert.equal((await chargesAtBank(gateway)).length, before + 1)
    const dom = await page.content()
    const sent = ours.join('\n')
    assert.match(sent, /cartao_token=[0-9a-f]{40}/)
    for (const [where, text] of [
      ['the page', dom],
      ['what was sent to us', sent],
    ] as const)
      assert.ok(!hasOneOf(text, NUMBER), `the number is in ${where}`)
    // The memory of its process, its log and what it sends: card-memory.test.ts.
    assert.deepEqual(await tablesWith(gateway.db, NUMBER), [])
  })

  slow('by the keyboard alone, on the smallest phone, in the dark, in English', async () => {
    await using visit = await browser.visit(gateway, { viewport: SMALL, colorScheme: 'dark', locale: 'en-US' })
    const { page } = visit
    const token = await opened(page)
    await page.getByRole('radio', { name: 'Pix' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.frameLocator('iframe.card').getByLabel('Card number').waitFor()
    await axe(page)
    await fits(page)
    const fields = page.frameLocator('iframe.card').locator('input:visible')
    for (const [nth, text] of [numberOf('approved'), '12', '31', '123'].entries()) {
      await page.keyboard.press('Tab')
      // The frame is a process of its own, which gets the keyboard when it comes to it.
      await until(() => fields.nth(nth).evaluate(hasKeyboard), `field ${nth}`)
      await page.keyboard.type(text)
    }
    // Enter in the frame is the button of the page.
    await page.keyboard.press('Enter')
    await heading(page, 'Payment confirmed')
    await axe(page)
    await fits(page)
    assert.equal(await screenOf(gateway, { token }), 'PAID')
  })

  slow('that is not filled in sends nothing, a refused one says so, and Pix pays instead', async () => {
    await using visit = await browser.visit(gateway, { viewport: SMALL })
    // The provider answers 400 to a number that is none.
    visit.forgive(/400/)
    const { page } = visit
    const token = await opened(page)
    const before = (await chargesAtBank(gateway)).length
    await page.getByRole('radio', { name: 'Cartão de crédito' }).check()
    await page.frameLocator('iframe.card').getByLabel('Número do cartão').fill('4000 0000 0000 0011')
    await pay(page)
    await appears(page.frameLocator('iframe.card').getByText('Confira o número do cartão'))
    assert.equal((await chargesAtBank(gateway)).length, before)
    await typeCard(page, 'short')
    await pay(page)
    await appears(page.getByText(/O cartão não foi aceito\. Nada foi cobrado/))
    await axe(page)
    await fits(page)
    await page.getByRole('radio', { name: 'Pix' }).check()
    await pay(page)
    await heading(page, 'Pague com Pix')
    assert.equal(await screenOf(gateway, { token }), 'PIX')
  })

  it('whose holder has to authenticate goes to the bank and back: accepted, refused, left half way', async () => {
    await using visit = await browser.visit(gateway)
    const { page } = visit
    const challenged = async () => {
      const token = await opened(page)
      await typeCard(page, 'challenged')
      await pay(page)
      await heading(page, 'Confirme com o banco do cartão')
      return token
    }
    await challenged()
    await axe(page)
    await page.getByRole('link', { name: 'Confirmar no site do banco' }).click()
    await page.getByRole('button', { name: 'Autorizar' }).click()
    await heading(page, PAID)

    await challenged()
    await page.getByRole('link', { name: 'Confirmar no site do banco' }).click()
    await page.getByRole('button', { name: 'Recusar' }).click()
    await appears(page.getByText(/O cartão não foi aceito\. Nada foi cobrado/))

    const left = await challenged()
    await page.getByRole('link', { name: 'Confirmar no site do banco' }).click()
    await page.getByRole('button', { name: 'Autorizar' }).waitFor()
    await page.goBack()
    await heading(page, 'Confirme com o banco do cartão')
    await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: 16 * 60 } })
    gateway.advance(16 * 60_000)
    await until(async () => ((await screenOf(gateway, { token: left })) === 'PAY' ? true : null), 'it to be refused')
    // The page says so by itself.
    await appears(page.getByText(/O cartão não foi aceito\. Nada foi cobrado/))
  })

  slow('whose line is lost, before it is sent or before the answer, is charged once', async () => {
    await using visit = await browser.visit(gateway, { viewport: SMALL })
    visit.forgive(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|eventos/)
    const { page } = visit
    const token = await opened(page)
    const before = (await chargesAtBank(gateway)).length
    await typeCard(page, 'approved')
    await page.context().setOffline(true)
    await pay(page)
    await appears(page.frameLocator('iframe.card').getByText('O cartão não pôde ser lido'))
    await page.context().setOffline(false)
    assert.equal((await chargesAtBank(gateway)).length, before)
    // The gateway gets the form, and the phone no answer.
    const cut = Promise.withResolvers<void>()
    await page.route('**/pagar', async route => {
      await route.fetch({ maxRedirects: 0 })
      await route.abort('connectionreset')
      cut.resolve()
    })
    await pay(page)
    await cut.promise
    await until(async () => ((await screenOf(gateway, { token })) === 'PAID' ? true : null), 'the card to be charged')
    await page.unroute('**/pagar')
    await page.goto(`/c/${token}`)
    await heading(page, PAID)
    assert.equal((await chargesAtBank(gateway)).length, before + 1)
  })

  slow('of debit is authenticated at its bank, and paid at once in one part', async () => {
    const debits = await frameSeller(gateway)
    await sellsByCard(gateway, debits, { debitCard: { fixedCentavos: 0, basisPoints: 199 } })
    await using visit = await browser.visit(gateway, { viewport: SMALL })
    const { page } = visit
    const { token } = await readyToPay(gateway, debits)
    await page.goto(`/c/${token}`)
    await typeCard(page, 'approved', { method: 'Cartão de débito' })
    assert.equal(await page.getByLabel('Parcelas').isVisible(), false)
    await axe(page)
    await fits(page)
    await pay(page)
    await page.getByRole('link', { name: 'Confirmar no site do banco' }).click()
    assert.equal(await screenOf(gateway, { token }), 'CARD')
    await page.getByRole('button', { name: 'Autorizar' }).click()
    await heading(page, PAID)
    await appears(page.getByText('Cartão de débito · final 0010'))
    const [sale] = (await debits.api('GET', '/api/transactions?limit=5')).body.data
    assert.deepEqual([sale.status, sale.paymentMethod, 'installments' in sale], ['PAGO', 'DEBIT_CARD', false])
  })

  it('believes no message but the frame’s, and no script that somebody has put into the page', async () => {
    await using visit = await browser.visit(gateway)
    visit.forgive(/Content Security Policy|TrustedScript|inline/i)
    const { page } = visit
    await opened(page)
    await page.getByRole('radio', { name: 'Cartão de crédito' }).check()
    await page.frameLocator('iframe.card').getByLabel('Número do cartão').waitFor()
    // From the page itself, with every type: neither its window nor its origin is the frame's.
    await page.evaluate(`for (const type of ['card.token', 'card.submit', 'card.resize'])
      postMessage({ type, token: 'a'.repeat(40), lastFour: '0010', brand: 'visa', height: 5, nonce: '' }, '*')`)
    await assert.rejects(
      page.evaluate(
        `document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hacked = true' }))`,
      ),
      /TrustedScript/,
    )
    await page.waitForTimeout(300)
    assert.equal(await page.evaluate('window.hacked === undefined'), true)
    assert.equal(await page.locator('[name=cartao_token]').count(), 0)
    const other = await page.evaluate<string>(`new Promise(done => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => done(effectiveDirective))
      document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://evil.example/' }))
    })`)
    assert.equal(other, 'frame-src')
  })

  slow('needs JavaScript, says so, and the other methods work without it', async () => {
    await using visit = await browser.visit(gateway, { javaScriptEnabled: false })
    const { page } = visit
    await opened(page)
    await page.getByRole('radio', { name: 'Cartão de crédito' }).check()
    await appears(page.getByText(/o navegador precisa executar JavaScript/))
    await page.getByRole('radio', { name: 'Pix' }).check()
    await pay(page)
    await heading(page, 'Pague com Pix')
  })
})

/** Plays in the page. */
const hasKeyboard = (field: { ownerDocument: { activeElement: unknown } }) =>
  field.ownerDocument.activeElement === field
