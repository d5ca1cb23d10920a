// What a list reports that has gone back already, comes by another way, or is incomplete: no sale is paid with it before it is certain, and
// nothing of it keeps the rest of the list from being booked.

import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { centavos } from '#kernel/money.ts'
import type { Charge, Received } from '#psp/port.ts'
import { closeSale } from '#sale/close.ts'
import { compareReceived } from '#sale/incoming-payment/compare.ts'
import { creditIncomingPayment } from '#sale/incoming-payment/decision/credit.ts'
import type { IncomingPaymentKey } from '#sale/incoming-payment/incoming-payment.ts'
import { findSale } from '#sale/store.ts'
import { hearAlerts } from '../alerts.ts'
import { assertBooks, findings, offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { openScene, type Scene } from '../crash/scene.ts'
import type { Seller } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'
import { alertsOf, ownsPsp, SUSPENSE_ACCOUNT, staticCode } from './incoming.ts'
import {
  asGateway,
  booked,
  deaf,
  listOf,
  PSP,
  paidUnheard,
  secondKey,
  statusesOf,
  unheardSales,
  withPayIn,
} from './missed-payments.ts'
import { at, figuresOf, setTerms } from './selling.ts'

const assertOwnBooks = async ({ db }: Scene) =>
  assert.deepEqual(await offences(db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])

test('a Pix that has gone back before it was first reported', async t => {
  await using scene = await openScene()
  const { seller, paid } = await unheardSales(scene, 100, 50, 20)
  for (const [n, amount] of ['100.00', '10.00'].entries()) {
    const body = { endToEndId: paid[n]?.endToEndId, amount, natureza: 'MED_FRAUDE' }
    assert.equal((await call(scene.bank.url, 'POST', '/sandbox/refund', { body })).status, 201)
  }
  const failed = { refundId: 'D1', rtrId: null, amount: centavos(20_00), state: 'failed', nature: null } as const
  const items = (await listOf(scene)).map(one => (one.amount === 20_00n ? { ...one, refunds: [failed] } : one))
  await compareReceived(scene.deps(), PSP, items)

  await t.test('pays no sale, wholly gone or in part; one of which nothing went back does', async () => {
    assert.deepEqual((await booked(scene, seller)).toSorted(), [
      'ACCEPTED 2000',
      'UNACCEPTED 10000 GONE_BACK',
      'UNACCEPTED 5000 GONE_BACK',
    ])
    assert.deepEqual(await statusesOf(scene, seller), ['PENDENTE', 'PENDENTE', 'PAGO'])
  })

  await t.test('is not the seller’s, and calls a person', async () => {
    const { available, received } = await figuresOf(asGateway(scene), seller)
    assert.deepEqual([available, received], [19_80n, 150_00n])
    assert.equal((await alertsOf(asGateway(scene))).PAYMENT_UNMATCHED, 2)
    await assertOwnBooks(scene)
  })
})

test('a Pix that other PSP accounts report first', async t => {
  await using scene = await openScene()
  const { seller, uuids } = await unheardSales(scene, 100, 50)
  const others = [await secondKey(scene, 'second key'), await secondKey(scene, 'third key')] as const
  const items = await listOf(scene)
  const [hundred, fifty] = [100_00n, 50_00n].map(sum => items.filter(({ amount }) => amount === sum)) as [
    Received[],
    Received[],
  ]

  await t.test('is booked as unmatched once, however often they report it in turn', async () => {
    const reported: number[] = []
    for (const other of [...others, ...others]) reported.push((await compareReceived(scene.deps(), other, items)).fresh)
    assert.deepEqual(reported, [2, 0, 0, 0])
    assert.deepEqual(await booked(scene, seller), ['UNACCEPTED 10000 OTHER_PSP', 'UNACCEPTED 5000 OTHER_PSP'])
  })

  await t.test('pays its sale when the PSP account of the sale reports it, once', async () => {
    assert.deepEqual(await compareReceived(scene.deps(), PSP, hundred), { fresh: 1 })
    for (const id of [PSP, ...others]) assert.deepEqual(await compareReceived(scene.deps(), id, hundred), { fresh: 0 })
    assert.deepEqual(await booked(scene, seller), [
      'MOVED 10000 OTHER_PSP',
      'UNACCEPTED 5000 OTHER_PSP',
      'ACCEPTED 10000',
    ])
    assert.equal((await figuresOf(asGateway(scene), seller)).available, 99_01n)
  })

  await t.test('and when it is found under the charge of a sale that expires', async () => {
    const sale = await findSale(scene.db, seller.accountId, { uuid: uuids[1] as string })
    assert.ok(sale !== null && fifty.length === 1)
    assert.equal((await closeSale(scene.deps(), sale)).kind, 'paid')
    assert.deepEqual(await statusesOf(scene, seller), ['PAGO', 'PAGO'])
    await scene.withGateway(assertBooks)
  })
})

test('a Pix of a cancelled sale that another PSP account reports is credited, and pays no sale', async () => {
  await using scene = await openScene()
  let seller = {} as Seller
  await paidUnheard(scene, async (_gateway, who) => {
    seller = who
    const sale = await who.sell(100_00)
    await who.api('POST', `${at(sale)}/cancel`)
    return [sale.pixKey]
  })
  const other = await secondKey(scene)
  assert.equal((await compareReceived(scene.deps(), other, await listOf(scene))).fresh, 1)
  const [kept] = await scene.db.query<IncomingPaymentKey>(sql`select account_id as "accountId", id from receipt`)
  assert.ok(kept !== undefined)
  const credited = await creditIncomingPayment(scene.deps(), kept, null, {
    by: { id: 'olga', address: '127.0.0.1' },
    reason: 'it is theirs',
    key: null,
  })
  assert.equal('status' in credited && credited.status, 'CREDITED')
  assert.deepEqual(await booked(scene, seller), ['CREDITED 10000 OTHER_PSP'])
  assert.deepEqual(await statusesOf(scene, seller), ['CANCELADO'])
  assert.equal((await figuresOf(asGateway(scene), seller)).available, 100_00n)
  assert.deepEqual(await findings(scene.db), [])
  await assertOwnBooks(scene)
})

test('an entry without a txid that could not be looked up at the PSP', async t => {
  await using scene = await openScene()
  let seller = {} as Seller
  await paidUnheard(scene, async (gateway, who) => {
    seller = who
    await ownsPsp(gateway, who)
    await setTerms(gateway, who, { unexpected: 'CREDIT' })
    return [(await who.sell(100_00)).pixKey, staticCode(7_00n)]
  })
  // This list leaves every txid out, for ever.
  const without = (await listOf(scene)).map(received => ({ ...received, txid: null }))
  await compareReceived(deaf(scene.deps()), PSP, without)
  assert.deepEqual((await booked(scene, seller)).toSorted(), [
    'UNACCEPTED 10000 UNCONFIRMED',
    'UNACCEPTED 700 UNCONFIRMED',
  ])

  await t.test('is looked up again with the next list, and pays its sale or follows the rule', async () => {
    assert.deepEqual(await compareReceived(scene.deps(), PSP, without), { fresh: 2 })
    assert.deepEqual((await booked(scene, seller)).toSorted(), [
      'ACCEPTED 10000',
      'CREDITED 700 WITHOUT_TXID',
      'MOVED 10000 UNCONFIRMED',
      'MOVED 700 UNCONFIRMED',
    ])
    assert.equal((await figuresOf(asGateway(scene), seller)).available, 106_01n)
  })

  await t.test('and never again once the PSP has answered', async () => {
    assert.deepEqual(await compareReceived(scene.deps(), PSP, without), { fresh: 0 })
    assert.deepEqual(await compareReceived(deaf(scene.deps()), PSP, without), { fresh: 0 })
    await scene.withGateway(assertBooks)
  })
})

test('an entry that the database refuses', async t => {
  await using scene = await openScene()
  const { seller } = await unheardSales(scene, 100, 50)
  const items = await listOf(scene)
  const poisoned = { ...(items[0] as Received), endToEndId: 'Epoison', paidAt: new Date('-010000-01-01T00:00:00Z') }
  const alerts = hearAlerts()
  const deps = { ...scene.deps(), alerts }

  await t.test('fails alone: everything else is booked', async () => {
    assert.deepEqual(await compareReceived(deps, PSP, [...items.slice(0, 1), poisoned, ...items.slice(1)]), {
      fresh: 2,
    })
    assert.deepEqual(await statusesOf(scene, seller), ['PAGO', 'PAGO'])
  })

  await t.test('and calls a person, with what it is', () => {
    const [params] = alerts.params as { endToEndId: string; amount: bigint }[]
    assert.deepEqual(alerts.codes, ['PSP_ENTRY_NOT_BOOKED'])
    assert.deepEqual([params?.endToEndId, params?.amount], ['Epoison', poisoned.amount])
  })

  await t.test('a lock of another session is no such thing: the page fails and is read again', async () => {
    const lockedOut = sql`do $$ begin raise lock_not_available; end $$`
    const db = { ...scene.db, transaction: () => scene.db.transaction(tx => tx.query<never>(lockedOut)) as never }
    const busy = { ...deps, db }
    const other = { ...(items[0] as Received), endToEndId: 'Eother' }
    await assert.rejects(compareReceived(busy, PSP, [other]), /lock_not_available/)
    assert.equal(alerts.codes.length, 1)
  })
  await assertOwnBooks(scene)
})

test('a payment of nothing under the charge of a sale that expires books nothing, and the sale goes on', async () => {
  await using scene = await openScene()
  const { seller, uuids } = await unheardSales(scene, 100)
  const sale = await findSale(scene.db, seller.accountId, { uuid: uuids[0] as string })
  assert.ok(sale)
  const [real] = await listOf(scene)
  const nothing = { ...(real as Received), endToEndId: 'Enothing', amount: centavos(0) }
  const charge: Charge = { txid: sale.txid, amount: sale.amount, state: 'open', brCode: null, payments: [nothing] }
  const reported = withPayIn(scene.deps(), { removeCharge: async () => ({ kind: 'done', value: charge }) })
  assert.equal((await closeSale(reported, sale)).kind, 'unknown')
  assert.deepEqual([await statusesOf(scene, seller), await booked(scene, seller)], [['PENDENTE'], []])
})

test('a process that dies right after booking money that waits for a person has raised its alert', async () => {
  await using scene = await openScene()
  await paidUnheard(scene, async () => [staticCode(5_00n)])
  const deps = scene.deps()
  const dying = {
    ...deps,
    db: {
      ...deps.db,
      async transaction<T>(work: Parameters<typeof deps.db.transaction<T>>[0]): Promise<T> {
        await deps.db.transaction(work)
        return new Promise<never>(() => {})
      },
    },
  }
  void compareReceived(dying, PSP, await listOf(scene))
  await until(async () => (await booked(scene, SUSPENSE_ACCOUNT)).length > 0 || null, 'the receipt')
  assert.deepEqual(await booked(scene, SUSPENSE_ACCOUNT), ['UNACCEPTED 500 WITHOUT_TXID'])
  assert.deepEqual(await alertsOf(asGateway(scene)), { PAYMENT_UNMATCHED: 1 })
})
