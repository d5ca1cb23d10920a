// The operator changes the certificate that a provider is shown: the page says that it is tried, and offers to keep it untried only where the
// provider does not answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registerOperator } from '../access/person.ts'
import { makeAuthority } from '../certificates.ts'
import { openTestGateway } from '../gateway.ts'
import { ACCOUNTS, accountsOf } from '../psp/operator.ts'
import { asOperator, button, confirm } from './as-operator.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser } from './browser.ts'

test('a certificate is kept untried only once the provider has not answered', NEEDS_BROWSER, async () => {
  await using resources = new AsyncDisposableStack()
  const gateway = resources.use(await openTestGateway())
  const olga = await registerOperator(gateway)
  const browser = resources.use(await openPanelBrowser())
  // Nobody listens there.
  const moved = await olga.call('PATCH', `${ACCOUNTS}/1`, {
    baseUrl: 'http://127.0.0.1:1',
    collectBaseUrl: null,
    boletoEnabled: false,
    bolepix: false,
    cardEnabled: false,
    debitEnabled: false,
  })
  assert.equal(moved.status, 200, moved.text)
  const pair = await (await makeAuthority()).issue('gateway', { client: true, days: 20.5 })

  await using visit = await asOperator(browser, gateway, olga, '/operacao/psps/1')
  const { page } = visit
  visit.forgive(/status of 503/)
  await button(page, 'Trocar certificado').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Certificado (PEM)').fill(pair.cert)
  await dialog.getByLabel('Chave privada (PEM)').fill(pair.key)
  await dialog.getByLabel('Motivo').fill('Vence amanhã')
  const keeps = dialog.getByLabel('Guardar mesmo sem teste')
  assert.equal(await keeps.count(), 0)
  await dialog.getByRole('button', { name: 'Alterar' }).click()
  await keeps.check()
  await axe(page)
  await confirm(page, 'Alterar', 'Vence amanhã')
  await appears(page.getByText('Guardado sem teste: o provedor não respondeu.'))
  assert.equal((await accountsOf(olga))[0].certificateDaysLeft, 20)
})
