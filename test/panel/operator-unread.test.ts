// The desk's first page, once what waits cannot be read any more after it was read well.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { appears, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'

describe('the list of what waits for an operator', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  it('does not say that nothing waits where its newest look came to nothing', async () => {
    await using visit = await browser.visit(gateway)
    await visit.signedIn(await registerOperator(gateway))
    const { page } = visit
    await page.clock.install()
    await visit.go('/operacao')
    const [allWell, unread] = [page.getByText('Nada espera por você'), page.getByText('Nem tudo pôde ser lido')]
    await appears(allWell)
    visit.forgive(/status of 500/)
    await page.route('**/api/admin/**', route => route.fulfill({ status: 500, json: {} }))
    await page.clock.fastForward('00:25')
    await appears(unread)
    assert.equal(await allWell.count(), 0)
    await page.unrouteAll()
    await page.getByRole('alert').filter({ has: unread }).getByRole('button').click()
    await appears(allWell)
  })
})
