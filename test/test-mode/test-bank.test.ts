// The test bank as people of an account play it in the panel: pays codes of their own sales, as any buyer would, and makes tokens of test
// cards. In a live account there is no such thing. What the panel and the guide say of its outcomes is what it does.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it, test } from 'node:test'
import sql from 'sql-template-tag'
import {
  BOLETO_PAYER_NAMES,
  CASHOUT_KEY_STARTS,
  type CardOutcome,
  DEBTOR_NAMES,
  DISPUTE_PAYER_NAMES,
  REFUND_PAYER_NAMES,
  REFUND_PAYERS,
  TEST_CARD_NUMBERS,
  TEST_CARDS,
  type TestCard,
} from '#kernel/sandbox/outcomes.ts'
import { debtorFateOf } from '../../sandbox/debtor/fates.ts'
import { fateOf as refundFateOf } from '../../sandbox/devolucao/fates.ts'
import { type Person, register, setRole } from '../access/person.ts'
import { SALE } from '../charge/cards.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { agree, offered, PRICE, reachesRecurrence } from '../recurrence/recurring.ts'
import { until } from '../until.ts'
import { actingFor, inTestMode, keysOf } from './side.ts'

const PAYMENTS = '/api/test-bank/payments'
const TOKENS = '/api/test-bank/card-tokens'

describe('the test bank in the panel', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let ana: Person
  let inTest: Person
  let live: Seller
  let keys: Seller
  before(async () => {
    gateway = resources.use(await openTestGateway({ testMode: true }))
    ana = await register(gateway)
    inTest = await inTestMode(ana)
    live = await keysOf(gateway, ana)
    keys = await keysOf(gateway, inTest)
  })
  after(() => resources.disposeAsync())

  const pay = (body: object, person = inTest) => person.call('POST', PAYMENTS, body)
  const pathOf = ({ uuid }: { uuid: string }) => `/api/transactions/${uuid}`
  const refusal = ({ status, body }: Awaited<ReturnType<typeof pay>>) => [status, body.error?.code]

  it('pays the code of a sale of this account, once; of no other account, and never live', async () => {
    assert.deepEqual(
      await Promise.all([ana, inTest].map(async one => (await one.call('GET', '/api/account')).body.testBank)),
      [false, true],
    )
    const sale = await keys.sell(50_00)
    assert.equal((await pay({ code: ` ${sale.pixKey} ` })).status, 202)
    await keys.reaches(pathOf(sale), 'PAGO')
    assert.deepEqual(refusal(await pay({ code: sale.pixKey })), [409, 'CONFLICT'])

    const real = await live.sell(50_00)
    for (const [code, person] of [
      [real.pixKey, inTest],
      [real.pixKey, ana],
      [sale.pixKey, ana],
      ['no code', inTest],
    ] as const)
      assert.deepEqual(refusal(await pay({ code }, person)), [404, 'NOT_FOUND'])
    assert.equal((await live.api('GET', pathOf(real))).body.status, 'PENDENTE')

    const bia = await inTestMode(await register(gateway, 'Bia'))
    const other = await keys.sell(51_00)
    assert.deepEqual(refusal(await pay({ code: other.pixKey }, bia)), [404, 'NOT_FOUND'])
    assert.deepEqual(refusal(await pay({ code: other.pixKey, amount: 0 })), [400, 'INVALID_DATA'])
    assert.equal((await ana.call('POST', TOKENS, { number: TEST_CARD_NUMBERS[0] })).status, 404)
    assert.deepEqual(refusal(await inTest.call('POST', TOKENS, { number: '4111111111111111' })), [400, 'INVALID_DATA'])
  })

  it('authorises a recurrence by its code, which asks for no payment', async () => {
    await agree(gateway, { accountId: Number(inTest.accountId) }, PRICE)
    const made = await offered(keys)
    assert.deepEqual(refusal(await pay({ code: made.pixCopiaECola }, ana)), [404, 'NOT_FOUND'])
    const { status, body } = await pay({ code: made.pixCopiaECola })
    assert.deepEqual([status, body], [202, { uuid: made.uuid, kind: 'recurrence' }])
    await reachesRecurrence(keys, made, 'APROVADA')
    assert.deepEqual(refusal(await pay({ code: made.pixCopiaECola })), [409, 'CONFLICT'])
  })

  slow('pays what has ended, another amount, and by a name that decides about the refund', async () => {
    const paid = await keys.sell(60_00)
    for (const evenIfEnded of [false, true])
      assert.equal((await pay({ code: paid.pixKey, evenIfEnded })).status, 202, String(evenIfEnded))
    const cancelled = await keys.sell(61_00)
    await keys.api('POST', `${pathOf(cancelled)}/cancel`)
    await keys.reaches(pathOf(cancelled), 'CANCELADO')
    assert.equal((await pay({ code: cancelled.pixKey })).status, 409)
    assert.equal((await pay({ code: cancelled.pixKey, evenIfEnded: true })).status, 202)
    await keys.reaches(pathOf(cancelled), 'PAGO')

    const other = await keys.sell(62_00)
    assert.equal((await pay({ code: other.pixKey, amount: 10_00 })).status, 202)
    await until(async () => {
      const rows = await gateway.db.query<{ amount: bigint }>(sql`
        select amount_centavos as amount from receipt where account_id = ${inTest.accountId} and status = 'RETURNED'`)
      const amounts = rows.map(({ amount }) => Number(amount))
      return (amounts.includes(10_00) && amounts.includes(60_00)) || null
    }, 'what no sale accepts to be back at its payer')
    assert.equal((await keys.api('GET', pathOf(other))).body.status, 'PENDENTE')

    for (const name of REFUND_PAYER_NAMES) {
      const sale = await keys.sell(63_00)
      assert.equal((await pay({ code: sale.pixKey, payerName: `${name} Lima` })).status, 202)
      await keys.reaches(pathOf(sale), 'PAGO')
      const refund = (await keys.api('POST', `${pathOf(sale)}/refunds`, {})).body
      await keys.reaches(`${pathOf(sale)}/refunds/${refund.id}`, REFUND_PAYERS[name])
    }
  })

  slow('makes a token of each card, by which a sale becomes what is said of the card', async () => {
    await gateway.db.query(sql`
      update account set fees = fees || '{"creditCard": {"fixedCentavos": 0, "basisPoints": 399}}', seal = default
      where id = ${inTest.accountId}`)
    const bought = async (number: TestCard) => {
      const made = await inTest.call('POST', TOKENS, { number })
      assert.equal(made.status, 201, made.text)
      const card = { token: made.body.token, brand: 'visa' }
      const sold = await keys.api('POST', '/api/transactions', { ...SALE, card }, { 'idempotency-key': number })
      assert.equal(sold.status, 201, sold.text)
      return sold.body
    }
    for (const number of TEST_CARD_NUMBERS) {
      const outcome = TEST_CARDS[number]
      if (outcome === 'answerLost' || outcome === 'requestLost') continue
      const sale = await bought(number)
      assert.equal(sale.status, STATUS_OF[outcome] ?? 'PAGO', outcome)
      if (outcome === 'authenticated') await keys.reaches(pathOf(sale), 'PAGO')
      if (outcome === 'notAuthenticated') await keys.reaches(pathOf(sale), 'RECUSADO')
    }
  })

  slow('a person who builds the integration may play; one who only reads may not', async () => {
    const sale = await keys.sell(52_00)
    await setRole(gateway, ana, 'READER')
    assert.equal((await pay({ code: sale.pixKey })).status, 403)
    await setRole(gateway, ana, 'DEVELOPER')
    assert.equal((await pay({ code: sale.pixKey })).status, 202)
    assert.equal((await actingFor(ana, ana.accountId).call('POST', PAYMENTS, { code: sale.pixKey })).status, 404)
    await setRole(gateway, ana, 'OWNER')
  })
})

