// Every outcome of a payout at the bank, over HTTP and with a receiver attached: the status it ends in, what the bank has of it, what the
// seller has left, and what the seller received, each once. The keys are the sandbox bank's own.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import sql from 'sql-template-tag'
import { CASHOUT_KEYS, type CashoutKeyStart } from '#kernel/sandbox/outcomes.ts'
import { DIALECT_NAMES, type DialectName } from '../../sandbox/dialect/dialect.ts'
import { registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { MORE_LOOKUPS, openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { some } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { type Notification, openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { balanceOf, paymentsOf, take } from './requesting.ts'

const EVENTS = [
  'withdrawal.pending',
  'withdrawal.completed',
  'withdrawal.rejected',
  'withdrawal.canceled',
  'withdrawal.returned',
]

const PENDING = '1 withdrawal.pending PENDING'
const PROCESSING = '2 - PROCESSING'
const COMPLETED = ['3 withdrawal.completed COMPLETED', '3 - COMPLETED']
const REJECTED = ['3 withdrawal.rejected REJECTED', '3 - REJECTED']
const RETURNED = '4 withdrawal.returned COMPLETED'

interface Outcome {
  what: string
  /** Before any clock is moved. */
  first: 'PROCESSING' | 'COMPLETED' | 'FAILED'
  last: 'PROCESSING' | 'COMPLETED' | 'FAILED'
  code?: string
  /** What the bank has of it. */
  payments: string[]
  available: number
  blocked?: number
  returned?: string
  anomaly?: string
  /** By sequence, event (none: unsigned) and status. */
  events: string[]
}

const PAID: Pick<Outcome, 'last' | 'payments' | 'available' | 'events'> = {
  last: 'COMPLETED',
  payments: ['REALIZADO 99.00'],
  available: 197_03,
  events: [PENDING, PROCESSING, ...COMPLETED],
}
const NOT_PAID: Pick<Outcome, 'first' | 'last' | 'payments' | 'available' | 'events'> = {
  first: 'FAILED',
  last: 'FAILED',
  payments: [],
  available: 297_03,
  events: [PENDING, PROCESSING, ...REJECTED],
}

const OUTCOMES: Record<CashoutKeyStart | 'maria@', Outcome> = {
  'recusada@': { what: 'refused by callback', ...NOT_PAID, code: 'AC03', payments: ['NAO_REALIZADO 99.00'] },
  'negada@': { what: 'refused in the answer', ...NOT_PAID, code: 'pagamento_negado' },
  'semchave@': { what: 'no such key', ...NOT_PAID, code: 'chave_favorecido_nao_encontrada' },
  'lenta@': { what: 'settled after 5 s', first: 'PROCESSING', ...PAID },
  'semresposta@': { what: 'executed and never answered', first: 'COMPLETED', ...PAID },
  'perdida@': { what: 'lost, and executed when it is sent again', first: 'COMPLETED', ...PAID },
  'duplicada@': { what: 'called back three times and out of order', first: 'COMPLETED', ...PAID },
  'muda@': { what: 'executed without any callback', first: 'COMPLETED', ...PAID },
  'tardia@': { what: 'executed, and not found for 30 s', first: 'PROCESSING', ...PAID },
  'analise@': { what: 'in review for 30 minutes', first: 'PROCESSING', ...PAID },
  'maria@': { what: 'settled as usual', first: 'COMPLETED', ...PAID },
  'devolvida@': {
    what: 'settled, then returned',
    first: 'COMPLETED',
    ...PAID,
    available: 296_03,
    returned: '99.00',
    events: [...PAID.events, RETURNED],
  },
  'parcial@': {
    what: 'settled, then returned in part',
    first: 'COMPLETED',
    ...PAID,
    available: 246_53,
    returned: '49.50',
    events: [...PAID.events, RETURNED],
  },
  'contradiz@': {
    what: 'refused, and executed after all: a person decides',
    ...NOT_PAID,
    code: 'AC03',
    payments: ['REALIZADO 99.00'],
    anomaly: 'PAID_AFTER_END',
  },
  'semsaldo@': {
    what: "waits while the operator's account is short",
    first: 'PROCESSING',
    last: 'PROCESSING',
    payments: [],
    available: 197_03,
    blocked: 100_00,
    events: [PENDING, PROCESSING],
  },
}

const heard = ({ headers, body }: Notification) =>
  `${headers['x-service-event-sequence']} ${headers['x-service-event-type'] ?? '-'} ${body.status}`

/** A seller with one cashout of this fate, and all that their server receives of it. */
async function begin(gateway: TestGateway, resources: AsyncDisposableStack, prefix: string, outcome: Outcome) {
  const receiver = resources.use(await openReceiver())
  const shop = await openShop(gateway, { funds: 300_00 })
  await shop.signed(receiver, EVENTS)
  await shop.unsigned(receiver)
  const { cashout, path } = await take(shop.seller, { pixKey: `${prefix}example.com` })
  await shop.seller.reaches(path, outcome.first)
  return { prefix, outcome, seller: shop.seller, receiver, cashout, path }
}

describe('every outcome of a payout', () => {
  it('is what the panel and the guide say of its key', () => {
    const { 'maria@': _usual, ...declared } = OUTCOMES
    const ends = Object.fromEntries(Object.entries(declared).map(([prefix, { last }]) => [prefix, last]))
    assert.deepEqual(ends, CASHOUT_KEYS)
  })

  for (const dialect of some(DIALECT_NAMES, 2)) it(`received in the words of ${dialect}`, t => everyOutcome(t, dialect))
})

async function everyOutcome(t: TestContext, dialect: DialectName): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const env = { PSP_TIMEOUT_MS: '1500', PSP_LOOKUP_WAITS_MS: `100,200,400,800${MORE_LOOKUPS}` }
  const gateway = resources.use(await openTestGateway({ env, bank: { dialect } }))
  const bank = { url: gateway.bankUrl }
  const operator = await registerOperator(gateway)
  const moveBank = (advanceSeconds: number) => call(bank.url, 'POST', '/sandbox/clock', { body: { advanceSeconds } })

  const scenes = await Promise.all(
    Object.entries(OUTCOMES).map(([prefix, outcome]) => begin(gateway, resources, prefix, outcome)),
  )
  await moveBank(31)
  await moveBank(30 * 60)
  // A later lookup finds what the callbacks did not report.
  gateway.advance(61 * 60_000)
  for (const { seller, path, outcome } of scenes) await seller.reaches(path, outcome.last)
  for (const { receiver, outcome } of scenes) await receiver.gets(outcome.events.length)
  const openAnomalies = async () => (await operator.call('GET', '/api/admin/anomalies?status=open')).body.data
  await until(async () => (await openAnomalies()).length > 0 || null, 'the contradiction')
  await untilQuiet(gateway)

  for (const { prefix, outcome, seller, receiver, cashout, path } of scenes)
    await t.test(`${prefix} ${outcome.what}: ${outcome.last}`, async () => {
      const found = (await seller.api('GET', path)).body
      assert.deepEqual([found.status, found.failure?.code], [outcome.last, outcome.code])
      assert.deepEqual(
        [found.returnedAmount, typeof found.returnedAt],
        [outcome.returned, outcome.returned ? 'string' : 'undefined'],
      )
      const made = (await paymentsOf(bank, seller)).map(({ status, amount }) => `${status} ${amount}`)
      assert.deepEqual(made, outcome.payments)
      const { available, blocked = 0 } = outcome
      assert.deepEqual(await balanceOf(seller), { available, blocked, total: available + blocked })
      assert.deepEqual(receiver.received.map(heard).toSorted(), outcome.events.toSorted())
      for (const { body } of receiver.received)
        assert.deepEqual([body.uuid, body.amount, body.userId], [cashout.uuid, '100.00', seller.accountId])
    })

  await t.test('a return is reported with how much came back, and only where the seller chose it', () => {
    const { receiver } = scenes.find(({ prefix }) => prefix === 'parcial@') ?? assert.fail()
    const [returned] = receiver.received.filter(({ body }) => 'returnedAmount' in body)
    assert.equal(returned?.headers['x-service-event-type'], 'withdrawal.returned')
    assert.deepEqual([returned?.body.returnedAmount, typeof returned?.body.returnedAt], ['49.50', 'string'])
  })

  await t.test('only the conflict waits for a person', async () => {
    const open = (await openAnomalies()).map(({ kind, accountId }: { kind: string; accountId: number }) => ({
      kind,
      accountId,
    }))
    const expected = scenes.flatMap(({ outcome, seller }) =>
      outcome.anomaly === undefined ? [] : [{ kind: outcome.anomaly, accountId: seller.accountId }],
    )
    assert.deepEqual(open, expected)
  })

  await t.test('a shortage of money raises one alert, counted and not repeated', async () => {
    const { body } = await operator.call('GET', '/api/admin/alarms?status=open')
    const short = body.data.filter(({ code }: { code: string }) => code === 'CASHOUT_BLOCKED_AT_PSP')
    assert.equal(short.length, 1)
    assert.match(short[0].known.reason, /saldo_insuficiente/)
  })

  await assertBooks(gateway)
}

/** Every callback is applied and every notification delivered. */
async function untilQuiet(gateway: TestGateway): Promise<void> {
  await until(async () => {
    const [row] = await gateway.db.query<{ owed: number }>(sql`
      select (select count(*) from psp_inbox where due_at is not null)::int + (select count(*) from delivery)::int as owed`)
    return row?.owed === 0 || null
  }, 'callbacks and deliveries to be done')
}
