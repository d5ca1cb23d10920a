// What an operator decides about an anomaly, over HTTP: for each kind which decisions there are, what each one books, and what the seller
// then reads and receives.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { some } from '../long.ts'
import { openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { decide, RARE_LOOKUPS, REASON, refusal, type Stage, traces, untilAnomaly, WAYS, type Way } from './anomalies.ts'
import { balanceOf } from './requesting.ts'

const resources = new AsyncDisposableStack()
let stage: Stage

before(async () => {
  const line = resources.use(await openGatewayBehindWire(RARE_LOOKUPS))
  stage = { ...line, operator: await registerOperator(line.gateway) }
})
after(() => resources.disposeAsync())

interface Row {
  way: Way
  kind: string
  allowed: string[]
  decision: string
  status: string
  available: number
  booked?: string[]
  event: string
}

const HELD_BY_BANK = { allowed: ['SETTLE', 'RELEASE'] }
const LATE = { allowed: ['CHARGE_SELLER', 'BEAR_LOSS', 'DISMISS'], status: 'FAILED', event: 'withdrawal.rejected' }
const PAID = { status: 'COMPLETED', available: 197_03, event: 'withdrawal.completed' }
const RELEASED = { status: 'FAILED', available: 297_03, event: 'withdrawal.rejected' }

const ROWS: Row[] = [
  {
    way: 'too little',
    kind: 'OTHER_AMOUNT',
    ...HELD_BY_BANK,
    decision: 'SETTLE',
    ...PAID,
    booked: ['CASHOUT_SURPLUS 1'],
  },
  {
    way: 'too little',
    kind: 'OTHER_AMOUNT',
    ...HELD_BY_BANK,
    decision: 'RELEASE',
    ...RELEASED,
    booked: ['CASHOUT_LOSS 9899'],
  },
  { way: 'too much', kind: 'OTHER_AMOUNT', ...HELD_BY_BANK, decision: 'SETTLE', ...PAID, booked: ['CASHOUT_LOSS 200'] },
  {
    way: 'too much',
    kind: 'OTHER_AMOUNT',
    ...HELD_BY_BANK,
    decision: 'RELEASE',
    ...RELEASED,
    booked: ['CASHOUT_LOSS 10100'],
  },
  { way: 'another payee', kind: 'OTHER_PAYEE', ...HELD_BY_BANK, decision: 'SETTLE', ...PAID },
  {
    way: 'another payee',
    kind: 'OTHER_PAYEE',
    ...HELD_BY_BANK,
    decision: 'RELEASE',
    ...RELEASED,
    booked: ['CASHOUT_LOSS 9900'],
  },
  { way: 'a payment of another cashout', kind: 'DUPLICATE_PAYMENT', ...HELD_BY_BANK, decision: 'SETTLE', ...PAID },
  { way: 'a payment of another cashout', kind: 'DUPLICATE_PAYMENT', ...HELD_BY_BANK, decision: 'RELEASE', ...RELEASED },
  {
    way: 'paid after it failed',
    kind: 'PAID_AFTER_END',
    ...LATE,
    decision: 'CHARGE_SELLER',
    available: 198_03,
    booked: ['CASHOUT_CHARGED 9900'],
  },
  {
    way: 'paid after it failed',
    kind: 'PAID_AFTER_END',
    ...LATE,
    decision: 'BEAR_LOSS',
    available: 297_03,
    booked: ['CASHOUT_LOSS 9900'],
  },
  { way: 'paid after it failed', kind: 'PAID_AFTER_END', ...LATE, decision: 'DISMISS', available: 297_03 },
  {
    way: 'failed after it was paid',
    kind: 'FAILED_AFTER_PAID',
    allowed: ['CREDIT_SELLER', 'DISMISS'],
    decision: 'CREDIT_SELLER',
    ...PAID,
    available: 296_03,
    booked: ['CASHOUT_RETURNED 9900'],
    event: 'withdrawal.returned',
  },
  {
    way: 'failed after it was paid',
    kind: 'FAILED_AFTER_PAID',
    allowed: ['CREDIT_SELLER', 'DISMISS'],
    decision: 'DISMISS',
    ...PAID,
  },
  {
    way: 'another amount after it was paid',
    kind: 'OTHER_AMOUNT',
    allowed: ['BEAR_LOSS', 'DISMISS'],
    decision: 'BEAR_LOSS',
    ...PAID,
    booked: ['CASHOUT_LOSS 2100'],
  },
  {
    way: 'another amount after it was paid',
    kind: 'OTHER_AMOUNT',
    allowed: ['BEAR_LOSS', 'DISMISS'],
    decision: 'DISMISS',
    ...PAID,
  },
  {
    way: 'more came back than went',
    kind: 'RETURN_TOO_LARGE',
    allowed: ['CREDIT_SELLER', 'DISMISS'],
    decision: 'CREDIT_SELLER',
    ...PAID,
    available: 296_03,
    booked: ['CASHOUT_RETURNED 9900', 'CASHOUT_SURPLUS 1'],
    event: 'withdrawal.returned',
  },
  {
    way: 'more came back than went',
    kind: 'RETURN_TOO_LARGE',
    allowed: ['CREDIT_SELLER', 'DISMISS'],
    decision: 'DISMISS',
    ...PAID,
  },
  {
    way: 'never found out',
    kind: 'OUTCOME_UNKNOWN',
    allowed: ['SETTLE', 'RELEASE', 'SEND_AGAIN'],
    decision: 'SETTLE',
    ...PAID,
  },
  {
    way: 'never found out',
    kind: 'OUTCOME_UNKNOWN',
    allowed: ['SETTLE', 'RELEASE', 'SEND_AGAIN'],
    decision: 'RELEASE',
    ...RELEASED,
  },
  {
    way: 'never found out',
    kind: 'OUTCOME_UNKNOWN',
    allowed: ['SETTLE', 'RELEASE', 'SEND_AGAIN'],
    decision: 'SEND_AGAIN',
    ...PAID,
  },
]

describe('a decision', () => {
  for (const { way, kind, allowed, decision, status, available, booked = [], event } of some(ROWS, 2))
    it(`${kind} (${way}): ${decision} leaves it ${status}`, async () => {
      const { seller, path } = await WAYS[way](stage)
      const anomaly = await untilAnomaly(stage, seller)
      assert.deepEqual([anomaly.kind, anomaly.allowedDecisions], [kind, allowed])

      const answer = await decide(stage, anomaly.uuid, decision)
      assert.equal(answer.status, 202, answer.text)
      await seller.reaches(path, status)
      assert.deepEqual(await balanceOf(seller), { available, blocked: 0, total: available })
      assert.deepEqual(await traces(stage, seller), { booked, event })

      const { body: kept } = await stage.operator.call('GET', `/api/admin/anomalies/${anomaly.uuid}`)
      assert.deepEqual([kept.decision, kept.reason, kept.allowedDecisions], [decision, REASON, []])
      assert.deepEqual(refusal(await decide(stage, anomaly.uuid, decision)), [409, 'CONFLICT'])
    })

  it('leaves the books in order', () => assertBooks({ ...stage.gateway, bankUrl: stage.bank.url }))
})
