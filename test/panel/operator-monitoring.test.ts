// The operator's pages of monitoring: a case is found, read and reported, and a rule is changed.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { plantCase } from '../monitoring/planted.ts'
import { asOperator, button, confirm, press, settled } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person
let seller: Seller

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  olga = await registerOperator(gateway)
  seller = await gateway.seller()
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const at = (path: string, options = {}) => asOperator(browser, gateway, olga, path, options)
const CASES = '/api/admin/monitoring/cases'

describe('monitoring', NEEDS_BROWSER, () => {
  it('a case is opened from the list, read with its movements, and reported with the protocol', async () => {
    await using visit = await at('/operacao/monitoramento?state=OPEN')
    const { page } = visit
    await appears(page.getByText('Nenhum caso para analisar'))
    const uuid = await plantCase(gateway.db, seller.accountId)
    await visit.walk('/operacao/monitoramento')
    await appears(page.getByRole('link', { name: 'Abertos (1)' }))
    await axe(page)
    await page.getByRole('link', { name: 'Fracionamento de saques' }).click()
    await appears(page.getByRole('heading', { name: 'Caso: Fracionamento de saques' }))
    await appears(page.getByRole('link', { name: 'Saque 1' }))
    await appears(page.getByText('Ninguém da conta sabe deste caso', { exact: false }))
    await axe(page)
    await button(page, 'Decidir').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Registrar a comunicação ao COAF').check()
    await dialog.getByLabel('Motivo').fill('Sem explicação no negócio.')
    const decide = dialog.getByRole('button', { name: 'Decidir', exact: true })
    assert.ok(await decide.isDisabled(), 'without the protocol it cannot be reported')
    await dialog.getByLabel('Protocolo do COAF').fill('20261125-7')
    await axe(page)
    await press(page, 'Decidir')
    await appears(page.getByText('Protocolo 20261125-7'))
    const { body } = await olga.call('GET', `${CASES}/${uuid}`)
    assert.deepEqual([body.state, body.protocol], ['REPORTED', '20261125-7'])
    await button(page, 'Reabrir').click()
    await confirm(page, 'Reabrir')
    await appears(button(page, 'Decidir'))
  })

  slow('fits a phone, and a rule is changed there', async () => {
    const uuid = await plantCase(gateway.db, seller.accountId)
    await using visit = await at('/operacao/monitoramento', { viewport: PHONE })
    const { page } = visit
    await settled(page)
    await fits(page)
    await axe(page)
    await visit.walk(`/operacao/monitoramento/${uuid}`)
    await settled(page)
    await fits(page)
    await axe(page)
    await visit.walk('/operacao/monitoramento/regras')
    await settled(page)
    await fits(page)
    await axe(page)
    await button(page, 'Alterar: Conta nova').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Soma acima de').fill('3000000')
    await axe(page)
    await confirm(page, 'Alterar')
    const { body } = await olga.call('GET', '/api/admin/monitoring/rules')
    const rule = body.data.find((one: { rule: string }) => one.rule === 'NEW_ACCOUNT')
    assert.equal(rule.parameters.find((one: { name: string }) => one.name === 'maxAmountCents').value, 30_000_00)
  })
})
