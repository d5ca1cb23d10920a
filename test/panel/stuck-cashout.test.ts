// A cashout that does not end: its alert leads to the cashout itself, which shows what happened, what the system does next and what a
// person can do, with the control there.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { staticCode } from '../sale/incoming.ts'
import { paid, refund } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { asOperator, button, confirm, eventOf, press } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const SMALLEST = { width: 320, height: 640 }

/** No lookup happens by itself for an hour. */
const ENV = { PSP_LOOKUP_WAITS_MS: '3600000', SWEEP_EVERY_MS: '3600000' }

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person
let seller: Seller

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway({ env: ENV }))
  browser = resources.use(await openPanelBrowser())
  olga = await registerOperator(gateway)
  seller = await gateway.seller({ funds: 5_000_00 })
})
after(() => resources.disposeAsync())

async function cashOut(pixKey: string): Promise<{ uuid: string; id: number }> {
  const request = { amount: 100, pixKey, pixKeyType: 'EMAIL' }
  const { status, body } = await seller.api('POST', '/api/public/cashout', request)
  assert.equal(status, 201)
  return body
}

const read = async (uuid: string) => (await olga.call('GET', `/api/admin/cashouts/${uuid}`)).body
const reaches = (uuid: string, outcome: string) =>
  until(async () => (await read(uuid)).attempts.at(-1)?.outcome === outcome || null, outcome)

const now = (page: Page) => page.getByRole('region', { name: 'E agora?' })

