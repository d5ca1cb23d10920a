// Sums are of the period, the month or the filter that is chosen: while the next ones are on their way the former are not shown under it.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import type { Person } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { paidByCard } from '../receivable/settling.ts'
import { paid } from '../sale/refunding.ts'
import { setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'
import { appears, NEEDS_BROWSER, type PanelBrowser } from './browser.ts'
import { openPanelScene, type PanelScene } from './scene.ts'
import { button, visitOf } from './steps.ts'

describe('the sums of a period', NEEDS_BROWSER, () => {
  let scene: PanelScene
  let gateway: TestGateway
  let browser: PanelBrowser
  let person: Person
  let seller: Seller
  before(async () => {
    scene = await openPanelScene()
    ;({ gateway, browser } = scene)
    ;({ person, seller } = await scene.shopOf())
    await setTerms(gateway, seller, { fixed: 0, basisPoints: 0 })
    await paid(gateway, seller, 123_45)
  })
  after(() => scene[Symbol.asyncDispose]())

  /** What this address answers waits from now on. */
  async function holding(page: Page, address: string): Promise<Route[]> {
    const held: Route[] = []
    await page.route(address, route => void held.push(route))
    return held
  }
  const asked = (held: Route[]) => until(() => held.length > 0, 'the next sums to be asked for')
  const isGone = (shown: Locator) => until(async () => (await shown.count()) === 0, 'the former sums to be gone')
  const letGo = (held: Route[]) => Promise.all(held.map(route => route.continue()))

  everyday('of the statement and of the first page are those of the chosen one', async () => {
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await go('/extrato')
    const sums = page.getByRole('region', { name: 'Somas do período' })
    await appears(sums.getByText(/R\$\s123,45/))
    const held = await holding(page, '**/api/statement/summary*')
    await button(page, 'Mês passado').click()
    await asked(held)
    await isGone(sums.getByText(/R\$\s123,45/))
    await letGo(held)
    await appears(sums.getByText(/R\$\s0,00/))

    await go('/')
    const figures = page.getByRole('region', { name: 'Movimento' })
    await appears(figures.getByText(/R\$\s123,45/))
    const days = await holding(page, '**/api/metrics*')
    await page.getByText('30 dias', { exact: true }).click()
    await asked(days)
    await isGone(figures)
    await letGo(days)
    await appears(figures.getByText(/R\$\s123,45/))
  })

  slow('of the reconciliation are those of the chosen one', async () => {
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await go('/extrato/conferencia')
    const sums = page.getByRole('region', { name: 'Somas do período' })
    await appears(sums.getByText(/R\$\s123,45/))
    const held = await holding(page, '**/api/reconciliation?*')
    await button(page, 'Mês passado').click()
    await asked(held)
    await isGone(sums)
    await letGo(held)
    await appears(sums.getByText(/R\$\s0,00/))
  })

  slow('of a month to come are on its own days, and one can go on turning meanwhile', async () => {
    await paidByCard(gateway, seller, 100_00, { installments: 3 })
    const [first] = (await seller.api('GET', '/api/receivables')).body.data
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await go(`/extrato/agenda?from=${first.expectedOn.slice(0, 7)}-01`)
    const month = page.getByRole('region', { name: /^Liberações de/ })
    const sums = page.getByRole('region', { name: 'A receber' })
    await appears(month.getByRole('table').getByRole('link'))
    await appears(sums.getByText(/R\$/))
    const held = await holding(page, '**/api/account/receivables/summary*')
    const next = month.getByRole('link', { name: 'Próximo mês' })
    await next.click()
    await asked(held)
    await isGone(month.getByRole('table'))
    await appears(month.getByRole('status', { name: 'Carregando…' }))
    assert.equal(await sums.getByText(/R\$/).count(), 0)
    const named = await month.getByRole('heading').innerText()
    await next.click()
    await until(() => held.length === 2, 'the month after it to be asked for')
    assert.notEqual(await month.getByRole('heading').innerText(), named)
    await letGo(held)
    await appears(month.getByRole('table'))
    await appears(sums.getByText(/R\$/))
  })
})
