// The agenda of receivables in the panel: empty, with parts on their days, by day and by method.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sql from 'sql-template-tag'
import { register } from '../access/person.ts'
import { openTestGateway, sellerOf, type TestGateway } from '../gateway.ts'
import { paidByCard } from '../receivable/settling.ts'
import { setTerms } from '../sale/selling.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

it('the agenda says what is released on which day, and leads to its sale', NEEDS_BROWSER, async () => {
  const person = await register(gateway)
  const seller = await sellerOf(gateway, person)
  await using visit = await visitOf(browser, gateway, person)
  const { page, go } = visit
  await go('/extrato')
  await page.getByRole('link', { name: 'Recebíveis' }).click()
  await appears(page.getByText('Nada a receber'))
  await axe(page)

  await setTerms(gateway, seller, { fixed: 4_49, basisPoints: 0 })
  const sale = await paidByCard(gateway, seller, 100_00, { installments: 3 })
  const { data } = (await seller.api('GET', '/api/receivables')).body
  const [first] = data
  await go(`/extrato/agenda?from=${first.expectedOn.slice(0, 7)}-01`)
  await appears(page.getByText('R$\u00a095,51').first())
  await page.getByRole('table').first().getByRole('link').click()
  await appears(page.getByText('Parcela 1 de 3'))
  await axe(page)
  await fits(page)
  await page.getByLabel('Forma de pagamento').selectOption('BOLETO')
  await appears(page.getByText('Nenhuma parcela neste período'))
  await page.getByLabel('Forma de pagamento').selectOption('CREDIT_CARD')
  await page.getByRole('link', { name: `Venda ${sale.id}` }).click()
  await page.waitForURL(/\/vendas\//)
  assert.match(page.url(), new RegExp(sale.uuid))

  // The first page says so as soon as the account sells what is settled later.
  await gateway.db.query(sql`update account set fees = fees || '{"creditCard": {"fixedCentavos": 449, "basisPoints": 0}}',
    seal = default where id = ${seller.accountId}`)
  await go('/')
  const card = page.getByRole('region', { name: 'A receber' })
  await appears(card.getByText('R$\u00a095,51'))
  await axe(page)
  await fits(page)
  await card.getByRole('link', { name: 'Ver a agenda' }).click()
  await page.waitForURL(/\/extrato\/agenda/)
})
