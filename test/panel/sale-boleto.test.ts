// A sale by boleto in the panel: its line, its Pix and its days while it may be paid, that a bank has taken it, and its refund to a key of the
// payer.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { sellsBoletos, soldBoleto } from '../charge/selling.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { at } from '../sale/selling.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { visitOf } from './steps.ts'

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

describe('a sale by boleto', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  let shop: Shop
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
    shop = await openShop(gateway, { funds: 200_00 })
    await sellsBoletos(gateway, shop.seller)
  })
  after(() => resources.disposeAsync())

  it('shows its line and its Pix while it may be paid, and that a bank has taken it', async () => {
    const sold = await soldBoleto(shop.seller)
    await using visit = await visitOf(browser, gateway, shop.person, { viewport: PHONE, ...CLIPBOARD })
    const { page, go } = visit
    await go(`/vendas/${sold.uuid}`)
    await page.getByRole('button', { name: 'Copiar linha digitável' }).click()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), sold.boletoCode)
    await appears(page.getByText(sold.pixKey, { exact: true }))
    await axe(page)
    await fits(page)
    await gateway.db.query(sql`update charge set identified_at = now(), seal = default where sale_id = ${sold.id}`)
    await go(`/vendas/${sold.uuid}`)
    await appears(page.getByText('Pago no banco, aguardando compensação'))
    assert.equal(await page.getByText(sold.pixKey, { exact: true }).count(), 0)
  })

  it('is refunded to a key of its payer, which is asked for', async () => {
    const sold = await soldBoleto(shop.seller)
    await call(gateway.bankUrl, 'POST', '/sandbox/boleto/pay', { body: { pixCopiaECola: sold.pixKey } })
    await shop.seller.reaches(at(sold), 'PAGO')
    await using visit = await visitOf(browser, gateway, shop.person)
    const { page, go } = visit
    await go(`/vendas/${sold.uuid}`)
    await page.getByRole('button', { name: 'Reembolsar' }).click()
    const dialog = page.getByRole('dialog')
    const verb = dialog.getByRole('button', { name: 'Reembolsar' })
    await dialog.getByLabel('Chave Pix de quem pagou').fill('123')
    assert.equal(await verb.isDisabled(), true)
    await dialog.getByLabel('Quanto devolver').click()
    await appears(dialog.getByText('Esta chave não é deste tipo.'))
    await axe(page)
    await dialog.getByLabel('Chave Pix de quem pagou').fill('529.982.247-25')
    await verb.click()
    await appears(page.getByText('Reembolso pedido. A venda mostra quando o dinheiro voltar.'))
    await shop.seller.reaches(at(sold), 'ESTORNADO')
  })
})
