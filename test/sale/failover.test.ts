// A sale goes to the PSP account that stands in for the account's own where that one certainly does not have it, and only then. One step,
// and always one txid.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import type { Fault, Wire } from '../psp/faulty-wire.ts'
import { openBranch, openTwoBanks, type TwoBanks } from '../psp/two-banks.ts'
import { until } from '../until.ts'
import { at, receiptsOf, SALE, statusOf } from './selling.ts'
import { chargesOf, keysOf, salesOf, sellUnder } from './under-key.ts'

const ENV = { PSP_TIMEOUT_MS: '2000' }
const CHARGE = '/v2/cob/'
const NEVER: Fault = { forwarded: false, answer: { status: 500, body: '{}' } }
const LOST: Fault = { forwarded: true, answer: { status: 500, body: '{}' } }

const sell = (seller: Seller) => seller.api('POST', '/api/transactions', SALE)
const charges = async ({ first, second }: TwoBanks, seller: Seller) => ({
  first: await chargesOf(first.bank, seller),
  second: await chargesOf(second.bank, seller),
})
const payAt = (bank: { url: string }, pixCopiaECola: string) =>
  call(bank.url, 'POST', '/sandbox/pay', { body: { pixCopiaECola } })

async function assertOwnBooks({ db }: TestGateway): Promise<void> {
  assert.deepEqual(await offences(db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
}

/** More failing calls than open the circuit of the gateway, whatever the outcome of each. */
const MORE_THAN_THRESHOLD = 8

async function tire(seller: Seller, wire: Wire): Promise<void> {
  for (const method of ['PUT', 'GET', 'PATCH']) wire.fail(method, '/v2/', NEVER, 1_000)
  for (let n = 0; n < MORE_THAN_THRESHOLD; n++) assert.equal((await sell(seller)).status, 503)
}

test('a bank that cannot be reached', async t => {
  await using banks = await openTwoBanks(ENV, ['first'])
  const { gateway, second } = banks
  const seller = await gateway.seller()
  const { status, body } = await sell(seller)

  await t.test('the sale goes to the other, in the same request and under its one txid', async () => {
    assert.equal(status, 201)
    const [stored, ...others] = await salesOf(gateway, seller)
    assert.deepEqual(
      [stored?.psp_account_id, stored?.txid, others],
      [second.pspAccountId, body.externalTransactionId, []],
    )
    assert.deepEqual(await charges(banks, seller), { first: [], second: [`ATIVA 100.00 ${stored?.txid}`] })
  })

  await t.test('and is paid there', async () => {
    assert.equal((await payAt(second.bank, body.pixKey)).status, 201)
    await seller.reaches(at(body), 'PAGO')
    assert.deepEqual(await receiptsOf(gateway, seller), ['ACCEPTED 10000'])
    const [{ account } = { account: 0 }] = await gateway.db.query<{ account: number }>(
      sql`select psp_account_id as account from transfer where account_id = ${seller.accountId} and kind = 'SALE'`,
    )
    assert.equal(account, second.pspAccountId)
  })

  await t.test('and another is cancelled there', async () => {
    const other = (await sell(seller)).body
    assert.equal((await seller.api('POST', `${at(other)}/cancel`)).status, 202)
    assert.ok((await charges(banks, seller)).second[1]?.startsWith('REMOVIDA'))
  })

  await t.test('twenty times at once under one key: one sale, one charge', async () => {
    const another = await gateway.seller()
    const answers = await Promise.all(Array.from({ length: 20 }, () => sellUnder(another, 'order-1')))
    const texts = new Set(answers.filter(answer => answer.status === 201).map(({ text }) => text))
    assert.equal(texts.size, 1)
    assert.ok(answers.every(answer => answer.status === 201 || answer.status === 409))
    const found = await charges(banks, another)
    assert.deepEqual([found.first.length, found.second.length], [0, 1])
    assert.equal((await salesOf(gateway, another)).length, 1)
  })
  await assertOwnBooks(gateway)
})

test('a bank that cannot be reached, and none stands in: 503, and the sale stays where it was', async () => {
  await using banks = await openTwoBanks(ENV, ['first'])
  const { gateway, first, second } = banks
  await gateway.db.query(
    sql`update psp_account set seal = default, pay_in_enabled = false where id = ${second.pspAccountId}`,
  )
  const seller = await gateway.seller()
  const { status, headers } = await sell(seller)
  assert.deepEqual([status, headers.get('retry-after')], [503, '10'])
  // What the gateway asks this bank by itself may have opened the circuit: then the sale that it lets through is stored.
  const stored = await until(async () => {
    const sales = await salesOf(gateway, seller)
    if (sales.length > 0) return sales
    assert.equal((await sell(seller)).status, 503)
    return null
  }, 'a stored sale')
  assert.deepEqual(
    stored.map(sale => [sale.psp_account_id, sale.status]),
    [[first.pspAccountId, 'EM_PROCESSAMENTO']],
  )
  assert.deepEqual((await charges(banks, seller)).second, [])
})

test('a bank that may have the request keeps the sale: no other is called', async t => {
  for (const [sentence, fault] of [
    ['the charge was made', LOST],
    ['the charge was not made', NEVER],
    ['nobody answered', { forwarded: false, answer: 'silence' }],
    ['the line was cut', { forwarded: true, answer: 'cut' }],
  ] as [string, Fault][])
    await t.test(sentence, async () => {
      await using banks = await openTwoBanks(ENV)
      const { gateway, first } = banks
      const seller = await gateway.seller()
      first.wire.fail('PUT', CHARGE, fault, 2)
      first.wire.fail('GET', CHARGE, NEVER, 2)
      assert.equal((await sellUnder(seller, 'order-1')).status, 503)
      assert.deepEqual((await charges(banks, seller)).second, [])
      const [stored] = await salesOf(gateway, seller)
      assert.equal(stored?.psp_account_id, first.pspAccountId)

      first.wire.heal()
      const { status, body } = await sellUnder(seller, 'order-1')
      assert.deepEqual([status, body.externalTransactionId], [201, stored?.txid])
      assert.deepEqual(await charges(banks, seller), { first: [`ATIVA 100.00 ${stored?.txid}`], second: [] })
      await assertOwnBooks(gateway)
    })
})

test('a bank that has not answered for a while', async t => {
  await using banks = await openTwoBanks(ENV)
  const { gateway, first, second } = banks
  const seller = await gateway.seller()
  await gateway.db.query(
    sql`update psp_account set seal = default, fallback_psp_account_id = null where id = ${first.pspAccountId}`,
  )
  await tire(seller, first.wire)

  await t.test('with none to stand in: 503 at once, with the time to come back, and nothing is written', async () => {
    const before = (await salesOf(gateway, seller)).length
    const { status, body, headers } = await sellUnder(seller, 'order-1')
    assert.deepEqual([status, body.error, headers.get('retry-after')], [503, 'PSP_UNAVAILABLE', '10'])
    assert.equal((await salesOf(gateway, seller)).length, before)
    assert.deepEqual(await keysOf(gateway, seller), [])
  })

  await t.test('is not called at all where the other can be', async () => {
    await gateway.db.query(
      sql`update psp_account set seal = default, fallback_psp_account_id = ${second.pspAccountId} where id = ${first.pspAccountId}`,
    )
    const before = first.wire.passed.length
    const { status, body } = await sellUnder(seller, 'order-1')
    assert.equal(status, 201)
    assert.equal(first.wire.passed.length, before)
    assert.equal((await salesOf(gateway, seller)).at(-1)?.psp_account_id, second.pspAccountId)
    assert.equal(await statusOf(seller, body), 'PENDENTE')
  })

  await t.test('and neither has the other: 503 at once, and nothing is written', async () => {
    await tire(seller, second.wire)
    const before = (await salesOf(gateway, seller)).length
    const passed = [first.wire.passed.length, second.wire.passed.length]
    assert.equal((await sellUnder(seller, 'order-2')).status, 503)
    assert.equal((await salesOf(gateway, seller)).length, before)
    assert.deepEqual(await keysOf(gateway, seller), ['order-1'])
    assert.deepEqual([first.wire.passed.length, second.wire.passed.length], passed)
  })

  await t.test('a key that has its answer is still replayed', async () => {
    const { status, headers } = await sellUnder(seller, 'order-1')
    assert.deepEqual([status, headers.get('idempotency-replayed')], [201, 'true'])
  })
  await assertOwnBooks(gateway)
})

test('what the operator switched off', async t => {
  await using banks = await openTwoBanks(ENV)
  const { gateway, first, second } = banks
  const switchTo = (on: boolean, ...branches: { pspAccountId: number }[]) =>
    gateway.db.query(sql`
      update psp_account set seal = default, pay_in_enabled = ${on} where id = any(${branches.map(branch => branch.pspAccountId)}::int[])`)
  const seller = await gateway.seller()

  await t.test('the own account: sales go to the one that stands in', async () => {
    await switchTo(false, first)
    assert.equal((await sell(seller)).status, 201)
    assert.equal((await salesOf(gateway, seller)).at(-1)?.psp_account_id, second.pspAccountId)
  })

  await t.test('both: 422 GENERAL_ERROR', async () => {
    await switchTo(false, second)
    const { status, body } = await sell(seller)
    assert.deepEqual([status, body.errorType], [422, 'GENERAL_ERROR'])
  })

  await t.test('there is no third: an account that stands in for the one that stands in gets nothing', async () => {
    const third = await openBranch(gateway, second.bank, second.wire.url)
    await gateway.db.query(
      sql`update psp_account set seal = default, fallback_psp_account_id = ${third} where id = ${second.pspAccountId}`,
    )
    assert.equal((await sell(seller)).status, 422)
  })

  await t.test('an account of the other environment never stands in', async () => {
    await switchTo(true, second)
    await gateway.db.query(
      sql`update psp_account set seal = default, environment = 'live' where id = ${second.pspAccountId}`,
    )
    assert.equal((await sell(seller)).status, 422)
  })
})

test('neither bank can be reached: 503, and under its key the sale goes on at the bank of its last call', async () => {
  await using banks = await openTwoBanks(ENV, ['first'])
  const { gateway, second } = banks
  const seller = await gateway.seller()
  second.wire.fail('POST', '/oauth/token', NEVER, 1_000)
  // A token that was granted before is of no use any more.
  gateway.advance(DAY_MS)
  assert.equal((await sellUnder(seller, 'order-1')).status, 503)
  const [stored] = await salesOf(gateway, seller)
  assert.equal(stored?.psp_account_id, second.pspAccountId)
  second.wire.heal()
  const { status, body } = await sellUnder(seller, 'order-1')
  assert.deepEqual([status, body.externalTransactionId], [201, stored?.txid])
  assert.deepEqual(await charges(banks, seller), { first: [], second: [`ATIVA 100.00 ${stored?.txid}`] })
  await assertOwnBooks(gateway)
})
