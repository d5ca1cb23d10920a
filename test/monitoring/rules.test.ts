// Each rule of monitoring, just above and just not above its limits, with money that was really paid; and what may be changed of a rule.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { register } from '../access/person.ts'
import { sellerOf } from '../gateway.ts'
import { slow } from '../long.ts'
import { atTestBank, inTestMode, keysOf } from '../test-mode/side.ts'
import { openWatch, type Watch } from './watching.ts'

let watch: Watch
before(async () => {
  watch = await openWatch()
})
after(() => watch[Symbol.asyncDispose]())

const RULES = '/api/admin/monitoring/rules'
const ANA = { name: 'Ana', document: '52998224725' }
const BIA = { name: 'Bia', document: '11144477735' }

/** Evaluates, and answers what each case comes to. */
async function found(seller: Parameters<Watch['casesOf']>[0]) {
  await watch.evaluated(seller)
  return (await watch.casesOf(seller)).map(({ exceeded, amount, movements }) => [exceeded, amount, movements])
}

describe('what comes in within the window', () => {
  slow('is above the sum that the operator has set', async () => {
    const seller = await watch.gateway.seller()
    await watch.only('INCOMING_VELOCITY', { windowHours: 1, maxAmountCents: 100_00, maxCount: null, timesUsual: null })
    await watch.sells(seller, 60)
    await watch.sells(seller, 40)
    assert.deepEqual(await found(seller), [])
    watch.gateway.advance(HOUR_MS)
    await watch.sells(seller, 100)
    assert.deepEqual(await found(seller), [])
    await watch.sells(seller, 1)
    assert.deepEqual(await found(seller), [['AMOUNT', 101_00, 2]])
  })

  slow('is more payments than the operator has set', async () => {
    const seller = await watch.gateway.seller()
    await watch.only('INCOMING_VELOCITY', { windowHours: 1, maxAmountCents: null, maxCount: 2, timesUsual: null })
    await watch.sells(seller, 1)
    await watch.sells(seller, 1)
    assert.deepEqual(await found(seller), [])
    await watch.sells(seller, 1)
    assert.deepEqual(await found(seller), [['COUNT', 3_00, 3]])
  })

  slow('is so many times what is usual in the thirty days before, for an account that is as old', async () => {
    const seller = await watch.gateway.seller()
    const limits = { maxAmountCents: null, maxCount: null, timesUsual: 2, usualFloorCents: 15_00 }
    await watch.only('INCOMING_VELOCITY', { windowHours: 24, ...limits })
    await watch.sells(seller, 300)
    watch.gateway.advance(29 * DAY_MS)
    const young = await watch.gateway.seller()
    await watch.sells(young, 500)
    watch.gateway.advance(2 * DAY_MS)
    // Usual are 10.00 in a day.
    await watch.sells(seller, 20)
    assert.deepEqual(await found(seller), [])
    await watch.sells(seller, 1)
    assert.deepEqual(await found(seller), [['USUAL', 21_00, 2]])
    assert.equal((await watch.casesOf(seller))[0]?.usual, 10_00)
    await watch.sells(young, 500)
    assert.deepEqual(await found(young), [])
  })
})

slow('cashouts within the window are above the sum that the operator has set', async () => {
  const seller = await watch.gateway.seller({ funds: 1_000_00 })
  await watch.only('CASHOUT_VELOCITY', { windowHours: 1, maxAmountCents: 250_00, maxCount: null, timesUsual: null })
  await watch.pays(seller, 150)
  await watch.pays(seller, 100, 'joao@example.com')
  assert.deepEqual(await found(seller), [])
  await watch.pays(seller, 100)
  assert.deepEqual(await found(seller), [['AMOUNT', 350_00, 3]])
})

slow('payments of one payer, each below the limit, are together above it', async () => {
  const seller = await watch.gateway.seller()
  await watch.only('INCOMING_STRUCTURING', { windowHours: 1, minCount: 3, limitCents: 100_00 })
  await watch.sells(seller, 50, ANA)
  await watch.sells(seller, 50, BIA)
  await watch.sells(seller, 100, ANA)
  await watch.sells(seller, 40, ANA)
  await watch.sells(seller, 10, ANA)
  // Three, and 100.00 is not above 100.00.
  assert.deepEqual(await found(seller), [])
  await watch.sells(seller, 1, ANA)
  assert.deepEqual(await found(seller), [['AMOUNT', 101_00, 4]])
  const [{ subjectKind, subject } = {}] = await watch.casesOf(seller)
  assert.deepEqual([subjectKind, subject], ['PAYER', ANA.document])
})

