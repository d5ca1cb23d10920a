// The pages in a real Chromium: the whole path with JavaScript off on the smallest phone, with production's rule about origins; and by the
// keyboard alone.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { contact, linkOf, SHIRT, screenOf } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { appears, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from '../panel/browser.ts'
import { until } from '../until.ts'
import { ADDRESS } from './buying.ts'

const PHONE = { width: 320, height: 640 }
const LONG = `${'Conjunto de xícaras '.repeat(8)}${'x'.repeat(40)}`

describe('the pages of the checkout', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let shop: Seller
  let browser: PanelBrowser
  before(async () => {
    gateway = resources.use(await openTestGateway())
    shop = await gateway.seller()
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

  it('sell by plain forms, from the link to the receipt', async () => {
    await using visit = await browser.visit(gateway, { javaScriptEnabled: false, viewport: PHONE })
    const { page } = visit
    visit.forgive(/400/)
    const { slug } = await linkOf(shop, {
      items: [{ ...SHIRT, title: LONG, tangible: true, minQuantity: 1, maxQuantity: 3 }],
    })
    await page.goto(`/l/${slug}`)
    await page.getByLabel('Nome completo').fill('Ana Souza')
    await page.getByLabel('E-mail').fill('ana@example')
    await page.getByLabel(/^Quantidade de/).fill('2')
    await press(page, 'Continuar')
    await page.getByRole('link', { name: 'Escreva um e-mail como nome@exemplo.com.' }).click()
    assert.match(page.url(), /#email$/)
    await fits(page)
    assert.equal(await page.getByLabel('Nome completo').inputValue(), 'Ana Souza')
    await page.getByLabel('E-mail').fill('ana@example.com')
    await press(page, 'Continuar')
    for (const [label, value] of [
      ['CEP', ADDRESS.cep],
      ['Rua ou avenida', ADDRESS.rua],
      ['Número', ADDRESS.numero],
      ['Bairro', ADDRESS.bairro],
      ['Cidade', ADDRESS.cidade],
    ] as const)
      await page.getByLabel(label).fill(value)
    await page.getByLabel('Estado').selectOption('São Paulo')
    await fits(page)
    await press(page, 'Continuar')
    await fits(page)
    await press(page, 'Pagar R$ 300,00')
    const code = await page.getByLabel('Pix copia e cola').inputValue()
    assert.equal(await page.getByRole('button').count(), 0, 'what needs a script is not offered')
    assert.equal(await page.getByText(/^Vence às \d\d:\d\d, no horário de Brasília\.$/).count(), 1)
    await fits(page)
    await gateway.pay(code)
    const token = new URL(page.url()).pathname.slice(3)
    await until(async () => ((await screenOf(gateway, { token })) === 'PAID' ? true : null), 'it to be paid')
    await page.getByRole('link', { name: 'Já paguei: conferir' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pagamento confirmado' }).waitFor()
    await fits(page)
  })

  it('are used by the keyboard alone, from the link to the code', async () => {
    await using visit = await browser.visit(gateway, { viewport: PHONE })
    const { page } = visit
    await page.goto(`/l/${(await linkOf(shop)).slug}`)
    const { keyboard } = page
    const walkTo = async (what: string) => {
      for (let steps = 0; steps < 20; steps++) {
        if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(what)})`)) return
        await keyboard.press('Tab')
      }
      assert.fail(`${what} is not reached`)
    }
    for (const [field, text] of [
      ['#nome', 'Ana Souza'],
      ['#email', 'keys@example.com'],
    ] as const) {
      await walkTo(field)
      await keyboard.type(text)
    }
    await walkTo('button[type=submit]')
    await keyboard.press('Enter')
    await page.getByRole('button', { name: /^Pagar R\$/ }).waitFor()
    await walkTo('summary')
    await keyboard.press('Enter')
    await page.getByRole('list').getByText('Camiseta').first().waitFor()
    await walkTo('button[type=submit]')
    await keyboard.press('Space')
    await page.getByRole('heading', { level: 1, name: 'Pague com Pix' }).waitFor()
    await walkTo('[data-copy]')
  })

  it('are shown in no frame, neither on a foreign page nor on one of ours', async () => {
    const link = await linkOf(shop)
    const { token } = await contact(gateway, link)
    for (const host of ['http://loja.example', gateway.url]) {
      await using visit = await browser.visit(gateway)
      const { page } = visit
      // What a browser says of a page that refuses to be framed. Its report of that comes from no origin, which reaches no loopback address.
      visit.forgive(/frame|ERR_BLOCKED_BY_RESPONSE|404|\/relato\/politica/i)
      const paths = [`/l/${link.slug}`, `/c/${token}`, '/l/nowhere']
      const frames = paths.map(path => `<iframe src="${gateway.url}${path}"></iframe>`).join('')
      await page.route(`${host}/framing`, route =>
        route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>x</title>${frames}` }),
      )
      await page.goto(`${host}/framing`, { waitUntil: 'load' })
      const shown = await Promise.all(
        page
          .frames()
          .slice(1)
          .map(frame => frame.evaluate<string>('document.body.innerText').catch(() => '')),
      )
      assert.equal(shown.length, paths.length)
      for (const [n, text] of shown.entries())
        assert.doesNotMatch(text, /Pagamento seguro|Nome completo/, String(paths[n]))
      // The frame itself works: what may be framed is there.
      await page.route(`${host}/plain`, route => route.fulfill({ contentType: 'text/html', body: 'framed text' }))
      await page.route(`${host}/frames`, route =>
        route.fulfill({ contentType: 'text/html', body: `<iframe src="${host}/plain"></iframe>` }),
      )
      await page.goto(`${host}/frames`)
      await appears(page.frameLocator('iframe').getByText('framed text'))
    }
  })
})
