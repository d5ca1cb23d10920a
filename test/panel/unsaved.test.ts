// What people wrote is not lost without a question, what they did is confirmed with its subject and its amount, and an operator begins on
// the operator's pages.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { join, type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, sellerOf, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { asOperator } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { button, choose, heading, sayPassword, visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let ana: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  browser = resources.use(await openPanelBrowser())
  ana = await register(gateway)
})
after(() => resources.disposeAsync())

async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill(text)
  await dialog.getByRole('option').first().click()
}

const asked = (page: Page) => page.getByRole('dialog', { name: 'Sair sem salvar?' })

describe('changes that were not saved', NEEDS_BROWSER, () => {
  it('are asked about by the browser where the question cannot be loaded', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/configuracoes')
    const name = page.getByLabel('Nome da conta')
    await name.waitFor()
    visit.forgive(/net::ERR_FAILED/)
    await page.route('**/assets/*', route => route.abort())
    const questions: string[] = []
    page.on('dialog', dialog => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await name.fill('Loja da Ana')
    await choose(page, 'Vendas')
    await until(async () => questions.length > 0 || null, 'the question')
    assert.match(questions[0] ?? '', /ainda não foi salvo/)
    assert.equal(await name.inputValue(), 'Loja da Ana')
  })

  it('of the settings need a confirmation on every way out, and none once they are saved', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/configuracoes')
    const name = page.getByLabel('Nome da conta')
    await name.fill('Loja da Ana')
    await choose(page, 'Vendas')
    await asked(page).waitFor()
    await axe(page)
    await button(page, 'Continuar editando').click()
    assert.equal(await name.inputValue(), 'Loja da Ana')

    const leaving: string[] = []
    page.on('dialog', dialog => {
      leaving.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await heading(page, 'Configurações')
    assert.deepEqual(leaving, ['beforeunload'])

    await name.fill('Loja da Ana')
    await choose(page, 'Vendas')
    await button(page, 'Sair sem salvar').click()
    await heading(page, 'Vendas')
    await go('/configuracoes')
    assert.notEqual(await name.inputValue(), 'Loja da Ana')

    await name.fill('Loja da Ana')
    await button(page, 'Salvar alterações').click()
    const toast = page.locator('.mantine-Notification-root').first()
    await toast.waitFor()
    await page.emulateMedia({ media: 'print' })
    assert.equal(await toast.isVisible(), false, 'a toast on paper')
    await page.emulateMedia({ media: 'screen' })
    await choose(page, 'Vendas')
    await heading(page, 'Vendas')
    assert.equal(leaving.length, 1)
  })

  it('need a confirmation before the session ends, another account is worked in, or the search leads away', async () => {
    const bia = await register(gateway, 'Bia Reis')
    const carla = await register(gateway, 'Carla Dias')
    await join(gateway, carla, bia.accountId, 'OWNER')
    const sale = await (await sellerOf(gateway, carla)).sell(10_00)
    await using visit = await visitOf(browser, gateway, carla)
    const { page, go } = visit
    const ends: string[] = []
    page.on('request', one => void (one.url().endsWith('/api/auth/sign-out') && ends.push(one.url())))
    page.on('dialog', dialog => {
      ends.push(dialog.type())
      void dialog.accept()
    })
    await go('/vendas')
    await choose(page, 'Configurações')
    await heading(page, 'Configurações')
    const name = page.getByLabel('Nome da conta')
    await name.fill('Loja da Carla')
    const menu = async (item: string) => {
      await page.getByRole('button', { name: /Carla Dias/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const chosen = () => page.evaluate<string>(`sessionStorage.getItem('porteira-account')`)
    const ways: [way: string, go: () => Promise<unknown>][] = [
      ['sign-out', () => menu('Sair')],
      ['another account', () => menu('Bia Reis')],
      ['back', () => page.goBack()],
      ['the search', () => searchFor(page, sale.uuid)],
    ]
    for (const [way, leave] of ways) {
      await leave()
      await asked(page).waitFor()
      assert.deepEqual(ends, [], way)
      assert.equal(await chosen(), String(carla.accountId), way)
      await button(page, 'Continuar editando').click()
      await asked(page).waitFor({ state: 'detached' })
      assert.equal(await name.inputValue(), 'Loja da Carla', way)
      assert.equal(new URL(page.url()).pathname, '/configuracoes', way)
    }
    await page.getByRole('button', { name: 'Idioma' }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    const english = page.getByLabel('Name of the account')
    assert.equal(await english.inputValue(), 'Loja da Carla')
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitem', { name: 'Português' }).click()
    await menu('Sair')
    await button(page, 'Sair sem salvar').click()
    await heading(page, 'Entrar')
    assert.equal(ends.length, 1, String(ends))
  })

  it('of a webhook and of the allowed addresses need one too', async () => {
    const { body } = await ana.call('POST', '/api/webhook', {
      webhookUrl: 'https://example.com/a',
      events: ['sale.paid'],
    })
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go(`/integracoes/webhooks/${body.id}/editar`)
    await page.getByLabel('Ligado').click()
    await choose(page, 'Vendas')
    await asked(page).waitFor()
    await button(page, 'Continuar editando').click()
    await button(page, 'Salvar').click()
    await page.waitForURL(`**/integracoes/webhooks/${body.id}`)
    assert.equal(await asked(page).count(), 0)
  })
})

describe('an operator', NEEDS_BROWSER, () => {
  it('begins on the operator’s pages, and the gateway refuses nothing on the way there', async () => {
    const olga = await registerOperator(gateway)
    await gateway.db.query(sql`delete from member where account_id = ${olga.accountId}`)
    await using visit = await browser.visit(gateway)
    const { page } = visit
    const refused: string[] = []
    page.on('response', answer => void (answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`)))
    await page.goto('/entrar')
    await sayPassword(page, olga)
    await page.waitForURL('**/operacao')
    await heading(page, 'Operação')
    await visit.untilQuiet()
    assert.deepEqual(refused, [])
    await page.goto('/')
    await page.waitForURL('**/operacao')
    assert.deepEqual(refused, [])
  })
})

describe('the audit log', NEEDS_BROWSER, () => {
  it('says of what and how much in the account, with the way to it', async () => {
    const seller = await gateway.seller({ funds: 500_00 })
    await gateway.db.query(sql`
      insert into member (account_id, user_id, role, created_at)
      select ${seller.accountId}, id, 'OWNER', now() from iam."user" where email = ${ana.email}`)
    const inShop = { 'x-account-id': String(seller.accountId) }
    const request = { amount: 123, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    const { status, body } = await ana.call('POST', '/api/withdrawals', request, inShop)
    assert.equal(status, 201)
    await using visit = await visitOf(browser, gateway, { ...ana, accountId: seller.accountId }, { viewport: PHONE })
    const { page, go } = visit
    await go('/equipe/atividade')
    const entry = page.getByRole('listitem').filter({ hasText: 'Pediu um saque' })
    await appears(entry.getByText('R$ 123,00 · maria@example.com'))
    await fits(page)
    await entry.getByRole('link', { name: 'Ver o saque' }).click()
    await page.waitForURL(`**/saques/${body.uuid}`)
  })

  it('shows the operator what changed, in words', async () => {
    const olga = await registerOperator(gateway)
    const limits = { cashoutMaximumCents: 5_000_00 }
    const path = `/api/admin/accounts/${ana.accountId}`
    assert.equal((await olga.call('PATCH', path, { limits, transferAllowed: false, reason: 'Combinado' })).status, 200)
    await using visit = await asOperator(browser, gateway, olga, `/operacao/auditoria?userId=${ana.accountId}`)
    const { page } = visit
    const row = page.getByRole('row').filter({ hasText: 'Combinado' })
    await row.getByText('O que mudou').click()
    await appears(row.getByText('Pode transferir: sim → não'))
    await appears(row.getByText(/^Limites, máximo por saque: .*→ R\$\s5\.000,00$/))
    assert.equal(/[{}"]|Centavos|transferAllowed/.test(await row.innerText()), false, await row.innerText())
    await fits(page)
    await axe(page)
  })
})
