// What the panel's pages cost, as far as it is the same on every machine: bytes, requests, requests sent twice, jumps. Their times, and a
// hundred thousand sales, are in main.ts.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestGateway } from '../../gateway.ts'
import { some } from '../../long.ts'
import { NEEDS_BROWSER, openPanelBrowser } from '../browser.ts'
import { load, type Scene, weigh } from './judging.ts'
import { openLargeShop } from './large-shop.ts'
import { BUDGETS } from './pages.ts'
import { QUICK } from './watching.ts'

const FEW_SALES = 400

describe('the first load', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let scene: Scene
  before(async () => {
    const gateway = resources.use(await openTestGateway())
    const browser = resources.use(await openPanelBrowser())
    scene = { gateway, browser, shop: await openLargeShop(gateway, FEW_SALES) }
  })
  after(() => resources.disposeAsync())

  for (const budget of some(BUDGETS, 4))
    it(`of ${budget.name} is within its budget`, async () => {
      assert.deepEqual(weigh(budget, await load(scene, budget, QUICK)), [])
    })
})
