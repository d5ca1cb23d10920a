// The bank takes back what was paid of a boleto, or contests it. What waited for a person is never paid a second time: by no credit, by no return
// to a key, whichever comes first.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, registerOperator } from '../../access/person.ts'
import { assertBooks, untilIdle } from '../../books.ts'
import { decide, listed } from '../../sale/incoming.ts'
import { refund, refundsOf } from '../../sale/refunding.ts'
import { figuresOf } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { type BoletoShop, bookedOf, openBoletoShop, untilBooked, untilReported } from '../paying.ts'
import { type SoldBoleto, soldBoleto } from '../selling.ts'

/** The buyer's own key: the sandbox bank knows a CPF as the key of its holder. */
const TO_PAYER = { pixKey: '529.982.247-25', pixKeyType: 'CPF' }
const WITH_KEY = { refundTo: TO_PAYER }

let shop: BoletoShop
let olga: Person
before(async () => {
  shop = await openBoletoShop({ env: { PSP_TIMEOUT_MS: '1500', PSP_LOOKUP_WAITS_MS: '100,100,100' } })
  olga = await registerOperator(shop.gateway)
})
after(() => shop[Symbol.asyncDispose]())

/** A boleto that was paid with R$ 1.00 too little: no sale accepts that. */
async function waiting(): Promise<SoldBoleto> {
  const sold = await soldBoleto(shop.seller)
  await shop.pay({ pixCopiaECola: sold.pixKey, amount: '122.45' })
  await untilStatus(sold, 'UNACCEPTED')
  return sold
}

async function bankSays(sold: SoldBoleto, state: 'contested' | 'refunded' | 'paid'): Promise<void> {
  const body = { chargeId: Number(sold.externalTransactionId), state }
  const { status, text } = await shop.bank('POST', '/sandbox/boleto/reverse', body)
  assert.equal(status, 200, text)
  await untilReported(shop, sold, state)
}

const untilStatus = (sold: SoldBoleto, ...expected: string[]) =>
  until(async () => {
    const booked = await bookedOf(shop, sold)
    return booked.map(({ status }) => status).join() === expected.join() || null
  }, `the payments to be ${expected}`)

const receiptsOf = async ({ uuid }: SoldBoleto) =>
  (await listed(olga, `?accountId=${shop.seller.accountId}&limit=100`)).filter(({ saleUuid }) => saleUuid === uuid)
const receiptOf = async (sold: SoldBoleto) => (await receiptsOf(sold))[0]

/** Reais that the bank has paid to keys. */
const paidOut = async (): Promise<string> => (await shop.bank('GET', '/sandbox/account')).body.paid
const atBank = async (): Promise<number> => Number((await shop.bank('GET', '/sandbox/account')).body.balance) * 100
const expectedAtBank = async (): Promise<number> =>
  (await olga.call('POST', '/api/admin/coverage', { pspAccountId: 1 })).body.expected

async function isGoneTwice({ externalTransactionId }: SoldBoleto): Promise<boolean> {
  const rows = await shop.gateway.db.query(sql`
    select from alarm where code = 'UNMATCHED_MONEY_RETURNED' and known ->> 'refundId' = ${`${externalTransactionId}-refunded`}`)
  return rows.length > 0
}

async function refused(sold: SoldBoleto, what: 'credit' | 'return', words: RegExp, body: object = {}): Promise<void> {
  const { status, body: answer, text } = await decide(olga, await receiptOf(sold), what, body)
  assert.equal(status, 409, text)
  assert.equal(answer.error.code, 'CONFLICT')
  assert.match(answer.error.message, words)
}

const fault = async (on: string, fate: string, times: number) => {
  const { status, text } = await shop.bank('POST', '/sandbox/faults', { on, fate, times })
  assert.ok(status < 300, text)
}

