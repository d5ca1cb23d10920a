// The operator's pages on a small laptop: 1024 by 768, with something in its lists. Nothing is scrolled sideways there, neither a page nor
// a table in it, and names keep their words whole.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Person, register, registerOperator } from '../access/person.ts'
import { disputedAtBank, disputeOf } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import { plantCase } from '../monitoring/planted.ts'
import { paid } from '../sale/refunding.ts'
import { asOperator, settled } from './as-operator.ts'
import { fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const LAPTOP = { width: 1024, height: 768 }
const NAME = 'Distribuidora Nordestina de Eletrodomésticos'
const PIX_KEY = 'semsaldo@fornecedores-do-nordeste.example.com'
/** The books of a large gateway: R$ 9.876.543.210,98 and what else there is. */
const MUCH = 9_876_543_210_98
/** What the bank does not know stays so; its lists are read often. */
const ENV = { PSP_LOOKUP_WAITS_MS: '3600000', SWEEP_EVERY_MS: '200' }

describe('the operator’s pages on a small laptop', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  let olga: Person
  let screens: string[]

  before(async () => {
    gateway = resources.use(await openTestGateway({ env: ENV }))
    browser = resources.use(await openPanelBrowser())
    olga = await registerOperator(gateway)
    screens = await filledScreens()
  })
  after(() => resources.disposeAsync())

  async function distributor(): Promise<Seller> {
    const { accountId, call } = await register(gateway, NAME)
    await olga.call('PATCH', `/api/admin/accounts/${accountId}`, {
      status: 'ACTIVE',
      apiCashoutEnabled: true,
      reason: 'Documentos conferidos',
    })
    const { body } = await call('POST', '/api/credentials', { name: 'loja' })
    await call('POST', '/api/webhook', { url: 'https://webhooks.distribuidora.example.com/porteira/entradas' })
    return sellerWith(gateway, accountId, body.publicKey, body.privateKey)
  }

  /** Every address of the operator, with a row in the lists that are seldom empty. */
  async function filledScreens(): Promise<string[]> {
    const seller = await distributor()
    const { accountId } = seller
    const sale = await paid(gateway, seller, 2_500_00, { customer: { name: 'Maria Aparecida dos Santos Oliveira' } })
    await paid(gateway, seller, MUCH)
    const cashout = await seller.api('POST', '/api/public/cashout', {
      amount: 1_234.56,
      pixKey: PIX_KEY,
      pixKeyType: 'EMAIL',
    })
    assert.equal(cashout.status, 201, cashout.text)
    const held = await olga.call('POST', `/api/admin/accounts/${accountId}/holds`, {
      reason: 'CAUTELAR',
      amount: 50_00,
      document: 'Processo 0001234-56.2026.8.26.0100',
      note: 'Ofício recebido',
    })
    assert.ok(held.status < 300, held.text)
    await disputedAtBank(gateway, sale)
    const { id: dispute } = await disputeOf(seller, sale)
    const account = `/operacao/contas/${accountId}`
    return [
      ...['/operacao', '/operacao/contas', account, `${account}/extrato`, `${account}/bloqueios`, `${account}/regras`],
      ...[`${account}/pessoas`, '/operacao/saques', '/operacao/saques/em-andamento'],
      ...[
        `/operacao/vendas/${sale.uuid}`,
        `/operacao/saques/${cashout.body.uuid}`,
        '/operacao/anomalias',
        '/operacao/disputas',
      ],
      ...[`/operacao/disputas/${dispute}`, '/operacao/recebimentos', '/operacao/conciliacao', '/operacao/comparacoes'],
      ...['/operacao/dias', '/operacao/cobertura', '/operacao/propostas', '/operacao/propostas/1'],
      ...['/operacao/bloqueios', '/operacao/alarmes', '/operacao/razao', '/operacao/razao/balancete'],
      ...['/operacao/razao/casa', '/operacao/auditoria', '/operacao/psps', '/operacao/psps/1', '/operacao/psps/novo'],
      ...['/operacao/avisos-psp', '/operacao/avisos-psp/1', '/operacao/limites', '/operacao/recuperacao'],
      ...['/operacao/convites', '/operacao/webhooks', '/operacao/suporte', '/operacao/operadores', '/operacao/canais'],
      '/operacao/dados-pessoais',
      '/operacao/oficios',
      ...['/operacao/monitoramento', `/operacao/monitoramento/${await plantCase(gateway.db, accountId)}`],
      '/operacao/monitoramento/regras',
    ]
  }

  /** Tables that are wider than what they are shown in. */
  const wideTables = (page: Page) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('table')].flatMap(table => {
      let box = table.parentElement
      while (box !== document.body && getComputedStyle(box).overflowX === 'visible') box = box.parentElement
      const isWide = table.scrollWidth > box.clientWidth + 1
      return isWide ? [(table.caption?.textContent ?? '') + ' ' + table.scrollWidth + ' > ' + box.clientWidth] : []
    })`)

  const linesOf = (text: Locator) =>
    text.evaluate((element: { getClientRects(): { length: number } }) => element.getClientRects().length)

  it('moves nothing sideways at any address', async () => {
    await using visit = await asOperator(browser, gateway, olga, '/operacao', { viewport: LAPTOP })
    const faults: string[] = []
    for (const path of screens) {
      await visit.walk(path)
      await settled(visit.page)
      assert.equal(await visit.page.getByText('Não deu certo').count(), 0, path)
      await fits(visit.page).catch(fault => faults.push(`${path}: ${fault.message}`))
      faults.push(...(await wideTables(visit.page)).map(table => `${path}: ${table}`))
    }
    assert.deepEqual(faults, [])
  })

  it('shows the sums of a large gateway whole on a phone too', async () => {
    await using visit = await asOperator(browser, gateway, olga, '/operacao', { viewport: PHONE })
    const { page } = visit
    for (const path of ['/operacao', '/operacao/razao', '/operacao/razao/balancete', '/operacao/cobertura']) {
      await visit.walk(path)
      await settled(page)
      await fits(page)
      assert.deepEqual(await wideTables(page), [], path)
    }
    await visit.walk('/operacao/razao/balancete')
    const sum = page.getByText(/^R\$\s9\.8\d\d\.\d{3}\.\d{3},\d\d$/).filter({ visible: true })
    await sum.first().waitFor()
    for (const one of await sum.all()) assert.equal(await linesOf(one), 1, await one.innerText())
  })

  it('keeps the words of names whole, and the label of the search on one line', async () => {
    await using visit = await asOperator(browser, gateway, olga, '/operacao/saques/em-andamento', { viewport: LAPTOP })
    const { page } = visit
    const name = page.getByRole('row').getByRole('link', { name: NAME })
    // Three words, and more lines than that only where one was broken.
    assert.equal(await linesOf(name), 3)
    const { height } = (await page.getByText('Procurar em tudo').boundingBox()) ?? assert.fail('there is no search')
    assert.ok(height < 30, `the search’s label is ${height} px high`)
  })

  it('finds entries of the audit log by what they are about, chosen in words', async () => {
    await using visit = await asOperator(browser, gateway, olga, '/operacao/auditoria', { viewport: LAPTOP })
    const { page } = visit
    await page.getByLabel('Assunto').selectOption({ label: 'Chave de API' })
    await page.waitForURL(/subject=api_key/)
    await page.getByRole('cell', { name: /Um pagamento foi contestado/ }).waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: /Criou uma chave de API/ }).waitFor()
  })
})
