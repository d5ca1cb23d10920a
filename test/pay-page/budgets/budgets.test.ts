// What the pages of the checkout cost, as far as it is the same on every machine. Their times, and a thousand buyers who only wait, are
// in `npm run budgets`.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestGateway } from '../../gateway.ts'
import { NEEDS_BROWSER, openPanelBrowser } from '../../panel/browser.ts'
import { QUICK } from '../../panel/budgets/watching.ts'
import { type CheckoutScene, loadPage, openCheckoutPages, weighPage } from './pages.ts'

describe('the first load of the checkout', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let scene: CheckoutScene
  before(async () => {
    const gateway = resources.use(await openTestGateway())
    scene = { gateway, browser: resources.use(await openPanelBrowser()) }
  })
  after(() => resources.disposeAsync())

  it('is within its budget, for a payment link, for a code and where every method is offered', async () => {
    for (const page of await openCheckoutPages(scene.gateway)) {
      const loaded = await loadPage(scene, page, QUICK)
      assert.ok(loaded.bytes.script > 0, `${page.name} has its script`)
      assert.deepEqual(await weighPage(scene, page, loaded), [], page.name)
    }
  })
})
