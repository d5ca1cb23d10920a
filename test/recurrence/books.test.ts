// Cycles of recurring PIX in the books: statement and lists, monitoring, refunds and disputes, and the daily comparison with a bank that lists
// no debits among what it received.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { join, type Person, register, registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { decidedAtBank, disputedAtBank } from '../dispute/disputing.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { openCases, reconciled } from '../reconciliation/asking.ts'
import { movesOf, refunded, seqOf, untilRefunds } from '../sale/refunding.ts'
import { at, setTerms } from '../sale/selling.ts'
import { liveUntil } from './calendar.ts'
import { agree, inApp, offered, openRecurringGateway, recurringSeller } from './recurring.ts'

const AUTHORISED = new Date('2027-01-04T12:00:00-03:00')
const FIRST_DAY = '2027-01-15' as LocalDate
const SECOND_DAY = '2027-02-15' as LocalDate
const MINUTES_LATER = 5 * 60_000

type Body = Answer['body']

let gateway: TestGateway
let seller: Seller
let ana: Person
let olga: Person
/** Paid each month; refused each month. */
let good: Body
let poor: Body

const settings = async (body: object) =>
  assert.equal((await call(gateway.bankUrl, 'POST', '/sandbox/settings', { body })).status, 200)

const salesOf = async ({ idRec }: Body): Promise<Body[]> =>
  (await seller.api('GET', `/api/transactions?idRec=${idRec}`)).body.data.toReversed()

/** As its seller's people read it: with the Pix that paid it. */
const paidSale = async (n: number): Promise<Body> =>
  (await ana.call('GET', `/api/sales/${(await salesOf(good))[n].uuid}`)).body

before(async () => {
  gateway = await openRecurringGateway({ startsAt: AUTHORISED, env: { METRICS: 'on', SWEEP_EVERY_MS: '200' } })
  await settings({ listDebits: false })
  seller = await recurringSeller(gateway)
  await setTerms(gateway, seller, { reserveBasisPoints: 1_000 })
  await agree(gateway, seller, { fixedCentavos: 90, basisPoints: 0 })
  good = await offered(seller, { dataInicial: FIRST_DAY })
  poor = await offered(seller, { dataInicial: FIRST_DAY, customer: { name: 'Sem saldo', document: '52998224725' } })
  await liveUntil(gateway, gateway.now())
  for (const { idRec } of [good, poor]) assert.equal((await inApp(gateway, idRec, 'accept')).status, 200)
  await liveUntil(gateway, timeOn(SECOND_DAY, 23, 30))
  ana = await register(gateway)
  await join(gateway, ana, seller.accountId, 'OWNER')
  olga = await registerOperator(gateway)
})
after(() => gateway?.[Symbol.asyncDispose]())

test('two cycles were paid and two refused, at the price that is agreed', async () => {
  const shown = async (made: Body) => (await salesOf(made)).map(({ status, amount, fee }) => [status, amount, fee])
  const paid = (await salesOf(good)).map(({ status, amount }) => [status, amount])
  assert.deepEqual(paid, Array(2).fill(['PAGO', 4990]))
  assert.deepEqual(
    (await shown(poor)).map(([status]) => status),
    ['RECUSADO', 'RECUSADO'],
  )
  const cycle = ['SALE 4990', 'SALE_FEE 90', 'RESERVE_HELD 499']
  assert.deepEqual(await movesOf(gateway, seller), [...cycle, 'RESERVE_RELEASED 499', ...cycle])
})

test('a line of the statement names the recurrence and the contract of its sale', async () => {
  const sale = await paidSale(0)
  const { body } = await seller.api('GET', `/api/public/statement?sale=${sale.uuid}&order=asc`)
  const [line] = body.data
  assert.deepEqual(
    [line.type, line.reference.uuid, line.reference.idRec, line.reference.contrato, line.reference.endToEndId],
    ['SALE', sale.uuid, good.idRec, good.contrato, sale.endToEndId],
  )
  const { text } = await ana.call('GET', '/api/statement/export.csv?format=iso')
  assert.match(text, new RegExp(`,${good.idRec},${good.contrato}\\r?\\n`))
})

test('sales are found by recurrence and by contract, by servers and by people', async () => {
  const ids = async (person: Seller['api'] | Person['call'], path: string) => {
    const { status, body, text } = await person('GET', path)
    assert.equal(status, 200, text)
    return body.data.map(({ contrato }: Body) => contrato)
  }
  for (const list of ['/api/transactions', '/api/sales']) {
    const call = list === '/api/sales' ? ana.call : seller.api
    assert.deepEqual(await ids(call, `${list}?idRec=${good.idRec}`), Array(2).fill(good.contrato))
    assert.deepEqual(await ids(call, `${list}?contrato=${poor.contrato}`), Array(2).fill(poor.contrato))
    assert.deepEqual(await ids(call, `${list}?contrato=${poor.contrato}&status=PAGO`), [])
    assert.deepEqual(await ids(call, `${list}?contrato=${poor.contrato}&idRec=${good.idRec}`), [])
    assert.deepEqual(await ids(call, `${list}?contrato=nothing`), [])
    assert.equal((await call('GET', `${list}?contrato=${'x'.repeat(36)}`)).status, 400)
  }
  for (const q of [good.contrato, good.idRec])
    assert.deepEqual(await ids(ana.call, `/api/sales?q=${q}`), Array(2).fill(good.contrato))
  const { body: totals } = await ana.call('GET', `/api/sales/totals?idRec=${good.idRec}`)
  assert.deepEqual([totals.count, totals.amount], [2, 9980])
  // With words, and with a state, other statements count.
  for (const more of ['q=nobody', 'status=CANCELADO', 'status=CANCELADO&method=DEBIT_CARD&expired=false&q=nobody'])
    for (const cycle of [`idRec=${good.idRec}`, `contrato=${good.contrato}`]) {
      const { status, body } = await ana.call('GET', `/api/sales/totals?${cycle}&${more}`)
      assert.deepEqual([status, body.count], [200, 0], `${cycle}&${more}`)
    }
  const { text } = await ana.call('GET', `/api/sales/export.csv?format=iso&contrato=${good.contrato}`)
  assert.equal(text.trim().split('\n').length, 3)
  assert.match(text, new RegExp(`,${good.idRec},${good.contrato}\\r?\\n`))
})

