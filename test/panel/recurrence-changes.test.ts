// Recurring PIX in the panel, beyond the first way through it: changes, refusals beside their fields, the calendar, each journey, English,
// and what support sees.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { slow } from '../long.ts'
import { inApp, inDays, PAYER, recurrenceBody } from '../recurrence/recurring.ts'
import { debitIn } from '../recurrence/things.ts'
import { until } from '../until.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { button, heading, visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let ana: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  browser = resources.use(await openPanelBrowser())
  ana = await register(gateway)
  await gateway.db.query(sql`update account set status = 'ACTIVE', seal = default where id = ${ana.accountId}`)
})
after(() => resources.disposeAsync())

const SMALL = { width: 320, height: 700 }
const VARIABLE = { valor: undefined, valorMinimo: 1000 }
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function offered(more: Record<string, unknown> = {}): Promise<Answer['body']> {
  const answer = await ana.call('POST', '/api/recurrences', recurrenceBody(more))
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function authorised(more: Record<string, unknown> = {}): Promise<Answer['body']> {
  const made = await offered(more)
  await inApp(gateway, made.idRec, 'accept')
  return until(async () => {
    const { body } = await ana.call('GET', `/api/recurrences/${made.uuid}`)
    return body.status === 'APROVADA' && (body.proximaCobranca !== null || more.cobrancaAutomatica === false)
      ? body
      : null
  }, 'an authorised recurrence')
}

/** The gateway answers these requests as where the payment provider gives it no answer. */
const silence = (page: Page, address: string | RegExp) =>
  page.route(address, route =>
    route.fulfill({ status: 503, json: { success: false, error: { code: 'PSP_UNAVAILABLE', message: 'no answer' } } }),
  )

/** What every journey needs. */
async function fillIn(page: Page, contract: string): Promise<void> {
  await field(page, 'O que você vende').fill('Plano Ouro')
  await field(page, 'Contrato').fill(contract)
  await field(page, 'Nome').fill('Bia Souza')
  await field(page, 'CPF ou CNPJ').fill('529.982.247-25')
  await field(page, 'Valor de cada ciclo').fill('4990')
}

describe('changes of recurrences in the panel', NEEDS_BROWSER, () => {
  it('change what is the seller’s, and a planned cycle; what is refused says why beside its field', async () => {
    const { uuid } = await authorised(VARIABLE)
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go(`/recorrencias/${uuid}`)
    const foreseen = page.getByRole('region', { name: 'Depois disso' })
    await appears(foreseen.getByText('Ciclo 7'))
    await page.getByRole('link', { name: 'Alterar' }).click()
    await heading(page, 'Alterar recorrência')
    await axe(page)
    await field(page, 'Nome').first().fill('Bia de Souza')
    await field(page, 'Valor de costume').fill('500')
    await button(page, 'Salvar').click()
    await appears(page.getByText(/O mínimo desta recorrência é R\$\s10,00\./))
    await field(page, 'Valor de costume').fill('2500')
    await button(page, 'Salvar').click()
    await heading(page, 'Recorrência de Bia de Souza')
    const { body } = await ana.call('GET', `/api/recurrences/${uuid}`)
    assert.deepEqual([body.customer.name, body.valorPadrao, body.proximaCobranca.amount], ['Bia de Souza', 2500, 2500])
    await button(page, 'Mudar este débito').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Vencimento').fill(inDays(100))
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await appears(dialog.getByText('Este dia é de outro ciclo. Escolha um dia do ciclo 1.'))
    await axe(page)
    await dialog.getByLabel('Vencimento').fill(inDays(15))
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await appears(page.getByText('Débito alterado.'))
    const [debit] = (await ana.call('GET', `/api/recurrences/${uuid}/debits`)).body.data
    assert.deepEqual([debit.dataDeVencimento, debit.amount], [inDays(15), 2500])
  })

  it('are foreseen in a calendar of all of them, whose days lead to their debits', async () => {
    const made = await authorised({
      dataInicial: inDays(30),
      customer: { name: 'Caio Prado', document: '52998224725' },
    })
    const days = (await ana.call('GET', `/api/recurrences/calendar?month=${inDays(30).slice(0, 7)}`)).body.days
    const [{ day }] = days.slice(-1)
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/recorrencias/calendario')
    await axe(page)
    await go(`/recorrencias/calendario?mes=${day.slice(0, 7)}`)
    await page.getByRole('table').getByRole('link').last().click()
    await appears(page.getByRole('region', { name: /^Débitos de \d+ de / }).getByRole('listitem'))
    await axe(page)
    await go(`/recorrencias/calendario?dia=${await settlingDay(made)}`)
    await page.getByRole('link', { name: 'Caio Prado' }).first().click()
    await heading(page, 'Recorrência de Caio Prado')
  })

  slow('are refused in words where the contract is in use, or no price is agreed', async () => {
    const { contrato } = await offered()
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/recorrencias/nova')
    await fillIn(page, contrato)
    await page.getByLabel(/^Primeiro débito/).fill(inDays(20))
    await button(page, 'Criar recorrência').click()
    await appears(page.getByText('Este contrato já tem uma recorrência aberta. Use outro código ou cancele aquela.'))
    await axe(page)
    const bia = await register(gateway)
    await gateway.db.query(sql`
      update account set status = 'ACTIVE', fees = fees - 'pixAutomatico', seal = default where id = ${bia.accountId}`)
    await using other = await visitOf(browser, gateway, bia)
    await other.go('/recorrencias/nova')
    await appears(other.page.getByText(/O preço do Pix Automático ainda não foi combinado/))
    await axe(other.page)
  })

  slow('are offered by journeys 1, 3 and 4 through the form', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/recorrencias/nova')
    await page.getByRole('radio', { name: 'Pedido no app do banco' }).check()
    await fillIn(page, 'JORNADA-1')
    await page.getByLabel(/^Primeiro débito/).fill(inDays(20))
    await field(page, 'ISPB do banco').fill('9999')
    await field(page, 'Conta com dígito').fill('998877')
    await button(page, 'Criar recorrência').click()
    await appears(page.getByText('São 8 números ou letras maiúsculas.'))
    await field(page, 'ISPB do banco').fill('99990002')
    await button(page, 'Criar recorrência').click()
    await appears(page.getByText('O pedido foi para o app do banco do pagador.'))
    await go('/recorrencias/nova')
    await page.getByRole('radio', { name: 'Paga a primeira e autoriza as próximas' }).check()
    await fillIn(page, 'JORNADA-3')
    await button(page, 'Criar recorrência').click()
    await page.getByRole('img', { name: 'QR code da recorrência' }).waitFor()
    await appears(page.getByText(/paga a primeira parcela e autoriza as próximas/))
    await go('/recorrencias/nova')
    await page.getByRole('radio', { name: 'Boleto Pix que também autoriza' }).check()
    await fillIn(page, 'JORNADA-4')
    await page.getByLabel('Vencimento do boleto Pix').fill(inDays(-1))
    await button(page, 'Criar recorrência').click()
    await appears(page.getByText('Este dia já passou.'))
    await page.getByLabel('Vencimento do boleto Pix').fill(inDays(5))
    await button(page, 'Criar recorrência').click()
    await page.getByRole('img', { name: 'QR code da recorrência' }).waitFor()
    const { data } = (await ana.call('GET', '/api/recurrences?limit=3')).body
    assert.deepEqual(
      data.map(({ contrato, jornada }: { contrato: string; jornada: number }) => [contrato, jornada]),
      [
        ['JORNADA-4', 4],
        ['JORNADA-3', 3],
        ['JORNADA-1', 1],
      ],
    )
  })

  slow('are charged by hand and tried again, in English, on the smallest screen', async () => {
    const { uuid } = await authorised({ ...VARIABLE, cobrancaAutomatica: false })
    await using visit = await visitOf(browser, gateway, ana, { viewport: SMALL, locale: 'en-US' })
    const { page, go } = visit
    await go(`/recorrencias/${uuid}`)
    await fits(page)
    await button(page, 'Charge a cycle').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Charge', exact: true }).click()
    await appears(dialog.getByText('Choose the due day.'))
    await dialog.getByLabel('Due day').fill(inDays(12))
    await dialog.getByLabel('Amount').fill('999')
    await dialog.getByRole('button', { name: 'Charge', exact: true }).click()
    await appears(dialog.getByText(/The minimum of this recurrence is R\$\s?10\.00\./))
    await dialog.getByLabel('Amount').fill('1500')
    await dialog.getByRole('button', { name: 'Charge', exact: true }).click()
    await appears(page.getByText('asked for by hand', { exact: false }))
    const place = { gateway, shop: { seller: ana } }
    const [recurrence = ''] = (await debitIn(place, 'debits', 'ATIVA')).split('/')
    await gateway.db.query(sql`
      update debit_try set status = 'EXPIRADA', code = 'AM04', settles_on = ${inDays(0)}, seal = default
      where debit_id = (select id from debit where recurrence_id = (select id from recurrence where uuid = ${recurrence}::uuid))`)
    await go(`/recorrencias/${recurrence}`)
    await appears(page.getByText("There was no money in the payer's account.", { exact: false }))
    await button(page, 'Try again').click()
    await dialog.getByRole('button', { name: 'Order the try' }).click()
    await appears(dialog.getByText('Choose a day.'))
    await dialog.getByLabel('Day of the further try').fill(inDays(30))
    await dialog.getByRole('button', { name: 'Order the try' }).click()
    await appears(dialog.getByText(/^Choose a day from .* to /))
    visit.forgive(/status of 503/)
    await silence(page, '**/retentativas')
    await dialog.getByRole('button', { name: 'Order the try' }).click()
    await appears(dialog.getByRole('alert').getByText(/did not answer\. We follow the request up/))
    for (const path of [`/recorrencias/${uuid}/alterar`, '/recorrencias/calendario']) {
      await go(path)
      await visit.untilQuiet()
      await fits(page)
      await axe(page)
    }
  })

  slow(
    'are offered once more: a provider that does not answer has changed nothing, or may have been asked',
    async () => {
      const [inBankApp, byCode] = [await offered({ jornada: 1, pagador: PAYER }), await offered()]
      await using visit = await visitOf(browser, gateway, ana)
      visit.forgive(/status of 503/)
      const { page, go } = visit
      await silence(page, /\/(?:ofertas|solicitacoes)$/)
      await go(`/recorrencias/${inBankApp.uuid}`)
      await button(page, 'Gerar QR code sem pagamento').click()
      await appears(page.getByRole('alert').getByText('não respondeu. Tente de novo em instantes.'))
      assert.equal(await page.getByText('Acompanhamos').count(), 0)
      await go(`/recorrencias/${byCode.uuid}`)
      await button(page, 'Pedir no app do banco').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('ISPB do banco').fill(PAYER.ispb)
      await dialog.getByLabel('Conta com dígito').fill(PAYER.conta)
      await dialog.getByRole('button', { name: 'Enviar pedido' }).click()
      await appears(dialog.getByRole('alert').getByText('o pedido pode ter sido enviado'))
      await axe(page)
    },
  )

  slow('are read by support without their payers, the calendar too', async () => {
    const { uuid } = await authorised({ customer: { name: 'Davi Lima', document: '52998224725' } })
    const olga = await registerOperator(gateway)
    await olga.call('POST', `/api/admin/accounts/${ana.accountId}/support-views`, { reason: 'Chamado 4711' })
    await using visit = await visitOf(browser, gateway, { ...olga, accountId: ana.accountId })
    const { page, go } = visit
    await go(`/recorrencias/${uuid}`)
    await heading(page, 'Recorrência de D••• L•••')
    assert.equal(await page.getByText('529.982.247-25').count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Alterar' }).count(), 0)
    await go(`/recorrencias/calendario?dia=${await settlingDay({ uuid })}`)
    await appears(page.getByRole('link', { name: 'D••• L•••' }))
    assert.equal(await page.getByText('Davi').count(), 0)
  })
})

/** On which the calendar has its first debit. */
async function settlingDay({ uuid }: { uuid: string }): Promise<string> {
  const { proximaCobranca } = (await ana.call('GET', `/api/recurrences/${uuid}`)).body
  for (let later = 0; later < 6; later++) {
    const day = new Date(Date.parse(proximaCobranca.dataDeVencimento) + later * 86_400_000).toISOString().slice(0, 10)
    const { data } = (await ana.call('GET', `/api/recurrences/calendar/day?day=${day}&limit=100`)).body
    if (data.some((entry: { recurrence: string }) => entry.recurrence === uuid)) return day
  }
  throw new Error(`the calendar does not have ${uuid}`)
}
