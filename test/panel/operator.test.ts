// An operator's day in a real browser: the switch for all cashouts, an account, an anomaly, a cashout that was held back, a dispute; and a
// seller who tries every address of the operator.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, register, registerOperator } from '../access/person.ts'
import { anomaliesOf, hint, LOOKUP, RARE_LOOKUPS, type Stage, untilAnomaly, WAYS } from '../cashout/anomalies.ts'
import { idsOf, take } from '../cashout/requesting.ts'
import { disputedAtBank, disputeOf, sold } from '../dispute/disputing.ts'
import { slow, some } from '../long.ts'
import { openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import { asOperator, button, confirm, settled } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const resources = new AsyncDisposableStack()
let stage: Stage
let browser: PanelBrowser
let olga: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  const line = resources.use(
    await openGatewayBehindWire({ ...RARE_LOOKUPS, PSP_TIMEOUT_MS: '3000', SWEEP_EVERY_MS: '100' }),
  )
  olga = await registerOperator(line.gateway)
  stage = { ...line, operator: olga }
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const at = (path: string, options = {}) => asOperator(browser, stage.gateway, olga, path, options)

describe('the operator’s pages', NEEDS_BROWSER, () => {
  slow('switches cashouts off and on for every account, each with its reason in the audit log', async () => {
    await using visit = await at('/operacao')
    const { page } = visit
    await button(page, 'Suspender saques').click()
    assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Suspender saques' }).isDisabled(), true)
    await confirm(page, 'Suspender saques', 'O banco está fora do ar')
    await appears(page.getByText('Suspensos', { exact: true }))
    assert.equal((await olga.call('GET', '/api/admin/switches')).body.apiCashoutEnabled, false)
    await axe(page)
    await button(page, 'Religar saques').click()
    await confirm(page, 'Religar saques', 'O banco voltou')
    await appears(page.getByText('Ligados', { exact: true }))
    await visit.go('/operacao/auditoria?action=switches.changed')
    await appears(page.getByText('O banco voltou'))
    await appears(page.getByText('O banco está fora do ar'))
    await axe(page)
  })

  it('finds an account, blocks it and unblocks it', async () => {
    const ana = await register(stage.gateway, 'Loja da Ana')
    await olga.call('PATCH', `/api/admin/accounts/${ana.accountId}`, { status: 'ACTIVE' })
    await using visit = await at('/operacao/contas')
    const { page } = visit
    await page.getByLabel('Buscar').fill('loja da ana')
    await page.getByRole('link', { name: 'Loja da Ana' }).click()
    await page.getByRole('heading', { level: 1, name: 'Loja da Ana' }).waitFor()
    await axe(page)
    await button(page, 'Bloquear conta').click()
    await confirm(page, 'Bloquear conta', 'Suspeita de fraude')
    await appears(page.getByText('Bloqueada', { exact: true }))
    assert.equal((await olga.call('GET', `/api/admin/accounts/${ana.accountId}`)).body.status, 'BLOCKED')
    await button(page, 'Desbloquear conta').click()
    await confirm(page, 'Desbloquear conta')
    await appears(page.getByText('Ativa', { exact: true }))
    const { body } = await olga.call('GET', `/api/admin/audit?userId=${ana.accountId}&action=account.changed`)
    assert.deepEqual(
      body.data.slice(0, 2).map(({ reason }: { reason: string }) => reason),
      ['Combinado por telefone', 'Suspeita de fraude'],
    )
  })

  slow('changes a fee to the centavo', async () => {
    const ana = await register(stage.gateway, 'Loja das Tarifas')
    await using visit = await at(`/operacao/contas/${ana.accountId}`)
    const { page } = visit
    await button(page, 'Alterar: Tarifas').click()
    await page.getByLabel('Fixa').fill('1,23')
    await page.getByLabel('Percentual').fill('2,50')
    await confirm(page, 'Alterar')
    const { body } = await olga.call('GET', `/api/admin/accounts/${ana.accountId}`)
    assert.deepEqual([body.fees.pix.fixedCents, body.fees.pix.basisPoints], [123, 250])
  })

  it('decides an anomaly with one of the decisions that are allowed', async () => {
    const { seller } = await WAYS['too little'](stage)
    const anomaly = await untilAnomaly(stage, seller)
    await using visit = await at('/operacao')
    const { page } = visit
    await page.getByRole('link', { name: /Anomalias sem decisão/ }).click()
    await page.getByRole('link', { name: 'Pago com outro valor' }).click()
    await button(page, 'Decidir').click()
    const offered = await page.getByRole('dialog').getByRole('radio').count()
    assert.equal(offered, anomaly.allowedDecisions.length)
    await axe(page)
    await page.getByLabel('Contar como pago').check()
    await confirm(page, 'Decidir')
    await appears(page.getByText('Decidida', { exact: true }))
    assert.equal((await anomaliesOf(stage, seller))[0].decision, 'SETTLE')
  })

  slow('sees a cashout that the bank has not answered for, and how it ends, without a reload', async () => {
    const seller = await stage.gateway.seller({ funds: 300_00 })
    stage.wire.fail('PUT', `/v3/gn/pix/${idsOf(seller)}`, { forwarded: true, answer: 'cut' })
    stage.wire.fail('GET', LOOKUP + idsOf(seller), { forwarded: false, answer: 'cut' }, 1_000)
    const { cashout } = await take(seller)
    await using visit = await at('/operacao')
    const { page } = visit
    await page.getByRole('link', { name: /^Saídas em andamento/ }).click()
    const row = page.getByRole('row').filter({ hasText: cashout.uuid })
    await appears(row.getByText('Resultado desconhecido'))
    assert.equal(await row.getByText(String(seller.accountId), { exact: true }).count(), 1)
    await axe(page)
    stage.wire.heal()
    await hint(stage, seller)
    await row.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Reembolsos/ }).click()
    await appears(page.getByText('Nada espera por você'))
    await page.getByRole('link', { name: 'Anomalias', exact: true }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Anomalias' }).waitFor()
  })

  slow('releases a cashout that a limit of the operator has held back', async () => {
    const limit = (mostHourCents: number | null) =>
      olga.call('PATCH', '/api/admin/payout-limits', { mostHourCents, reason: 'as a test' })
    assert.equal((await limit(1)).status, 200)
    const seller = await stage.gateway.seller({ funds: 300_00 })
    const { path } = await take(seller, { pixKey: 'espera@example.com' })
    await using visit = await at('/operacao/saques')
    const { page } = visit
    await appears(page.getByText('limite do gateway na hora'))
    await axe(page)
    await button(page, 'Liberar: espera@example.com').click()
    await confirm(page, 'Liberar')
    await limit(null)
    await seller.reaches(path, 'COMPLETED')
    await appears(page.getByText('Nada espera por você'))
  })

  slow('shows the clock of a dispute and answers it with a defence, on a phone', async () => {
    const seller = await stage.gateway.seller()
    const sale = await sold(stage.gateway, seller, 150_00)
    await disputedAtBank(stage.gateway, sale)
    const { id } = await disputeOf(seller, sale)
    await using visit = await at('/operacao/disputas?status=OPEN', { viewport: PHONE })
    const { page } = visit
    await appears(page.getByText(/^vence /))
    await fits(page)
    await page.getByRole('link', { name: `MED ${id}` }).click()
    await button(page, 'Apresentar defesa').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Por que o pagamento era devido').fill('A camiseta foi entregue e assinada pelo comprador')
    await dialog.getByRole('button', { name: 'Apresentar defesa' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await appears(page.getByText('A camiseta foi entregue'))
    await until(async () => {
      const { body } = await olga.call('GET', `/api/admin/disputes/${id}`)
      return body.defence?.status === 'SENT' ? body : null
    }, 'the defence to be sent')
    await fits(page)
    await axe(page)
  })

  slow('holds money by the word of two operators, and never of one', async () => {
    const seller = await stage.gateway.seller({ funds: 300_00 })
    {
      await using visit = await at(`/operacao/contas/${seller.accountId}/bloqueios`)
      const { page } = visit
      await button(page, 'Bloquear valor').click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Valor' }).fill('50,00')
      await confirm(page, 'Bloquear valor', 'Ofício recebido')
      await visit.go('/operacao/propostas?state=OPEN')
      await button(page, 'Retirar: 1').waitFor()
      assert.equal(await page.getByRole('button', { name: /^Confirmar/ }).count(), 0)
    }
    const otto = await registerOperator(stage.gateway)
    await using visit = await browser.visit(stage.gateway)
    await visit.signedIn(otto)
    await visit.go('/operacao/propostas?state=OPEN')
    await button(visit.page, 'Confirmar: 1').click()
    await appears(visit.page.getByRole('dialog').getByText('R$ 50,00'))
    await confirm(visit.page, 'Confirmar')
    await visit.go('/operacao/bloqueios')
    await visit.page.getByRole('cell', { name: 'Em vigor' }).waitFor()
    const { body } = await seller.api('GET', '/api/public/balance')
    assert.equal(body.blocked, 50_00)
  })

  slow('lists on its first page what it could read, and says that there may be more', async () => {
    const shop = await register(stage.gateway, 'Loja à Espera')
    const order = { reason: 'MANUAL', amount: 1_00, note: 'Suspeita' }
    const { body: proposal } = await olga.call('POST', `/api/admin/accounts/${shop.accountId}/holds`, order)
    await using visit = await at('/operacao/contas')
    visit.forgive(/status of 500/)
    const { page } = visit
    const broken = { success: false, error: { code: 'INTERNAL_ERROR', message: 'broken' } }
    await page.route('**/api/admin/anomalies?*', route => route.fulfill({ status: 500, json: broken }))
    await visit.go('/operacao')
    await appears(page.getByRole('link', { name: /Propostas que esperam a segunda pessoa/ }))
    await appears(page.getByText(/^Nem tudo pôde ser lido/))
    await axe(page)
    await page.unroute('**/api/admin/anomalies?*')
    await button(page, 'Tentar de novo').click()
    await page.getByText(/^Nem tudo pôde ser lido/).waitFor({ state: 'hidden' })
    const withdrawn = await olga.call('POST', `/api/admin/proposals/${proposal.id}/withdraw`, {
      reason: 'Era um teste',
    })
    assert.equal(withdrawn.status, 202, withdrawn.text)
  })

  const SCREENS = [
    '/operacao',
    '/operacao/contas',
    '/operacao/contas/1001',
    '/operacao/saques',
    '/operacao/saques/em-andamento',
    '/operacao/anomalias',
    '/operacao/disputas',
    '/operacao/recebimentos',
    '/operacao/conciliacao',
    '/operacao/comparacoes',
    '/operacao/dias',
    '/operacao/cobertura',
    '/operacao/propostas',
    '/operacao/monitoramento',
    '/operacao/monitoramento/regras',
    '/operacao/bloqueios',
    '/operacao/alarmes',
    '/operacao/psps',
    '/operacao/avisos-psp',
    '/operacao/razao',
    '/operacao/auditoria',
    '/operacao/limites',
    '/operacao/convites',
    '/operacao/operadores',
    '/operacao/canais',
    '/operacao/dados-pessoais',
    '/operacao/oficios',
    '/operacao/recuperacao',
    '/operacao/psps/novo',
    '/operacao/psps/1',
  ]

  it('fits a phone and has nothing grave in the way at any address', async () => {
    await using visit = await at('/operacao', { viewport: PHONE, colorScheme: 'dark' })
    for (const path of some(SCREENS, 12)) {
      await visit.walk(path)
      await settled(visit.page)
      assert.equal(await visit.page.getByText('Não deu certo').count(), 0, path)
      await fits(visit.page)
      await axe(visit.page)
    }
  })

  slow('are denied to a seller at every address, and the gateway gets no request', async () => {
    const ana = await register(stage.gateway)
    await using visit = await browser.visit(stage.gateway)
    await visit.signedIn(ana)
    const asked: string[] = []
    visit.page.on('request', request => {
      if (request.url().includes('/api/admin/')) asked.push(request.url())
    })
    await visit.go('/')
    for (const path of some(SCREENS, 12)) {
      await visit.walk(path)
      await appears(visit.page.getByText('Esta parte é da operação'))
    }
    await visit.go('/')
    assert.equal(await visit.page.getByRole('link', { name: 'Visão geral' }).count(), 0)
    assert.deepEqual(asked, [])
  })
})