describe('a stuck cashout', NEEDS_BROWSER, () => {
  it('is where its alert leads, shows what the bank answered, and goes on once that is corrected', async () => {
    const { uuid, id } = await cashOut('semsaldo@example.com')
    await reaches(uuid, 'unknown')
    const alert = await until(async () => {
      const { data } = (await olga.call('GET', '/api/admin/alarms?status=open')).body
      return data.find(({ code }: { code: string }) => code === 'CASHOUT_BLOCKED_AT_PSP') ?? null
    }, 'the alarm')
    assert.deepEqual(alert.subject, {
      kind: 'cashout',
      accountId: seller.accountId,
      id: String(id),
      uuid,
      saleUuid: null,
    })
    assert.equal('subject' in alert.known, false)

    await using visit = await asOperator(browser, gateway, olga, '/operacao')
    const { page } = visit
    await page.getByRole('list', { name: 'Alertas abertos' }).getByRole('link').first().click()
    await page.waitForURL(`**/operacao/saques/${uuid}`)
    await appears(now(page).getByText('Sem confirmação'))
    assert.match(
      await eventOf(page, 'O que aconteceu').first().innerText(),
      /não confirma.+\n+Anotado na última tentativa: /,
    )
    assert.match(
      await eventOf(page, 'O que o sistema faz').innerText(),
      /é consultado em \d+ minutos|é consultado em 1 hora/,
    )
    assert.match(await eventOf(page, 'O que você pode fazer').innerText(), /consulte agora/)
    await axe(page)
    await fits(page)
  })

  it('is looked up at once when an operator requests it, and then is what the bank says', async () => {
    const { uuid } = await cashOut('muda@example.com')
    await reaches(uuid, 'accepted')
    await using visit = await asOperator(browser, gateway, olga, '/operacao/saques/em-andamento', { viewport: PHONE })
    const { page } = visit
    await page
      .getByRole('listitem')
      .filter({ hasText: uuid })
      .getByRole('link', { name: 'O que acontece agora' })
      .click()
    await page.waitForURL(`**/operacao/saques/${uuid}`)
    await appears(now(page).getByText('Aceito, sem desfecho'))
    await axe(page)
    await fits(page)
    await button(page, 'Consultar o provedor agora: muda@example.com').click()
    await press(page, 'Consultar o provedor agora')
    await appears(now(page).getByText('O saque foi pago.'))
    assert.equal(await button(page, /^Consultar o provedor agora/).count(), 0)
    assert.equal((await read(uuid)).status, 'COMPLETED')
    const again = await olga.call('POST', `/api/admin/cashouts/${uuid}/retry`)
    assert.equal(again.status, 409)
    await assertBooks(gateway)
  })

  it('that a limit holds is released there', async () => {
    const velocity = { most10MinutesCents: 1 }
    const path = `/api/admin/accounts/${seller.accountId}/payout-rules`
    assert.equal((await olga.call('PATCH', path, { outflow: velocity, reason: 'Um teste' })).status, 200)
    const { uuid } = await cashOut('maria@example.com')
    assert.equal((await olga.call('POST', `/api/admin/cashouts/${uuid}/retry`)).status, 409, 'it waits for a person')
    await using visit = await asOperator(browser, gateway, olga, '/operacao', { viewport: SMALLEST })
    const { page } = visit
    await page.getByRole('list', { name: 'Saques que esperam a operação' }).getByRole('link').first().click()
    await page.waitForURL(`**/operacao/saques/${uuid}`)
    await appears(now(page).getByText('Retido', { exact: true }))
    await appears(now(page).getByText(/limite de 10 minutos/))
    await fits(page)
    await button(page, 'Liberar: maria@example.com').click()
    await confirm(page, 'Liberar')
    await appears(now(page).getByText('O saque foi pago.'))
  })

  it('or refund or Pix that arrived: the alert of each leads to it alone, and to what can be done', async () => {
    const sale = await paid(gateway, seller, 50_00)
    const fault = { on: 'PUT /pix', fate: '503', times: 100 }
    assert.equal((await call(gateway.bankUrl, 'POST', '/sandbox/faults', { body: fault })).status, 201)
    const stuck = (await refund(seller, sale)).body
    await refund(seller, await paid(gateway, seller, 60_00))
    const [{ payoutId }] = (await olga.call('GET', `/api/admin/payouts?kind=refund&id=${stuck.uuid}`)).body.data
    await gateway.pay(staticCode(32_00n, 'balcao7'))
    await until(async () => {
      const { data } = (await olga.call('GET', '/api/admin/alarms?status=open')).body
      const kinds = data.map(({ subject }: { subject: { kind: string } | null }) => subject?.kind)
      return (kinds.filter((kind: string) => kind === 'refund').length === 2 && kinds.includes('receipt')) || null
    }, 'the alarms')

    await using visit = await asOperator(browser, gateway, olga, '/operacao')
    const { page } = visit
    const alerts = page.getByRole('list', { name: 'Alertas abertos' })
    await alerts.locator(`a[href*="${payoutId}"]`).click()
    await page.waitForURL(/em-andamento\?.*kind=refund/)
    await appears(page.getByText('1 resultado · total de R$ 50,00'))
    const row = page.getByRole('row').filter({ hasText: stuck.uuid })
    await appears(row.getByText('Enviado, sem resposta'))
    await appears(row.getByText(/^O sistema envia ou consulta por conta própria/))
    assert.equal(await page.getByRole('row').count(), 2, 'the head and it')
    await axe(page)

    await visit.go('/operacao')
    await alerts
      .getByRole('link', { name: /^Chegou um pagamento/ })
      .first()
      .click()
    await page.waitForURL(/recebimentos\?.*id=/)
    await appears(page.getByText('1 resultado · total de R$ 32,00'))
    await appears(page.getByRole('row').getByText('Espera decisão'))
    await appears(button(page, /^Devolver/))
    assert.equal((await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')).status, 204)
  })

  it('is visible to the operator alone, and an unknown one is not found', async () => {
    const seller = await gateway.seller()
    const none = '00000000-0000-4000-8000-000000000000'
    assert.equal((await olga.call('GET', `/api/admin/cashouts/${none}`)).status, 404)
    assert.equal((await olga.call('GET', '/api/admin/cashouts/7')).status, 400)
    assert.equal((await seller.api('GET', `/api/admin/cashouts/${none}`)).status, 401)
  })
})
