// The operator's pages of the gateway: its providers and what they report, its alerts, its recovery, and whom it invites.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { CUSTOMER, DEFAULT_CLIENT_SECRET } from '../../sandbox/customer.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { asOperator, button, confirm, press, settled } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let second: OpenBank
let browser: PanelBrowser
let olga: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway({ env: { SWEEP_EVERY_MS: '200' } }))
  second = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => second.close())
  olga = await registerOperator(gateway)
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const at = (path: string, options = {}) => asOperator(browser, gateway, olga, path, options)
const read = async (path: string) => (await olga.call('GET', `/api/admin${path}`)).body
const pspNamed = async (name: string) =>
  (await read('/psp/accounts')).data.find((one: { name: string }) => one.name === name)

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

describe('a provider', NEEDS_BROWSER, () => {
  it('is added, and its secrets are nowhere to be seen afterwards', async () => {
    await using visit = await at('/operacao/psps')
    const { page } = visit
    await page.getByRole('link', { name: 'Nova conta em provedor' }).click()
    await page.getByLabel('API', { exact: true }).selectOption('efi')
    await page.getByLabel('Ambiente', { exact: true }).selectOption('test')
    await field(page, 'Nome').fill('Segundo banco')
    await page.getByLabel('Endereço da API').fill(second.url)
    await page.getByLabel('Chave Pix que recebe').fill(CUSTOMER.pixKey)
    await page.getByLabel('Client ID').fill(CUSTOMER.clientId)
    await page.getByLabel('Client secret').fill(DEFAULT_CLIENT_SECRET)
    assert.equal(await button(page, 'Criar conta').isDisabled(), true, 'without a reason')
    await page.getByLabel('Motivo').fill('Para quando o primeiro cair')
    await axe(page)
    await button(page, 'Criar conta').click()
    await appears(page.getByText('O provedor já conhece o novo endereço.'))
    await button(page, 'Entendi').click()
    await page.getByRole('heading', { level: 1, name: 'Segundo banco' }).waitFor()
    await settled(page)
    assert.equal((await page.content()).includes(DEFAULT_CLIENT_SECRET), false)
    await axe(page)
  })

  slow('that is refused is reported in words that name the field', async () => {
    await using visit = await at('/operacao/psps/novo')
    const { page } = visit
    await field(page, 'Nome').fill('Terceiro')
    await page.getByLabel('Endereço da API').fill('ftp://banco.example')
    await page.getByLabel('Chave Pix que recebe').fill(CUSTOMER.pixKey)
    await page.getByLabel('Client ID').fill('um')
    await page.getByLabel('Client secret').fill('dois')
    await page.getByLabel('Motivo').fill('Um teste')
    await button(page, 'Criar conta').click()
    await appears(page.getByRole('alert').getByText(/baseUrl/))
    await axe(page)
  })

  slow('is switched, renamed, gets one to stand in for it, and other credentials', async () => {
    const { id } = await pspNamed('Segundo banco')
    await using visit = await at(`/operacao/psps/${id}`)
    const { page } = visit
    await button(page, 'Parar de pagar por aqui').click()
    await confirm(page, 'Alterar', 'Sem saldo lá')
    await button(page, 'Voltar a pagar por aqui').waitFor()
    await button(page, 'Alterar: Segundo banco').click()
    await page.getByRole('dialog').getByLabel('Nome').fill('Banco dois')
    await page.getByRole('dialog').getByLabel('Substituto').selectOption('1')
    await confirm(page, 'Alterar', 'Nome certo')
    await page.getByRole('heading', { level: 1, name: 'Banco dois' }).waitFor()
    await button(page, 'Trocar credenciais').click()
    await page.getByRole('dialog').getByLabel('Client secret').fill(DEFAULT_CLIENT_SECRET)
    await confirm(page, 'Alterar', 'Vazou')
    await button(page, 'Trocar certificado').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Certificado (PEM)').fill('nada disso')
    await dialog.getByLabel('Motivo').fill('Vence amanhã')
    await dialog.getByRole('button', { name: 'Alterar' }).click()
    await appears(dialog.getByText(/privateKey|certificate/))
    await button(page, 'Cancelar').click()
    const psp = await pspNamed('Banco dois')
    assert.deepEqual([psp.payOutEnabled, psp.fallbackPspAccountId, psp.certificateDaysLeft], [false, 1, null])
    const { data } = await read('/audit?action=psp-account.changed')
    assert.deepEqual(
      data.map(({ reason }: { reason: string }) => reason),
      ['Vazou', 'Nome certo', 'Sem saldo lá'],
    )
  })

  slow('gets an account that debits are credited to, and takes recurrences from then on', async () => {
    const { id } = await pspNamed('Banco dois')
    await using visit = await at(`/operacao/psps/${id}`)
    const { page } = visit
    await appears(page.getByText('Sem uma conta que receba os débitos não há Pix Automático por este provedor.'))
    await button(page, 'Informar conta: Banco dois').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Agência').fill('0001')
    await dialog.getByLabel(/^Conta/).fill('123456-7')
    await confirm(page, 'Alterar', 'Pix Automático')
    await appears(page.getByText('agência 0001, conta 1234567 · corrente'))
    await axe(page)
    await button(page, 'Não aceitar novas recorrências').click()
    await confirm(page, 'Alterar', 'Por enquanto')
    await button(page, 'Aceitar novas recorrências').waitFor()
    const { receivingAccount, recurrenceEnabled } = await pspNamed('Banco dois')
    assert.deepEqual(receivingAccount, { branch: '0001', account: '1234567', type: 'CORRENTE' })
    assert.equal(recurrenceEnabled, false)
    await button(page, 'Remover conta').click()
    await confirm(page, 'Remover', 'Engano')
    await button(page, 'Informar conta: Banco dois').waitFor()
  })

  slow('gets a new address for its callbacks, which the gateway registers', async () => {
    await using visit = await at('/operacao/psps/1')
    const { page } = visit
    const hash = async () =>
      (
        await gateway.db.query<{ hash: Buffer }>(sql`select callback_token_hash as hash from psp_account where id = 1`)
      )[0]?.hash.toString('hex')
    const before = await hash()
    await button(page, 'Novo endereço para avisos').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Trocar endereço' }).click()
    await appears(page.getByText('O provedor já conhece o novo endereço.'))
    await button(page, 'Entendi').click()
    assert.notEqual(await hash(), before)
  })

  slow('is looked at for what should lie there', async () => {
    await using visit = await at('/operacao/cobertura')
    const { page } = visit
    await appears(page.getByText('Nada por aqui'))
    await button(page, 'Olhar agora').click()
    await page.getByRole('dialog').getByLabel('Conta no provedor').selectOption('1')
    await press(page, 'Olhar agora')
    await appears(page.getByText('Confere', { exact: true }))
    await axe(page)
  })
})

