// A sale on the operator's pages: found by the search and from what belongs to it, with its payments, its refunds and disputes, the names by
// which its provider knows it, and what a person can do there. Sellers and other people never reach it.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { paid, refunded } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { asOperator, button, confirm, eventOf } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, type PanelBrowser, PHONE } from './browser.ts'
import { openPanelScene, type PanelScene } from './scene.ts'

let scene: PanelScene | undefined
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person
let ana: Person
let shop: Seller

before(async () => {
  if (NEEDS_BROWSER.skip) return
  scene = await openPanelScene()
  ;({ gateway, browser } = scene)
  olga = await registerOperator(gateway)
  ;({ person: ana, seller: shop } = await scene.shopOf())
})
after(() => scene?.[Symbol.asyncDispose]())

const CUSTOMER = { name: 'João da Conceição', email: 'joao@casa.example', document: '529.982.247-25', phone: '' }
const read = async (uuid: string) => (await olga.call('GET', `/api/admin/sales/${uuid}`)).body

describe('a sale on the pages of the operator', NEEDS_BROWSER, () => {
  slow('is where the search leads from the txid of one that nobody has paid', async () => {
    const sale = await shop.sell(70_00, { customer: CUSTOMER })
    const { txid } = (await read(sale.uuid)).psp
    await using visit = await asOperator(browser, gateway, olga, '/operacao')
    const { page } = visit
    const askedTwice: string[] = []
    // The first page, which is left, asks about those of all sales.
    page.on('request', one => void (/\/api\/admin\/disputes\?.*sale=/.test(one.url()) && askedTwice.push(one.url())))
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'O que você procura?' }).fill(txid)
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/operacao/vendas/${sale.uuid}`)
    await appears(page.getByText('Nada chegou por esta venda.'))
    await appears(page.getByText('Nada foi reembolsado.'))
    await appears(page.getByText('Ninguém contestou esta venda.'))
    assert.deepEqual(askedTwice, [], 'what the answer about the sale says is asked for once')
    await appears(eventOf(page, 'txid').getByText(txid))
    assert.match(await eventOf(page, 'CPF ou CNPJ').innerText(), /^\*+|\*/, 'masked')
    assert.equal(await button(page, 'Abrir contestação').count(), 0, 'there is nothing to dispute')
    await axe(page)
    await fits(page)
  })

  everyday('shows every payment, refund and dispute with its amount and its id, and its way on', async () => {
    const sale = await paid(gateway, shop, 100_00, { customer: CUSTOMER })
    const refund = await refunded(shop, sale, { amount: 40_00, reason: 'Devolveu um item' })
    const { txid } = (await read(sale.uuid)).psp
    await using visit = await asOperator(browser, gateway, olga, `/operacao/vendas/${sale.uuid}`, { viewport: PHONE })
    const { page } = visit
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    await appears(page.getByText('Paga, reembolsada em parte'))
    await appears(part('Pagamentos').getByText(sale.endToEndId))
    await appears(part('Pagamentos').getByText('Pagou uma venda'))
    await appears(part('Reembolsos').getByText('R$ 40,00'))
    await appears(part('Reembolsos').getByText('Devolveu um item'))
    await appears(part('No provedor').getByText(txid))
    assert.match(await eventOf(page, 'Voltou ao pagador').innerText(), /R\$\s40,00/)
    await appears(part('O que aconteceu').getByText('Reembolso concluído'))
    await fits(page)

    await button(page, 'Abrir contestação').click()
    assert.equal(await page.getByRole('dialog').getByLabel('Número ou UUID da venda').inputValue(), sale.uuid)
    await confirm(page, 'Abrir contestação', 'O banco ligou')
    const [dispute] = await until(async () => {
      const { data } = (await olga.call('GET', `/api/admin/disputes?sale=${sale.uuid}`)).body
      return data.length > 0 ? data : null
    }, 'the dispute')
    const way = part('Contestações').getByRole('link', { name: `Ver a contestação ${dispute.id}` })
    await appears(way)
    await axe(page)
    await way.click()
    await page.waitForURL(`**/operacao/disputas/${dispute.id}`)
    await page.getByRole('link', { name: sale.uuid }).click()
    await page.waitForURL(`**/operacao/vendas/${sale.uuid}`)
    assert.equal(refund.uuid, (await read(sale.uuid)).refunds[0].uuid)
  })

  slow('is in English too, with a payment that it did not accept and the decision about it', async () => {
    const path = `/api/admin/accounts/${shop.accountId}`
    const changed = await olga.call('PATCH', path, { unexpectedReceipts: 'KEEP', reason: 'A test' })
    assert.equal(changed.status, 200, changed.text)
    const sale = await shop.sell(80_00)
    await gateway.pay(sale.pixKey)
    await shop.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    await gateway.pay(sale.pixKey, { again: true })
    const payments = await until(async () => {
      const { payments } = await read(sale.uuid)
      return payments.length === 2 ? payments : null
    }, 'both payments')
    assert.deepEqual(payments.map(({ status }: { status: string }) => status).toSorted(), ['ACCEPTED', 'UNACCEPTED'])
    const english = { locale: 'en-US', colorScheme: 'dark' } as const
    await using visit = await asOperator(browser, gateway, olga, `/operacao/vendas/${sale.uuid}`, english)
    const { page } = visit
    const part = page.getByRole('region', { name: 'Payments', exact: true })
    await appears(part.getByText('Waits for a decision'))
    await axe(page)
    await part.getByRole('button', { name: /^Return: / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Paid twice')
    await dialog.getByRole('button', { name: 'Return', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await until(async () => (await read(sale.uuid)).payments.some(isReturned) || null, 'the way back')
    await appears(part.getByText('Returned', { exact: true }))
  })

  everyday('is nobody else’s, and what is no sale is not found', async () => {
    const sale = await shop.sell(10_00)
    const none = '00000000-0000-4000-8000-000000000000'
    assert.equal((await olga.call('GET', `/api/admin/sales/${sale.uuid}`)).status, 200)
    assert.equal((await olga.call('GET', `/api/admin/sales/${none}`)).status, 404)
    assert.equal((await olga.call('GET', '/api/admin/sales/7')).status, 400)
    assert.equal((await ana.call('GET', `/api/admin/sales/${sale.uuid}`)).status, 403)
    assert.equal((await shop.api('GET', `/api/admin/sales/${sale.uuid}`)).status, 401)
  })
})

const isReturned = ({ status }: { status: string }): boolean => status === 'RETURNED'
