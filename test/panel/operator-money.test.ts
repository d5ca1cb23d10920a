// The operator's pages of money: payments of no sale, the operator's own limits, a day that differs from the bank's lists, how the
// difference is resolved, and days that are closed.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addDays } from '#kernel/calendar/local-time.ts'
import { untilIdle } from '../books.ts'
import type { Seller } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow, slowSuite } from '../long.ts'
import { openScene, type Scene } from '../reconciliation/reconciling.ts'
import { listed } from '../sale/incoming.ts'
import { paid } from '../sale/refunding.ts'
import { at as saleAt, setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'
import { asOperator, button, confirm, eventOf, press, settled } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const resources = new AsyncDisposableStack()
let scene: Scene
let browser: PanelBrowser
let shop: Seller

before(async () => {
  if (NEEDS_BROWSER.skip) return
  scene = resources.use(await openScene())
  browser = resources.use(await openPanelBrowser())
  shop = await scene.gateway.seller({ funds: 500_00 })
  await setTerms(scene.gateway, shop, { unexpected: 'KEEP', acceptsLate: false })
})
after(() => resources.disposeAsync())

const at = (path: string, options = {}, by = scene.olga) => asOperator(browser, scene.gateway, by, path, options)
const brazilian = (day: string) => day.split('-').toReversed().join('/')

/** A sale that was cancelled and paid all the same. */
async function late(cents: number) {
  const sale = await shop.sell(cents)
  await shop.api('POST', `${saleAt(sale)}/cancel`)
  const { body: pix } = await scene.gateway.pay(sale.pixKey, { late: true })
  const find = async () => (await listed(scene.olga)).find(({ endToEndId }) => endToEndId === pix.endToEndId) ?? null
  return until(find, 'the receipt')
}

const statusOf = async ({ endToEndId }: { endToEndId: string }) =>
  (await listed(scene.olga)).find(incomingPayment => incomingPayment.endToEndId === endToEndId)?.status

describe('money that no sale accepts', NEEDS_BROWSER, () => {
  everyday('goes back to its payer, or is the account’s, as an operator decides', async () => {
    const [back, kept] = [await late(31_00), await late(32_00)]
    await using visit = await at('/operacao')
    const { page } = visit
    await appears(page.getByRole('link', { name: 'Destinos sem falha – nenhum foi chamado ainda' }))
    await page.getByRole('link', { name: /Recebimentos inesperados/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Recebimentos' }).waitFor()
    await button(page, `Devolver: ${back.endToEndId}`).click()
    await axe(page)
    await confirm(page, 'Devolver', 'Pagou depois do cancelamento')
    await until(async () => (await statusOf(back)) === 'RETURNED' || null, 'the money to be back')
    await button(page, `Creditar: ${kept.endToEndId}`).click()
    await confirm(page, 'Creditar', 'O comprador quer o produto')
    assert.equal(await statusOf(kept), 'ACCEPTED', 'the cancelled sale is paid')
    await appears(page.getByText('Nada espera por você'))
    await visit.go(`/operacao/recebimentos?accountId=${shop.accountId}`)
    await appears(page.getByText('Pagou depois do cancelamento'))
    await axe(page)
  })
})

describe('the operator’s own limits', NEEDS_BROWSER, () => {
  slow('are set with a reason and taken off again', async () => {
    await using visit = await at('/operacao/limites')
    const { page } = visit
    await button(page, 'Alterar limites').click()
    assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Alterar' }).isDisabled(), true)
    await page.getByRole('dialog').getByLabel('Em uma hora').fill('9.000,00')
    await confirm(page, 'Alterar', 'Fim de semana')
    await appears(eventOf(page, 'Em uma hora').getByText(/R\$\s9\.000,00/))
    const limits = async () => (await scene.olga.call('GET', '/api/admin/payout-limits')).body
    assert.deepEqual(await limits(), { most10MinutesCents: null, mostHourCents: 9_000_00 })
    await button(page, 'Alterar limites').click()
    await page.getByRole('dialog').getByLabel('Em uma hora').fill('')
    await confirm(page, 'Alterar', 'Segunda-feira')
    await appears(eventOf(page, 'Em uma hora').getByText('sem limite'))
    assert.equal((await limits()).mostHourCents, null)
    await axe(page)
  })
})

slowSuite('a day against the bank’s lists', NEEDS_BROWSER, () => {
  let changed: string
  let gone: string

  before(async () => {
    if (NEEDS_BROWSER.skip) return
    const { endToEndId } = await paid(scene.gateway, shop, 101_00)
    const other = await paid(scene.gateway, shop, 102_00)
    ;[changed, gone] = [endToEndId, other.endToEndId]
    await untilIdle(scene.gateway)
    await scene.nextDay()
    await scene.plant(
      ['update pix set amount = 12345 where end_to_end_id = ?', changed],
      ['delete from pix where end_to_end_id = ?', gone],
    )
  })

  it('is compared, and shows its differences one by one', async () => {
    await using visit = await at('/operacao/comparacoes')
    const { page } = visit
    await button(page, 'Comparar um dia').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Conta no provedor').selectOption('1')
    await dialog.getByLabel('Dia').fill(scene.day)
    await press(page, 'Comparar um dia')
    await until(async () => {
      const { body } = await scene.olga.call('GET', '/api/admin/reconciliations')
      return body.data[0]?.state === 'DONE' || null
    }, 'the day to be read')
    await page.reload()
    await page.getByRole('link', { name: brazilian(scene.day) }).click()
    await appears(eventOf(page, 'Diferentes').getByText('2', { exact: true }))
    await page.getByRole('cell', { name: 'Outro valor' }).waitFor()
    await axe(page)
    await page.getByRole('link', { name: 'Ver as diferenças' }).click()
    await page.getByRole('link', { name: 'Falta no provedor' }).waitFor()
    await axe(page)
  })

  it('has a difference looked after and explained', async () => {
    await using visit = await at('/operacao/conciliacao?state=OPEN')
    const { page } = visit
    await page.getByRole('link', { name: 'Falta no provedor' }).click()
    await button(page, 'Cuidar disto').click()
    await press(page, 'Cuidar disto')
    await button(page, 'Deixar de cuidar').waitFor()
    await button(page, 'Explicar').click()
    await confirm(page, 'Explicar', 'O banco lista amanhã')
    await appears(page.getByText('Explicada'))
    await appears(page.getByText('O banco lista amanhã'))
    assert.deepEqual(
      (await scene.cases('&state=EXPLAINED')).map(({ entryId, reason }) => [entryId, reason]),
      [[gone, 'O banco lista amanhã']],
    )
    await axe(page)
  })

  it('has another corrected by the approval of two, who find it named on their first page', async () => {
    const { available } = (await shop.api('GET', '/api/public/balance')).body
    {
      await using visit = await at('/operacao')
      const { page } = visit
      await page
        .getByRole('list', { name: 'Diferenças na conciliação' })
        .getByRole('link', { name: 'Outro valor' })
        .click()
      await button(page, 'Propor correção').click()
      await page.getByLabel('Crédito para a conta').check()
      await confirm(page, 'Propor correção', 'O banco recebeu mais')
    }
    await using visit = await at('/operacao', {}, scene.otto)
    const { page } = visit
    const named = page.getByRole('list', { name: 'Propostas que esperam a segunda pessoa' })
    await named.getByRole('link', { name: 'Corrigir o razão' }).click()
    await page.getByRole('heading', { level: 1, name: 'Corrigir o razão' }).waitFor()
    await axe(page)
    await button(page, /^Confirmar: /).click()
    await confirm(page, 'Confirmar', 'Conferido com o banco')
    await appears(page.getByText('O que foi feito'))
    const after = (await shop.api('GET', '/api/public/balance')).body.available
    assert.ok(after > available, `${after} after ${available}`)
    assert.deepEqual(await scene.open(), [])
  })

  it('is closed, shows its figures, and is opened again by the approval of two', async () => {
    await using visit = await at('/operacao/dias')
    const { page } = visit
    const closing = async (day: string) => {
      await button(page, 'Fechar um dia').click()
      await page.getByRole('dialog').getByLabel('Dia', { exact: true }).fill(day)
      await page.getByLabel('Fechar: tudo foi conciliado').check()
      await page.getByRole('dialog').getByLabel('Motivo').fill('Fim do dia')
      await page.getByRole('dialog').getByRole('button', { name: 'Fechar um dia' }).click()
    }
    // One that has not ended is refused, in the person's words and in the gateway's.
    await closing(addDays(scene.day, 2))
    await appears(page.getByRole('dialog').getByText('Resposta do sistema'))
    await button(page, 'Cancelar').click()
    await button(page, 'Fechar um dia').click()
    await page.getByRole('dialog').getByLabel('Dia', { exact: true }).fill(scene.day)
    await page.getByLabel('Propor fechar com algo em aberto').check()
    await confirm(page, 'Fechar um dia', 'Falta uma resposta')
    await appears(page.getByText('Proposta feita. Falta a confirmação de outra pessoa da operação.'))
    await closing(scene.day)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: brazilian(scene.day) }).click()
    await appears(page.getByText('Fechado', { exact: true }))
    const { figures } = (await scene.olga.call('GET', `/api/admin/days/${scene.day}`)).body
    const shown = (await eventOf(page, 'Disponível').first().innerText()).replaceAll(/\D/g, '')
    assert.equal(shown, String(figures.available))
    const atPsps = await eventOf(page, 'Nos provedores e a liquidar').first().innerText()
    assert.ok(figures.clearing < 0 && !/[-−]/.test(atPsps), atPsps)
    await appears(eventOf(page, 'Lançamentos até o fim do dia').getByText(/^\d+$/))
    await page.getByRole('table', { name: 'Contas que se moveram neste dia' }).getByRole('link').first().waitFor()
    await axe(page)
    await button(page, `Reabrir: ${scene.day}`).click()
    await confirm(page, 'Reabrir', 'Faltou um lançamento')
    const { body } = await scene.otto.call('GET', '/api/admin/proposals?state=OPEN')
    const verdict = { reason: 'De acordo' }
    const word = await scene.otto.call('POST', `/api/admin/proposals/${body.data[0].id}/confirm`, verdict)
    assert.equal(word.status, 202, word.text)
    await page.reload()
    await appears(page.getByText('Reaberto', { exact: true }))
    assert.equal(await page.getByRole('button', { name: /^Reabrir/ }).count(), 0)
    await axe(page)
  })

  it('says that a provider did not answer, and what it said, where its balance cannot be read', async () => {
    await using visit = await at('/operacao/cobertura')
    const { page } = visit
    const fault = { on: 'GET /v2/gn/saldo', fate: '503', times: 50 }
    assert.equal((await call(scene.gateway.bankUrl, 'POST', '/sandbox/faults', { body: fault })).status, 201)
    await button(page, 'Olhar agora').click()
    await page.getByRole('dialog').getByLabel('Conta no provedor').selectOption('1')
    await press(page, 'Olhar agora')
    await appears(page.getByText('O provedor não respondeu.'))
    const row = page.getByRole('row', { name: /Não se sabe/ })
    const { body } = await scene.olga.call('GET', '/api/admin/coverage')
    assert.ok(body.data[0].trouble.length > 0)
    await appears(row.getByText(body.data[0].trouble))
    await axe(page)
  })

  it('fits a phone', async () => {
    await using visit = await at('/operacao', { viewport: PHONE })
    for (const path of [
      '/operacao',
      `/operacao/dias/${scene.day}`,
      '/operacao/comparacoes/1',
      '/operacao/propostas/1',
    ]) {
      await visit.go(path)
      await settled(visit.page)
      await fits(visit.page)
      await axe(visit.page)
    }
  })
})