const STATUS_OF: Partial<Record<CardOutcome, string>> = {
  wrongData: 'RECUSADO',
  security: 'RECUSADO',
  later: 'RECUSADO',
  noMoney: 'RECUSADO',
  authentication: 'EM_PROCESSAMENTO',
  authenticated: 'EM_PROCESSAMENTO',
  notAuthenticated: 'EM_PROCESSAMENTO',
  review: 'EM_PROCESSAMENTO',
}

describe('what the guide says of the test bank', () => {
  for (const path of ['docs/guides/sandbox-bank.md', 'docs/guides/pt/sandbox-bank.md'])
    it(`is what the bank knows, and all of it: ${path}`, () => {
      const tables = tablesIn(readFileSync(path, 'utf8'))
      const tableWith = (one: string) => (tables.find(names => names.includes(one)) ?? assert.fail(one)).toSorted()
      assert.deepEqual(tableWith('recusada@'), CASHOUT_KEY_STARTS.toSorted())
      assert.deepEqual(tableWith('4000000000000010'), TEST_CARD_NUMBERS.toSorted())
      assert.deepEqual(tableWith('Tarda'), REFUND_PAYER_NAMES.toSorted())
      assert.deepEqual(tableWith('Divergente'), DEBTOR_NAMES.toSorted())
      assert.deepEqual(tableWith('Contesta'), DISPUTE_PAYER_NAMES.toSorted())
      assert.deepEqual(tableWith('Volta atrás'), BOLETO_PAYER_NAMES.toSorted())
    })
})

/** What stands as code in the first column of each table. */
const tablesIn = (guide: string): string[][] =>
  guide.split(/\n(?!\|)/).map(table =>
    table.split('\n').flatMap(row => {
      const first = /^\|([^|]*)\|/.exec(row)?.[1] ?? ''
      return [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    }),
  )

test('each declared name has a fate of its own at the bank, and any other name has none', () => {
  const usual = debtorFateOf('Ana Souza')
  for (const name of DEBTOR_NAMES) assert.notDeepEqual(debtorFateOf(`${name} Lima`), usual, name)
  for (const name of REFUND_PAYER_NAMES) {
    const { motivo, after } = refundFateOf(`${name} Lima`)
    assert.deepEqual(
      [motivo !== null, after !== 'latency'],
      [REFUND_PAYERS[name] === 'FAILED', name.startsWith('Tarda')],
    )
  }
})
