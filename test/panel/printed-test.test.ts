// What a test account prints says that it is of a test: the receipt of a cashout, on the screen and on paper, and every page of the panel. What
// a live account prints says nothing of the kind.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, register } from '../access/person.ts'
import { take } from '../cashout/requesting.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { atTestBank, inTestMode, keysOf } from '../test-mode/side.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { visitOf } from './steps.ts'

describe('on paper', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  let ana: Person
  before(async () => {
    gateway = resources.use(await openTestGateway({ testMode: true }))
    browser = resources.use(await openPanelBrowser())
    ana = await register(gateway)
  })
  after(() => resources.disposeAsync())

  /** A cashout that was paid, of one of her accounts. */
  async function paidBy(person: Person, bank: Pick<TestGateway, 'pay'>): Promise<string> {
    const seller = await keysOf(gateway, person)
    const sale = await seller.sell(500_00)
    await bank.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const { cashout, path } = await take(seller)
    await seller.reaches(path, 'COMPLETED')
    return cashout.uuid
  }

  async function printed(page: Page): Promise<string> {
    await page.emulateMedia({ media: 'print' })
    const text = await page.evaluate<string>('document.body.innerText')
    await page.emulateMedia({ media: 'screen' })
    return text
  }

  everyday('the receipt and the pages of a test account are of a test', async () => {
    const inTest = await inTestMode(ana)
    const uuid = await paidBy(inTest, atTestBank(gateway))
    for (const [options, stamp, band] of [
      [{ viewport: PHONE }, 'Comprovante de teste, sem valor: nenhum dinheiro foi enviado.', 'Ambiente de teste.'],
      [{ locale: 'en-US' }, 'A test receipt, without value: no money was sent.', 'Test environment.'],
    ] as const) {
      await using visit = await visitOf(browser, gateway, inTest, options)
      const { page, go } = visit
      await go(`/saques/${uuid}/comprovante`)
      const receipt = page.getByRole('article')
      await appears(receipt.getByText(stamp))
      const paper = await printed(page)
      assert.deepEqual([paper.split(stamp).length, paper.split(band).length], [2, 1], `said once: ${paper}`)
      await axe(page)
      await fits(page)
      await go('/extrato')
      assert.ok((await printed(page)).includes(band))
    }
  })

  slow('those of a live account are not', async () => {
    const uuid = await paidBy(ana, gateway)
    for (const options of [{}, { locale: 'en-US' }]) {
      await using visit = await visitOf(browser, gateway, ana, options)
      await visit.go(`/saques/${uuid}/comprovante`)
      await visit.page.getByRole('article').waitFor()
      assert.doesNotMatch(
        await printed(visit.page),
        /Comprovante de teste|test receipt|Ambiente de teste|Test environment/,
      )
    }
  })
})
