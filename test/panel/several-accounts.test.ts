// Whose panel it is: a person of two accounts sees of each only what is its own, also in two tabs; and a person who was signed out from
// elsewhere gets a kind message, and is where they were once they have signed in again.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { join, type Person, register } from '../access/person.ts'
import { openTestGateway, sellerWith, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { button, choose, heading, sayPassword } from './steps.ts'

const STILL = { reducedMotion: 'reduce' } as const

describe('the panel', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  /** An account with one sale, to this customer. */
  async function ownerSelling(name: string, customer: string): Promise<Person> {
    const person = await register(gateway, name)
    const { body } = await person.call('POST', '/api/credentials', { name: 'loja' })
    await sellerWith(gateway, person.accountId, body.publicKey, body.privateKey).sell(50_00, {
      customer: { name: customer },
    })
    return person
  }

  it('never shows one account in another, and keeps two tabs apart', async () => {
    const ana = await ownerSelling('Ana Souza', 'Cliente da Ana')
    const bia = await ownerSelling('Bia Reis', 'Cliente da Bia')
    await join(gateway, ana, bia.accountId, 'FINANCE')
    await using visit = await browser.visit(gateway, STILL)
    const { page, go } = visit
    await visit.signedIn(ana)
    await watchFor(page.context(), ['Cliente da Ana', 'Cliente da Bia'])
    await go('/vendas')
    await appears(page.getByText('Cliente da Ana'))
    assert.deepEqual(await seen(page), ['Cliente da Ana'])
    await workIn(page, 'Bia Reis')
    await heading(page, 'Olá, Ana')
    await choose(page, 'Vendas')
    await appears(page.getByText('Cliente da Bia'))
    assert.deepEqual(await seen(page), ['Cliente da Bia'])

    const other = await page.context().newPage()
    await other.goto('/vendas')
    await appears(other.getByText('Cliente da Ana'))
    for (const [tab, customer] of [
      [page, 'Cliente da Bia'],
      [other, 'Cliente da Ana'],
      [page, 'Cliente da Bia'],
    ] as const) {
      await tab.reload()
      await appears(tab.getByText(customer))
      await tab.getByRole('link', { name: customer }).click()
      await heading(tab, /^Venda/)
      assert.deepEqual(await seen(tab), [customer])
      await tab.goBack()
    }
    await workIn(page, 'Ana Souza')
    await appears(page.getByText('Cliente da Ana'))
    assert.deepEqual(await seen(page), ['Cliente da Ana'])
  })

  it('informs a person who was signed out elsewhere, and takes them back to where they were', async () => {
    const ana = await ownerSelling('Ana Souza', 'Cliente da Ana')
    const bia = await ownerSelling('Bia Reis', 'Cliente da Bia')
    await join(gateway, ana, bia.accountId, 'FINANCE')
    await using operators = await browser.visit(gateway, STILL)
    // The live page would notice by itself, just when it is read again.
    await neverAnswer(operators.page, '**/api/live')
    await operators.go('/vendas?q=cliente')
    await sayPassword(operators.page, ana)
    await appears(operators.page.getByText('Cliente da Ana'))
    await workIn(operators.page, 'Bia Reis')
    await choose(operators.page, 'Vendas')
    await operators.page.getByRole('link', { name: 'Cliente da Bia' }).click()
    await heading(operators.page, /^Venda/)
    const { pathname } = new URL(operators.page.url())

    await using phone = await browser.visit(gateway, STILL)
    await phone.go('/seguranca')
    await sayPassword(phone.page, ana)
    await heading(phone.page, 'Segurança')
    await button(phone.page, 'Encerrar todas as outras').click()
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Encerrar todas as outras' }).click()
    await appears(phone.page.getByText(/outras? sess(ão|ões) fo(i|ram) encerradas?/))

    await operators.page.reload()
    await heading(operators.page, 'Entrar')
    await sayPassword(operators.page, ana)
    await heading(operators.page, /^Venda/)
    assert.equal(new URL(operators.page.url()).pathname, pathname)
    await operators.page.getByText('Cliente da Bia').first().waitFor()
  })

  it('informs kindly where the session ends while a person is at work', async () => {
    const ana = await ownerSelling('Ana Souza', 'Cliente da Ana')
    await using operators = await browser.visit(gateway, STILL)
    await operators.go('/')
    await sayPassword(operators.page, ana)
    await choose(operators.page, 'Extrato')
    await heading(operators.page, 'Extrato')
    await using phone = await browser.visit(gateway, STILL)
    await phone.go('/seguranca')
    await sayPassword(phone.page, ana)
    // The one that registered, and the one on the operator's pages.
    const others = phone.page.getByRole('button', { name: /^Encerrar a sessão/ })
    for (const left of [1, 0]) {
      await others.first().click()
      await until(async () => (await others.count()) === left || null, `${left} of them to be left`)
    }

    await appears(
      operators.page.getByRole('status').getByText('Sua sessão terminou. Entre de novo e continue de onde parou.'),
    )
    await axe(operators.page)
    await sayPassword(operators.page, ana)
    await heading(operators.page, 'Extrato')
  })

  it('informs too where the session is all that is requested again', async () => {
    const ana = await ownerSelling('Ana Souza', 'Cliente da Ana')
    await using operators = await browser.visit(gateway, STILL)
    await operators.signedIn(ana)
    await operators.page.clock.install()
    await operators.go('/extrato')
    await operators.untilQuiet()
    await neverAnswer(
      operators.page,
      url => url.pathname.startsWith('/api/') && url.pathname !== '/api/auth/get-session',
    )
    await ana.call('POST', '/api/auth/sign-out', {})
    await operators.page.clock.fastForward('06:00')
    await operators.page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await heading(operators.page, 'Entrar')
    await appears(operators.page.getByRole('status').getByText('Sua sessão terminou.'))
  })
})

const neverAnswer = (page: Page, where: Parameters<Page['route']>[0]) => page.route(where, () => {})

async function workIn(page: Page, account: string): Promise<void> {
  await page.getByRole('button', { name: /Ana Souza/ }).click()
  await page.getByRole('menuitem', { name: account }).click()
  await page.waitForURL('**/')
}

/** Notes in every page which of these were to be read at any time, however shortly. */
async function watchFor(context: BrowserContext, texts: string[]): Promise<void> {
  await context.addInitScript(`{
    globalThis.seenTexts = []
    const look = () => ${JSON.stringify(texts)}
      .filter(text => !seenTexts.includes(text) && document.body?.textContent.includes(text))
      .forEach(text => seenTexts.push(text))
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  }`)
}

const seen = (page: Page) => page.evaluate<string[]>('seenTexts')
