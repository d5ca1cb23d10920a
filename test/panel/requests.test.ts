// The screens of the request log, as an owner uses them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { register } from '../access/person.ts'
import { openTestGateway, sellerWith, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const linesOf = (words: Locator) =>
  words.evaluate(element => (element as unknown as { getClientRects(): object[] }).getClientRects().length)

/** With its last column, in the width that it has. */
const wholeTable = async (table: Locator) => {
  const [needed, given] = await table.evaluate(element => {
    const { scrollWidth, parentElement } = element as unknown as Sized
    return [scrollWidth, parentElement.clientWidth]
  })
  assert.ok(needed <= given, `the table is ${needed} px wide in ${given} px`)
}

interface Sized {
  scrollWidth: number
  parentElement: { clientWidth: number }
}

describe('the request log', NEEDS_BROWSER, () => {
  let gateway: TestGateway
  let browser: PanelBrowser
  before(async () => {
    gateway = await openTestGateway()
    browser = await openPanelBrowser()
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await gateway?.[Symbol.asyncDispose]()
  })

  it('finds each request of the API with its masked bodies, the object and the events that it made, and a curl', async () => {
    const ana = await register(gateway)
    await using visit = await browser.visit(gateway, { reducedMotion: 'reduce' })
    await visit.signedIn(ana)
    const { page, go } = visit
    await go('/integracoes/requisicoes')
    await appears(page.getByText('Nenhuma requisição ainda'))
    await axe(page)
    const { publicKey, privateKey } = (await ana.call('POST', '/api/credentials', { name: 'Loja virtual' })).body
    const shopApi = sellerWith(gateway, ana.accountId, publicKey, privateKey)
    const sold = await shopApi.sell(5_000, { customer: { name: "Maria D'Ávila", email: 'maria@example.com' } })
    const missing = await shopApi.api('GET', '/api/public/cashout/123')
    const id = missing.headers.get('x-request-id') ?? ''
    const log = async () => (await ana.call('GET', '/api/requests')).body.data
    await until(async () => ((await log()).length === 2 ? true : null), 'both requests to be logged')
    await button(page, 'Atualizar').click()
    const made = page.getByRole('row', { name: /POST \/api\/transactions.*201.*Loja virtual/ })
    await made.waitFor()
    await appears(page.getByRole('row', { name: /GET \/api\/public\/cashout\/123.*404.*NOT_FOUND/ }))
    await axe(page)
    await shopApi.api('POST', '/api/public/cashout', { amount: 1_000, pixKey: 'maria@example.com' })
    await until(async () => ((await log()).length === 3 ? true : null), 'the cashout to be logged')
    await button(page, 'Atualizar').click()
    for (const word of ['NOT_FOUND', 'INSUFFICIENT_BALANCE'])
      assert.equal(await linesOf(page.getByRole('cell', { name: word, exact: true }).locator('code')), 1, word)
    await fits(page)
    await shopApi.api('GET', `/api/pix-automatico/RN${'9'.repeat(27)}/cobrancas?status=PLANEJADA`)
    await until(async () => ((await log()).length === 4 ? true : null), 'the lookup to be logged')
    await button(page, 'Atualizar').click()
    await page.getByRole('row', { name: /status=PLANEJADA/ }).waitFor()
    await wholeTable(page.getByRole('table'))
    await page.getByLabel('Resposta').selectOption('Recusadas (4xx)')
    await page.waitForURL(/status=4xx/)
    await made.waitFor({ state: 'detached' })
    await page.getByLabel('Buscar', { exact: true }).fill('INSUFFICIENT_PERMISSIONS')
    await appears(page.getByText('Nada encontrado'))
    await button(page, 'Limpar').click()
    await page.getByLabel('Buscar', { exact: true }).fill(sold.uuid)
    await page.waitForURL(/q=/)
    await made.waitFor()

    await page.getByRole('link', { name: 'POST /api/transactions' }).click()
    const sent = page.getByRole('region', { name: 'Corpo enviado' }).last()
    await appears(sent.getByText('"amount": 5000'))
    const curl = (await page.getByRole('region', { name: 'Repetir com curl' }).last().textContent()) ?? ''
    assert.match(curl, new RegExp(`^curl -X POST '${gateway.url}/api/transactions'`))
    assert.ok(curl.includes(publicKey) && curl.includes('SUA_CHAVE_PRIVADA'), curl)
    const shown = await page.content()
    for (const secret of ['Ávila', 'maria@example.com', privateKey]) assert.equal(shown.includes(secret), false, secret)
    await appears(page.getByText('sale.pending', { exact: true }))
    await axe(page)
    await fits(page)
    await page.getByRole('link', { name: 'Venda', exact: true }).click()
    await page.waitForURL(`**/vendas/${sold.uuid}`)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'O que você procura?' }).fill(id)
    await page.getByRole('link', { name: /Requisição da API: GET \/api\/public\/cashout\/123, resposta 404/ }).click()
    await page.waitForURL(`**/integracoes/requisicoes/${id}`)
    await appears(page.getByText('NOT_FOUND', { exact: true }).first())
    await page.setViewportSize(PHONE)
    await fits(page)
    await go('/integracoes/requisicoes')
    await page.getByRole('link', { name: 'GET /api/public/cashout/123' }).waitFor()
    await fits(page)
    await axe(page)
  })
})