describe('a boleto that waits for a person', () => {
  it('and is taken back, is returned by that: nobody is credited, and nothing is paid to a key', async () => {
    const before = { paid: await paidOut(), apart: (await expectedAtBank()) - (await atBank()) }
    const sold = await waiting()
    const figures = await figuresOf(shop.gateway, shop.seller)
    await bankSays(sold, 'refunded')
    await untilStatus(sold, 'RETURNED')
    const { refund: way, takenBack, needsRefundTo, decision } = await receiptOf(sold)
    assert.deepEqual([takenBack, needsRefundTo, decision], ['refunded', false, null])
    assert.deepEqual([way.status, way.amount], ['COMPLETED', 122_45])
    await refused(sold, 'credit', /A receipt that is RETURNED cannot be decided about/)
    await refused(sold, 'return', /A receipt that is RETURNED cannot be decided about/, WITH_KEY)
    const { available, received = 0n } = await figuresOf(shop.gateway, shop.seller)
    assert.deepEqual([available, received], [figures.available, (figures.received ?? 0n) - 122_45n])
    assert.equal(await paidOut(), before.paid)
    assert.equal((await expectedAtBank()) - (await atBank()), before.apart, 'the books expect what lies at the bank')
    assert.equal(await isGoneTwice(sold), false)
    await assertBooks(shop.gateway)
  })

  it('and is contested, is neither credited nor returned until that is decided', async () => {
    const sold = await waiting()
    await bankSays(sold, 'contested')
    assert.equal((await receiptOf(sold)).takenBack, 'contested')
    await refused(sold, 'credit', /this boleto is contested: it can be credited when that is decided/)
    await refused(sold, 'return', /this boleto is contested: it can be returned when that is decided/, WITH_KEY)
    await bankSays(sold, 'paid')
    assert.equal((await receiptOf(sold)).takenBack, null)
    assert.equal((await decide(olga, await receiptOf(sold), 'return', WITH_KEY)).status, 202)
    await untilStatus(sold, 'RETURNED')
  })

  it('and is contested and then taken back, is returned by that', async () => {
    const sold = await waiting()
    await bankSays(sold, 'contested')
    await bankSays(sold, 'refunded')
    await untilStatus(sold, 'RETURNED')
  })

  it('twice paid, is credited to nobody and goes to no key; a person records what the bank has taken', async () => {
    const sold = await soldBoleto(shop.seller)
    await shop.pay({ pixCopiaECola: sold.pixKey })
    await shop.pay({ pixCopiaECola: sold.pixKey, again: true })
    await untilBooked(shop, sold, 2)
    await untilStatus(sold, 'ACCEPTED', 'UNACCEPTED')
    const paid = await paidOut()
    await bankSays(sold, 'refunded')
    assert.equal((await receiptOf(sold)).status, 'UNACCEPTED', 'nobody knows which of both was taken back')
    await refused(sold, 'credit', /has taken the money of this boleto back: it can be returned without a key/)
    await refused(sold, 'return', /has taken the money of this boleto back: it goes to no key/, WITH_KEY)
    const { status, body, text } = await decide(olga, await receiptOf(sold), 'return')
    assert.equal(status, 202, text)
    assert.deepEqual([body.status, body.refund.status, body.decision.decision], ['RETURNED', 'COMPLETED', 'RETURN'])
    await refused(sold, 'return', /A receipt that is RETURNED cannot be decided about/)
    await untilIdle(shop.gateway)
    assert.equal(await paidOut(), paid)
  })
})

