// A sale by card in the panel: its card, its parts with their days, how its refund goes and when; and why a card was declined.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { atBank, sellByCard, sellsByCard } from '../charge/cards.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { tokenOf } from '../psp/collect/card-scene.ts'
import { at } from '../sale/selling.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { visitOf } from './steps.ts'

describe('a sale by card', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  let shop: Shop
  before(async () => {
    gateway = resources.use(await openTestGateway({ startsAt: new Date('2026-11-23T15:00:00Z') }))
    browser = resources.use(await openPanelBrowser())
    shop = await openShop(gateway, { funds: 200_00 })
    await sellsByCard(gateway, shop.seller)
  })
  after(() => resources.disposeAsync())

  everyday('shows its parts, and says that its refund is sent after the settlement', async () => {
    const { body: sale } = await sellByCard(gateway, shop.seller, 'approved', { installments: 3 })
    await using visit = await visitOf(browser, gateway, shop.person, { viewport: PHONE })
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    await appears(page.getByText('Visa final 0010'))
    await appears(page.getByRole('cell', { name: '3/3' }))
    await axe(page)
    await fits(page)
    await page.getByRole('button', { name: 'Reembolsar' }).click()
    const dialog = page.getByRole('dialog')
    await appears(dialog.getByText(/Será enviado após a liquidação, prevista para 23\/12\/2026/))
    await axe(page)
    await dialog.getByRole('button', { name: 'Reembolsar' }).click()
    await appears(page.getByText('Reembolso pedido. A venda mostra quando o dinheiro voltar.'))
    await go('/vendas/reembolsos')
    await appears(page.getByText(/após a liquidação, prevista para/).first())
    await fits(page)
  })

  slow('is charged by a link that sells once, where its buyer types the card', async () => {
    await using visit = await visitOf(browser, gateway, shop.person, { viewport: PHONE })
    const { page, go } = visit
    await go('/vendas/nova')
    await page.getByText('Cartão', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Valor' }).fill('2000')
    await appears(page.getByText('Em até 4× sem juros'))
    await page.getByRole('textbox', { name: 'Valor' }).fill('15000')
    await appears(page.getByText('Em até 6× sem juros'))
    const max = page.getByRole('textbox', { name: 'Parcelas, no máximo' })
    await max.fill('13')
    await page.getByRole('button', { name: 'Criar link do cartão' }).click()
    await appears(page.getByText('Informe um número de parcelas de 1 a 12'))
    await max.fill('3')
    await appears(page.getByText('Em até 3× sem juros'))
    await axe(page)
    await fits(page)
    await page.getByRole('button', { name: 'Criar link do cartão' }).click()
    await page.waitForURL(/\/links\/[\da-f-]{36}/)
    const { body } = await shop.person.call('GET', '/api/account/payment-links')
    const [{ uuid, amount, methods, maxSales, card }] = body.data
    assert.deepEqual([amount, methods, maxSales, card], [150_00, ['CREDIT_CARD'], 1, { maxInstallments: 3 }])
    await appears(page.getByText('Em até 3× sem juros'))
    await go(`/links/${uuid}/editar`)
    const stored = page.getByRole('textbox', { name: /^Parcelas no cartão/ })
    assert.equal(await stored.inputValue(), '3')
    await stored.fill('')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.waitForURL(url => url.pathname.endsWith(uuid))
    await appears(page.getByText('Em até 6× sem juros'))
    assert.equal((await shop.person.call('GET', `/api/account/payment-links/${uuid}`)).body.card, undefined)
  })

  slow(
    'of debit says that its holder has to confirm it, and one that is contested that this takes of its parts',
    async () => {
      await sellsByCard(gateway, shop.seller, { debitCard: { fixedCentavos: 0, basisPoints: 199 } })
      const token = await tokenOf({ url: gateway.bankUrl }, 'approved', 'debit')
      const debit = await sellByCard(gateway, shop.seller, 'approved', { token, paymentMethod: 'DEBIT_CARD' })
      assert.equal(debit.body.status, 'EM_PROCESSAMENTO', debit.text)
      await using visit = await visitOf(browser, gateway, shop.person)
      const { page, go } = visit
      await go(`/vendas/${debit.body.uuid}`)
      await page.getByRole('heading', { name: 'Cartão de débito' }).waitFor()
      await appears(page.getByText('O comprador precisa confirmar a compra no banco do cartão.', { exact: false }))
      await axe(page)
      const { body: sale } = await sellByCard(gateway, shop.seller, 'approved', { installments: 2 })
      await atBank(gateway, '/sandbox/chargeback', { chargeId: Number(sale.externalTransactionId) })
      await shop.seller.reaches(at(sale), 'CHARGEBACK')
      await go(`/vendas/${sale.uuid}`)
      await appears(page.getByText('Defenda-se assim que puder.', { exact: false }))
      await appears(page.getByRole('cell', { name: 'A receber, descontado o que volta ou é contestado' }))
    },
  )

  slow('says in words why a card was declined', async () => {
    const { body: sale } = await sellByCard(gateway, shop.seller, 'invalid')
    assert.equal(sale.status, 'RECUSADO')
    await using visit = await visitOf(browser, gateway, shop.person)
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    await appears(page.getByText('Peça ao comprador outro cartão, ou que confira os dados, ou ofereça o Pix.'))
    await appears(page.getByText('O provedor diz: Dados do cartão inválidos.'))
    await axe(page)
  })
})
