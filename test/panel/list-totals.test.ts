// The lists of carts and of recurrences say how many there are and offer ready periods; those of anomalies too say how many.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { insertAnomaly } from '#cashout/anomaly/store.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { OWN_CART } from '../cart/things.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { offered } from '../recurrence/recurring.ts'
import { paid } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { asOperator, button } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, type PanelBrowser, PHONE } from './browser.ts'
import { openPanelScene, type PanelScene } from './scene.ts'
import { visitOf } from './steps.ts'

describe('the totals of lists', NEEDS_BROWSER, () => {
  let scene: PanelScene
  let gateway: TestGateway
  let browser: PanelBrowser
  let ana: Person
  let shop: Seller
  before(async () => {
    scene = await openPanelScene()
    ;({ gateway, browser } = scene)
    ;({ person: ana, seller: shop } = await scene.shopOf())
  })
  after(() => scene[Symbol.asyncDispose]())

  everyday('of carts are their number and what they come to, in the days that are asked for', async () => {
    for (const [customer, amount] of [
      [{ name: 'Bia Reis', email: 'bia@example.com' }, 30_00],
      [{ name: 'Caio Leal', email: 'caio@example.com' }, 20_00],
    ] as const) {
      const made = await shop.api('POST', '/api/carts', {
        ...OWN_CART,
        customer,
        amount,
        externalReference: customer.name,
      })
      assert.equal(made.status, 201, made.text)
    }
    await using visit = await visitOf(browser, gateway, ana)
    const { page } = visit
    await visit.go('/carrinhos')
    await appears(page.getByText('2 resultados · total de R$ 50,00'))
    await axe(page)
    await button(page, 'Ontem').click()
    await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/)
    await appears(page.getByText('Nada encontrado'))
    await button(page, 'Hoje').click()
    await appears(page.getByText('2 resultados · total de R$ 50,00'))
    // The totals are asked for by themselves: those of the filter before are not shown until these have come.
    const late = Promise.withResolvers<void>()
    await page.route('**/api/account/carts/totals?*', async route => {
      await late.promise
      await route.continue()
    })
    await page.getByLabel('Situação').selectOption({ label: 'Abandonado' })
    await appears(page.getByText('Nada encontrado'))
    assert.equal(await page.getByText(/^\d+ resultado/).count(), 0)
    late.resolve()
    assert.equal((await ana.call('GET', '/api/account/carts/totals?statuss=OPEN')).status, 400)
  })

  slow('of recurrences are their number, on a phone and in English too', async () => {
    await offered(shop)
    await offered(shop)
    await using visit = await visitOf(browser, gateway, ana, { viewport: PHONE, locale: 'en-US', colorScheme: 'dark' })
    const { page } = visit
    await visit.go('/recorrencias')
    await appears(page.getByText('2 results', { exact: true }))
    await axe(page)
    await fits(page)
    await button(page, 'Yesterday').click()
    await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/)
    await appears(page.getByText('Nothing found'))
    await button(page, 'Today').click()
    await appears(page.getByText('2 results', { exact: true }))
    const approved = await ana.call('GET', '/api/recurrences/totals?status=APROVADA')
    assert.deepEqual(approved.body, { count: 0, more: false })
  })

  slow('of payment links, of sessions and of requests are their number', async () => {
    const items = [{ title: 'Camiseta', unitPrice: 5_00, quantity: 1 }]
    const made = { '/api/payment-links': { title: 'Camiseta', items }, '/api/checkouts': { items } }
    for (const path of ['/api/payment-links', '/api/checkouts', '/api/checkouts'] as const) {
      const { status, text } = await shop.api('POST', path, made[path])
      assert.equal(status, 201, text)
    }
    await using visit = await visitOf(browser, gateway, ana)
    const { page } = visit
    await visit.go('/links')
    await appears(page.getByText('1 resultado', { exact: true }))
    await visit.go('/links/sessoes')
    await appears(page.getByText('2 resultados', { exact: true }))
    await axe(page)
    const expired = await ana.call('GET', '/api/account/checkouts/totals?status=EXPIRED')
    assert.deepEqual(expired.body, { count: 0, more: false })
    const path = '/api/requests/totals?method=POST&route=/api/checkouts'
    await until(async () => (await ana.call('GET', path)).body.count === 2 || null, 'both requests in the log')
    await visit.go('/integracoes/requisicoes?q=/api/checkouts')
    await appears(page.getByText('2 resultados', { exact: true }))
    await axe(page)
    await fits(page)
  })

  slow('of anomalies are their number', async () => {
    await paid(gateway, shop, 500_00)
    const asked = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    const { body } = await shop.api('POST', '/api/public/cashout', asked)
    const key = { accountId: shop.accountId, id: BigInt(body.id) }
    const found = { ...key, kind: 'FAILED_AFTER_PAID', pspAccountId: 1, ours: {}, theirs: {} } as const
    await gateway.db.transaction(tx => insertAnomaly(tx, found, new Date()))
    const olga = await registerOperator(gateway)
    await using visit = await asOperator(browser, gateway, olga, '/operacao/anomalias')
    const { page } = visit
    await appears(page.getByText('1 resultado', { exact: true }))
    await visit.go('/operacao/anomalias?status=decided')
    await appears(page.getByText('Nenhum registro combina com esses filtros.'))
    assert.equal((await ana.call('GET', '/api/admin/anomalies/totals')).status, 403)
  })
})