describe('a person has decided about a boleto before it is taken back', () => {
  it('credited: the seller keeps it, nobody is charged, and a person is told', async () => {
    const sold = await waiting()
    assert.equal((await decide(olga, await receiptOf(sold), 'credit')).status, 202)
    const figures = await figuresOf(shop.gateway, shop.seller)
    await bankSays(sold, 'refunded')
    await until(async () => (await isGoneTwice(sold)) || null, 'a person to be told')
    assert.deepEqual(await figuresOf(shop.gateway, shop.seller), figures)
    await untilStatus(sold, 'CREDITED')
  })

  it('returned to a key: it stays returned once, and a person is told that it went twice', async () => {
    const sold = await waiting()
    assert.equal((await decide(olga, await receiptOf(sold), 'return', WITH_KEY)).status, 202)
    await untilStatus(sold, 'RETURNED')
    const figures = await figuresOf(shop.gateway, shop.seller)
    await bankSays(sold, 'refunded')
    await until(async () => (await isGoneTwice(sold)) || null, 'a person to be told')
    assert.deepEqual(await figuresOf(shop.gateway, shop.seller), figures)
  })

  it('returned, and not sent yet: it is not sent any more, and waits to be recorded', async () => {
    const sold = await waiting()
    const paid = await paidOut()
    await shop.gateway.db.query(
      sql`update house set recovering_since = now(), recovery_reason = 'a test', recover_from = now()`,
    )
    assert.equal((await decide(olga, await receiptOf(sold), 'return', WITH_KEY)).status, 202)
    await bankSays(sold, 'refunded')
    await untilStatus(sold, 'RETURNING')
    await shop.gateway.db.query(
      sql`update house set recovering_since = null, recovery_reason = null, recover_from = null`,
    )
    await untilStatus(sold, 'UNACCEPTED')
    const { refund: way } = await receiptOf(sold)
    assert.deepEqual([way.status, way.failure.code], ['FAILED', 'TAKEN_BACK'])
    assert.equal(await paidOut(), paid)
    assert.equal((await decide(olga, await receiptOf(sold), 'return')).status, 202)
    await untilStatus(sold, 'RETURNED')
    assert.equal(await paidOut(), paid)
  })

  it('returned, sent, and never answered: it is looked up, and not sent again', async () => {
    const sold = await waiting()
    const paid = await paidOut()
    await fault('PUT /v3/gn/pix', 'timeoutBefore', 9)
    assert.equal((await decide(olga, await receiptOf(sold), 'return', WITH_KEY)).status, 202)
    await until(async () => {
      const [row] = await shop.gateway.db.query<{ lookups: number }>(sql`
        select lookups from refund where status = 'PENDING' and to_pix_key is not null`)
      return (row !== undefined && row.lookups > 0) || null
    }, 'the return to be sent')
    await bankSays(sold, 'refunded')
    await shop.bank('DELETE', '/sandbox/faults')
    await until(async () => (await isGoneTwice(sold)) || null, 'a person to be told that it may have gone')
    await untilStatus(sold, 'UNACCEPTED')
    assert.equal(await paidOut(), paid)
    assert.equal((await decide(olga, await receiptOf(sold), 'return')).status, 202)
    assert.equal((await receiptOf(sold)).status, 'RETURNED')
  })
})

/** What the answer was, how the payment ended, what its seller has gained, what went to a key, and whether a person was told. */
async function decidedAtOnce(what: 'credit' | 'return'): Promise<string> {
  const sold = await waiting()
  const receipt = await receiptOf(sold)
  const available = async () => (await figuresOf(shop.gateway, shop.seller)).available ?? 0n
  const before = { available: await available(), paid: Number(await paidOut()) }
  const body = what === 'return' ? WITH_KEY : {}
  const [{ status }] = await Promise.all([decide(olga, receipt, what, body), bankSays(sold, 'refunded')])
  await untilIdle(shop.gateway)
  const [booked] = await bookedOf(shop, sold)
  const gained = (await available()) - before.available
  const sent = Math.round((Number(await paidOut()) - before.paid) * 100)
  // The alert is raised after the commit.
  if (gained > 0n || sent > 0) await until(async () => (await isGoneTwice(sold)) || null, 'a person to be told')
  return `${status} ${booked?.status} ${gained} ${sent} ${await isGoneTwice(sold)}`
}

const ENDS = {
  credit: ['202 CREDITED 12245 0 true', '409 RETURNED 0 0 false'],
  return: ['202 RETURNED 0 12245 true', '202 UNACCEPTED 0 0 false', '409 RETURNED 0 0 false'],
}

describe('a decision at the moment of the report', () => {
  for (const what of ['credit', 'return'] as const)
    it(`to ${what} ends one way`, async () => {
      for (let round = 0; round < 4; round++) {
        const end = await decidedAtOnce(what)
        assert.ok(ENDS[what].includes(end), end)
      }
    })
})

describe('a sale that a boleto has paid', () => {
  it('is not refunded once the bank contests the boleto or has taken its money back', async () => {
    const sold = await soldBoleto(shop.seller)
    await shop.pay({ pixCopiaECola: sold.pixKey })
    await shop.seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
    for (const state of ['contested', 'refunded'] as const) {
      await bankSays(sold, state)
      const { status, body, text } = await refund(shop.seller, sold, WITH_KEY)
      assert.deepEqual([status, body.error], [409, 'CONFLICT'], text)
    }
    assert.deepEqual(await refundsOf(shop.gateway, sold), [])
  })
})

describe('in the books', () => {
  it('everything agrees', async () => {
    await untilIdle(shop.gateway)
    await assertBooks(shop.gateway)
  })
})