slow('cashouts to several keys of one recipient, each below the limit, are together above it', async () => {
  const seller = await watch.gateway.seller({ funds: 1_000_00 })
  await watch.only('CASHOUT_STRUCTURING', { windowHours: 1, minCount: 3, limitCents: 250_00 })
  await watch.pays(seller, 100)
  await watch.pays(seller, 100, 'joao@example.com')
  assert.deepEqual(await found(seller), [])
  await watch.pays(seller, 100)
  assert.deepEqual(await found(seller), [['AMOUNT', 300_00, 3]])
  const [{ subjectKind, subject } = {}] = await watch.casesOf(seller)
  assert.equal(subjectKind, 'RECIPIENT')
  assert.match(subject ?? '', /^\*{3}/)
})

it('much comes in in the first days of an account', async () => {
  const [seller, older] = [await watch.gateway.seller(), await watch.gateway.seller()]
  await watch.only('NEW_ACCOUNT', { accountDays: 2, maxAmountCents: 100_00 })
  await watch.sells(seller, 60)
  await watch.sells(seller, 40)
  assert.deepEqual(await found(seller), [])
  await watch.sells(seller, 1)
  assert.deepEqual(await found(seller), [['AMOUNT', 101_00, 3]])
  watch.gateway.advance(2 * DAY_MS)
  await watch.sells(older, 200)
  assert.deepEqual(await found(older), [])
})

slow('most of what came in goes out soon after', async () => {
  await watch.only('PASS_THROUGH', { windowMinutes: 60, sharePercent: 80, minAmountCents: 1_000_00, accountDays: 90 })
  const below = await watch.gateway.seller()
  await watch.sells(below, 1_000)
  await watch.pays(below, 799.99)
  assert.deepEqual(await found(below), [])
  const little = await watch.gateway.seller()
  await watch.sells(little, 999.99)
  await watch.pays(little, 900)
  assert.deepEqual(await found(little), [])
  const late = await watch.gateway.seller()
  await watch.sells(late, 1_000)
  watch.gateway.advance(HOUR_MS)
  await watch.pays(late, 900)
  assert.deepEqual(await found(late), [])
  const passing = await watch.gateway.seller()
  await watch.sells(passing, 1_000)
  await watch.pays(passing, 800)
  assert.deepEqual(await found(passing), [['SHARE', 1_000_00, 2]])
  assert.equal((await watch.casesOf(passing))[0]?.passed, 800_00)
})

slow('a rule that is off finds nothing', async () => {
  const seller = await watch.gateway.seller()
  await watch.only('NEW_ACCOUNT', { accountDays: 2, maxAmountCents: 100_00 })
  await watch.olga.call('PATCH', `${RULES}/NEW_ACCOUNT`, { enabled: false, reason: 'as a test' })
  await watch.sells(seller, 200)
  assert.deepEqual(await found(seller), [])
})

it('a change of a rule keeps to the bounds of its parameters', async () => {
  const refusals: [object, string][] = [
    [{ parameters: { accountDays: 0 } }, 'parameters.accountDays: expected a whole number from 1 to 365'],
    [
      { parameters: { maxAmountCents: null } },
      'parameters.maxAmountCents: expected a whole number from 100 to 999999999999',
    ],
    [{ parameters: { sharePercent: 50 } }, 'parameters.sharePercent: expected a parameter of NEW_ACCOUNT'],
    [{}, 'parameters: expected what is to be changed'],
  ]
  for (const [body, message] of refusals) {
    const refused = await watch.olga.call('PATCH', `${RULES}/NEW_ACCOUNT`, { ...body, reason: 'as a test' })
    assert.equal(refused.status, 400)
    assert.ok(refused.text.includes(message), refused.text)
  }
  const none = { maxAmountCents: null, maxCount: null, timesUsual: null }
  const silent = await watch.olga.call('PATCH', `${RULES}/CASHOUT_VELOCITY`, { parameters: none, reason: 'as a test' })
  assert.match(silent.text, /at least one of/)
  assert.equal(
    (await watch.olga.call('PATCH', `${RULES}/NOTHING`, { enabled: false, reason: 'as a test' })).status,
    404,
  )
})

slow('nothing of a test account is looked at', async () => {
  await using tested = await openWatch({ testMode: true })
  await tested.only('NEW_ACCOUNT', { maxAmountCents: 1_00 })
  const owner = await register(tested.gateway)
  const atTest = atTestBank(tested.gateway)
  const seller = await keysOf(tested.gateway, await inTestMode(owner))
  const sale = await seller.sell(200_00)
  await atTest.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  const live = await sellerOf(tested.gateway, owner)
  await tested.sells(live, 200)
  await tested.evaluated(live)
  assert.equal((await tested.casesOf(live)).length, 1)
  assert.deepEqual(await tested.casesOf(seller), [])
  assert.deepEqual(
    await tested.gateway.db.query(sql`select from monitoring_progress where account_id = ${seller.accountId}`),
    [],
  )
})
