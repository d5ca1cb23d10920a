// A sale whose PSP answer was lost goes on under the caller's key: the same sale, the same txid, and one charge at the bank.
import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import sql from 'sql-template-tag'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { assertBooks } from '../books.ts'
import { freshDatabase, openTestGateway, type Seller, sellerWith } from '../gateway.ts'
import { type Fault, openGatewayBehindWire, openWire, type Wire } from '../psp/faulty-wire.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { at, statusOf } from './selling.ts'
import { chargesOf, salesOf, seen, sellUnder } from './under-key.ts'

const ENV = { PSP_TIMEOUT_MS: '2000' }
const CHARGE = '/v2/cob/'
const NEVER: Fault = { forwarded: false, answer: { status: 500, body: '{}' } }
const LOST: Fault = { forwarded: true, answer: { status: 500, body: '{}' } }
/** What the charge meets on its way, and the lookups after it. */
const fail = (wire: Wire, onCharge: Fault, times = 1) => {
  wire.fail('PUT', CHARGE, onCharge, times)
  wire.fail('GET', CHARGE, NEVER, 2 * times)
}

test('503, and then the same key again', async t => {
  const cases: [sentence: string, onCharge: Fault][] = [
    ['a charge of which the bank lost the request is requested again, under its txid', NEVER],
    ['a charge that the bank made is found', LOST],
  ]
  for (const [sentence, onCharge] of cases)
    await t.test(sentence, async () => {
      await using line = await openGatewayBehindWire(ENV)
      const { gateway, wire, bank } = line
      const seller = await gateway.seller()
      fail(wire, onCharge)
      const first = await sellUnder(seller, 'order-1')
      assert.deepEqual(
        [first.status, first.body.error, first.headers.get('retry-after')],
        [503, 'PSP_UNAVAILABLE', '10'],
      )
      wire.heal()
      const [stored] = await salesOf(gateway, seller)
      const second = await sellUnder(seller, 'order-1')
      assert.deepEqual([second.status, second.headers.get('idempotency-replayed')], [201, null])
      assert.deepEqual([second.body.uuid, second.body.externalTransactionId], [stored?.uuid, stored?.txid])
      assert.equal((await salesOf(gateway, seller)).length, 1)
      assert.deepEqual(await chargesOf(bank, seller), [`ATIVA 100.00 ${stored?.txid}`])
      assert.deepEqual(seen(await sellUnder(seller, 'order-1')), [
        201,
        second.text,
        second.headers.get('content-type'),
        'true',
      ])
      await gateway.pay(second.body.pixKey)
      await seller.reaches(at(second.body), 'PAGO')
      await assertBooks({ ...gateway, bankUrl: bank.url })
    })

  await t.test('as long as the bank is away: 503 each time, and still the same sale', async () => {
    await using line = await openGatewayBehindWire(ENV)
    const { gateway, wire } = line
    const seller = await gateway.seller()
    wire.fail('PUT', CHARGE, NEVER, 1_000)
    wire.fail('GET', CHARGE, NEVER, 1_000)
    wire.fail('PATCH', CHARGE, NEVER, 1_000)
    for (let round = 0; round < 5; round++) {
      assert.equal((await sellUnder(seller, 'order-1')).status, 503)
      // Not so long that any caller gives it up.
      gateway.advance(MINUTE_MS)
    }
    wire.heal()
    assert.equal((await sellUnder(seller, 'order-1')).status, 201)
    assert.equal((await salesOf(gateway, seller)).length, 1)
  })

  await t.test('looks the charge up before anything else', async () => {
    await using line = await openGatewayBehindWire(ENV)
    const { gateway, wire } = line
    const seller = await gateway.seller()
    fail(wire, LOST)
    await sellUnder(seller, 'order-1')
    wire.heal()
    const before = wire.passed.length
    await sellUnder(seller, 'order-1')
    const calls = wire.passed.slice(before).filter(({ path }) => path.startsWith(CHARGE))
    assert.deepEqual(
      calls.map(({ method, status }) => `${method} ${status}`),
      ['GET 200'],
    )
  })

  await t.test('with another body: 422, and the sale waits for the right one', async () => {
    await using line = await openGatewayBehindWire(ENV)
    const { gateway, wire } = line
    const seller = await gateway.seller()
    fail(wire, NEVER)
    await sellUnder(seller, 'order-1')
    wire.heal()
    assert.equal((await sellUnder(seller, 'order-1', { amount: 1 })).status, 422)
    assert.equal((await sellUnder(seller, 'order-1')).status, 201)
    assert.equal((await salesOf(gateway, seller)).length, 1)
  })

  await t.test('twenty times at once: one sale, one charge', async () => {
    await using line = await openGatewayBehindWire(ENV)
    const { gateway, wire, bank } = line
    const seller = await gateway.seller()
    fail(wire, LOST)
    await sellUnder(seller, 'order-1')
    wire.heal()
    const answers = await Promise.all(Array.from({ length: 20 }, () => sellUnder(seller, 'order-1')))
    assert.ok(answers.some(({ status }) => status === 201))
    assert.ok(answers.every(({ status }) => status === 201 || status === 409))
    assert.equal((await salesOf(gateway, seller)).length, 1)
    assert.equal((await chargesOf(bank, seller)).length, 1)
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

test('a sale that was given up meanwhile is over, and its key makes a new one', async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  fail(wire, LOST)
  assert.equal((await sellUnder(seller, 'order-1')).status, 503)
  wire.heal()
  const [old] = await salesOf(gateway, seller)
  gateway.advance(3 * MINUTE_MS)
  await seller.reaches(at({ uuid: old?.uuid ?? '' }), 'FALHA')
  const second = await sellUnder(seller, 'order-1')

  await t.test('with a txid of its own', async () => {
    assert.equal(second.status, 201)
    assert.notEqual(second.body.externalTransactionId, old?.txid)
    assert.deepEqual((await chargesOf(bank, seller)).toSorted(), [
      `ATIVA 100.00 ${second.body.externalTransactionId}`,
      `REMOVIDA_PELO_USUARIO_RECEBEDOR 100.00 ${old?.txid}`,
    ])
  })

  await t.test('which is the one that is replayed', async () => {
    assert.equal((await sellUnder(seller, 'order-1')).text, second.text)
    assert.equal((await salesOf(gateway, seller)).length, 2)
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

test('a sale that is being given up is not gone on with: 503 until that is over, then a new one', async () => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire } = line
  const seller = await gateway.seller()
  fail(wire, LOST)
  wire.fail('PATCH', CHARGE, NEVER, 1_000)
  await sellUnder(seller, 'order-1')
  gateway.advance(3 * MINUTE_MS)
  const tries = () => wire.passed.filter(({ method }) => method === 'PATCH').length
  await until(() => tries() > 0 || null, 'the charge to be removed')
  assert.equal((await sellUnder(seller, 'order-1')).status, 503)
  wire.heal()
  // That request had it given up at once, without another wait.
  const [old] = await salesOf(gateway, seller)
  await seller.reaches(at({ uuid: old?.uuid ?? '' }), 'FALHA')
  const { status, body } = await sellUnder(seller, 'order-1')
  assert.equal(status, 201)
  assert.notEqual(body.uuid, old?.uuid)
})

test('a sale whose time is over before its charge is made no longer belongs to its key', async () => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, bank } = line
  const seller = await gateway.seller()
  const locker = new pg.Client(gateway.connection)
  await locker.connect()
  await locker.query('begin; lock table sale in share mode')
  const early = sellUnder(seller, 'order-1')
  // Others wait for it too.
  const waiting = sql`select 1 from pg_locks join pg_stat_activity using (pid)
    where relation = 'sale'::regclass and not granted and query like '%insert into sale %'`
  await until(async () => (await gateway.db.query(waiting))[0] ?? null, 'the sale to wait for its table')
  gateway.advance(2 * DAY_MS)
  await locker.query('commit')
  await locker.end()
  const first = await early
  assert.deepEqual([first.status, first.body.error, first.headers.get('retry-after')], [503, 'PSP_UNAVAILABLE', '10'])
  assert.deepEqual(await chargesOf(bank, seller), [])
  const [old] = await salesOf(gateway, seller)
  await seller.reaches(at({ uuid: old?.uuid ?? '' }), 'FALHA')
  const second = await sellUnder(seller, 'order-1')
  assert.deepEqual([second.status, second.headers.get('idempotency-replayed')], [201, null])
  assert.notEqual(second.body.uuid, old?.uuid)
})

test('a request that outlasts the wait of its caller gets the answer of the one that went on for it', async () => {
  await using line = await openGatewayBehindWire({ PSP_TIMEOUT_MS: '1500' })
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  wire.fail('PUT', CHARGE, { forwarded: true, answer: 'silence' })
  const slow = sellUnder(seller, 'order-1')
  await until(async () => (await chargesOf(bank, seller)).length > 0 || null, 'the charge')
  gateway.advance(30 * SECOND_MS)
  const quick = await sellUnder(seller, 'order-1')
  assert.deepEqual([quick.status, quick.headers.get('idempotency-replayed')], [201, null])
  assert.deepEqual(seen(await slow), [201, quick.text, quick.headers.get('content-type'), 'true'])
  assert.equal((await chargesOf(bank, seller)).length, 1)
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('a sale that was paid though its answer was lost is answered as paid', async () => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  fail(wire, LOST)
  await sellUnder(seller, 'order-1')
  wire.heal()
  const [stored] = await salesOf(gateway, seller)
  const theBank = await clientOf(bank)
  const { body: cob } = await theBank.call('GET', `${CHARGE}${stored?.txid}`)
  await theBank.call('POST', '/sandbox/pay', { pixCopiaECola: cob.pixCopiaECola })
  await seller.reaches(at({ uuid: stored?.uuid ?? '' }), 'PAGO')
  const { status, body } = await sellUnder(seller, 'order-1')
  assert.deepEqual([status, body.status, body.uuid], [201, 'PAGO', stored?.uuid])
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('a gateway that dies', async t => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const wire = resources.use(await openWire(bank.url))
  const open = () => openTestGateway({ env: ENV, on: { connection, bank: { ...bank, url: wire.url } } })
  const moved = (gateway: { url: string }, { accountId, publicKey, privateKey }: Seller) =>
    sellerWith(gateway, accountId, publicKey, privateKey)

  await t.test('after its answer: the next one replays it', async () => {
    const first = await open()
    const seller = await first.seller()
    const { text } = await sellUnder(seller, 'order-1')
    await first[Symbol.asyncDispose]()
    await using second = await open()
    const again = await sellUnder(moved(second, seller), 'order-1')
    assert.deepEqual([again.status, again.text, again.headers.get('idempotency-replayed')], [201, text, 'true'])
  })

  await t.test('before the answer of its PSP: the next one goes on, once the dead one counts as dead', async () => {
    const first = await open()
    const seller = await first.seller()
    fail(wire, LOST)
    await sellUnder(seller, 'order-1')
    const [stored] = await salesOf(first, seller)
    // As a process leaves it that was killed between its two commits.
    await first.db.query(holdOf(seller))
    await first[Symbol.asyncDispose]()
    wire.heal()

    await using second = await open()
    const heir = moved(second, seller)
    assert.equal((await sellUnder(heir, 'order-1')).status, 409)
    second.advance(20 * SECOND_MS)
    const { status, body } = await sellUnder(heir, 'order-1')
    assert.deepEqual([status, body.uuid, body.externalTransactionId], [201, stored?.uuid, stored?.txid])
    assert.equal(await statusOf(heir, body), 'PENDENTE')
    assert.deepEqual(await chargesOf(bank, seller), [`ATIVA 100.00 ${stored?.txid}`])
  })
})

const holdOf = ({ accountId }: Seller) =>
  sql`update idempotency set busy_until = now() + interval '12 seconds' where account_id = ${accountId} and status is null`
