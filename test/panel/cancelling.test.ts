// What a person is told before a sale is cancelled, and after it: whether money may still come, by how the sale is paid.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { sellsBoletos, soldBoleto } from '../charge/selling.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { sellsByTransfer, soldByTransfer } from '../transfer/selling.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { button, visitOf } from './steps.ts'

const SURE = /ninguém mais consegue pagar|nobody can pay it/

describe('the cancellation of a sale', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  let shop: Shop
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
    shop = await openShop(gateway)
    await sellsBoletos(gateway, shop.seller)
    await sellsByTransfer(gateway, shop.seller)
  })
  after(() => resources.disposeAsync())

  /** What the dialog says before, and the message after it, in one of the languages. */
  async function cancelled({ uuid }: { uuid: string }, language: 'pt' | 'en', done: string): Promise<string> {
    const options = language === 'pt' ? { viewport: PHONE } : { locale: 'en-US' }
    await using visit = await visitOf(browser, gateway, shop.person, options)
    const { page, go } = visit
    const verb = language === 'pt' ? 'Cancelar venda' : 'Cancel sale'
    await go(`/vendas/${uuid}`)
    await button(page, verb).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: verb }).waitFor()
    const inPortuguese = await dialog.innerText()
    await axe(page)
    await fits(page)
    await dialog.getByRole('button', { name: verb }).click()
    await appears(page.getByText(done))
    return inPortuguese
  }

  slow('by Pix switches its code off', async () => {
    const [one, other] = [await shop.seller.sell(70_00), await shop.seller.sell(71_00)]
    assert.match(await cancelled(one, 'pt', 'Venda cancelada. O código não vale mais.'), SURE)
    assert.match(await cancelled(other, 'en', 'Sale cancelled. Its code does not work any more.'), SURE)
  })

  everyday('by transfer cannot stop the buyer, and says so', async () => {
    const [one, other] = [await soldByTransfer(shop.seller), await soldByTransfer(shop.seller)]
    const inPortuguese = await cancelled(one, 'pt', 'Venda cancelada. Avise o comprador para não transferir.')
    assert.match(inPortuguese, /quem tem os dados da conta ainda pode enviar o dinheiro/)
    const inEnglish = await cancelled(other, 'en', 'Sale cancelled. Tell the buyer not to transfer.')
    assert.match(inEnglish, /can still send the money/)
    for (const text of [inPortuguese, inEnglish]) assert.doesNotMatch(text, SURE)
  })

  slow('by boleto says that money may be on its way, and is not offered once a bank has taken it', async () => {
    const [one, other, paid] = [
      await soldBoleto(shop.seller),
      await soldBoleto(shop.seller),
      await soldBoleto(shop.seller),
    ]
    const inPortuguese = await cancelled(one, 'pt', 'Venda cancelada, e o boleto também, no banco.')
    assert.match(inPortuguese, /já o pagou ou agendou, o dinheiro ainda pode chegar/)
    const inEnglish = await cancelled(other, 'en', 'Sale cancelled, and the boleto at the bank with it.')
    assert.match(inEnglish, /the money may still come/)
    for (const text of [inPortuguese, inEnglish]) assert.doesNotMatch(text, SURE)
    await using visit = await visitOf(browser, gateway, shop.person)
    const { page, go } = visit
    await go(`/vendas/${paid.uuid}`)
    await button(page, 'Cancelar venda').waitFor()
    await call(gateway.bankUrl, 'POST', '/sandbox/boleto/pay', { body: { line: paid.boletoCode } })
    await appears(page.getByText('Pago no banco, aguardando compensação'))
    await button(page, 'Cancelar venda').waitFor({ state: 'detached' })
  })
})
