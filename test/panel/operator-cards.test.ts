// Cards on the pages of the operator and of their seller: when their money is released, cards that are off, a refund of which nobody knows
// what became, and parts that are settled or late.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { alertsOf, type CardShop, openCardShop } from '../charge/card/shop.ts'
import { sellsByCard } from '../charge/cards.ts'
import { type Seller, sellerOf } from '../gateway.ts'
import { refund } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { asOperator, button, confirm, eventOf } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let shop: CardShop
let browser: PanelBrowser
let olga: Person
let owner: Person
let seller: Seller
before(async () => {
  if (NEEDS_BROWSER.skip) return
  shop = resources.use(await openCardShop({ env: { PSP_TIMEOUT_MS: '1500', PSP_LOOKUP_WAITS_MS: '100,100,100' } }))
  olga = await registerOperator(shop.gateway)
  owner = await register(shop.gateway)
  seller = await sellerOf(shop.gateway, owner)
  await sellsByCard(shop.gateway, seller)
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const account = async () => (await olga.call('GET', `/api/admin/accounts/${seller.accountId}`)).body
const atAccount = () => asOperator(browser, shop.gateway, olga, `/operacao/contas/${seller.accountId}`)

describe('cards', NEEDS_BROWSER, () => {
  it('are settled as the operator agrees with their seller', async () => {
    await using visit = await atAccount()
    const { page } = visit
    await button(page, 'Alterar: Liquidação de boleto e cartão').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Cartão: dias por parcela').fill('14')
    await dialog.getByLabel('Parcelas do cartão').selectOption('Todas com a primeira')
    await dialog.getByLabel('Motivo').fill('ok')
    assert.equal(await dialog.getByRole('button', { name: 'Alterar', exact: true }).isDisabled(), true)
    await appears(dialog.getByText(/Três letras ou mais/))
    await axe(page)
    await confirm(page, 'Alterar', 'Antecipação contratada')
    await appears(page.getByText('14 dias', { exact: true }))
    const { cardDays, cardMode } = (await account()).settlement
    assert.deepEqual([cardDays, cardMode], [14, 'AT_ONCE'])
    await fits(page)
  })

  it('that are off say so to their seller and to the operator, who switches them on', async () => {
    const off = new Date(Date.now() + DAY_MS)
    await shop.gateway.db.query(sql`
      update account set cards_off_until = ${off}, seal = default where id = ${seller.accountId}`)
    const title = 'Cartões desligados: muitas recusas seguidas'
    await using mine = await visitOf(browser, shop.gateway, owner)
    await mine.go('/configuracoes')
    await appears(mine.page.getByText(title))
    await axe(mine.page)
    await using visit = await atAccount()
    const { page } = visit
    await appears(page.getByText(title))
    await axe(page)
    await button(page, 'Religar cartões agora').click()
    await appears(page.getByRole('dialog').getByText('As recusas até agora deixam de contar.'))
    await confirm(page, 'Religar', 'O vendedor conhece os compradores')
    await page.getByText(title).waitFor({ state: 'hidden' })
    assert.equal((await account()).cardsOffUntil, null)
  })

  it('whose refund has an unknown outcome are asked about, and the operator says what became of it', async () => {
    const sale = await shop.approved(seller)
    await shop.settle(sale)
    await shop.fault('POST /charge/card/:id/refund', 'timeoutBefore')
    const { body } = await refund(seller, sale, { amount: 30_00 })
    await until(async () => (await alertsOf(shop, seller)).includes('CARD_REFUND_UNCERTAIN') || null, 'the alert')
    await using visit = await asOperator(browser, shop.gateway, olga, '/operacao/saques/em-andamento?kind=refund')
    const { page } = visit
    await appears(button(page, `Informar o que houve: ${body.uuid}`))
    await visit.go('/operacao/alarmes')
    await page.getByRole('link', { name: 'Ver a venda e informar o que houve' }).first().click()
    await page.waitForURL(`**/operacao/vendas/${sale.uuid}`)
    await appears(page.getByRole('region', { name: 'Reembolsos' }).getByText('Sem confirmação'))
    await button(page, `Informar o que houve: ${body.uuid}`).click()
    await appears(page.getByText(/A resposta da adquirente se perdeu/))
    await axe(page)
    await page.getByRole('dialog').getByLabel('O reembolso não foi feito').check()
    await confirm(page, 'Informar o que houve', 'Não está no painel da adquirente')
    const { status } = (await seller.api('GET', `/api/transactions/${sale.uuid}/refunds/${body.uuid}`)).body
    assert.equal(status, 'FAILED')
    await appears(page.getByRole('region', { name: 'Reembolsos' }).getByText('Não realizado'))
    await appears(page.getByRole('region', { name: 'Reembolsos' }).getByText('O reembolso não foi feito.'))
    assert.equal(await button(page, `Informar o que houve: ${body.uuid}`).count(), 0)
  })

  it('still to be settled are called so in the books, by account as in the whole gateway', async () => {
    await shop.approved(seller)
    const name = 'Nos provedores e a liquidar'
    await using visit = await asOperator(browser, shop.gateway, olga, '/operacao/razao')
    const { page, go } = visit
    const centavos = async (one: string) => Number((await eventOf(page, one).innerText()).replaceAll(/\D/g, ''))
    const both = await centavos(name)
    await go('/operacao/razao/balancete')
    const [there, owed] = [await centavos('Nos provedores'), await centavos('A liquidar por adquirentes')]
    assert.ok(owed > 0)
    assert.equal(there + owed, both)
  })

  it('have parts in the agenda, which are settled, or late', async () => {
    const [settled, late] = [await shop.approved(seller), await shop.approved(seller)]
    await shop.settle(settled)
    const { data } = (await seller.api('GET', '/api/receivables')).body
    const { expectedOn } = data.find(({ saleUuid }: { saleUuid: string }) => saleUuid === late.uuid)
    await using visit = await visitOf(browser, shop.gateway, owner)
    const { page, go } = visit
    await page.clock.setFixedTime(new Date(Date.parse(expectedOn) + 2 * DAY_MS))
    await go(`/extrato/agenda?from=${expectedOn.slice(0, 7)}-01`)
    const rowOf = ({ id }: { id: number }) => page.locator('tbody tr').filter({ hasText: `Venda ${id}` })
    await appears(rowOf(late).getByText('Em atraso'))
    await appears(rowOf(settled).getByText('Liquidad'))
    await axe(page)
    await fits(page)
  })
})
