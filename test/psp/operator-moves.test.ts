// What a PSP account is moved by, and what it must not be moved by: another bank knows nothing of what is under way at the
// first one, so that a payout would be paid there once more and a sale would be given up. And an account that is in trouble
// can be switched off all the same.
import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import sql from 'sql-template-tag'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { systemRandom } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { DEFAULT_CLIENT_SECRET } from '../../sandbox/customer.ts'
import { take } from '../cashout/requesting.ts'
import { makeAuthority } from '../certificates.ts'
import type { TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { ACCOUNTS, accountsOf, bind, openScene, refusal } from './operator.ts'

const UNDER_WAY = [
  409,
  'CONFLICT',
  'baseUrl and clientId stay while payouts, sales, refunds, recurrences, boletos or cards of this account are under way',
]
const sealed = (credentials: object) =>
  makeSecretBox(Buffer.alloc(32, 7), systemRandom).seal(JSON.stringify(credentials))

/** A seller with money, whose next sales and payouts go by the second bank. */
async function openMove(t: TestContext) {
  const scene = await openScene(t)
  const third = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  t.after(() => third.close())
  const { gateway, olga, account } = scene
  const seller = await gateway.seller({ funds: 500_00 })
  assert.equal((await olga.call('POST', ACCOUNTS, account)).status, 201)
  await bind(olga, seller.accountId, { payInPspAccountId: 2, payOutPspAccountId: 2 })
  const change = (body: object) => olga.call('PATCH', `${ACCOUNTS}/2`, body)
  return { ...scene, third, seller, change }
}

test('an account that nothing is under way at moves with its next call', async t => {
  const { olga, third, seller, change } = await openMove(t)
  assert.equal((await change({ baseUrl: third.url })).status, 200)
  const reported = await olga.call('POST', `${ACCOUNTS}/2/rotate-callback-token`)
  assert.deepEqual(reported.body, { told: true, trouble: null })
  const sale = await seller.sell(100_00)
  const paid = await call(third.url, 'POST', '/sandbox/pay', { body: { pixCopiaECola: sale.pixKey } })
  assert.equal(paid.status, 201, paid.text)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
})

test('a payout without an end keeps its account where it is, and is paid once', async t => {
  const { second, third, seller, change } = await openMove(t)
  const { path } = await take(seller, { pixKey: 'analise@example.com' })
  await seller.reaches(path, 'PROCESSING')
  for (const body of [{ baseUrl: third.url }, { clientId: 'another' }, { baseUrl: third.url, payOutEnabled: false }])
    assert.deepEqual(refusal(await change(body)), UNDER_WAY)
  assert.equal((await change({ baseUrl: `${second.url}/`, clientId: 'porteira' })).status, 200, 'the same as before')
  assert.equal((await change({ clientSecret: DEFAULT_CLIENT_SECRET, name: 'Reserva' })).status, 200)

  await call(second.url, 'POST', '/sandbox/clock', { body: { advanceSeconds: 1_801 } })
  await seller.reaches(path, 'COMPLETED')
  assert.equal((await change({ baseUrl: third.url })).status, 200)
  const { body } = await call(third.url, 'GET', '/sandbox/payments')
  assert.deepEqual(body.data, [])
})

test('a sale that may still be paid keeps its account where it is', async t => {
  const { gateway, third, seller, change } = await openMove(t)
  const sale = await seller.sell(100_00)
  const tried = async () => refusal(await change({ baseUrl: third.url }))
  assert.deepEqual(await tried(), UNDER_WAY)
  await gateway.db.query(sql`update sale set seal = default, status = 'EM_PROCESSAMENTO' where id = ${sale.id}`)
  assert.deepEqual(await tried(), UNDER_WAY)
  await gateway.db.query(sql`update sale set seal = default, status = 'PENDENTE' where id = ${sale.id}`)
  assert.equal((await seller.api('POST', `/api/transactions/${sale.uuid}/cancel`)).status, 202)
  assert.equal((await change({ baseUrl: third.url })).status, 200)
})

test('a refund without an end keeps its account where it is', async t => {
  const { gateway, third, change } = await openMove(t)
  const under = async (status: 'PENDING' | 'COMPLETED') => {
    await refunded(gateway, status)
    return change({ baseUrl: third.url })
  }
  assert.deepEqual(refusal(await under('PENDING')), UNDER_WAY)
  assert.equal((await under('COMPLETED')).status, 200)
})

/** The only receipt goes back by the second account, and has come so far. */
async function refunded({ db }: TestGateway, status: 'PENDING' | 'COMPLETED'): Promise<void> {
  const due = status === 'PENDING' ? new Date(Date.now() + 3_600_000) : null
  await db.query(sql`delete from refund`)
  await db.query(sql`
    insert into refund (account_id, uuid, receipt_id, psp_account_id, end_to_end_id, psp_refund_id, amount_centavos, status,
      reason, created_at, updated_at, due_at)
    select account_id, gen_random_uuid(), id, 2, end_to_end_id, 'R1', 100, ${status}, 'test', now(), now(), ${due}
    from receipt`)
}

test('an account whose certificate has expired', async t => {
  const { gateway, olga, account } = await openScene(t)
  const authority = await makeAuthority()
  const old = await authority.issue('old', { client: true, days: -2 })
  assert.equal((await olga.call('POST', ACCOUNTS, account)).status, 201)
  const kept = { clientId: 'porteira', clientSecret: 'secret', callbackToken: 'token' }
  await gateway.db.query(sql`
    update psp_account set seal = default, version = version + 1, credentials_sealed = ${sealed({ ...kept, certificate: old.cert, privateKey: old.key })}
    where id = 2`)
  const change = (body: object) => olga.call('PATCH', `${ACCOUNTS}/2`, body)

  await t.test('is switched off, renamed and given another secret', async () => {
    const { status, body, text } = await change({ payInEnabled: false, payOutEnabled: false, name: 'Antigo' })
    assert.deepEqual([status, body.payInEnabled, body.payOutEnabled, body.name], [200, false, false, 'Antigo'], text)
    for (const more of [
      { clientSecret: 'x' },
      { baseUrl: 'http://127.0.0.1:1' },
      { ca: authority.ca, keepUntried: true },
    ])
      assert.equal((await change(more)).status, 200, JSON.stringify(more))
    assert.deepEqual(refusal(await change({ certificate: old.cert })), [400, 'INVALID_DATA', 'certificate'])
  })

  await t.test('gets a certificate that lasts', async () => {
    const fresh = await authority.issue('fresh', { client: true, days: 20 })
    const pair = { certificate: fresh.cert, privateKey: fresh.key }
    assert.equal((await change(pair)).status, 503, 'nobody is there to try it')
    const { status } = await change({ ...pair, keepUntried: true })
    assert.equal(status, 200)
  })
})

test('an account whose credentials cannot be opened', async t => {
  const { gateway, olga, account } = await openScene(t)
  assert.equal((await olga.call('POST', ACCOUNTS, account)).status, 201)
  await gateway.db.query(
    sql`update psp_account set seal = default, credentials_sealed = 'v1.broken', version = version + 1 where id = 2`,
  )
  const change = (body: object) => olga.call('PATCH', `${ACCOUNTS}/2`, body)

  await t.test('is switched off', async () => {
    const { status, text } = await change({ payInEnabled: false, payOutEnabled: false, name: 'Fechado' })
    assert.equal(status, 200, text)
    assert.equal((await accountsOf(olga))[0].name, 'Fechado')
  })

  await t.test('is reported where they are needed, and prevents no other', async () => {
    const unopened = [409, 'CONFLICT', 'The credentials that are kept cannot be opened']
    assert.deepEqual(refusal(await change({ clientSecret: 'x' })), unopened)
    const rotated = await olga.call('POST', `${ACCOUNTS}/2/rotate-callback-token`)
    assert.deepEqual(refusal(rotated), unopened)
    const other = { ...account, name: 'Terceiro', baseUrl: account.baseUrl.replace('127.0.0.1', 'localhost') }
    assert.equal((await olga.call('POST', ACCOUNTS, other)).status, 201)
  })
})
