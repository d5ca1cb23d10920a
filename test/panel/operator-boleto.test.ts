// Boletos on the operator's page of a provider: where they are made, whether they are sold, and with a Pix code.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { asOperator, button, confirm } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  olga = await registerOperator(gateway)
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const read = async () => {
  const [{ collectBaseUrl, boletoEnabled, bolepix }] = (await olga.call('GET', '/api/admin/psp/accounts')).body.data
  return [collectBaseUrl, boletoEnabled, bolepix]
}

describe('the boletos of a provider', NEEDS_BROWSER, () => {
  it('lose their address, get one again, and are switched off and on', async () => {
    const address = `${gateway.bankUrl}/v1`
    await using visit = await asOperator(browser, gateway, olga, '/operacao/psps/1')
    const { page } = visit
    await appears(page.getByText(address, { exact: true }))
    await axe(page)
    await button(page, 'Remover endereço').click()
    await confirm(page, 'Remover', 'Engano')
    await appears(page.getByText('Sem o endereço da API de cobranças este provedor não emite boletos.'))
    assert.deepEqual(await read(), [null, false, false])
    await button(page, 'Informar endereço: Banco de Teste').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Endereço para cobranças').fill(address)
    await dialog.getByLabel('Os boletos também têm código Pix').check()
    await axe(page)
    await confirm(page, 'Alterar', 'Cobranças contratadas')
    await appears(page.getByText(address, { exact: true }))
    assert.deepEqual(await read(), [address, true, true])
    await fits(page)
    await button(page, 'Não aceitar boletos novos').click()
    await confirm(page, 'Alterar', 'Por enquanto')
    await button(page, 'Aceitar boletos novos').waitFor()
    assert.deepEqual(await read(), [address, false, true])
  })
})
