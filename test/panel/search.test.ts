// The search of the panel: from every screen, with the keyboard alone, for an account's members and for operators.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, register, registerOperator } from '../access/person.ts'
import { contact, linkOf } from '../cart/shopping.ts'
import { take } from '../cashout/requesting.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { type PaidSale, paid } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { heading, visitOf } from './steps.ts'

describe('the search', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  let ana: Person
  let shop: Seller
  let sale: PaidSale
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
    ana = await register(gateway, 'Ana Souza')
    shop = await sellerOf(gateway, ana)
    const customer = { name: 'João da Conceição', email: '', document: '529.982.247-25', phone: '' }
    sale = await paid(gateway, shop, 1_234_56, { customer, externalReference: 'pedido-77' })
    await paid(gateway, shop, 10_00, { customer: { name: 'João Batista' } })
    const { path } = await take(shop, { amount: 150, pixKey: 'fornecedor@example.com' })
    await shop.reaches(path, 'COMPLETED')
  })
  after(() => resources.disposeAsync())

  const field = (page: Page) => page.getByRole('combobox', { name: 'O que você procura?' })
  const lines = (page: Page, more = {}) => page.getByRole('dialog').getByRole('option', more)
  const chosen = (page: Page) => lines(page, { selected: true })

  everyday('opens by Ctrl-K, is gone through with the arrow keys, and leads to what was found', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page } = visit
    await visit.go('/vendas')
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await appears(page.getByText('CPF ou CNPJ, com ou sem pontos'))
    await page.keyboard.type('joao')
    await lines(page).nth(1).waitFor()
    await axe(page)
    const [first, second] = await lines(page).allInnerTexts()
    assert.match(first ?? '', /João/)
    assert.equal(await chosen(page).count(), 1)
    assert.equal(await chosen(page).innerText(), first)
    await page.keyboard.press('ArrowDown')
    assert.equal(await chosen(page).innerText(), second)
    const reported = await field(page).getAttribute('aria-activedescendant')
    assert.equal(await chosen(page).getAttribute('id'), reported)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('1.234,56')
    // At once: the results of the words before are not taken for the answer.
    await page.keyboard.press('Enter')
    await heading(page, `Venda ${sale.id}`)
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  slow('leads to a payment link by its address, and to a cart by its buyer', async () => {
    const link = await linkOf(shop, { title: 'Curso de violão' })
    const { cart } = await contact(gateway, link, { customer: { name: 'Wanda Quirino', email: 'wanda@casa.example' } })
    await using visit = await visitOf(browser, gateway, ana)
    const { page } = visit
    await visit.go('/vendas')
    for (const [words, status, path] of [
      [link.url, 'Ativo', `/links/${link.uuid}`],
      ['wanda', 'Aberto', `/carrinhos/${cart.uuid}`],
    ] as const) {
      await page.keyboard.press('Control+k')
      await field(page).fill(words)
      const line = lines(page, { hasText: status })
      await line.waitFor()
      await axe(page)
      await line.click()
      await page.waitForURL(url => url.pathname === path)
    }
  })

  slow('says that nothing was found and what can be looked for, and gives the focus back', async () => {
    await using visit = await visitOf(browser, gateway, ana, { viewport: PHONE })
    const { page } = visit
    await visit.go('/vendas')
    const opener = page.getByRole('button', { name: 'Procurar em tudo' })
    await opener.click()
    await field(page).fill('nada assim')
    await appears(page.getByText('Nada encontrado para “nada assim”.'))
    await appears(page.getByText('valor, como R$ 1.234,56'))
    await fits(page)
    await field(page).fill('fornecedor@')
    await lines(page).first().waitFor()
    await axe(page)
    await fits(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const focused = () => page.evaluate<string>(`document.activeElement?.getAttribute('aria-label') ?? ''`)
    await until(async () => (await focused()) === 'Procurar em tudo' || null, 'the focus to be back')
  })

  slow('searches all accounts on the operator’s pages, in English', async () => {
    const olga = await registerOperator(gateway)
    await using visit = await visitOf(browser, gateway, olga, { locale: 'en-GB' })
    const { page } = visit
    await visit.go('/operacao/contas')
    await page.keyboard.press('Meta+k')
    const asked = page.getByRole('combobox', { name: 'What are you looking for?' })
    await asked.fill('52998224725')
    const found = page.getByRole('option', { name: /João da Conceição.*by CPF or CNPJ.*Ana Souza/ })
    await found.first().click()
    await page.waitForURL(`**/operacao/vendas/${sale.uuid}`)
    await page.keyboard.press('Control+k')
    await asked.fill(ana.email)
    await page
      .getByRole('option', { name: /Ana Souza/ })
      .first()
      .click()
    await page.waitForURL(/contas/)
    await page.keyboard.press('Control+k')
    await page.getByText('This account').click()
    await asked.fill('pedido-77')
    await appears(page.getByText('Nothing found for “pedido-77”.'))
  })
})
