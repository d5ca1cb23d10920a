// A person with a second factor: the second step of the sign-in, and the proof before a critical act.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#kernel/time.ts'
import { type Person, register } from '../access/person.ts'
import { type App, secure } from '../access/totp.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { createKey, sayPassword, stepUpDialog } from './steps.ts'

describe('a second factor', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  after(() => resources.disposeAsync())
  let gateway: TestGateway
  let browser: PanelBrowser
  let person: Person
  let app: App
  let recoveryCodes: string[]
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
    ;({ person, app, recoveryCodes } = await secure(gateway, await register(gateway)))
  })

  it('is required after the password, and admits no session by a wrong code', async () => {
    await using visit = await browser.visit(gateway)
    const { page } = visit
    await visit.go('/vendas')
    await sayPassword(page, person)
    await page.getByRole('heading', { name: 'Mais um passo' }).waitFor()
    const code = page.getByRole('textbox', { name: 'Código' })
    assert.equal(await page.evaluate('document.activeElement?.name'), 'code')
    await axe(page)
    await code.fill(app.wrong())
    await page.keyboard.press('Enter')
    await appears(page.getByText('O código não confere'))
    await axe(page)
    await code.fill(app.code())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Vendas' }).waitFor()
  })

  slow('can be a recovery code', async () => {
    await using visit = await browser.visit(gateway)
    const { page } = visit
    await visit.go('/entrar')
    await sayPassword(page, person)
    await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
    await page.getByRole('textbox', { name: 'Código de recuperação' }).fill(recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
  })

  it('is required again before a critical act, which then goes on by itself', async () => {
    gateway.advance(6 * MINUTE_MS)
    await using visit = await browser.visit(gateway)
    await visit.signedIn(person)
    const { page } = visit
    await visit.go('/integracoes/chaves')
    await createKey(page, 'Loja')
    const proof = stepUpDialog(page)
    await proof.getByRole('button', { name: 'Usar um código de recuperação' }).click()
    await axe(page)
    await proof.getByRole('textbox', { name: 'Código de recuperação' }).fill(recoveryCodes[1] ?? '')
    await page.keyboard.press('Enter')
    await page.getByText(/^sk_/).first().waitFor()
  })

  slow('leaves the act undone when the person would rather not', async () => {
    gateway.advance(6 * MINUTE_MS)
    await using visit = await browser.visit(gateway)
    await visit.signedIn(person)
    const { page } = visit
    await visit.go('/integracoes/chaves')
    await createKey(page, 'Outra')
    const proof = stepUpDialog(page)
    await proof.getByRole('button', { name: 'Cancelar' }).click()
    await appears(page.getByText('Para isso é preciso confirmar que é você'))
    const { body } = await person.call('GET', '/api/credentials')
    assert.deepEqual(
      body.data.map(({ name }: { name: string }) => name),
      ['Loja'],
    )
  })
})
