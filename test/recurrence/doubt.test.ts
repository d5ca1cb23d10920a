// Orders of debits whose answers are lost, PSPs that are switched off, approvals that come late, and words that contradict: one debit of a
// cycle, and one sale.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { assertBooks } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { slow } from '../long.ts'
import { liveUntil } from './calendar.ts'
import { inApp, offered, openRecurringGateway, recurringSeller } from './recurring.ts'

const BEGINNING = new Date('2027-01-04T12:00:00-03:00')
const FIRST_DAY = '2027-01-15'
const at = (day: string, hour: number) => timeOn(day as LocalDate, hour)

const FATES = ['timeoutAfter', 'timeoutBefore', '503', 'malformed'] as const
const DOUBTFUL = FATES.map((_, n) => `Ana Souza ${n}`)
const LATE = 'Bia Late'
const MISSED = 'Carla Missed'
const CONTRADICTED = 'Davi Contradicted'
const FORGOTTEN = 'Eva Forgotten'
const RETRIED = 'Na retentativa 1'

let gateway: TestGateway
let seller: Seller
const made = new Map<string, Answer['body']>()

const debitsOf = async (name: string) =>
  (await seller.api('GET', `/api/pix-automatico/${made.get(name)?.idRec}/cobrancas`)).body.data.toReversed()
const shown = (debits: Record<string, unknown>[]) =>
  debits.map(({ ciclo, dataDeVencimento, status }) => [ciclo, dataDeVencimento, status])
const accept = (name: string) => inApp(gateway, made.get(name)?.idRec, 'accept')
const salesOf = async (name: string) =>
  (await seller.api('GET', `/api/transactions?idRec=${made.get(name)?.idRec}`)).body.data
const fault = (body: object) => call(gateway.bankUrl, 'POST', '/sandbox/faults', { body })

before(async () => {
  gateway = await openRecurringGateway({ startsAt: BEGINNING, env: { PSP_TIMEOUT_MS: '1000' } })
  seller = await recurringSeller(gateway)
  for (const name of [...DOUBTFUL, LATE, MISSED, CONTRADICTED, FORGOTTEN, RETRIED]) {
    const customer = { name, document: '52998224725' }
    const more = name === RETRIED ? { politicaRetentativa: 'PERMITE_3R_7D' } : {}
    made.set(name, await offered(seller, { customer, dataInicial: FIRST_DAY, ...more }))
  }
  await liveUntil(gateway, gateway.now())
  for (const name of [...DOUBTFUL, CONTRADICTED, FORGOTTEN, RETRIED]) await accept(name)
  await liveUntil(gateway, at('2027-01-07', 12))
})
after(() => gateway?.[Symbol.asyncDispose]())

test('orders whose answers are lost, unreadable or refused for a moment: one debit of each cycle at the bank', async () => {
  for (const fate of FATES) {
    const made = await fault({ on: 'PUT /cobr', fate, ...(fate === '503' && { executed: true }) })
    assert.equal(made.status, 201, made.text)
  }
  await liveUntil(gateway, at('2027-01-11', 8))
  for (const name of DOUBTFUL) assert.deepEqual(shown(await debitsOf(name)), [[1, FIRST_DAY, 'ATIVA']], name)
})

test('an order that the database has forgotten is found under its txid, and not sent twice', async () => {
  const [{ txid }] = await debitsOf(FORGOTTEN)
  const id = sql`(select id from debit where txid = ${txid})`
  await gateway.db.query(sql`delete from debit_try where debit_id = ${id}`)
  await gateway.db.query(sql`delete from event where subject = 'debit' and subject_id = ${id}`)
  await gateway.db.query(sql`
    update debit set status = 'PLANEJADA', fee_centavos = null, reserve_centavos = null, reserve_days = null, sent_at = null,
      settles_on = null, version = 0, due_at = ${gateway.now()}, seal = default where txid = ${txid}`)
  await liveUntil(gateway, at('2027-01-11', 12))
  const [found] = await debitsOf(FORGOTTEN)
  assert.deepEqual([found.txid, found.status], [txid, 'ATIVA'])
})

test('authorised after the last hour: debited a little later in the same cycle', async () => {
  // 15/01 could be ordered until 12/01 20:00.
  await liveUntil(gateway, at('2027-01-13', 10))
  await accept(LATE)
  await liveUntil(gateway, at('2027-01-13', 14))
  assert.deepEqual(shown(await debitsOf(LATE)), [[1, '2027-01-16', 'ATIVA']])
})

test('money for a debit that has ended here is accepted if the PSP says that it is paid', async () => {
  const [{ txid }] = await debitsOf(CONTRADICTED)
  await gateway.db.query(sql`
    update debit set status = 'CANCELADA', ended_at = ${gateway.now()}, end_kind = 'CANCELAMENTO', due_at = null, seal = default
    where txid = ${txid}`)
  await liveUntil(gateway, at(FIRST_DAY, 12))
  assert.deepEqual(shown(await debitsOf(CONTRADICTED)).slice(0, 1), [[1, FIRST_DAY, 'CONCLUIDA']])
  assert.deepEqual(
    (await salesOf(CONTRADICTED)).map((sale: Answer['body']) => sale.status),
    ['PAGO'],
  )
})

test('each of the doubtful ones is paid once', async () => {
  for (const name of [...DOUBTFUL, FORGOTTEN]) {
    const sales = await salesOf(name)
    assert.deepEqual(
      sales.map((sale: Answer['body']) => [sale.status, sale.amount]),
      [['PAGO', 4990]],
      name,
    )
  }
})

test('an order of a retry whose answer is lost: one try on that day', async () => {
  assert.equal((await fault({ on: 'POST /cobr', fate: 'timeoutAfter' })).status, 201)
  await liveUntil(gateway, at('2027-01-18', 12))
  const [debit] = await debitsOf(RETRIED)
  const tries = debit.tentativas.map((one: Record<string, string>) => `${one.data} ${one.tipo} ${one.status}`)
  assert.deepEqual(tries, ['2027-01-15 AGND EXPIRADA', '2027-01-17 NTAG PAGA'])
})

test('authorised too late for the cycle: it is missed, and the next one is planned', async () => {
  await accept(MISSED)
  await liveUntil(gateway, at('2027-01-19', 12))
  const debits = await debitsOf(MISSED)
  assert.deepEqual(shown(debits), [
    [1, FIRST_DAY, 'NAO_COBRADA'],
    [2, '2027-02-15', 'PLANEJADA'],
  ])
  assert.equal(debits[0].encerramento.codigo, 'JANELA_PERDIDA')
})

slow('with the PSP account switched off nothing is ordered, and what is missed says so', async () => {
  await gateway.db.query(
    sql`update psp_account set pay_in_enabled = false, off_since = ${gateway.now()}, seal = default`,
  )
  await liveUntil(gateway, at('2027-02-20', 12))
  const [, second] = await debitsOf(MISSED)
  assert.deepEqual([second.status, second.encerramento?.codigo], ['NAO_COBRADA', 'PSP_DESLIGADO'])
})

test('the books of seller, ledger and bank agree', () => assertBooks(gateway))
