// The pages in a real Chromium: the whole path with JavaScript off on the smallest phone, with production's rule about origins; and every
// screen for those who do not see it, in light and dark.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { HOUR_MS } from '#kernel/time.ts'
import { charged, contact, linkOf, SHIRT, screenOf } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { some } from '../long.ts'
import { fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from '../panel/browser.ts'
import { at } from '../sale/selling.ts'
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

  it('are readable for everybody, in light and dark, in both languages, in the size that they choose', async () => {
    await using visit = await browser.visit(gateway, { viewport: PHONE })
    const { page } = visit
    visit.forgive(/40[04]|eventos/)
    for (const [name, path] of some(await everyScreen(), 2)) {
      await page.goto(path)
      await page.emulateMedia({ colorScheme: 'light' })
      await readable(page, name)
      await fits(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await readable(page, `${name}, dark`, ['color-contrast'])
      const small = await page.evaluate<string[]>(SMALL_TARGETS)
      assert.deepEqual(small, [], `${name}: smaller than 44 px`)
    }
  })

  async function everyScreen(): Promise<[name: string, path: string][]> {
    const items = [{ ...SHIRT, title: LONG, tangible: true, minQuantity: 1, maxQuantity: 3 }, SHIRT, SHIRT]
    const link = await linkOf(shop, {
      items,
      askDocument: true,
      cancelUrl: 'https://loja.example/',
      shippingAmount: 10_00,
    })
    const open = await linkOf(shop, { items: undefined, openAmount: { min: 5_00, max: 50_00 } })
    const customer = { name: 'Ana', email: 'a@example.com', document: '52998224725' }
    const delivery = await contact(gateway, link, { customer })
    const pay = await contact(gateway, await linkOf(shop))
    const [pix, paid, expired] = [
      await contact(gateway, await linkOf(shop)),
      await contact(gateway, await linkOf(shop)),
      await contact(gateway, await linkOf(shop)),
    ]
    await charged(gateway, expired)
    gateway.advance(1.1 * HOUR_MS)
    await until(async () => ((await screenOf(gateway, expired)) === 'PAY' ? true : null), 'the code to be over')
    await charged(gateway, pix)
    const sale = await charged(gateway, paid)
    await gateway.pay(sale.brCode ?? '')
    await shop.reaches(at(sale), 'PAGO')
    const one = await linkOf(shop, { maxSales: 1 })
    await charged(gateway, await contact(gateway, one))
    const soldOut = await contact(gateway, one, { customer: { ...customer, email: 'b@example.com' } })
    const closing = await linkOf(shop)
    const closed = await contact(gateway, closing)
    await shop.api('POST', `/api/payment-links/${closing.uuid}/archive`)
    return [
      ['contact', `/l/${link.slug}`],
      ['contact in English', `/l/${link.slug}?idioma=en`],
      ['an open amount', `/l/${open.slug}`],
      ['contact again', `/c/${delivery.token}?passo=contato`],
      ['delivery', `/c/${delivery.token}`],
      ['pay', `/c/${pay.token}?idioma=en`],
      ['pay again', `/c/${expired.token}`],
      ['the code', `/c/${pix.token}`],
      ['the receipt', `/c/${paid.token}`],
      ['sold out', `/c/${soldOut.token}`],
      ['sold out at the link', `/l/${one.slug}`],
      ['closed', `/c/${closed.token}`],
      ['nowhere', '/l/nowhere'],
    ]
  }
})

async function readable(page: Page, name: string, rules?: string[]): Promise<void> {
  const builder = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules === undefined ? builder : builder.withRules(rules)).analyze()
  const said = violations.map(
    ({ id, help, nodes }) => `${name}: ${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`,
  )
  assert.equal(said.join('\n'), '')
}

/** What is pressed is large enough for a thumb; a link within a sentence is not meant. */
const SMALL_TARGETS = `[...document.querySelectorAll('a, button, summary, input:not([type=hidden]), select')]
  .filter(one => one.checkVisibility() && !one.closest('.notice, label'))
  .map(one => ({ one, box: (one.matches('[type=checkbox], [type=radio]') ? one.parentElement : one).getBoundingClientRect() }))
  .filter(({ box }) => box.height < 44 || box.width < 44)
  .map(({ one, box }) => one.outerHTML.slice(0, 80) + ' ' + box.width + 'x' + box.height)`
