// The statement and the reconciliation of a period, as a seller reads them.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { join, type Person, register } from '../access/person.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { everyday, slow, slowSuite } from '../long.ts'
import { openScene, type Scene } from '../reconciliation/reconciling.ts'
import { paid } from '../sale/refunding.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

/** As the locale writes it, with blanks that do not break. */
const withoutDoubles = (text: string) => text.replaceAll(/\s/g, ' ')

describe('the statement', NEEDS_BROWSER, () => {
  let gateway: TestGateway
  let browser: PanelBrowser
  let ana: Person
  let seller: Seller
  const sales: { uuid: string; id: number }[] = []
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
    seller = await sellerOf(gateway, ana)
    for (const amount of [50_000, 12_345]) {
      const sale = await seller.sell(amount)
      await gateway.pay(sale.pixKey)
      await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
      sales.push(sale)
    }
    browser = await openPanelBrowser()
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await gateway?.[Symbol.asyncDispose]()
  })

  const visitOf = async (person: Person, options = {}) => {
    const visit = await browser.visit(gateway, { reducedMotion: 'reduce', ...options })
    await visit.signedIn(person)
    return visit
  }

  everyday('shows each line with the balance behind it, and the sums', async () => {
    await using visit = await visitOf(ana)
    const { page, go } = visit
    await go('/extrato')
    const lines = (await ana.call('GET', '/api/statement')).body.data
    const summary = (await ana.call('GET', '/api/statement/summary')).body
    await page.getByRole('row').nth(lines.length).waitFor()
    const rows = await page.getByRole('row').allTextContents()
    const reais = (centavos: number) =>
      withoutDoubles(new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(centavos / 100))
    for (const [n, line] of lines.entries()) {
      const row = withoutDoubles(rows[n + 1] ?? '')
      assert.ok(row.includes(line.description), row)
      assert.ok(row.endsWith(reais(line.balanceAfter)), row)
    }
    const sums = withoutDoubles((await page.getByRole('region', { name: 'Somas do período' }).textContent()) ?? '')
    for (const amount of [summary.credits, summary.debits, summary.closing.total])
      assert.ok(sums.includes(reais(amount)))
    await axe(page)
    await page.getByRole('link', { name: 'Venda paga' }).first().click()
    await page.waitForURL(`**/vendas/${sales[1]?.uuid}`)
  })

  slow('is narrowed by kind, sale and period, all in the address, and comes as a file', async () => {
    await using visit = await visitOf(ana)
    const { page, go } = visit
    await go('/extrato')
    await page.getByLabel('Tipo').selectOption('Saques')
    await appears(page.getByText('Nenhum lançamento combina'))
    assert.match(page.url(), /kind=cashouts/)
    await page.getByLabel('Tipo').selectOption('Vendas e tarifas')
    await page.getByLabel('Venda', { exact: true }).fill(String(sales[0]?.id))
    await page.waitForURL(/ref=/)
    await page.getByText(`Venda ${sales[1]?.id}`, { exact: true }).first().waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Venda paga/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /Venda paga/ }).count(), 1)
    await page.reload()
    await page.getByRole('row', { name: /Venda paga/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /Venda paga/ }).count(), 1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar CSV' }).click(),
    ])
    const file = await readFile(await download.path(), 'utf8')
    assert.ok(file.includes(sales[0]?.uuid ?? '?') && !file.includes(sales[1]?.uuid ?? '?'))
    await page.getByLabel('Venda', { exact: true }).fill('abc')
    await appears(page.getByText('Não reconhecemos esta venda'))
    await page.getByRole('button', { name: 'Limpar' }).click()
    await page.getByRole('button', { name: 'Mês passado' }).click()
    await appears(page.getByText('Nenhum lançamento combina'))
    assert.match(page.url(), /from=\d{4}-\d\d-01/)
    await page.getByRole('button', { name: 'Hoje' }).click()
    await page
      .getByRole('row', { name: /Venda paga/ })
      .first()
      .waitFor()
  })

  it('keeps the words of a line whole on a phone, in English too', async () => {
    const request = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    assert.equal((await ana.call('POST', '/api/withdrawals', request)).status, 201)
    await using visit = await visitOf(ana, { viewport: PHONE, locale: 'en-US' })
    const { page, go } = visit
    await go('/extrato')
    const words = page.getByText('unchanged', { exact: true }).first()
    await words.waitFor()
    const { height } = (await words.boundingBox()) ?? assert.fail('it is not shown')
    assert.ok(height < 30, `one word is ${height} px high`)
    await fits(page)
  })

  slow('says so where there is nothing yet, and fits a phone in English', async () => {
    await using visit = await visitOf(await register(gateway), {
      viewport: PHONE,
      locale: 'en-US',
      colorScheme: 'dark',
    })
    await visit.go('/extrato')
    await appears(visit.page.getByText('No lines yet'))
    await axe(visit.page)
    await fits(visit.page)
    await using other = await visitOf(ana, { viewport: PHONE })
    await other.go('/extrato')
    await other.page.getByText('Venda paga').first().waitFor()
    await axe(other.page)
    await fits(other.page)
  })
})

slowSuite('the reconciliation of a period', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let scene: Scene
  let browser: PanelBrowser
  let ana: Person
  before(async () => {
    scene = resources.use(await openScene())
    browser = resources.use(await openPanelBrowser())
    const { gateway } = scene
    const shop = await gateway.seller({ funds: 500_00 })
    ana = await register(gateway)
    await join(gateway, ana, shop.accountId, 'READER')
    const { endToEndId } = await paid(gateway, shop, 123_45)
    await scene.nextDay()
    await scene.plant(['update pix set amount = amount + 100 where end_to_end_id = ?', endToEndId])
    await scene.reconciled()
    ana = { ...ana, accountId: shop.accountId }
  })
  after(() => resources.disposeAsync())

  it('shows what the provider has confirmed and what is open, and leads to its lines', async () => {
    await using visit = await browser.visit(scene.gateway, { reducedMotion: 'reduce' })
    await visit.signedIn(ana)
    const { page, go } = visit
    await page.addInitScript(id => sessionStorage.setItem('porteira-account', id), String(ana.accountId))
    await go(`/extrato/conferencia?from=${scene.day}&to=${scene.day}`)
    await appears(page.getByText('Há diferenças em aberto'))
    await page.getByRole('row', { name: /Venda paga/ }).waitFor()
    const [received] = (
      await ana.call('GET', `/api/reconciliation?from=${scene.day}&to=${scene.day}`, undefined, {
        'x-account-id': String(ana.accountId),
      })
    ).body.psp
    assert.deepEqual([received.booked, received.matched, received.unmatched, received.difference], [2, 1, 1, 1_00])
    await axe(page)
    await page.getByRole('button', { name: '30 dias' }).click()
    await page.waitForURL(/from=/)
    await page.getByRole('link', { name: 'Lançamentos' }).click()
    await page.waitForURL(/\/extrato\?from=/)
  })
})
