// A MED about a Pix that no sale accepts. It was never its seller's: nothing is held or charged, whatever the order in which the bank and the
// operator decide.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { alertsOf, decide, listed, untilUnmatched } from '../sale/incoming.ts'
import { setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'
import {
  decidedAtBank,
  disputedAtBank,
  figures,
  moves,
  openDisputed,
  type ShownDispute,
  sellerIn,
} from './disputing.ts'

let gateway: TestGateway
let olga: Person
before(async () => {
  gateway = await openDisputed()
  olga = await registerOperator(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

const receiptOf = async ({ accountId }: Seller) => (await listed(olga, `?accountId=${accountId}`))[0]
const untilDispute = (seller: Seller, status: string): Promise<ShownDispute> =>
  until(async () => {
    const { body } = await seller.api('GET', `/api/disputes?status=${status}`)
    return body.data[0] ?? null
  }, `a dispute that is ${status}`)

/** A sale was paid twice: the Pix that it did not take. */
async function paidTwice(seller: Seller, unexpected: 'KEEP' | 'CREDIT' = 'KEEP'): Promise<{ endToEndId: string }> {
  await setTerms(gateway, seller, { basisPoints: 0, unexpected })
  const sale = await seller.sell(50_00)
  await gateway.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  const { body: pix } = await gateway.pay(sale.pixKey, { again: true })
  return pix
}

async function disputed(more: object = {}) {
  const seller = await sellerIn(gateway)
  const pix = await paidTwice(seller)
  await untilUnmatched(gateway, seller, WAITING)
  const id = await disputedAtBank(gateway, pix, more)
  const dispute = await untilDispute(seller, 'OPEN')
  assert.deepEqual([dispute.heldAmount, dispute.saleUuid], [0, null])
  return { seller, id, dispute }
}

async function atBank(method: string, path: string, body?: object): Promise<void> {
  const { status, text } = await call(gateway.bankUrl, method, path, { body })
  assert.ok(status < 300, text)
}

/** No person has to book what went back. */
async function nothingToSettle(): Promise<void> {
  const { UNMATCHED_MONEY_RETURNED = 0, DISPUTE_LOSS_UNKNOWN = 0 } = await alertsOf(gateway)
  assert.deepEqual([UNMATCHED_MONEY_RETURNED, DISPUTE_LOSS_UNKNOWN], [0, 0])
}

const WAITING = 'UNACCEPTED 5000 ALREADY_PAID'
const UNTOUCHED = { available: 50_00, blocked: 0 }

test('lost, it is back at its payer, and nobody is charged', async () => {
  const { seller, id, dispute } = await disputed()
  await decidedAtBank(gateway, id, 'accept')
  const { forfeitedAmount, chargedAmount } = await untilDispute(seller, 'FORFEITED')
  assert.deepEqual([forfeitedAmount, chargedAmount], [50_00, 0])
  await untilUnmatched(gateway, seller, 'RETURNED 5000 ALREADY_PAID')
  assert.deepEqual(await figures(seller), UNTOUCHED)
  assert.deepEqual(await moves(gateway, seller, dispute.id), [])
  for (const decision of ['credit', 'return'] as const)
    assert.equal((await decide(olga, await receiptOf(seller), decision)).status, 409)
  await untilIdle(gateway)
  await nothingToSettle()
  await assertBooks(gateway)
})

test('lost before the operator sends it back: the bank refuses that, and it has gone back once', async () => {
  const { seller, id } = await disputed()
  await atBank('POST', '/sandbox/faults', { on: 'GET /v2/gn/infracoes', fate: 503, times: 10_000 })
  await decidedAtBank(gateway, id, 'accept')
  assert.equal((await decide(olga, await receiptOf(seller), 'return')).status, 202)
  await untilUnmatched(gateway, seller, WAITING)
  await atBank('DELETE', '/sandbox/faults')
  await untilDispute(seller, 'FORFEITED')
  await untilUnmatched(gateway, seller, 'RETURNED 5000 ALREADY_PAID')
  assert.deepEqual(await figures(seller), UNTOUCHED)
  await nothingToSettle()
  await assertBooks(gateway)
})

test('on its way back by whoever takes no wallet for that, the dispute stays open until it is known how that ended', async () => {
  const { seller, id } = await disputed()
  // As a version did that looked at the receipt alone, and may still run beside this one.
  const moveReceipt = (tx: Pick<TestGateway['db'], 'query'>, status: string) =>
    tx.query(sql`update receipt set status = ${status}, seal = default
      where account_id = ${seller.accountId} and status in ('UNACCEPTED', 'RETURNING')`)
  await gateway.db.transaction(async tx => {
    await moveReceipt(tx, 'RETURNING')
    await decidedAtBank(gateway, id, 'accept')
    await until(async () => {
      const waiting = await gateway.db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%receipt%'`)
      return waiting.length > 0 || null
    }, 'the decision of the bank to wait for the receipt')
  })
  await until(async () => {
    const [dispute] = (await seller.api('GET', '/api/disputes')).body.data
    return dispute.acceptedAt ?? dispute.closedAt
  }, 'the decision of the bank to be applied')
  await untilDispute(seller, 'OPEN')
  // The bank has refused it, as the money had gone.
  await moveReceipt(gateway.db, 'UNACCEPTED')
  await untilDispute(seller, 'FORFEITED')
  await untilUnmatched(gateway, seller, 'RETURNED 5000 ALREADY_PAID')
  assert.deepEqual(await figures(seller), UNTOUCHED)
  await assertBooks(gateway)
})

test('sent back by the operator before it is decided, it cannot be credited, and nobody is charged', async () => {
  const { seller, id } = await disputed()
  assert.equal((await decide(olga, await receiptOf(seller), 'return')).status, 202)
  await untilUnmatched(gateway, seller, 'RETURNED 5000 ALREADY_PAID')
  await decidedAtBank(gateway, id, 'cancel')
  await untilDispute(seller, 'CANCELLED')
  assert.equal((await decide(olga, await receiptOf(seller), 'credit')).status, 409)
  assert.deepEqual(await figures(seller), UNTOUCHED)
})

for (const by of ['the rule of its account', 'the operator'] as const)
  test(`credited by ${by} before it is disputed, it is held and lost like any other`, async () => {
    const seller = await sellerIn(gateway)
    const byRule = by === 'the rule of its account'
    const pix = await paidTwice(seller, byRule ? 'CREDIT' : 'KEEP')
    if (!byRule) {
      await untilUnmatched(gateway, seller, WAITING)
      assert.equal((await decide(olga, await receiptOf(seller), 'credit')).status, 202)
    }
    await untilUnmatched(gateway, seller, 'CREDITED 5000 ALREADY_PAID')
    const id = await disputedAtBank(gateway, pix)
    const dispute = await untilDispute(seller, 'OPEN')
    assert.deepEqual([dispute.heldAmount, dispute.saleUuid], [50_00, null])
    assert.deepEqual(await figures(seller), { available: 50_00, blocked: 50_00 })
    await decidedAtBank(gateway, id, 'accept')
    await untilDispute(seller, 'FORFEITED')
    assert.deepEqual(await figures(seller), UNTOUCHED)
    await nothingToSettle()
  })

test('it is not credited before that is decided', async () => {
  const { seller, id } = await disputed()
  const early = await decide(olga, await receiptOf(seller), 'credit')
  assert.equal(early.status, 409, early.text)
  await decidedAtBank(gateway, id, 'reject')
  await untilDispute(seller, 'RELEASED')
  assert.equal((await decide(olga, await receiptOf(seller), 'credit')).status, 202)
  assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
})

test('lost in part, it charges nobody, and a person is told', async () => {
  const { seller, id } = await disputed()
  await decidedAtBank(gateway, id, 'accept', '20.00')
  await until(async () => (await alertsOf(gateway)).UNMATCHED_MONEY_RETURNED || null, 'the alert')
  await until(async () => (await untilDispute(seller, 'OPEN')).acceptedAt, 'the decision of the bank')
  assert.deepEqual(await figures(seller), UNTOUCHED)
})
