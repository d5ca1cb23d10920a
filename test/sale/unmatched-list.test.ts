// The PSP's list of incoming payments against our books: whatever no callback reported is settled from it, once.
import assert from 'node:assert/strict'
import test from 'node:test'
import { compareReceived } from '#sale/incoming-payment/compare.ts'
import { assertBooks, offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { openScene } from '../crash/scene.ts'
import type { Seller } from '../gateway.ts'
import { alertsOf, ownsPsp, returnedOf, SUSPENSE_ACCOUNT, staticCode, untilUnmatched } from './incoming.ts'
import { asGateway, booked, deaf, listOf, PSP, paidUnheard, withPayIn } from './missed-payments.ts'
import { figuresOf, setTerms } from './selling.ts'

test('a page of the list', async t => {
  await using scene = await openScene()
  let seller = {} as Seller
  await paidUnheard(scene, async (_gateway, who) => {
    seller = who
    const sale = await who.sell(100_00)
    return [sale.pixKey, sale.pixKey, staticCode(7_00n)]
  })

  await t.test('settles everything that was not booked: for its sale, in addition to it, and without one', async () => {
    assert.deepEqual(await compareReceived(scene.deps(), PSP, await listOf(scene)), { fresh: 3 })
    assert.deepEqual(await booked(scene, seller), ['ACCEPTED 10000', 'RETURNING 10000 ALREADY_PAID'])
    assert.deepEqual(await booked(scene, SUSPENSE_ACCOUNT), ['UNACCEPTED 700 WITHOUT_TXID'])
    await scene.withGateway(async gateway => {
      await untilUnmatched(gateway, seller, 'RETURNED 10000 ALREADY_PAID')
      assert.equal((await figuresOf(gateway, seller)).available, 99_01n)
      await assertBooks(gateway)
    })
  })

  await t.test('settles nothing twice, also in parallel', async () => {
    const items = await listOf(scene)
    assert.ok(items.some(({ refunds }) => refunds.length === 1))
    const twice = await Promise.all([1, 2, 3].map(() => compareReceived(scene.deps(), PSP, items)))
    assert.deepEqual(twice, [{ fresh: 0 }, { fresh: 0 }, { fresh: 0 }])
  })

  await t.test('that has not been read yet is settled once by many that read it at the same moment', async () => {
    await paidUnheard(scene, async (_gateway, who) => [(await who.sell(5_00)).pixKey, (await who.sell(6_00)).pixKey])
    const items = await listOf(scene)
    const all = await Promise.all([1, 2, 3, 4].map(() => compareReceived(scene.deps(), PSP, items)))
    assert.equal(
      all.reduce((sum, { fresh }) => sum + fresh, 0),
      2,
    )
    await scene.withGateway(assertBooks)
  })

  await t.test('that is empty changes nothing', async () => {
    assert.deepEqual(await compareReceived(scene.deps(), PSP, []), { fresh: 0 })
  })
})

test('an entry without a txid', async t => {
  await using scene = await openScene()
  let seller = {} as Seller
  await paidUnheard(scene, async (gateway, who) => {
    seller = who
    await ownsPsp(gateway, who)
    return [(await who.sell(10_00)).pixKey, (await who.sell(20_00)).pixKey]
  })
  const without = (await listOf(scene)).map(received => ({ ...received, txid: null }))

  await t.test('is looked up before it is booked, and pays its sale', async () => {
    const ten = without.filter(({ amount }) => amount === 10_00n)
    assert.deepEqual(await compareReceived(scene.deps(), PSP, ten), { fresh: 1 })
    assert.deepEqual(await booked(scene, seller), ['ACCEPTED 1000'])
  })

  await t.test('of which the PSP reports no more is booked all the same, and no rule disposes of it', async () => {
    assert.deepEqual(await compareReceived(deaf(scene.deps()), PSP, without), { fresh: 1 })
    assert.deepEqual(await compareReceived(deaf(scene.deps()), PSP, without), { fresh: 0 })
    assert.deepEqual(await booked(scene, seller), ['ACCEPTED 1000', 'UNACCEPTED 2000 UNCONFIRMED'])
  })

  await t.test('pays its sale when the txid becomes known, in the same account', async () => {
    assert.deepEqual(await compareReceived(scene.deps(), PSP, await listOf(scene)), { fresh: 1 })
    assert.deepEqual(await booked(scene, seller), ['ACCEPTED 1000', 'MOVED 2000 UNCONFIRMED', 'ACCEPTED 2000'])
    await scene.withGateway(assertBooks)
  })
})

test('what was sent back before the database was lost', async t => {
  await using first = await openScene()
  await using scene = await openScene()
  const endToEndIds: string[] = []
  await first.withGateway(async gateway => {
    const seller = await gateway.seller()
    const sale = await seller.sell(30_00)
    for (let times = 0; times < 2; times++)
      endToEndIds.push((await gateway.pay(sale.pixKey, { again: true })).body.endToEndId)
    await untilUnmatched(gateway, seller, 'RETURNED 3000 ALREADY_PAID')
  })
  // An empty database and the bank's old books, with an account of the same number.
  const items = await listOf(first)
  const seller = await scene.withGateway(gateway => gateway.seller())
  await setTerms(asGateway(scene), seller, { unexpected: 'CREDIT' })
  const deps = withPayIn(scene.deps(), await first.deps().psps.payIn(PSP))
  assert.deepEqual(await compareReceived(deps, PSP, items), { fresh: 2 })

  await t.test('is booked as refunded, and what stayed waits for a person: its sale has been lost', async () => {
    const reported = await booked(scene, seller)
    assert.deepEqual(reported.toSorted(), ['RETURNED 3000 UNKNOWN_SALE', 'UNACCEPTED 3000 UNKNOWN_SALE'])
    assert.equal((await figuresOf(asGateway(scene), seller)).available, 0n)
    const { PAYMENT_OF_LOST_SALE: raised } = await alertsOf(asGateway(scene))
    assert.equal(raised, 1)
    assert.deepEqual(await offences(scene.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
  })

  await t.test('and the bank gave nothing back a second time', async () => {
    const returned = await Promise.all(endToEndIds.map(id => returnedOf(first.bank.url, id)))
    assert.deepEqual(returned.toSorted(), ['0.00', '30.00'])
  })
})
