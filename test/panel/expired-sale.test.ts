// A sale that was not paid in time, and one that was cancelled: the list, the detail and the filter tell them apart.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SECOND_MS } from '#kernel/time.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { at } from '../sale/selling.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { heading, visitOf } from './steps.ts'

const LASTS_SECONDS = 60

describe('a sale that ends unpaid', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  let shop: Shop
  let late: { id: number; uuid: string }
  let cancelled: { id: number; uuid: string }
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
    shop = await openShop(gateway)
    late = await shop.seller.sell(20_00, { pix: { expiresInSeconds: LASTS_SECONDS } })
    cancelled = await shop.seller.sell(10_00)
    await shop.seller.api('POST', `${at(cancelled)}/cancel`)
    await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: LASTS_SECONDS + 1 } })
    gateway.advance((LASTS_SECONDS + 1) * SECOND_MS)
    await shop.seller.reaches(at(late), 'CANCELADO')
  })
  after(() => resources.disposeAsync())

  it('has expired where its time was over, in the list, its filter and its detail', async () => {
    await using visit = await visitOf(browser, gateway, shop.person)
    const { page, go } = visit
    await go('/vendas')
    const row = (amount: string) => page.getByRole('row').filter({ hasText: amount })
    await appears(row('20,00').getByText('Expirada', { exact: true }))
    await appears(row('10,00').getByText('Cancelada', { exact: true }))
    await axe(page)
    await page.getByLabel('Situação').selectOption('Expirada')
    await page.waitForURL(/status=EXPIRADO/)
    await row('10,00').waitFor({ state: 'detached' })
    await row('20,00').waitFor()
    await page.getByLabel('Situação').selectOption('Cancelada')
    await row('20,00').waitFor({ state: 'detached' })
    await row('10,00').waitFor()

    await go(`/vendas/${late.uuid}`)
    const life = page.getByRole('region', { name: 'O que aconteceu' })
    await appears(page.getByText('Expirada', { exact: true }))
    await appears(life.getByText('Expirou sem pagamento'))
    assert.equal(await page.getByText('Cancelada', { exact: true }).count(), 0)
    await go(`/vendas/${cancelled.uuid}`)
    await appears(life.getByText('Cancelada'))
  })

  it('is called so on a phone, and at home, in English', async () => {
    await using visit = await visitOf(browser, gateway, shop.person, { viewport: PHONE, locale: 'en-US' })
    await visit.go('/')
    await appears(visit.page.getByText('Expired', { exact: true }))
    await visit.go('/vendas?status=EXPIRADO')
    await heading(visit.page, 'Sales')
    await visit.page.getByText('Expired', { exact: true }).last().waitFor()
    assert.equal(await visit.page.getByText('Cancelled', { exact: true }).filter({ visible: true }).count(), 0)
  })
})
