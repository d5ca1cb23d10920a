// The operator's page of the channels of alerts: one is made, tested and removed; the dead man's switch is set.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { asOperator, button, press, settled } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let outside: Receiver
let browser: PanelBrowser
let olga: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  outside = resources.use(await openReceiver())
  olga = await registerOperator(gateway)
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const at = (options = {}) => asOperator(browser, gateway, olga, '/operacao/canais', options)

describe('channels of alerts', NEEDS_BROWSER, () => {
  it('one is made with quiet hours, tested with what the receiver says, changed and removed', async () => {
    await using visit = await at()
    const { page } = visit
    await appears(page.getByText('Todas as pessoas da operação'))
    await axe(page)
    await button(page, 'Novo canal').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tipo').selectOption('WEBHOOK')
    await dialog.getByLabel('Nome').fill('Plantão')
    await dialog.getByLabel('Endereço').fill(`${outside.url}/T0-B0-k8x7q2`)
    await dialog.getByRole('switch', { name: 'Horário de silêncio' }).click()
    await dialog.getByLabel('Lembrar até alguém marcar como visto').selectOption('15')
    await axe(page)
    await dialog.getByRole('button', { name: 'Criar canal' }).click()
    await appears(page.getByText('Ele assina o que é enviado.', { exact: false }))
    assert.match(await page.getByRole('dialog').locator('code').innerText(), /^whsec_/)
    await button(page, 'Já guardei').click()
    await appears(page.getByText('silêncio das 22:00 às 07:00'))
    await appears(page.getByText('lembra a cada 15 min, até 8 vezes'))
    await settled(page)
    assert.ok(!(await page.content()).includes('k8x7q2'), 'where it leads is shown by its host alone')

    await button(page, 'Testar: Plantão').click()
    await press(page, 'Testar')
    await appears(page.getByText('O destino recebeu o teste.'))
    assert.ok(outside.received.some(({ body }) => body.type === 'ALERTS_TEST'))

    await button(page, 'Trocar o segredo: Plantão').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Trocar o segredo', exact: true }).click()
    await appears(page.getByText('Ele assina o que é enviado.', { exact: false }))
    await button(page, 'Já guardei').click()
    await appears(page.getByText('O segredo novo fica sozinho a partir de', { exact: false }))
    await button(page, 'Usar só o novo agora: Plantão').click()
    await press(page, 'Usar só o novo agora')
    await appears(page.getByText('Só o segredo novo vale agora'))
    await button(page, 'Remover: Plantão').click()
    await press(page, 'Remover')
    await until(async () => (await button(page, 'Testar: Plantão').count()) === 0 || null, 'the channel to be gone')
  })

  slow('fits a phone, and the dead man’s switch is set there', async () => {
    await using visit = await at({ viewport: PHONE })
    const { page } = visit
    await appears(page.getByText('Nenhum endereço definido: ninguém percebe se o gateway parar.'))
    await fits(page)
    await button(page, 'Definir endereço').click()
    await page.getByRole('dialog').getByLabel('Endereço').fill(`${outside.url}/vivo`)
    await press(page, 'Definir')
    await until(() => outside.received.some(({ path }) => path === '/vivo') || null, 'a sign of life')
    await appears(page.getByText(`POST ${outside.url}/••••`))
    await fits(page)
    await axe(page)
  })
})
