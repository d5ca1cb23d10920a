// Boletos and cards on the operator's page of a provider: where they are made, whether they are sold, and how a card is entered.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
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

const CARDS_OFF = { cardEnabled: false, debitEnabled: false, cardEntry: 'redirect', cardEntryOrigin: null }

describe('the boletos of a provider', NEEDS_BROWSER, () => {
  everyday('lose their address, get one again, and are switched off and on', async () => {
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

  slow('are beside its cards: which kinds it takes, where they are entered, and when it pays', async () => {
    const cards = async () => (await olga.call('GET', '/api/admin/psp/accounts')).body.data[0]
    assert.equal((await olga.call('PATCH', '/api/admin/psp/accounts/1', CARDS_OFF)).status, 200)
    await using visit = await asOperator(browser, gateway, olga, '/operacao/psps/1')
    const { page } = visit
    await button(page, 'Aceitar cartão de crédito').click()
    await confirm(page, 'Alterar', 'Contrato novo')
    await button(page, 'Não aceitar cartão de crédito').waitFor()
    await button(page, 'Alterar cartões: Banco de Teste').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Onde o comprador digita o cartão').selectOption('frame')
    await dialog.getByLabel('Origem das páginas de cartão').fill(gateway.bankUrl)
    await dialog.getByLabel('O provedor paga').selectOption('PER_INSTALLMENT')
    await dialog.getByLabel('Dias até o pagamento do provedor').fill('31')
    await axe(page)
    await confirm(page, 'Alterar', 'Conforme o contrato')
    await appears(page.getByText('cada parcela no seu mês, 31 dias depois'))
    const { cardEnabled, debitEnabled, cardEntry, cardEntryOrigin, cardSettlement } = await cards()
    assert.deepEqual([cardEnabled, debitEnabled, cardEntry, cardEntryOrigin], [true, false, 'frame', gateway.bankUrl])
    assert.deepEqual(cardSettlement, { mode: 'PER_INSTALLMENT', days: 31 })
    await axe(page)
    await fits(page)
  })
})
