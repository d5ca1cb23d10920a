// Play money is never real money: no setting of the operator leads the test bank to another bank or another account's sales to it, what it
// lists of accounts that are gone stays on its side, and what waits for operators in test accounts is in no list of all accounts.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { compareSent } from '#cashout/recovery/compare.ts'
import { TEST_SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { testAccountOf } from '#kernel/account/test-account.ts'
import { mintPspId } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import { HOUR_MS, systemRandom } from '#kernel/time.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openStage, paid, type Stage } from '../cashout/played-psp.ts'
import { examined } from '../doctor/scene.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { ACCOUNTS, refusal } from '../psp/operator.ts'
import { atTestBank, inTestMode, keysOf } from './side.ts'

const LEADS = [409, 'CONFLICT', 'This is the test bank of test mode']

describe('the test bank of test mode', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let olga: Person
  let inTest: Person
  let ana: Person
  let bank: Record<string, unknown> & { id: number }
  const change = (id: number, body: object) => olga.call('PATCH', `${ACCOUNTS}/${id}`, body)
  before(async () => {
    gateway = resources.use(await openTestGateway({ testMode: true }))
    olga = await registerOperator(gateway)
    ana = await register(gateway)
    inTest = await inTestMode(ana)
    const { data } = (await olga.call('GET', ACCOUNTS)).body
    bank = data.find(({ environment }: { environment: string }) => environment === 'test')
  })
  after(() => resources.disposeAsync())

  it('is led to no other bank, and in no other name', async () => {
    for (const body of [
      { baseUrl: gateway.bankUrl },
      { clientId: 'real' },
      { clientSecret: 'another' },
      { collectBaseUrl: gateway.bankUrl },
    ])
      assert.deepEqual(refusal(await change(bank.id, body)), LEADS)
    assert.equal((await change(bank.id, { payOutEnabled: false })).status, 200)
    assert.equal((await change(bank.id, { payOutEnabled: true })).status, 200)
  })

  it('is the fallback of no other PSP account and has none, and nobody else has its address', async () => {
    const other = {
      kind: 'efi',
      environment: 'test',
      name: 'Homologação',
      baseUrl: gateway.bankUrl,
      pixKey: 'homologacao@example.com',
      clientId: 'another',
      clientSecret: 'sandbox-secret',
    }
    assert.equal((await olga.call('POST', ACCOUNTS, { ...other, baseUrl: bank.baseUrl })).status, 409)
    const made = await olga.call('POST', ACCOUNTS, other)
    assert.equal(made.status, 201, made.text)
    for (const [one, fallbackPspAccountId] of [
      [made.body.id, bank.id],
      [bank.id, made.body.id],
    ] as [number, number][]) {
      const { status, text } = await change(one, { fallbackPspAccountId })
      assert.equal(status, 400, text)
      assert.match(text, /fallbackPspAccountId/)
    }
  })

  it('leaves what waits for operators in test accounts out of the lists of all accounts', async () => {
    const opened = await olga.call('POST', `/api/admin/accounts/${inTest.accountId}/support-views`, {
      reason: 'Uma dúvida',
    })
    assert.equal(opened.status, 201, opened.text)
    const list = async (path: string) => (await olga.call('GET', path)).body.data.length
    assert.equal(await list('/api/admin/support-views'), 0)
    assert.equal(await list(`/api/admin/support-views?accountId=${inTest.accountId}`), 1)
    await gateway.db.query(sql`
      insert into proposal (account_id, kind, payload, reason, proposed_by, state, created_at, expires_at)
      values (${inTest.accountId}, 'hold.place', '{}', 'Teste', 'nobody', 'OPEN', now(), now() + interval '1 day')`)
    assert.equal(await list('/api/admin/proposals'), 0)
    assert.equal(await list(`/api/admin/proposals?accountId=${inTest.accountId}`), 1)
  })

  it('leaves cashouts that it holds back, and callbacks of the test bank, out of what operators read of all', async () => {
    const test = await keysOf(gateway, inTest)
    const sale = await test.sell(500_00)
    await atTestBank(gateway).pay(sale.pixKey)
    await test.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const rules = `/api/admin/accounts/${inTest.accountId}/payout-rules`
    const limited = await olga.call('PATCH', rules, { outflow: { mostHourCents: 1 }, reason: 'Um teste' })
    assert.equal(limited.status, 200, limited.text)
    const request = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    const { uuid } = (await test.api('POST', '/api/public/cashout', request)).body
    const uuidsAt = async (query: string) =>
      (await olga.call('GET', `/api/admin/approvals${query}`)).body.data.map((one: { uuid: string }) => one.uuid)
    assert.deepEqual(await uuidsAt(''), [])
    assert.deepEqual(await uuidsAt(`?accountId=${inTest.accountId}`), [uuid])
    assert.deepEqual((await olga.call('GET', '/api/admin/alarms?status=open')).body.data, [])
    const approved = await olga.call('POST', `/api/admin/approvals/${uuid}/approve`, { reason: 'Um teste' })
    assert.equal(approved.status, 202, approved.text)
    await test.reaches(`/api/public/cashout/${uuid}`, 'COMPLETED')

    const inbox = async (query: string) => (await olga.call('GET', `/api/admin/psp/inbox${query}`)).body.data
    assert.deepEqual(await inbox(''), [])
    assert.deepEqual(await inbox('?status=waiting'), [])
    const ofTests = await inbox(`?pspAccountId=${bank.id}`)
    assert.ok(ofTests.length > 0)
    assert.ok(ofTests.every(({ pspAccountId }: { pspAccountId: number }) => pspAccountId === bank.id))
    // Nor does an order about all of them reach those of the test bank.
    await gateway.db.query(sql`update psp_inbox set due_at = null, applied_at = null, seal = default`)
    const replay = (body: object) => olga.call('POST', '/api/admin/psp/inbox/replay', { status: 'given-up', ...body })
    assert.equal((await replay({})).body.replayed, 0)
    assert.equal((await replay({ pspAccountId: bank.id })).body.replayed, ofTests.length)
  })
})

