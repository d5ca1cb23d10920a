// Two gateways on one database and one bank, both awake at every hour: each cycle has one debit at the bank, each retry one try, each end one
// sale and one notification.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { assertBooks } from '../../books.ts'
import type { Seller } from '../../gateway.ts'
import { type Answer, call } from '../../http.ts'
import type { Receiver } from '../../receiver.ts'
import { openTwoGateways, type TwoGateways } from '../../two-gateways.ts'
import { until } from '../../until.ts'
import { clientOf, debitsAtBank } from '../at-bank.ts'
import { DAYS_PACE_MS, liveUntil, moveBank } from '../calendar.ts'
import { openListener } from '../listening.ts'
import { acceptAll, debitsOf, offered, recurringSeller, salesOf } from '../recurring.ts'

const noonOf = (day: string) => timeOn(day as LocalDate, 12)
const DEBTORS = ['Ana Souza', 'Muda', 'Repete', 'Sem saldo', 'Na retentativa 1', 'À noite']
const RETRIED = 'Na retentativa 1'

let two: TwoGateways
let seller: Seller
let receiver: Receiver
const made = new Map<string, Answer['body']>()

before(async () => {
  two = await openTwoGateways({}, noonOf('2027-01-04'))
  const { gateway, neighbour } = two
  await moveBank(gateway, gateway.now())
  seller = await recurringSeller(gateway)
  receiver = await openListener(gateway, seller, ['sale.pending', 'sale.paid', 'sale.refused'])
  for (const name of DEBTORS) {
    const customer = { name, document: '52998224725' }
    const retries = name === RETRIED ? { politicaRetentativa: 'PERMITE_3R_7D' } : {}
    const more = { periodicidade: 'SEMANAL', dataInicial: '2027-01-12', ...retries }
    made.set(name, await offered(seller, { ...more, customer }))
  }
  await acceptAll(gateway, seller, made.values())
  // Whoever sends the order, its answer is lost now and then.
  const body = { on: 'PUT /cobr', fate: '503', times: 3, executed: true }
  assert.equal((await call(gateway.bankUrl, 'POST', '/sandbox/faults', { body })).status, 201)
  await liveUntil([gateway, neighbour], noonOf('2027-02-06'), DAYS_PACE_MS)
})
after(async () => {
  for (const one of [receiver, two]) await one?.[Symbol.asyncDispose]()
})

test('the bank has one debit of each cycle, of the txid that both gateways know', async () => {
  const atBank = await debitsAtBank(await clientOf(two.gateway))
  for (const [name, one] of made) {
    const ofIt = atBank.filter(({ idRec }) => idRec === one.idRec)
    const ordered = (await debitsOf(seller, one)).filter(({ status }) => status !== 'PLANEJADA')
    assert.deepEqual(
      ofIt.map(({ dueOn, txid }) => `${dueOn} ${txid}`).toSorted(),
      ordered.map(({ dataDeVencimento, txid }) => `${dataDeVencimento} ${txid}`).toSorted(),
      name,
    )
    assert.ok(ordered.length >= 4, `${ordered.length} cycles of ${name}`)
  }
})

test('each cycle ends in one sale, told once', async () => {
  const due: string[] = []
  for (const [name, one] of made) {
    const sales = (await salesOf(seller, one)).map(({ uuid, status }) => [uuid, status])
    const end = name === 'Sem saldo' ? 'RECUSADO' : 'PAGO'
    assert.deepEqual(
      sales.map(([, status]) => status),
      Array(4).fill(end),
      name,
    )
    due.push(...sales.map(([uuid]) => `${uuid} ${end === 'PAGO' ? 'sale.paid' : 'sale.refused'}`))
  }
  // When the clocks jump a day, a gateway's hold on its deliveries ends, and the other may send one of them again, with the same id.
  const events = await until(() => {
    const byId = new Map(receiver.received.map(one => [one.headers['x-service-event-id'], one]))
    return byId.size >= due.length ? [...byId.values()] : null
  }, `${due.length} events`)
  const received = events.map(({ body, headers }) => `${body.uuid} ${headers['x-service-event-type']}`)
  assert.deepEqual(received.toSorted(), due.toSorted())
})

test('each retry is ordered once', async () => {
  const ended = (await debitsOf(seller, made.get(RETRIED))).filter(({ status }) => status === 'CONCLUIDA')
  assert.equal(ended.length, 4)
  for (const { tentativas } of ended)
    assert.deepEqual(
      tentativas.map((one: Record<string, string>) => `${one.tipo} ${one.status}`),
      ['AGND EXPIRADA', 'NTAG PAGA'],
    )
})

test('the books of seller, ledger and bank agree', () => assertBooks(two.gateway))