describe('what a provider reports', NEEDS_BROWSER, () => {
  slow('is read whole, and tried again, one or all that are dead', async () => {
    const [dead] = await gateway.db.query<{ id: bigint }>(sql`
      insert into psp_inbox (psp_account_id, body_hash, body, received_at, due_at, attempts, trouble)
      values (1, '\\x00', ${Buffer.from('{"pix":[],"estranho":"sim"}')}, now(), now() + interval '1 day', 12, 'nothing in it is known')
      returning id`)
    await using visit = await at('/operacao')
    const { page } = visit
    await page.getByRole('link', { name: `Aviso ${dead?.id}` }).click()
    await appears(page.getByText('"estranho": "sim"'))
    await appears(page.getByText('Sem solução'))
    await axe(page)
    await button(page, `Tentar de novo: ${dead?.id}`).click()
    await press(page, 'Tentar de novo')
    const becomes = (status: string) =>
      until(async () => ((await read(`/psp/inbox/${dead?.id}`)).status === status ? true : null), status)
    await becomes('applied')
    await gateway.db.query(sql`
      update psp_inbox set seal = default, attempts = 12, applied_at = null, due_at = now() + interval '1 day' where id = ${dead?.id}`)
    await visit.go('/operacao/avisos-psp?status=dead')
    await page
      .getByRole('link', { name: String(dead?.id), exact: true })
      .first()
      .waitFor()
    await button(page, 'Tentar vários de novo').click()
    await press(page, 'Tentar de novo')
    await becomes('applied')
    await axe(page)
  })
})

describe('an alert', NEEDS_BROWSER, () => {
  slow('leads to its subject, and is closed once an operator has seen it', async () => {
    await gateway.db.query(sql`
      insert into alarm (code, said, subject_kind, subject_id, known, known_hash, rung, first_at, last_at)
      values ('PSP_LIST_UNREADABLE', 'a list of the PSP cannot be read', 'psp', '1', '{"pspAccountId":1}', '\\x01', 3, now(), now())`)
    await using visit = await at('/operacao')
    const { page } = visit
    await page.getByRole('list', { name: 'Alertas abertos' }).getByRole('link').first().click()
    await page.waitForURL(/\/operacao\/psps\/1$/)
    await visit.go('/operacao/alarmes?status=open')
    await appears(page.getByText('Atenção', { exact: true }))
    await appears(page.getByText('Cinco leituras falharam. Nada se perde: a lista é lida de onde parou.'))
    const way = page.getByRole('link', { name: 'Ver a conta do provedor' })
    assert.equal(await way.getAttribute('href'), '/operacao/psps/1')
    await button(page, /^Marcar como visto/)
      .first()
      .click()
    await page.getByRole('dialog').getByRole('link', { name: 'Banco de Teste' }).waitFor()
    await axe(page)
    await press(page, 'Marcar como visto')
    await appears(page.getByText('Nada espera por você'))
    await visit.go('/operacao/alarmes?status=acknowledged')
    await appears(page.getByText(/^Visto em/))
  })
})

