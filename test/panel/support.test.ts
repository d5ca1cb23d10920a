// Who looks at which account for support: the operator's list, and what the members of the account see of it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, registerOperator, signIn } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { asOperator, button } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const WHY = 'Chamado 4711: o cliente diz que o saque não chegou e pediu que a gente conferisse a chave Pix'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person
let otto: Person
let shop: Shop

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  olga = await registerOperator(gateway)
  otto = await registerOperator(gateway)
  shop = await openShop(gateway, { funds: 150_00 })
  await shop.person.call('PATCH', '/api/account', { name: 'Loja da Ana' })
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const at = (path: string, person = olga, options = {}) => asOperator(browser, gateway, person, path, options)

/** In a session of its own. */
async function opened(person: Person, reason = WHY): Promise<{ id: string; person: Person }> {
  const here = await signIn(gateway, person)
  const answer = await here.call('POST', `/api/admin/accounts/${shop.person.accountId}/support-views`, { reason })
  assert.equal(answer.status, 201, answer.text)
  return { id: answer.body.id, person: here }
}

describe('views for support', NEEDS_BROWSER, () => {
  it('are listed for the operator, with the way to the account, and any operator ends one', async () => {
    await using visit = await at('/operacao/suporte')
    const { page } = visit
    await appears(page.getByText('Nenhuma conta está sendo vista'))
    await axe(page)
    await opened(otto)
    await page.getByRole('cell', { name: WHY }).waitFor()
    await page.getByRole('link', { name: 'Loja da Ana' }).waitFor()
    await axe(page)
    await button(page, 'Encerrar: Loja da Ana').click()
    await axe(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
    await appears(page.getByText('Consulta encerrada.'))
    await appears(page.getByText('Nenhuma conta está sendo vista'))
    await page.getByLabel('Situação').selectOption('ENDED')
    await page.getByRole('cell', { name: /Encerrada por Olga Operadora/ }).waitFor()
    assert.match(page.url(), /status=ENDED/)
    await axe(page)
    await page.getByRole('link', { name: 'Loja da Ana' }).click()
    await page.getByRole('heading', { level: 1, name: 'Loja da Ana' }).waitFor()
  })

  it('are shown to the members of the account, at the start and in the activity, until they end', async () => {
    const { id } = await opened(otto)
    await using visit = await at('/', shop.person)
    const { page } = visit
    await appears(page.getByText('O suporte do gateway está vendo esta conta.'))
    await appears(page.getByText(`“${WHY}”`))
    await axe(page)
    await page.getByRole('link', { name: 'Ver o que foi aberto' }).click()
    await page.getByRole('heading', { level: 1, name: 'Atividade' }).waitFor()
    assert.match(page.url(), /action=support-view\.read/)
    await appears(page.getByRole('status').getByText('O suporte do gateway está vendo esta conta.'))
    assert.equal(await page.getByText('Olga').count(), 0)
    await axe(page)
    assert.equal((await olga.call('POST', `/api/admin/support-views/${id}/end`)).status, 202)
    await visit.go('/')
    await appears(page.getByText('Nada espera por você agora.'))
    assert.equal(await page.getByText('O suporte do gateway está vendo esta conta.').count(), 0)
  })

  it('are not requested in a view itself, which would be reported to the account too', async () => {
    await using visit = await at(`/operacao/contas/${shop.person.accountId}`)
    const { page } = visit
    await button(page, 'Ver como a conta').click()
    await page.getByRole('dialog').getByLabel('Motivo').fill('Chamado 4713')
    await page.getByRole('dialog').getByRole('button', { name: 'Ver como a conta' }).click()
    await appears(page.getByText('Nada espera por você agora.'))
    await visit.go('/equipe/atividade')
    await visit.untilQuiet()
    const { body } = await olga.call('GET', '/api/admin/audit?action=support-view.read&limit=100')
    const paths = body.data.map(({ subjectId }: { subjectId: string }) => subjectId)
    assert.ok(paths.includes('/api/audit'), String(paths))
    assert.equal(paths.includes('/api/support-views'), false)
    // Ended from the list, the session's own one is gone from every screen.
    const banner = page.getByRole('region', { name: 'Suporte' })
    await appears(banner.getByText('Aqui nada pode ser alterado.'))
    await visit.go('/operacao/suporte')
    await appears(banner.getByText('O suporte à conta Loja da Ana está aberto.'))
    assert.equal(await page.getByText('Aqui nada pode ser alterado.').count(), 0)
    await button(page, 'Encerrar: Loja da Ana').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
    await banner.waitFor({ state: 'detached' })
  })

  it('have room on a phone, in the dark', async () => {
    const { id } = await opened(otto, `${WHY}: ${'x'.repeat(200)}`)
    const looks = [
      { path: '/operacao/suporte', person: olga },
      { path: '/operacao/suporte?status=ENDED', person: olga },
      { path: '/', person: shop.person },
      { path: '/equipe/atividade', person: shop.person },
    ]
    for (const { path, person } of looks) {
      await using visit = await at(path, person, { viewport: PHONE, colorScheme: 'dark' })
      await visit.untilQuiet()
      await fits(visit.page)
      await axe(visit.page)
    }
    assert.equal((await olga.call('POST', `/api/admin/support-views/${id}/end`)).status, 202)
  })
})
