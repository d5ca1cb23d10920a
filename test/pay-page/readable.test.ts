// Every screen of the checkout in a real Chromium, for those who do not see it, see it in the dark, or press it with a thumb.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { contact, linkOf } from '../cart/shopping.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow, some } from '../long.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { appears, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from '../panel/browser.ts'
import { until } from '../until.ts'
import { everyScreen } from './every-screen.ts'
import { stoppedOn } from './policy.ts'

const PHONE = { width: 320, height: 640 }

describe('the pages of the checkout', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let shop: Shop
  let browser: PanelBrowser
  before(async () => {
    gateway = resources.use(await openTestGateway())
    shop = await openShop(gateway)
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  it('are readable for everybody, in light and dark, in both languages, in the size that they choose; their policy stops nothing', async () => {
    await using visit = await browser.visit(gateway, { viewport: PHONE })
    const { page } = visit
    visit.forgive(/40[04]|eventos|inline|TrustedScript/)
    const stopped = await stoppedOn(page)
    const screens = await everyScreen({ gateway, shop })
    const looked = some(screens, 5)
    for (const screen of screens) {
      const [name, path] = screen
      await page.goto(path)
      if (looked.includes(screen)) await looksRight(page, name)
      assert.deepEqual(stopped, [], `what the policy of "${name}" has stopped`)
    }
    // What would have been heard.
    await assert.rejects(page.evaluate(`document.createElement('script').textContent = 'void 0'`), /TrustedScript/)
    await until(() => stopped.length > 0, 'the policy to stop a script')
    assert.deepEqual(stopped, ['require-trusted-types-for trusted-types-sink'])
  })

  slow('are readable also where a form was refused, and where the bank does not answer', async () => {
    await using visit = await browser.visit(gateway, { viewport: PHONE })
    const { page } = visit
    visit.forgive(/400|503|eventos/)
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
    await page.goto(`/l/${(await linkOf(shop.seller, { askDocument: true, askAddress: true })).slug}`)
    await page.evaluate(`for (const form of document.forms) form.noValidate = true`)
    await press('Continuar')
    await page.getByRole('alert').waitFor()
    await looksRight(page, 'contact, refused')
    const { token } = await contact(gateway, await linkOf(shop.seller, { askAddress: true }))
    await page.goto(`/c/${token}`)
    await page.evaluate(`for (const form of document.forms) form.noValidate = true`)
    await press('Continuar')
    await page.getByRole('alert').waitFor()
    await looksRight(page, 'delivery, refused')
    const pay = await contact(gateway, await linkOf(shop.seller))
    for (const on of ['PUT /cob', 'GET /cob'])
      await call(gateway.bankUrl, 'POST', '/sandbox/faults', { body: { on, fate: '503', times: 50 } })
    await page.goto(`/c/${pay.token}`)
    await press(/^Pagar R\$/)
    await appears(page.getByText('O banco não respondeu', { exact: false }))
    await looksRight(page, 'the bank does not answer')
    await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')
  })
})

async function looksRight(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await readable(page, name)
  await fits(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await readable(page, `${name}, dark`, ['color-contrast'])
  const small = await page.evaluate<string[]>(SMALL_TARGETS)
  assert.deepEqual(small, [], `${name}: smaller than 44 px`)
}

async function readable(page: Page, name: string, rules?: string[]): Promise<void> {
  const builder = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules === undefined ? builder : builder.withRules(rules)).analyze()
  const messages = violations.map(
    ({ id, help, nodes }) => `${name}: ${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`,
  )
  assert.equal(messages.join('\n'), '')
}

/** What is pressed is large enough for a thumb; a link within a sentence is not meant. */
const SMALL_TARGETS = `[...document.querySelectorAll('a, button, summary, input:not([type=hidden]), select')]
  .filter(one => one.checkVisibility() && !one.closest('.notice, label'))
  .map(one => ({ one, box: (one.matches('[type=checkbox], [type=radio]') ? one.parentElement : one).getBoundingClientRect() }))
  .filter(({ box }) => box.height < 44 || box.width < 44)
  .map(({ one, box }) => one.outerHTML.slice(0, 80) + ' ' + box.width + 'x' + box.height)`
