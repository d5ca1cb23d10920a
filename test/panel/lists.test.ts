// The lists of the panel show their sums, offer ready periods and sizes of a page, and the operator's find accounts by name.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { type PaidSale, paid, refunded } from '../sale/refunding.ts'
import { appears, axe, DESKTOP, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { button, heading, visitOf } from './steps.ts'

describe('the lists', NEEDS_BROWSER, () => {
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
    sale = await paid(gateway, shop, 100_00, { customer: { name: 'Maria Silva' } })
    for (let n = 0; n < 24; n++) await shop.sell(10_00, { customer: { name: `Cliente ${n}` } })
  })
  after(() => resources.disposeAsync())

  it('of sales: how many, how much, which days, and how many on a page', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page } = visit
    // What a letter or an advert adds to the address, and a state that there is not, are taken out of it.
    await visit.go('/vendas?utm_source=carta&status=NADA')
    await page.waitForURL(/\/vendas$/)
    await appears(page.getByText('25 resultados · total de R$ 340,00'))
    await appears(page.getByRole('row', { name: /Cliente 23/ }).getByRole('cell', { name: 'Pix', exact: true }))
    await page.getByLabel('Método').selectOption({ label: 'Boleto' })
    await appears(page.getByText('Nenhuma venda combina com estes filtros.'))
    await page.getByLabel('Método').selectOption({ label: 'Pix' })
    await page.waitForURL(/method=PIX/)
    await page.getByLabel('Situação').selectOption({ label: 'Paga' })
    await appears(page.getByText('1 resultado · total de R$ 100,00'))
    await button(page, 'Limpar').click()
    await button(page, 'Ontem').click()
    await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/)
    await appears(page.getByText('Nenhuma venda combina com estes filtros.'))
    await button(page, 'Hoje').click()
    await appears(page.getByText('25 resultados'))
    await page.getByLabel('Por página').selectOption('50')
    await page.waitForURL(/limit=50/)
    await page.getByRole('link', { name: 'Maria Silva' }).waitFor()
    await axe(page)
    await page.setViewportSize(PHONE)
    await fits(page)
  })

  it('of refunds: how many, how much, found by the customer, each with its sale', async () => {
    await refunded(shop, sale, { amount: 30_00, reason: 'Veio quebrado' })
    const other = await shop.sell(20_00, { customer: { name: 'Caio Leal' } })
    await gateway.pay(other.pixKey, { payer: { name: 'Recusa Leal', document: '52998224725' } })
    await shop.reaches(`/api/transactions/${other.uuid}`, 'PAGO')
    await refunded(shop, other, {}, 'FAILED')
    await using visit = await visitOf(browser, gateway, ana)
    const { page } = visit
    await visit.go('/vendas')
    await page.getByRole('link', { name: 'Reembolsos' }).click()
    await heading(page, 'Reembolsos')
    await appears(page.getByText('2 resultados · total de R$ 50,00'))
    await axe(page)
    await page.getByLabel('Situação').selectOption({ label: 'A caminho' })
    await appears(page.getByText('Nenhum reembolso combina com estes filtros.'))
    await page.getByLabel('Situação').selectOption({ label: 'Não realizado' })
    const why = page.getByText(
      'O banco não devolveu e disse: “A conta do pagador foi encerrada.”. Este reembolso não tirou nada da sua conta.',
    )
    await appears(why)
    await page.setViewportSize(PHONE)
    await appears(why)
    await fits(page)
    await page.setViewportSize(DESKTOP)
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Baixar CSV').click()])
    assert.match(file.suggestedFilename(), /^reembolsos-\d+\.csv$/)
    await button(page, 'Limpar').click()
    await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('silva')
    await page.waitForURL(/q=silva/)
    await page
      .getByRole('row', { name: /Veio quebrado/ })
      .getByRole('link', { name: 'Maria Silva' })
      .click()
    await page.waitForURL(`**/vendas/${sale.uuid}`)
  })

  it('of the operator: an account by its name, a Pix by its id', async () => {
    const olga = await registerOperator(gateway)
    const bia = await register(gateway, 'Padaria da Bia')
    await using visit = await visitOf(browser, gateway, olga)
    const { page } = visit
    await visit.go('/operacao/recebimentos')
    await heading(page, 'Recebimentos')
    await appears(page.getByText('2 resultados · total de R$ 120,00'))
    await page.getByRole('searchbox', { name: 'Conta' }).fill('padaria')
    await page.waitForURL(/accountId=padaria/)
    await page
      .getByRole('row', { name: /Ana Souza/ })
      .first()
      .waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Conta' }).fill('souza')
    await page
      .getByRole('row', { name: /Ana Souza/ })
      .first()
      .waitFor()
    await page.getByRole('searchbox', { name: 'Código do Pix' }).fill('E000')
    await page
      .getByRole('row', { name: /Ana Souza/ })
      .first()
      .waitFor({ state: 'detached' })
    await visit.go(`/operacao/recebimentos?accountId=${bia.accountId}`)
    await appears(page.getByText('Nenhum registro combina com esses filtros.'))
    assert.equal(await page.getByRole('row', { name: /Ana Souza/ }).count(), 0)
    await axe(page)
    await visit.go('/operacao/contas?q=padaria')
    await appears(page.getByText('1 resultado', { exact: true }))
    await visit.go('/operacao/auditoria')
    await page.getByRole('searchbox', { name: 'Conta' }).fill('souza')
    await page
      .getByRole('row', { name: /Ana Souza/ })
      .first()
      .waitFor()
    await button(page, 'Ontem').click()
    await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/)
    await page
      .getByRole('row', { name: /Ana Souza/ })
      .first()
      .waitFor({ state: 'detached' })
  })
})
