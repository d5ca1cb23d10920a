// What an operator is told, offered and spared while they change an account.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { inTestMode } from '../test-mode/side.ts'
import { until } from '../until.ts'
import { asOperator, button, confirm } from './as-operator.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person
let shop: Seller

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  olga = await registerOperator(gateway)
  shop = await gateway.seller({ funds: 300_00 })
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const RECEIVER = {
  kind: 'bcb',
  name: 'So recebe',
  baseUrl: 'https://bcb.example.invalid',
  environment: 'test',
  clientId: 'receiver',
  clientSecret: 'receiver-secret',
  pixKey: 'receiver@example.com',
}

/** With the repetitions. */
const READ_TRIES = 3

const at = (path = '') => asOperator(browser, gateway, olga, `/operacao/contas/${shop.accountId}${path}`)
const account = async () => (await olga.call('GET', `/api/admin/accounts/${shop.accountId}`)).body

describe('an account that an operator changes', NEEDS_BROWSER, () => {
  it('says that the held cashouts of a blocked account leave when it is closed, where it may transfer', async () => {
    const stopped = await register(gateway, 'Loja Parada')
    const change = async (fields: object) => {
      const path = `/api/admin/accounts/${stopped.accountId}`
      const { status, text } = await olga.call('PATCH', path, { ...fields, reason: 'Suspeita' })
      assert.equal(status, 200, text)
    }
    await change({ status: 'BLOCKED', transferAllowed: true })
    await using visit = await asOperator(browser, gateway, olga, `/operacao/contas/${stopped.accountId}`)
    const { page } = visit
    await button(page, 'Iniciar encerramento').click()
    await appears(page.getByRole('dialog').getByText(/os saques parados são enviados/))
    await change({ transferAllowed: false })
    await page.reload()
    await button(page, 'Iniciar encerramento').click()
    await appears(page.getByRole('dialog').getByText('Novas cobranças e saques são recusados enquanto'))
    assert.equal(await page.getByText(/saques parados/).count(), 0)
  })

  it('gives up a raise of its limits that is not in force yet', async () => {
    const path = `/api/admin/accounts/${shop.accountId}`
    const higher = { limits: { cashoutMaximumCents: (await account()).limits.cashoutMaximumCents + 1_00 } }
    assert.equal((await olga.call('PATCH', path, { ...higher, reason: 'Pediu' })).status, 200)
    assert.deepEqual(Object.keys((await account()).pendingLimits), ['cashoutMaximumCents'])
    await using visit = await at()
    const { page } = visit
    await button(page, 'Desistir do aumento: Máximo por saque').click()
    await axe(page)
    await confirm(page, 'Desistir do aumento', 'Era outra conta')
    await page.getByText('Desistir do aumento').waitFor({ state: 'hidden' })
    assert.deepEqual((await account()).pendingLimits, {})
  })

  it('keeps what is typed into a dialog while the account cannot be read again', async () => {
    await using visit = await at()
    visit.forgive(/status of 503/)
    const { page } = visit
    await visit.untilQuiet()
    await button(page, 'Alterar: Limites de saque').click()
    const day = page.getByRole('dialog').getByLabel('Por dia')
    await day.fill('77700')
    let refusals = 0
    await page.route(`**/api/admin/accounts/${shop.accountId}`, async route => {
      refusals += 1
      await route.fulfill({ status: 503, json: { success: false, error: { code: 'GENERAL_ERROR', message: 'away' } } })
    })
    // Ten minutes later the person comes back to the page.
    await page.evaluate(`{ const now = Date.now; Date.now = () => now() + 600_000 }
      window.dispatchEvent(new Event('visibilitychange'))`)
    await until(() => refusals >= READ_TRIES || null, 'the account to be read again, in vain')
    await visit.untilQuiet()
    assert.match(await day.inputValue(), /777,00/)
  })

  it('says which numbers a rule may have', async () => {
    await using visit = await at('/regras')
    const { page } = visit
    await page.getByLabel('Pessoas que precisam aprovar').fill('11')
    await button(page, 'Alterar regras').click()
    await appears(page.getByText('Informe um número de 1 a 10.'))
  })

  it('offers to pay by those providers alone that pay', async () => {
    const added = await olga.call('POST', '/api/admin/psp/accounts', RECEIVER)
    assert.ok(added.status < 300, added.text)
    await using visit = await at()
    const { page } = visit
    await button(page, 'Alterar: Provedores').click()
    const offered = (label: string) =>
      page.getByRole('dialog').getByLabel(label).locator('option', { hasText: 'So recebe' })
    await offered('Recebe por').waitFor({ state: 'attached' })
    assert.equal(await offered('Paga por').count(), 0)
  })

  it('leaves the status of a test account to its live account', async () => {
    await using tested = await openTestGateway({ testMode: true })
    const operator = await registerOperator(tested)
    const { accountId } = await inTestMode(await register(tested, 'Loja com Testes'))
    await using visit = await asOperator(browser, tested, operator, `/operacao/contas/${accountId}`)
    const { page } = visit
    await appears(page.getByText('Teste', { exact: true }))
    for (const verb of ['Bloquear conta', 'Iniciar encerramento']) assert.equal(await button(page, verb).count(), 0)
  })
})