test('monitoring learns of recurrences and debits by status, and of the slack of the windows', async () => {
  const text = await (await fetch(`${gateway.metricsUrl}/metrics`)).text()
  const lines = text.split('\n').filter(line => /^porteira_(?:recurrence|debit)/.test(line))
  const slack = lines.find(line => line.startsWith('porteira_debit_window_slack_seconds'))
  assert.equal(slack, undefined, 'nothing was ordered within the last day')
  assert.deepEqual(lines.toSorted(), [
    'porteira_debits_ended_day{status="CANCELADA"} 0',
    'porteira_debits_ended_day{status="CONCLUIDA"} 1',
    'porteira_debits_ended_day{status="EXPIRADA"} 1',
    'porteira_debits_ended_day{status="NAO_COBRADA"} 0',
    'porteira_debits_ended_day{status="REJEITADA"} 0',
    'porteira_debits{status="ATIVA"} 0',
    'porteira_debits{status="CRIADA"} 0',
    'porteira_debits{status="ENVIANDO"} 0',
    'porteira_debits{status="PLANEJADA"} 2',
    'porteira_recurrences_ended_day{status="CANCELADA"} 0',
    'porteira_recurrences_ended_day{status="EXPIRADA"} 0',
    'porteira_recurrences_ended_day{status="REJEITADA"} 0',
    'porteira_recurrences{status="APROVADA"} 2',
    'porteira_recurrences{status="CRIADA"} 0',
  ])
  assert.doesNotMatch(text, new RegExp(good.contrato))
})

test('a day of a bank that lists no debits is read debit by debit', async () => {
  const { matched, differences } = await reconciled(olga, FIRST_DAY)
  assert.deepEqual([matched, differences, await openCases(olga)], [1, 0, []])
})

test('a debit that the bank has paid and our books do not have is a case', async () => {
  const [forgotten] = await gateway.db.query<{ id: bigint }>(sql`
    select receipt.id from receipt join sale on sale.account_id = receipt.account_id and sale.id = receipt.sale_id
    where id_rec = ${good.idRec} order by receipt.id limit 1`)
  assert.ok(forgotten)
  const id = forgotten.id
  await gateway.db.query(sql`update receipt set end_to_end_id = end_to_end_id || 'x', seal = default where id = ${id}`)
  const { differences } = await reconciled(olga, FIRST_DAY)
  assert.deepEqual(
    [differences, await openCases(olga)],
    [2, ['received MISSING_HERE 4990', 'received MISSING_THERE -4990']],
  )
  await gateway.db.query(
    sql`update receipt set end_to_end_id = left(end_to_end_id, -1), seal = default where id = ${id}`,
  )
  await reconciled(olga, FIRST_DAY)
  assert.deepEqual(await openCases(olga), [])
})

test('a bank that lists debits has the same day', async () => {
  await settings({ listDebits: true })
  const { matched, differences } = await reconciled(olga, SECOND_DAY)
  assert.deepEqual([matched, differences, await openCases(olga)], [1, 0, []])
  await settings({ listDebits: false })
})

test('a refund of a cycle goes back to its payer', async () => {
  const sale = await paidSale(0)
  const from = await seqOf(gateway, seller)
  await refunded(seller, sale, { amount: 1000 })
  assert.equal((await seller.api('GET', at(sale))).body.status, 'PAGO')
  assert.deepEqual((await movesOf(gateway, seller, from)).at(-1), 'REFUND_PAID 1000')
})

test('what reimburses the bank of the payer is booked without being asked for, and raises an alert', async () => {
  const sale = await paidSale(0)
  const { endToEndId } = sale
  const body = { endToEndId, natureza: 'MED_PIX_AUTOMATICO' }
  assert.equal((await call(gateway.bankUrl, 'POST', '/sandbox/refund', { body })).status, 201)
  await liveUntil(gateway, new Date(gateway.now().getTime() + MINUTES_LATER))
  await untilRefunds(gateway, sale, ['COMPLETED 1000', 'unasked COMPLETED 3990'])
  await seller.reaches(at(sale), 'ESTORNADO')
  const [alarm] = await gateway.db.query(sql`select rung from alarm where code = 'PSP_INITIATED_REFUND'`)
  assert.deepEqual(alarm, { rung: 1 })
  const [refund] = await gateway.db.query<{ rtr_id: string; nature: string }>(
    sql`select rtr_id, nature from refund where unasked`,
  )
  assert.equal(refund?.nature, 'MED_PIX_AUTOMATICO')
  assert.match(refund?.rtr_id ?? '', /^E/)
})

test('a dispute of a cycle holds its money, and takes it when it is lost', async () => {
  const sale = await paidSale(1)
  const id = await disputedAtBank(gateway, sale)
  await seller.reaches(at(sale), 'MED')
  await decidedAtBank(gateway, id, 'accept')
  await seller.reaches(at(sale), 'ESTORNADO')
})

test('the books of seller, ledger and bank agree', async () => {
  await assertBooks(gateway)
  const { differences } = await reconciled(olga, FIRST_DAY)
  assert.deepEqual([differences, await openCases(olga)], [0, []])
})
