// The pages of the checkout in a real Chromium, with their script: a code that is paid, one that expires, and a line that is lost.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { linkOf, SHIRT } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, type Visit } from '../panel/browser.ts'
import { transferred, transferSeller } from '../transfer/selling.ts'
import { until } from '../until.ts'
import { stoppedOn } from './policy.ts'

const SMALL: BrowserContextOptions = { viewport: { width: 320, height: 640 }, hasTouch: true }
const CLIPBOARD: BrowserContextOptions = { permissions: ['clipboard-read', 'clipboard-write'] }

describe('a buyer with JavaScript', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let shop: Seller
  let browser: PanelBrowser
  before(async () => {
    // A Pix without a code is in no callback: it is found in the list of what came.
    gateway = resources.use(await openTestGateway({ env: { SWEEP_EVERY_MS: '500' } }))
    shop = await gateway.seller()
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  const visitOf = (options: BrowserContextOptions = {}): Promise<Visit> => browser.visit(gateway, options)
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const stays = (page: Page) => page.evaluate('globalThis.isStillTheSamePage = true')
  const isSame = (page: Page) => page.evaluate<boolean>('globalThis.isStillTheSamePage === true')
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
  const codeOf = (page: Page) => page.getByLabel('Pix copia e cola').inputValue()

  const pathOf = async (more: object = {}) => `/l/${(await linkOf(shop, more)).slug}`

  let buyers = 0
  async function fillContact(page: Page, path: string): Promise<void> {
    await page.goto(path)
    await page.getByLabel('Nome completo').fill('Ana Souza')
    await page.getByLabel('E-mail').fill(`ana${++buyers}@example.com`)
  }

  /** From the address of a checkout to the code. */
  async function toCode(page: Page, path: string): Promise<void> {
    await fillContact(page, path)
    await press(page, 'Continuar')
    await press(page, /^Pagar R\$/)
    await heading(page, 'Pague com Pix')
  }

  it('copies the exact code, pays it, and sees it paid on the page that is open', async () => {
    await using visit = await visitOf({ ...SMALL, ...CLIPBOARD })
    const { page } = visit
    await toCode(page, await pathOf())
    await Promise.all([stays(page), fits(page), axe(page)])
    const code = await codeOf(page)
    await press(page, 'Copiar código')
    await page.getByRole('button', { name: 'Código copiado' }).waitFor()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), code)
    await gateway.pay(code)
    await heading(page, 'Pagamento confirmado')
    assert.equal(await isSame(page), true)
    assert.equal(await focused(page), 'Pagamento confirmado')
    assert.match(await page.title(), /^Pagamento confirmado/)
    await Promise.all([fits(page), axe(page)])
  })

  slow('copies the code where the browser keeps the clipboard to itself', async () => {
    await using visit = await visitOf(CLIPBOARD)
    const { page } = visit
    await page.addInitScript('navigator.clipboard.writeText = () => Promise.reject(new Error("not here"))')
    await toCode(page, await pathOf())
    await press(page, 'Copiar código')
    await page.getByRole('button', { name: 'Código copiado' }).waitFor()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), await codeOf(page))
  })

  it('sees the time of a code run out silently, makes a new one and pays it', async () => {
    await using visit = await visitOf()
    const { page } = visit
    await page.clock.install()
    await toCode(page, await pathOf({ pix: { expiresInSeconds: 300 } }))
    const left = page.locator('time[data-until]')
    assert.match(await left.innerText(), /^[45] min$/)
    assert.equal(await page.locator('[role=status] time, [aria-live] time').count(), 0)
    const old = await codeOf(page)
    await page.clock.fastForward(4 * MINUTE_MS + 10_000)
    await appears(page.getByText(/Código válido por \d+ s$/))
    await stays(page)
    gateway.advance(5 * MINUTE_MS)
    await page.clock.fastForward(MINUTE_MS)
    await appears(page.getByText('O código venceu. Nada foi cobrado.'))
    await Promise.all([axe(page), fits(page)])
    assert.equal(await isSame(page), true)
    await press(page, /^Gerar novo código/)
    await heading(page, 'Pague com Pix')
    const code = await codeOf(page)
    assert.notEqual(code, old)
    await gateway.pay(code)
    await heading(page, 'Pagamento confirmado')
  })

  it('is told that the line is lost, without the stream too, and sees what happened when it is back', async () => {
    await using visit = await visitOf(SMALL)
    const { page } = visit
    visit.forgive(/eventos|ERR_INTERNET_DISCONNECTED/)
    await page.route('**/eventos', route => route.fulfill({ status: 429, json: {} }))
    await toCode(page, await pathOf())
    await stays(page)
    const code = await codeOf(page)
    await page.context().setOffline(true)
    await gateway.pay(code)
    await appears(page.getByRole('status').getByText('Sem conexão'))
    await fits(page)
    await page.context().setOffline(false)
    await heading(page, 'Pagamento confirmado')
    assert.equal(await isSame(page), true)
    assert.equal(await page.getByText('Sem conexão').count(), 0)
  })

  slow('sees a transfer recognised on the page that is open', async () => {
    const seller = await transferSeller(gateway)
    const { slug } = await linkOf(seller, { askDocument: true })
    await using visit = await visitOf({ ...SMALL, ...CLIPBOARD })
    const { page } = visit
    await fillContact(page, `/l/${slug}`)
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
    await press(page, 'Continuar')
    await page.getByRole('radio', { name: 'Transferência bancária' }).check()
    await press(page, /^Ver os dados para transferir R\$/)
    await heading(page, 'Faça a transferência')
    await Promise.all([stays(page), fits(page), axe(page)])
    await press(page, 'Copiar referência')
    await page.getByRole('button', { name: 'Referência copiada' }).waitFor()
    const message = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(message, /^[0-9A-Z]{8}$/)
    await transferred(gateway, { amount: '150.00', by: 'PIX', message })
    await heading(page, 'Pagamento confirmado')
    assert.equal(await isSame(page), true)
    assert.equal(await focused(page), 'Pagamento confirmado')
    await Promise.all([fits(page), axe(page)])
  })

  slow('sends a form once, however often it is pressed while that is under way', async () => {
    await using visit = await visitOf()
    const { page } = visit
    await fillContact(page, await pathOf())
    await press(page, 'Continuar')
    await page.getByRole('button', { name: /^Pagar R\$/ }).waitFor()
    // Whether each press sends the form, kept across the page that follows.
    await page.evaluate(`(() => {
      sessionStorage.presses = ''
      document.addEventListener('submit', event => {
        sessionStorage.presses += event.defaultPrevented ? 'ignored ' : 'sent '
      })
      for (const _ of '123') document.querySelector('form button').click()
    })()`)
    await heading(page, 'Pague com Pix')
    assert.equal(await page.evaluate('sessionStorage.presses'), 'sent ignored ignored ')
  })

  slow('runs no script that a page was made to hold, and the browser says so', async () => {
    await using visit = await visitOf()
    const { page } = visit
    visit.forgive(/Content Security Policy|TrustedScript|404/)
    const stopped = await stoppedOn(page)
    const evil = '<script>globalThis.wasRun = true</script>'
    await page.route('**/*', async route => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('</main>', `</main>${evil}`) })
    })
    for (const path of [await pathOf(), '/l/nowhere']) {
      await page.goto(path)
      await until(() => stopped.length > 0, 'the script to be stopped')
      assert.deepEqual(stopped.splice(0), ['script-src-elem inline'])
      // Nor one that is put together where the page is.
      await assert.rejects(page.evaluate(`document.createElement('script').textContent = 'void 0'`), /TrustedScript/)
      await until(() => stopped.length > 0, 'it to be stopped')
      assert.deepEqual(stopped.splice(0), ['require-trusted-types-for trusted-types-sink'])
      assert.equal(await page.evaluate('globalThis.wasRun'), undefined)
    }
    // The browser has reported all of it, and the operator hears of each once a day.
    const alerts = () =>
      gateway.db.query<{ params: object }>(
        sql`select known as params from alarm where code = 'CHECKOUT_PAGE_CHANGED' order by id`,
      )
    await until(async () => (await alerts()).length > 1, 'the alerts')
    assert.deepEqual(await alerts(), [
      { params: { directive: 'script-src-elem', blocked: 'inline' } },
      { params: { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink' } },
    ])
  })

  slow('follows the way back to the shop by itself where the shop asked for it', async () => {
    const session = await shop.api('POST', '/api/checkouts', {
      items: [SHIRT],
      successUrl: `${gateway.url}/health/live`,
      returnAutomatically: true,
    })
    await using visit = await visitOf()
    const { page } = visit
    await toCode(page, new URL(session.body.url).pathname)
    await gateway.pay(await codeOf(page))
    await heading(page, 'Pagamento confirmado')
    await page.waitForURL(/\/health\/live\?checkout=/)
  })
})
