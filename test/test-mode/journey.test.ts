// Test mode beside live: a seller opens a test account, integrates there against the test bank, and nothing of it is seen in the live
// account or in what the operator counts.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { TEST_SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { staticCode } from '../sale/incoming.ts'
import { until } from '../until.ts'
import { atTestBank, inTestMode, keysOf } from './side.ts'

const EVENTS = ['sale.paid', 'withdrawal.completed']
const CASHOUT = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }

describe('test mode beside live', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let receiver: Receiver
  let olga: Person
  let ana: Person
  let inTest: Person
  let live: Seller
  let test: Seller
  before(async () => {
    gateway = resources.use(await openTestGateway({ testMode: true, env: { METRICS: 'on' } }))
    receiver = resources.use(await openReceiver())
    olga = await registerOperator(gateway)
    ana = await register(gateway)
    live = await keysOf(gateway, ana)
  })
  after(() => resources.disposeAsync())

  /** Everything that the operator counts of all accounts. */
  async function figures(): Promise<string[]> {
    const paths = [
      'accounts/totals',
      'accounts/by-status',
      'ledger/trial-balance',
      'receipts/totals',
      'payouts/totals',
      'disputes/totals',
      'webhooks/totals',
      'alarms',
      'coverage',
    ]
    const answers = await Promise.all(paths.map(path => olga.call('GET', `/api/admin/${path}`)))
    for (const { status, text } of answers) assert.equal(status, 200, text)
    const metrics = await (await fetch(`${gateway.metricsUrl}/metrics`)).text()
    const counted = metrics
      .split('\n')
      .filter(line =>
        /^porteira_(ledger|carts|recurrences|debits|reconciliation|psp_(uncovered|lacking|balances))/.test(line),
      )
    return [...answers.map(({ text }) => text), ...counted]
  }

  it('opens a twin with the same people and terms, once, whose keys are pk_test_ while those of the live account are pk_live_', async () => {
    assert.match(live.publicKey, /^pk_live_/)
    inTest = await inTestMode(ana)
    assert.equal((await inTestMode(ana)).accountId, inTest.accountId)
    const entries = (await ana.call('GET', '/api/audit?action=account.test-opened')).body.data
    assert.equal(entries.length, 1)
    assert.equal(entries[0].actor.email, ana.email)
    const [own, twin] = [await ana.call('GET', '/api/account'), await inTest.call('GET', '/api/account')]
    assert.deepEqual(
      [own.body.environment, own.body.testAccountId, own.body.liveAccountId],
      ['live', inTest.accountId, null],
    )
    assert.deepEqual([twin.body.environment, twin.body.liveAccountId], ['test', ana.accountId])
    assert.deepEqual(twin.body.fees, own.body.fees)
    const { accounts, testMode, testHouse } = (await ana.call('GET', '/api/me')).body
    assert.deepEqual([testMode, testHouse], [true, false])
    assert.deepEqual(
      accounts.map(({ accountId, role, testOf }: Record<string, unknown>) => [accountId, role, testOf]),
      [
        [ana.accountId, 'OWNER', null],
        [inTest.accountId, 'OWNER', ana.accountId],
      ],
    )
    test = await keysOf(gateway, inTest)
    assert.match(test.publicKey, /^pk_test_/)
  })

  it('sells, is paid at the test bank, cashes out and is notified with X-…-Test, and the live account and the operator see nothing of it', async () => {
    const paidLive = await live.sell(100_00)
    await gateway.pay(paidLive.pixKey)
    await live.reaches(`/api/transactions/${paidLive.uuid}`, 'PAGO')
    const before = await figures()
    const liveBalance = (await live.api('GET', '/api/public/balance')).text

    const hook = { webhookUrl: receiver.url, events: EVENTS }
    assert.equal((await inTest.call('POST', '/api/webhook', hook)).status, 201)
    const sale = await test.sell(777_00)
    assert.equal((await test.api('POST', `/api/transactions/${sale.uuid}/simulate-payment`)).status, 202)
    await test.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const cashout = await test.api('POST', '/api/public/cashout', CASHOUT)
    assert.equal(cashout.status, 201, cashout.text)
    await test.reaches(`/api/public/cashout/${cashout.body.uuid}`, 'COMPLETED')
    for (const { headers, raw } of await receiver.gets(2)) {
      assert.equal(headers['x-service-test'], 'true')
      assert.doesNotMatch(raw.toString(), /livemode|"test"/)
    }

    assert.equal((await live.api('GET', '/api/public/balance')).text, liveBalance)
    assert.deepEqual(await figures(), before)
    assert.deepEqual(
      (await ana.call('GET', '/api/sales')).body.data.map(({ uuid }: { uuid: string }) => uuid),
      [paidLive.uuid],
    )
    assert.equal((await live.api('GET', `/api/transactions/${sale.uuid}`)).status, 403)
    assert.equal((await test.api('GET', `/api/transactions/${paidLive.uuid}`)).status, 403)
    // A live sale is paid by nobody's play money.
    const unpaid = await live.sell(5_00)
    assert.equal((await live.api('POST', `/api/transactions/${unpaid.uuid}/simulate-payment`)).status, 404)
  })

  it('owes nobody a mail, and raises no alert, about a test account', async () => {
    const kinds = await gateway.db.query<{ kind: string }>(
      sql`select kind from mail where account_id = ${inTest.accountId}`,
    )
    assert.deepEqual(kinds, [])
    // At the test bank this key brings a contradiction, which is an alert of a live account.
    const { body } = await test.api('POST', '/api/public/cashout', { ...CASHOUT, pixKey: 'contradiz@example.com' })
    await test.reaches(`/api/public/cashout/${body.uuid}`, 'FAILED')
    assert.deepEqual((await olga.call('GET', '/api/admin/alarms?status=open')).body.data, [])
    assert.deepEqual((await olga.call('GET', '/api/admin/anomalies')).body.data, [])
  })

  it('gives back what reaches the test bank for nobody, and books it in no live account', async () => {
    const before = await figures()
    await atTestBank(gateway).pay(staticCode(9_99n, 'NINGUEM'))
    const [booked] = await until(async () => {
      const rows = await gateway.db.query<{ account_id: number }>(sql`
        select account_id from receipt where amount_centavos = 999 and status = 'RETURNED'`)
      return rows.length > 0 ? rows : null
    }, 'the money to be back at its payer')
    assert.equal(booked?.account_id, TEST_SUSPENSE_ACCOUNT_ID)
    const { data } = (await olga.call('GET', '/api/admin/receipts')).body
    assert.ok(data.every(({ accountId }: { accountId: number }) => accountId === ana.accountId))
    assert.deepEqual(await figures(), before)
  })

  it('marks nothing that is live: its webhooks come without that header', async () => {
    const of = await openReceiver()
    await using _ = of
    assert.equal((await ana.call('POST', '/api/webhook', { webhookUrl: of.url, events: EVENTS })).status, 201)
    const sale = await live.sell(10_00)
    await gateway.pay(sale.pixKey)
    const [letter] = await of.gets(1)
    assert.equal(letter?.headers['x-service-test'], undefined)
  })

  it('stops with its live account: who is blocked there is blocked here', async () => {
    const path = `/api/admin/accounts/${ana.accountId}`
    assert.equal((await olga.call('PATCH', path, { status: 'BLOCKED', reason: 'Conferindo.' })).status, 200)
    assert.equal((await test.api('GET', '/api/public/balance')).status, 403)
    const alone = await olga.call('PATCH', `/api/admin/accounts/${inTest.accountId}`, {
      status: 'ACTIVE',
      reason: 'Não.',
    })
    assert.deepEqual([alone.status, alone.body.error.code], [409, 'CONFLICT'])
    assert.equal((await olga.call('PATCH', path, { status: 'ACTIVE', reason: 'Em ordem.' })).status, 200)
    assert.equal((await test.api('GET', '/api/public/balance')).status, 200)
  })

  it('keeps both banks apart: a test account is bound to the test bank alone, and a live one never to it', async () => {
    const banks = await gateway.db.query<{ id: number; environment: string }>(
      sql`select id, environment from psp_account order by id`,
    )
    const [real, play] = banks
    assert.deepEqual(
      banks.map(one => one.environment),
      ['live', 'test'],
    )
    const bind = (accountId: number, id: number | undefined) =>
      olga.call('PATCH', `/api/admin/accounts/${accountId}`, { payInPspAccountId: id, reason: 'Tentando.' })
    assert.equal((await bind(inTest.accountId, real?.id)).status, 400)
    assert.equal((await bind(ana.accountId, play?.id)).status, 400)
    // Nor does an account that is opened while the real PSP receives nothing.
    await gateway.db.query(sql`update psp_account set pay_in_enabled = false, seal = default where id = ${real?.id}`)
    const late = await register(gateway, 'Carla')
    assert.equal((await late.call('GET', '/api/account')).body.payInPspAccountId, null)
  })

  it('has the people of the live account and changes none: who is removed there is out here too', async () => {
    const refused = await inTest.call('POST', '/api/members/invitations', { email: 'b@example.com', role: 'READER' })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
    assert.deepEqual((await inTest.call('GET', '/api/members')).text, (await ana.call('GET', '/api/members')).text)
    await gateway.db.query(sql`delete from member where account_id = ${ana.accountId}`)
    assert.equal((await inTest.call('GET', '/api/account')).status, 403)
  })
})

it('TEST_MODE=on is refused where the sandbox bank is the only PSP', () => {
  assert.throws(() => readConfig({ TEST_MODE: 'on' }), /TEST_MODE needs a PSP beside the sandbox bank/)
})

it('without TEST_MODE there is none: 409', async () => {
  await using gateway = await openTestGateway()
  const ana = await register(gateway)
  assert.equal((await ana.call('GET', '/api/me')).body.testMode, false)
  const answer = await ana.call('POST', '/api/account/test')
  assert.deepEqual([answer.status, answer.body.error.code], [409, 'CONFLICT'])
})
