// A sale by boleto in the panel: its line, its Pix and its days while it may be paid, that a bank has taken it, and its refund to a key of the
// payer.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { sellsBoletos, soldBoleto } from '../charge/selling.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { at } from '../sale/selling.ts'
import { until } from '../until.ts'
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

  everyday('shows its line and its Pix while it may be paid, and that a bank has taken it', async () => {
    const sold = await soldBoleto(shop.seller)
    await using visit = await visitOf(browser, gateway, shop.person, { viewport: PHONE, ...CLIPBOARD })
    const { page, go } = visit
    await go(`/vendas/${sold.uuid}`)
    await page.getByRole('button', { name: 'Copiar linha digitável' }).click()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), sold.boletoCode)
    await appears(page.getByText(sold.pixKey, { exact: true }))
    await axe(page)
    await fits(page)
    // The page that is open hears of it, though no webhook does.
    await page.evaluate('globalThis.isStillTheSamePage = true')
    const paid = await call(gateway.bankUrl, 'POST', '/sandbox/boleto/pay', { body: { line: sold.boletoCode } })
    assert.equal(paid.status, 201, paid.text)
    await appears(page.getByText('Pago no banco, aguardando compensação'))
    assert.equal(await page.evaluate<boolean>('globalThis.isStillTheSamePage === true'), true)
    assert.equal(await page.getByText(sold.pixKey, { exact: true }).count(), 0)
  })

  slow('is charged by a link that sells once, where its buyer makes it', async () => {
    await using visit = await visitOf(browser, gateway, shop.person, { viewport: PHONE })
    const { page, go } = visit
    await go('/vendas/nova')
    await page.getByText('Boleto', { exact: true }).click()
    await page.getByLabel('Vencimento, em dias').fill('61')
    await page.getByRole('button', { name: 'Criar link do boleto' }).click()
    await appears(page.getByText('Informe o valor.'))
    await appears(page.getByText('Informe um número de dias de 0 a 60.'))
    await axe(page)
    await fits(page)
    await page.getByRole('textbox', { name: 'Valor' }).fill('15000')
    await page.getByRole('textbox', { name: 'Descrição' }).fill('Bolo de casamento')
    await page.getByLabel('Vencimento, em dias').fill('5')
    await page.getByRole('button', { name: 'Criar link do boleto' }).click()
    await page.waitForURL(/\/links\/[\da-f-]{36}/)
    await appears(page.getByText('Vencimento do boleto, em dias'))
    const { body } = await shop.person.call('GET', '/api/account/payment-links')
    const [{ title, amount, methods, maxSales, boleto }] = body.data
    assert.deepEqual(
      [title, amount, methods, maxSales, boleto],
      ['Bolo de casamento', 150_00, ['BOLETO'], 1, { dueInDays: 5 }],
    )
  })

  slow('is paid with play money, and refunded to a key of its payer, which is asked for', async () => {
    const sold = await soldBoleto(shop.seller)
    await using visit = await visitOf(browser, gateway, shop.person)
    const { page, go } = visit
    await go(`/vendas/${sold.uuid}`)
    await page.getByRole('button', { name: 'Simular pagamento' }).click()
    await shop.seller.reaches(at(sold), 'PAGO')
    await appears(page.getByText('Valor pago'))
    await page.getByRole('button', { name: 'Reembolsar' }).click()
    const dialog = page.getByRole('dialog')
    const verb = dialog.getByRole('button', { name: 'Reembolsar' })
    await dialog.getByLabel('Chave Pix de quem pagou').fill('123')
    assert.equal(await verb.isDisabled(), true)
    await dialog.getByLabel('Quanto reembolsar').click()
    await appears(dialog.getByText('Esta chave não é deste tipo.'))
    await axe(page)
    await dialog.getByLabel('Chave Pix de quem pagou').fill('529.982.247-25')
    await verb.click()
    await appears(page.getByText('Reembolso pedido. A venda mostra quando o dinheiro voltar.'))
    await shop.seller.reaches(at(sold), 'ESTORNADO')
  })

  slow('that a bank contests has no button to refund it, and says why', async () => {
    const sold = await soldBoleto(shop.seller)
    await using visit = await visitOf(browser, gateway, shop.person, { viewport: PHONE })
    const { page, go } = visit
    await go(`/vendas/${sold.uuid}`)
    await page.getByRole('button', { name: 'Simular pagamento' }).click()
    await shop.seller.reaches(at(sold), 'PAGO')
    const button = page.getByRole('button', { name: 'Reembolsar' })
    await button.waitFor()
    const body = { chargeId: Number(sold.externalTransactionId), state: 'contested' }
    const reversed = await call(gateway.bankUrl, 'POST', '/sandbox/boleto/reverse', { body })
    assert.equal(reversed.status, 200, reversed.text)
    await until(async () => {
      const { refundable } = (await shop.person.call('GET', `/api/sales/${sold.uuid}`)).body
      return refundable.because === 'TAKEN_BACK' || null
    }, 'the report of the bank')
    await page.reload()
    await appears(page.getByText('O banco contesta este boleto ou retirou o valor. Fale com a operação.'))
    assert.equal(await button.count(), 0)
    await axe(page)
    await fits(page)
  })
})
