// No gateway runs for twenty days, while payers' banks go on. What was scheduled is found settled; what could not be ordered is debited late
// where its seller permits that, once at most, or is missed, and the seller and the operator are told.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { registerOperator } from '../../access/person.ts'
import { assertBooks } from '../../books.ts'
import { type Seller, sellerWith, type TestGateway } from '../../gateway.ts'
import type { Answer } from '../../http.ts'
import type { Receiver } from '../../receiver.ts'
import { openScene, type Scene } from '../../recovery/scene.ts'
import { assertOrderedInTime, clientOf, debitsAtBank } from '../at-bank.ts'
import { DAYS_PACE_MS, liveUntil, moveBank } from '../calendar.ts'
import { eventsOfContract, openListener } from '../listening.ts'
import { acceptAll, debitsOf, offered, openRecurringGateway, recurringSeller, salesOf } from '../recurring.ts'

const noonOf = (day: string) => timeOn(day as LocalDate, 12)
const GONE = noonOf('2027-01-10')
/** A Saturday: no bank takes an order for Monday or Tuesday any more. */
const BACK = noonOf('2027-01-30')

const KINDS = {
  scheduled: { dataInicial: '2027-01-15' },
  weekly: { dataInicial: '2027-01-12', periodicidade: 'SEMANAL' },
  over: { dataInicial: '2027-01-20' },
  late: { dataInicial: '2027-02-01' },
  neverLate: { dataInicial: '2027-02-01', atrasoMaximoDias: 0 },
  ahead: { dataInicial: '2027-02-08' },
  retried: {
    dataInicial: '2027-01-13',
    politicaRetentativa: 'PERMITE_3R_7D',
    customer: { name: 'Na retentativa 1', document: '52998224725' },
  },
}
type Kind = keyof typeof KINDS

let scene: Scene
let gateway: TestGateway
let seller: Seller
let receiver: Receiver
const made = {} as Record<Kind, Answer['body']>

/** "Cycle, due day, end". */
const shown = async (kind: Kind) =>
  (await debitsOf(seller, made[kind])).map(one => `${one.ciclo} ${one.dataDeVencimento} ${one.status}`)
const statusesOf = async (kind: Kind) => (await salesOf(seller, made[kind])).map(({ status }) => status)

before(async () => {
  scene = await openScene()
  const on = { connection: scene.connection, bank: scene.bank }
  const before = await openRecurringGateway({ on, startsAt: noonOf('2027-01-04') })
  seller = await recurringSeller(before)
  receiver = await openListener(before, seller, ['sale.paid', 'sale.refused', 'recurrence.debit_missed'])
  for (const [kind, more] of Object.entries(KINDS)) made[kind as Kind] = await offered(seller, more)
  await acceptAll(before, seller, Object.values(made))
  await liveUntil(before, GONE, DAYS_PACE_MS)
  await before[Symbol.asyncDispose]()

  await moveBank({ bankUrl: scene.bank.url }, BACK)
  gateway = await openRecurringGateway({ on, startsAt: BACK })
  seller = sellerWith(gateway, seller.accountId, seller.publicKey, seller.privateKey)
  await liveUntil(gateway, noonOf('2027-02-13'), DAYS_PACE_MS)
})
after(async () => {
  for (const one of [receiver, gateway, scene]) await one?.[Symbol.asyncDispose]()
})

test('what was scheduled before has been paid meanwhile, and the next cycle goes on', async () => {
  assert.deepEqual(await shown('scheduled'), ['1 2027-01-15 CONCLUIDA', '2 2027-02-15 ATIVA'])
  assert.deepEqual(await statusesOf('scheduled'), ['PAGO'])
})

test('a cycle whose days are over is missed, and the next one is planned', async () => {
  assert.deepEqual(await shown('over'), ['1 2027-01-20 NAO_COBRADA', '2 2027-02-20 ATIVA'])
  assert.deepEqual(await statusesOf('over'), [])
})

test('of several cycles one at most is debited late; those before are missed', async () => {
  assert.deepEqual(await shown('weekly'), [
    '1 2027-01-12 CONCLUIDA',
    '2 2027-01-19 NAO_COBRADA',
    '3 2027-01-26 NAO_COBRADA',
    '4 2027-02-04 CONCLUIDA',
    '5 2027-02-09 CONCLUIDA',
    '6 2027-02-16 ATIVA',
  ])
  assert.deepEqual(await statusesOf('weekly'), ['PAGO', 'PAGO', 'PAGO'])
})

test('a cycle is debited some days late as far as its seller permits that', async () => {
  assert.deepEqual((await shown('late')).slice(0, 1), ['1 2027-02-04 CONCLUIDA'])
  assert.deepEqual((await shown('neverLate')).slice(0, 1), ['1 2027-02-01 NAO_COBRADA'])
  assert.deepEqual((await shown('ahead')).slice(0, 1), ['1 2027-02-08 CONCLUIDA'])
})

test('a retry whose days are over is not made up for: the sale is refused, once', async () => {
  const [first] = await debitsOf(seller, made.retried)
  assert.deepEqual(
    first.tentativas.map((one: Record<string, string>) => `${one.data} ${one.tipo} ${one.status}`),
    ['2027-01-13 AGND EXPIRADA'],
  )
  assert.deepEqual(await statusesOf('retried'), ['RECUSADO'])
})

test('every missed cycle is told, and shown with its reason; the operator is alerted', async () => {
  const missed = { over: 1, weekly: 2, neverLate: 1 }
  for (const [kind, count] of Object.entries(missed)) {
    const { contrato } = made[kind as Kind]
    const isMissed = (event: string) => event === 'recurrence.debit_missed'
    await receiver.gets(
      count,
      ({ body, headers }) => body.contrato === contrato && isMissed(String(headers['x-service-event-type'])),
    )
    assert.equal(eventsOfContract(receiver, contrato).filter(isMissed).length, count)
    const shown = (await debitsOf(seller, made[kind as Kind])).filter(({ status }) => status === 'NAO_COBRADA')
    assert.deepEqual(
      shown.map(({ encerramento, sale }) => [encerramento.codigo, sale]),
      Array(count).fill(['JANELA_PERDIDA', null]),
    )
  }
  const olga = await registerOperator(gateway)
  const { body } = await olga.call('GET', '/api/admin/alarms?status=open')
  const alerts = body.data.filter(({ code }: { code: string }) => code === 'DEBITS_MISSED')
  assert.equal(alerts.length, 1, 'one for all of them')
  assert.match(JSON.stringify(alerts[0]), /JANELA_PERDIDA/)
})

test('the bank has one debit of each cycle, and every order came in time', async () => {
  const get = await clientOf(gateway)
  await assertOrderedInTime(get, 9)
  const cycles = (await debitsAtBank(get)).map(({ idRec, dueOn }) => `${idRec} ${dueOn}`)
  assert.equal(new Set(cycles).size, cycles.length)
})

test('the books of seller, ledger and bank agree', () => assertBooks(gateway))