describe('a payment of the test bank for a test account that is gone', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage[Symbol.asyncDispose]())

  it('is booked once, in the suspense account of tests, ends like any other, and its live number is taken', async () => {
    await stage.db.query(sql`update psp_account set owner_account_id = ${TEST_SUSPENSE_ACCOUNT_ID}, seal = default`)
    const [last] = await stage.db.query<{ id: number }>(sql`select max(id) as id from account where id < 1000000000`)
    const gone = (last?.id ?? 0) + 7
    const id = mintPspId(testAccountOf(gone), systemRandom)
    const requestedAt = new Date(stage.now().getTime() - HOUR_MS)
    const payout = paid({ payoutId: id, net: centavos(30_00) }, { pixKey: 'maria@example.com', requestedAt })
    assert.deepEqual(await compareSent(stage.deps, 1, [payout]), { orphans: 1 })
    assert.deepEqual(await compareSent(stage.deps, 1, [{ ...payout, state: 'processing' }]), { orphans: 0 })
    stage.psp.find = { kind: 'done', value: payout }
    await compareSent(stage.deps, 1, [payout])
    const rows = await stage.db.query(sql`
      select withdrawal.account_id, state from withdrawal join payout_attempt using (account_id, payout_id)
      where payout_id = ${id}`)
    assert.deepEqual(rows, [{ account_id: TEST_SUSPENSE_ACCOUNT_ID, state: 'settled' }])
    const [row] = await stage.db.query<{ reached: bigint }>(sql`
      select pg_sequence_last_value(pg_get_serial_sequence('account', 'id')::regclass) as reached`)
    assert.equal(row?.reached, BigInt(gone))

    const aboutTests = async () =>
      (await examined(stage.db)).findings
        .filter(({ accountId }) => accountId === TEST_SUSPENSE_ACCOUNT_ID)
        .map(one => one.check)
    assert.deepEqual(await aboutTests(), [])
    // What nobody has received is not there, as in the suspense account of live money.
    await stage.db.query(sql`
      update wallet set fee_centavos = fee_centavos + 1, clearing_centavos = clearing_centavos - 1
      where account_id = ${TEST_SUSPENSE_ACCOUNT_ID}`)
    assert.ok((await aboutTests()).includes('wallet.house'))
  })
})
