// The panel keeps itself up to date: everybody who looks at an account sees what happens in it, without a reload.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { paid } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

/** A message goes after seconds: a test begins to wait for it before the deed. */
const ATTACHED = { state: 'attached' } as const

describe('the panel', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  after(() => resources.disposeAsync())
  let gateway: TestGateway
  let browser: PanelBrowser
  let receiver: Receiver
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
    receiver = resources.use(await openReceiver())
  })

  async function visitOf(shop: Awaited<ReturnType<typeof openShop>>, options = {}) {
    const visit = await browser.visit(gateway, options)
    await visit.signedIn(shop.person)
    return visit
  }
  const isListening = (page: Page) => page.waitForResponse(answer => answer.url().endsWith('/api/live'))
  /** As soon as the line is on the list is read again: what happens from then on is heard. To be called before the page is opened. */
  function hearing(page: Page): Promise<boolean> {
    let reads = 0
    page.on('response', answer => {
      if (/\/api\/sales(\?|$)/.test(answer.url())) reads++
    })
    return until(() => reads >= 2, 'the line to be on')
  }
  /** Of the page as it was loaded: a reload would lose it. */
  const mark = (page: Page) => page.evaluate('globalThis.isStillTheSamePage = true')
  const isSame = (page: Page) => page.evaluate('globalThis.isStillTheSamePage === true')
  const message = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first()

  everyday('shows a paid sale to two people at once, in lists and figures, and says so', async () => {
    const shop = await openShop(gateway)
    const sale = await shop.seller.sell(123_45, { customer: { name: 'Josefina Prado' } })
    await using operators = await visitOf(shop)
    await using phone = await visitOf(shop, { viewport: PHONE })
    const listening = [hearing(operators.page), hearing(phone.page)]
    await operators.go('/')
    await phone.go('/vendas')
    await Promise.all(
      [operators.page, phone.page].map(page => page.getByText('Aguardando').locator('visible=true').first().waitFor()),
    )
    await Promise.all([...listening, mark(operators.page), mark(phone.page)])
    const shown = [operators.page, phone.page].map(page => message(page, /Venda paga: R\$\s123,45/).waitFor(ATTACHED))
    await gateway.pay(sale.pixKey)
    await Promise.all(shown)
    for (const { page } of [operators, phone])
      await page.getByText('Paga', { exact: true }).locator('visible=true').first().waitFor()
    const { netAmount } = (await shop.person.call('GET', `/api/sales/${sale.uuid}`)).body
    const net = String(netAmount).replace(/(\d\d)$/, ',$1')
    await operators.page.getByRole('region', { name: 'Saldo' }).getByText(net).first().waitFor()
    assert.deepEqual(await Promise.all([isSame(operators.page), isSame(phone.page)]), [true, true])
    await axe(operators.page)
    await axe(phone.page)
    await fits(phone.page)
    const fresh = await shop.seller.sell(50_00, { customer: { name: 'Norberto Lima' } })
    await appears(phone.page.getByText('Norberto Lima'))
    const shownAgain = message(operators.page, /Venda paga: R\$\s50,00/).waitFor(ATTACHED)
    await gateway.pay(fresh.pixKey)
    await shownAgain
  })

  slow('reads again about once a second, however much happens', async () => {
    const shop = await openShop(gateway)
    await shop.seller.sell(10_00)
    await using visit = await visitOf(shop)
    const { page, go } = visit
    const listening = isListening(page)
    await go('/vendas')
    await listening
    const asked: number[] = []
    page.on('request', request => {
      if (request.url().includes('/api/sales?') || request.url().endsWith('/api/sales')) asked.push(performance.now())
    })
    const began = performance.now()
    for (let n = 0; n < 60; n++) await shop.seller.sell(1_000 + n)
    await page.getByRole('link', { name: 'Maria Silva' }).nth(19).waitFor()
    const tookSeconds = (performance.now() - began) / 1_000
    assert.ok(asked.length >= 1 && asked.length <= tookSeconds + 3, `${asked.length} in ${tookSeconds} s`)
  })

  slow('says quietly that it is not up to date, and catches up when the line is back', async () => {
    const shop = await openShop(gateway)
    await using visit = await visitOf(shop)
    const { page, go } = visit
    await page.route('**/api/live', route => route.fulfill({ status: 429, json: { error: { code: 'RATE_LIMITED' } } }))
    await go('/vendas')
    await message(page, 'Sem atualização automática. Reconectando…').waitFor()
    await axe(page)
    await shop.seller.sell(10_00, { customer: { name: 'Vera Nunes' } })
    await page.unroute('**/api/live')
    await page.getByText('Vera Nunes').waitFor({ timeout: 60_000 })
    await message(page, 'Sem atualização automática').waitFor({ state: 'detached' })
  })

  slow('cancels a sale that waits, by those who may, and shows it to the others', async () => {
    const shop = await openShop(gateway)
    const sale = await shop.seller.sell(70_00)
    await using visit = await visitOf(shop)
    await using other = await visitOf(shop, { viewport: PHONE, colorScheme: 'dark' })
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    const listening = isListening(other.page)
    await other.go(`/vendas/${sale.uuid}`)
    await listening
    await page.getByRole('button', { name: 'Cancelar venda' }).click()
    await axe(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar venda' }).click()
    for (const one of [page, other.page]) await one.getByText('Cancelada', { exact: true }).first().waitFor()
    await appears(page.getByText('Venda cancelada. O código não vale mais.'))
    assert.equal(await page.getByRole('button', { name: 'Cancelar venda' }).count(), 0)
    assert.equal(await page.getByText('Pix copia e cola').count(), 0)
    await fits(other.page)
  })

  slow('shows that a sale was paid while a person was about to cancel it', async () => {
    const shop = await openShop(gateway)
    const sale = await shop.seller.sell(70_00)
    await using visit = await visitOf(shop)
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    await page.getByRole('button', { name: 'Cancelar venda' }).click()
    await appears(page.getByRole('dialog').getByText('O código Pix deixa de valer'))
    await page.route('**/cancel', route =>
      route.fulfill({
        status: 409,
        json: { success: false, error: { code: 'CONFLICT', message: 'A sale that is PAGO' } },
      }),
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar venda' }).click()
    await appears(page.getByRole('alert').getByText('não pode mais ser cancelada'))
  })

  slow('leads from a sale to what was sent about it, and to that alone in the log', async () => {
    const shop = await openShop(gateway)
    await shop.signed(receiver, ['sale.pending', 'sale.paid'])
    await shop.seller.sell(10_00)
    const sale = await paid(gateway, shop.seller, 100_00)
    await using visit = await visitOf(shop)
    const { page, go } = visit
    await until(async () => {
      const { body } = await shop.person.call('GET', `/api/sales/${sale.uuid}`)
      return body.notifications.every(
        ({ deliveries }: { deliveries: { status: string }[] }) => deliveries[0]?.status === 'DELIVERED',
      )
    }, 'both to be delivered')
    await go(`/vendas/${sale.uuid}`)
    const reported = page.getByRole('region', { name: 'Notificações desta venda' })
    assert.equal(await reported.getByText('Entregue', { exact: true }).count(), 2)
    await axe(page)
    await reported.getByRole('link', { name: /^Entregas desta venda/ }).click()
    await appears(page.getByText('Só as entregas de uma venda.'))
    const rows = page
      .getByRole('table')
      .getByRole('link')
      .filter({ hasNotText: /^Venda$/ })
    await rows.first().waitFor()
    assert.deepEqual(await rows.allInnerTexts(), ['Venda paga', 'Cobrança criada'])
    await axe(page)
    await page.getByRole('link', { name: 'Ver a venda' }).click()
    await reported
      .getByRole('link', { name: /^Webhook \d+, entrega/ })
      .first()
      .click()
    await page.getByText('Conteúdo enviado').first().waitFor()
  })
})
