// The account's own guard against sending twice: within the time that it has set, an equal cashout is refused.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { SECOND_MS } from '#kernel/time.ts'
import { register, registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { openTwoGateways } from '../two-gateways.ts'
import { requestCashout, take } from './requesting.ts'
import { cashoutsOf, replayOf, requestUnder, seen, times } from './under-key.ts'

const setWindow = ({ db }: Pick<TestGateway, 'db'>, { accountId }: Seller, seconds: number) =>
  db.query(
    sql`update account set seal = default, duplicate_cashout_window_seconds = ${seconds} where id = ${accountId}`,
  )

const refusalBy = (first: { uuid: string }, seconds: number) => ({
  message: `An equal cashout was asked for less than ${seconds} s ago: ${first.uuid}. One that is meant has an externalReference`,
  error: 'CONFLICT',
})

const answered = ({ status, body }: Answer) => [status, body]

everyday('an account that has set nothing is served as often as it requests', async () => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller({ funds: 1_000_00 })
  for (let n = 0; n < 3; n++) assert.equal((await requestCashout(seller)).status, 201)
})

everyday('within the window', async t => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller({ funds: 10_000_00 })
  await setWindow(gateway, seller, 60)
  const { cashout } = await take(seller)

  await t.test('an equal cashout is refused, and the first is named', async () => {
    assert.deepEqual(answered(await requestCashout(seller)), [409, refusalBy(cashout, 60)])
    const spelt = await requestCashout(seller, { pixKey: 'MARIA@example.com', description: 'other words' })
    assert.deepEqual(answered(spelt), [409, refusalBy(cashout, 60)])
  })

  await t.test('a new Idempotency-Key does not make it another, and the refusal stays with that key', async () => {
    const first = await requestUnder(seller, 'a try')
    assert.deepEqual(answered(first), [409, refusalBy(cashout, 60)])
    gateway.advance(61 * SECOND_MS)
    assert.deepEqual(seen(await requestUnder(seller, 'a try')), replayOf(first))
    gateway.advance(-61 * SECOND_MS)
  })

  await t.test('another amount, key, type or reference is another cashout', async () => {
    for (const more of [
      { amount: 100.01 },
      { pixKey: 'joao@example.com' },
      { pixKey: '52998224725', pixKeyType: 'CPF' },
      { externalReference: 'a' },
      { externalReference: 'b' },
    ])
      assert.equal((await requestCashout(seller, more)).status, 201, JSON.stringify(more))
    assert.equal((await requestCashout(seller, { externalReference: 'a' })).status, 409)
  })

  await t.test('what was refused, or has ended without being paid, does not count', async () => {
    assert.equal((await requestCashout(seller, { amount: 99_999 })).status, 422)
    assert.equal((await requestCashout(seller, { amount: 99_999 })).status, 422)
    const refused = await take(seller, { pixKey: 'recusada@example.com' })
    await seller.reaches(refused.path, 'FAILED')
    await take(seller, { pixKey: 'recusada@example.com' })
  })

  await t.test('which ends after so many seconds, or when it is shortened or turned off', async () => {
    gateway.advance(61 * SECOND_MS)
    const { cashout: later } = await take(seller)
    assert.deepEqual(answered(await requestCashout(seller)), [409, refusalBy(later, 60)])
    await setWindow(gateway, seller, 0)
    assert.equal((await requestCashout(seller)).status, 201)
  })

  await t.test('another account may request the same', async () => {
    const other = await gateway.seller({ funds: 1_000_00 })
    await setWindow(gateway, other, 60)
    await take(other)
  })
  await assertBooks(gateway)
})

slow('sixty-four equal requests at once, at two gateways, make one cashout', async () => {
  await using gateways = await openTwoGateways()
  const { gateway, atNeighbour } = gateways
  const seller = await gateway.seller({ funds: 100_000_00 })
  await setWindow(gateway, seller, 3_600)
  const callers = [seller, atNeighbour(seller)] as const
  for (let round = 0; round < 10; round++) {
    const amount = 100 + round
    const answers = await times(64, n => requestCashout(callers[n % 2] as Seller, { amount }))
    const made = answers.filter(({ status }) => status === 201)
    assert.equal(made.length, 1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      assert.deepEqual(answered(answer), [409, refusalBy(made[0]?.body, 3_600)])
  }
  assert.equal((await cashoutsOf(gateway, seller)).length, 10)
  await assertBooks(gateway)
})

everyday('the window is set by the account holder and by the operator', async t => {
  await using gateway = await openTestGateway()
  const [ana, olga] = [await register(gateway), await registerOperator(gateway)]
  const windowOf = async () => (await ana.call('GET', '/api/account')).body.duplicateCashoutWindowSeconds

  await t.test('it is off at first', async () => assert.equal(await windowOf(), 0))

  await t.test('by its owner, with or without another change', async () => {
    const set = await ana.call('PATCH', '/api/account', { duplicateCashoutWindowSeconds: 120 })
    assert.deepEqual([set.status, set.body.duplicateCashoutWindowSeconds, set.body.name], [200, 120, 'Ana Souza'])
    const renamed = await ana.call('PATCH', '/api/account', { name: 'Loja' })
    assert.deepEqual([renamed.body.duplicateCashoutWindowSeconds, renamed.body.name], [120, 'Loja'])
  })

  await t.test('by the operator', async () => {
    const path = `/api/admin/accounts/${ana.accountId}`
    const set = await olga.call('PATCH', path, { duplicateCashoutWindowSeconds: 86_400 })
    assert.deepEqual([set.status, set.body.duplicateCashoutWindowSeconds], [200, 86_400])
    assert.equal(await windowOf(), 86_400)
    assert.equal((await olga.call('PATCH', path, { duplicateCashoutWindowSeconds: 0 })).status, 200)
    assert.equal(await windowOf(), 0)
  })

  await t.test('and never to what is no number of seconds of a day', async () => {
    for (const value of [-1, 86_401, 1.5, '60', null])
      for (const [person, path] of [
        [ana, '/api/account'],
        [olga, `/api/admin/accounts/${ana.accountId}`],
      ] as const) {
        const { status, body } = await person.call('PATCH', path, { duplicateCashoutWindowSeconds: value })
        assert.deepEqual([status, body.error.code], [400, 'INVALID_DATA'], `${path} ${value}`)
        assert.match(body.error.message, /^duplicateCashoutWindowSeconds:/)
      }
    assert.equal(await windowOf(), 0)
  })
})
