// The debits of a recurrence in the panel, when things go wrong: a cancellation that the bank does not answer, a try that has failed, and a
// recurrence that is to end and whose bank is silent.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { type Person, register } from '../access/person.ts'
import type { TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { DAYS_PACE_MS, liveUntil } from '../recurrence/calendar.ts'
import { failAtBank, healBank, inApp, openRecurringGateway, recurrenceBody } from '../recurrence/recurring.ts'
import { until } from '../until.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { button, visitOf } from './steps.ts'

/** A Wednesday. */
const DUE = '2027-01-13'
const at = (day: string, hour: number, minute = 0) => timeOn(day as LocalDate, hour, minute)

const POOR = { customer: { name: 'Sem saldo', document: '52998224725' }, politicaRetentativa: 'PERMITE_3R_7D' }

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let ana: Person
let wanted: Answer['body']
let planned: Answer['body']
let byHand: Answer['body']
let offered: Answer['body']

async function made(more: Record<string, unknown> = {}): Promise<Answer['body']> {
  const { status, body, text } = await ana.call(
    'POST',
    '/api/recurrences',
    recurrenceBody({ dataInicial: DUE, ...more }),
  )
  assert.equal(status, 201, text)
  return body
}

async function authorised(more: Record<string, unknown> = {}): Promise<Answer['body']> {
  const one = await made(more)
  await inApp(gateway, one.idRec, 'accept')
  await until(
    async () => (await ana.call('GET', `/api/recurrences/${one.uuid}`)).body.status === 'APROVADA' || null,
    'the authorisation',
  )
  return one
}

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openRecurringGateway({ startsAt: at('2027-01-04', 12) }))
  browser = resources.use(await openPanelBrowser())
  ana = await register(gateway)
  await gateway.db.query(sql`update account set status = 'ACTIVE', seal = default where id = ${ana.accountId}`)
  wanted = await authorised()
  planned = await authorised(POOR)
  byHand = await authorised({ ...POOR, diasRetentativa: [] })
  offered = await made()
  await liveUntil(gateway, at('2027-01-12', 20), DAYS_PACE_MS)
})
after(() => resources.disposeAsync())

describe('the debits of a recurrence in the panel', NEEDS_BROWSER, () => {
  it('are foreseen from the first day that can still be reached, which says so; where none can, that', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/recorrencias/nova')
    // It could be ordered until eight in the evening.
    await page.getByLabel(/^Primeiro débito/).fill('2027-01-15')
    await appears(
      page.getByText('Não há mais tempo de enviar ao banco o débito de 15/01/2027: o primeiro é em 16/01/2027.'),
    )
    await page.getByLabel(/^Último dia/).fill('2027-01-15')
    await appears(page.getByText('Com estas datas nenhum débito sairia mais a tempo: mude o primeiro ou o último dia.'))
    await axe(page)
    await go(`/recorrencias/${offered.uuid}`)
    await appears(
      page.getByText('Não há mais tempo de enviar ao banco o débito de 13/01/2027: o primeiro é em 16/01/2027.'),
    )
  })

  it('say that a cancellation is asked for, offer nothing meanwhile, and say that it was not possible', async () => {
    await failAtBank(gateway, 'PATCH /cobr', '503', { times: 1_000 })
    await using visit = await visitOf(browser, gateway, ana, { viewport: PHONE })
    const { page, go } = visit
    await go(`/recorrencias/${wanted.uuid}`)
    const first = page.getByRole('listitem', { name: 'Ciclo 1' })
    await first.getByRole('button', { name: 'Cancelar o débito' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar o débito' }).click()
    await appears(page.getByText('Cancelamento pedido. A situação muda quando o banco confirmar.'))
    await appears(first.getByText('Cancelamento pedido', { exact: true }))
    assert.equal(await first.getByRole('button').count(), 0)
    await axe(page)
    await fits(page)
    await liveUntil(gateway, at('2027-01-12', 22, 30))
    await healBank(gateway)
    await page.reload()
    await appears(first.getByText('Não deu para cancelar: o provedor não respondeu a tempo.'))
    assert.equal(await first.getByText('Cancelamento pedido', { exact: true }).count(), 0)
    await fits(page)
  })

  it('say that a try has failed, and when the next one is or that it waits for a person', async () => {
    await liveUntil(gateway, at(DUE, 22))
    await using visit = await visitOf(browser, gateway, ana, { viewport: PHONE })
    const { page, go } = visit
    const first = page.getByRole('listitem', { name: 'Ciclo 1' })
    await go(`/recorrencias/${planned.uuid}`)
    await appears(first.getByText('Não pago, nova tentativa em 15/01/2027'))
    await appears(first.getByText('Se não for pago, nova tentativa em 17/01/2027, 20/01/2027.'))
    await axe(page)
    await fits(page)
    await go(`/recorrencias/${byHand.uuid}`)
    await appears(first.getByText('Não pago, espera você'))
    await appears(first.getByRole('button', { name: 'Tentar de novo' }))
    assert.equal(await page.getByText('Agendado no banco do pagador').count(), 0)
    await fits(page)
    await go('/recorrencias/calendario?mes=2027-01&dia=2027-01-15')
    await appears(page.getByText('Não pago, nova tentativa neste dia'))
    await go(`/recorrencias/calendario?mes=2027-01&dia=${DUE}`)
    await appears(page.getByText('Não pago', { exact: true }))
    await axe(page)
  })

  it('of a recurrence that is to end: nothing is charged, asked for or offered by it any more', async () => {
    await failAtBank(gateway, 'PATCH /rec', '503', { times: 1_000 })
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    for (const [{ uuid }, act] of [
      [wanted, 'Cobrar um ciclo'],
      [offered, 'Pedir no app do banco'],
    ] as const) {
      await go(`/recorrencias/${uuid}`)
      await appears(button(page, act))
      await button(page, 'Cancelar recorrência').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar recorrência' }).click()
      await appears(page.getByText('Cancelamento pedido. O provedor ainda não respondeu; continuamos pedindo.'))
      await button(page, act).waitFor({ state: 'detached' })
      assert.equal(await button(page, 'Cancelar recorrência').count(), 0)
    }
    await axe(page)
    await healBank(gateway)
  })
})