describe('the recovery', NEEDS_BROWSER, () => {
  it('is entered only by an operator who confirms to know what it stops, and ended with a reason', async () => {
    await using visit = await at('/operacao/recuperacao')
    const { page } = visit
    await appears(page.getByText('O gateway trabalha'))
    await button(page, 'Entrar em recuperação').click()
    const dialog = page.getByRole('dialog')
    await appears(dialog.getByText('Nenhum saque e nenhum reembolso sai, de conta nenhuma.'))
    await dialog.getByLabel('Motivo').fill('Um ensaio')
    assert.equal(await dialog.getByRole('button', { name: 'Entrar em recuperação' }).isDisabled(), true)
    await axe(page)
    await dialog.getByLabel('Entendi que nada sai do gateway até alguém o liberar').check()
    await press(page, 'Entrar em recuperação')
    await appears(page.getByText('Em recuperação', { exact: true }))
    assert.equal((await read('/recovery')).active, true)
    await page.getByRole('table', { name: 'Listas dos provedores' }).waitFor()
    await axe(page)
    await until(async () => {
      const { sweeps } = await read('/recovery')
      return sweeps.every(({ done }: { done: boolean }) => done) || null
    }, 'the lists to be read')
    await visit.go('/operacao')
    await page.getByText('O gateway está em recuperação').first().waitFor()
    await button(page, 'Liberar o gateway').click()
    await confirm(page, 'Liberar o gateway', 'O ensaio acabou')
    assert.equal((await read('/recovery')).active, false)
    await visit.go('/operacao/recuperacao')
    await appears(page.getByText(/O ensaio acabou/))
    await axe(page)
  })
})

describe('an invitation of a seller', NEEDS_BROWSER, () => {
  slow('is sent, sent again and taken back, on a phone', async () => {
    await using visit = await at('/operacao/convites', { viewport: PHONE })
    const { page } = visit
    await appears(page.getByText('Nada por aqui'))
    await button(page, 'Convidar vendedor').click()
    const dialog = page.getByRole('dialog')
    await field(page, 'E-mail').fill('nova.loja@example.com')
    await dialog.getByLabel('Nome da conta').fill('Loja Nova')
    await press(page, 'Enviar convite')
    await appears(page.getByText('Loja Nova'))
    await fits(page)
    await axe(page)
    const letters = () => gateway.mails.filter(({ to }) => to === 'nova.loja@example.com').length
    await until(async () => letters() === 1 || null, 'the letter')
    // Not twice in a minute.
    gateway.advance(HOUR_MS)
    await button(page, 'Reenviar: nova.loja@example.com').click()
    await press(page, 'Reenviar')
    await until(async () => letters() === 2 || null, 'the second letter')
    await button(page, 'Cancelar convite: nova.loja@example.com').click()
    await press(page, 'Cancelar convite')
    await appears(page.getByText('Nada por aqui'))
    assert.deepEqual((await read('/invitations')).data, [])
  })
})

describe('the operators', NEEDS_BROWSER, () => {
  slow('is seen, and is removed by two where there are three, and the page says which', async () => {
    await using visit = await at('/operacao/operadores', { viewport: PHONE })
    const { page } = visit
    await appears(page.getByText('Quem opera sozinho não pode sair: crie outra pessoa antes.'))
    await fits(page)
    await axe(page)
    const [otto, tina] = [await registerOperator(gateway), await registerOperator(gateway)]
    await visit.go('/operacao/operadores')
    await button(page, `Retirar: ${tina.email}`).click()
    await appears(page.getByText('Outra pessoa da operação precisa confirmar em Propostas.'))
    await confirm(page, 'Retirar', 'Saiu da empresa')
    await appears(page.getByText('Já proposto: outra pessoa confirma em Propostas.'))
    const [proposal] = (await read('/proposals?kind=operator.remove')).data
    const decide = { reason: 'Conferido' }
    assert.equal((await otto.call('POST', `/api/admin/proposals/${proposal.id}/confirm`, decide)).status, 202)
    await visit.go('/operacao/operadores')
    await button(page, `Retirar: ${otto.email}`).click()
    await appears(page.getByText('Vale na hora: vocês são só duas pessoas.'))
    await confirm(page, 'Retirar', 'Saiu da empresa')
    await appears(page.getByText('Quem opera sozinho não pode sair: crie outra pessoa antes.'))
    await axe(page)
    assert.equal((await read('/operators')).data.length, 1)
  })
})
