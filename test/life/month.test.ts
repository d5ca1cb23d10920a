// A month of a seller's life, written down beforehand: every line of the statement with the available and blocked balance after it,
// computed by hand. Everything goes over HTTP, on its day.
import assert from 'node:assert/strict'
import test from 'node:test'
import { assertBooks, untilIdle } from '../books.ts'
import { call } from '../http.ts'
import { codeOf } from '../torture/model/requesting.ts'
import { until } from '../until.ts'
import { FREE } from './methods/shops.ts'
import type { Terms } from './terms.ts'
import { agreed, type Known, openWorld, reais, stands, timeOf, type World } from './world.ts'

/** 1.50 % and 0.10 of a sale, at least 0.60 and at most 9.00; 1.00 of a cashout; 5 % of a sale for thirty days. */
const TERMS: Terms = {
  pix: { fixedCents: 10, basisPoints: 150, minimumCents: 60, maximumCents: 900 },
  cashout: { ...FREE, fixedCents: 100 },
  reserve: { basisPoints: 500, days: 30 },
  dayCents: null,
  approvalAboveCents: null,
  acceptsLatePayment: true,
  returnsFeeOnRefund: true,
  unexpectedReceipts: 'RETURN',
  methods: null,
}

/** Day and type, the amount, and behind it what is available and what is blocked. */
const STATEMENT = `
12-01 SALE                1000.00   1000.00     0.00   sale A of 1000.00
12-01 SALE_FEE               9.00    991.00     0.00   0.10 + 15.00 is above the cap
12-01 RESERVE_HELD          50.00    941.00    50.00   5 %
12-01 SALE                  30.00    971.00    50.00   sale B of 30.00
12-01 SALE_FEE               0.60    970.40    50.00   0.10 + 0.45 is below the floor
12-01 RESERVE_HELD           1.50    968.90    51.50
12-01 SALE                 500.00   1468.90    51.50   sale E of 500.00
12-01 SALE_FEE               7.60   1461.30    51.50   0.10 + 7.50
12-01 RESERVE_HELD          25.00   1436.30    76.50
12-03 CASHOUT_HELD         900.00    536.30   976.50   a cashout of 900.00
12-03 CASHOUT_PAID         899.00    536.30    77.50
12-03 CASHOUT_FEE            1.00    536.30    76.50
12-04 RESERVE_RELEASED      50.00    586.30    26.50   120.00 of A are refunded: its reserve goes first
12-04 REFUND_HELD          120.00    466.30   146.50
12-04 REFUND_PAID          120.00    466.30    26.50
12-04 SALE_FEE_RETURNED      1.08    467.38    26.50   9.00 * 120 / 1000
12-05 SALE                 200.00    667.38    26.50   sale C of 200.00
12-05 SALE_FEE               3.10    664.28    26.50   0.10 + 3.00
12-05 RESERVE_HELD          10.00    654.28    36.50
12-08 DISPUTE_HELD         654.28      0.00   690.78   A is disputed: of 880.00 that are left, 225.72 are not there
12-10 SALE                 100.00    100.00   690.78   sale D of 100.00
12-10 SALE_FEE               1.60     98.40   690.78   0.10 + 1.50
12-10 RESERVE_HELD           5.00     93.40   695.78
12-10 DISPUTE_HELD          93.40      0.00   789.18   it is held as it comes
12-12 DISPUTE_TAKEN        300.00      0.00   489.18   300.00 of A are lost
12-12 DISPUTE_RELEASED     354.28    354.28   134.90   654.28 - 300.00
12-12 DISPUTE_RELEASED      93.40    447.68    41.50
12-15 CASHOUT_HELD         150.00    297.68   191.50   a cashout of 150.00 that the bank does not make
12-15 CASHOUT_RELEASED     150.00    447.68    41.50
12-16 CASHOUT_HELD         200.00    247.68   241.50   a cashout of 200.00 that comes back
12-16 CASHOUT_PAID         199.00    247.68    42.50
12-16 CASHOUT_FEE            1.00    247.68    41.50
12-16 CASHOUT_RETURNED     199.00    446.68    41.50   its fee does not
12-18 ORDER_HELD           300.00    146.68   341.50   a court wants 300.00
12-19 ORDER_TAKEN          100.00    146.68   241.50   takes 100.00
12-20 ORDER_RELEASED       200.00    346.68    41.50   and lets the rest go
12-22 RESERVE_RELEASED      10.00    356.68    31.50   C is charged back
12-22 DISPUTE_HELD         200.00    156.68   231.50
12-23 DISPUTE_TAKEN        200.00    156.68    31.50   and lost, without its fee; what leaves the bank for it is no line
12-26 RESERVE_RELEASED       5.00    161.68    26.50   D is refunded in full
12-26 REFUND_HELD          100.00     61.68   126.50
12-26 REFUND_PAID          100.00     61.68    26.50
12-26 SALE_FEE_RETURNED      1.60     63.28    26.50
12-28 RESERVE_RELEASED      25.00     88.28     1.50   the bank sends 400.00 of E back by itself
12-28 REFUND_FORCED        400.00   -311.72     1.50   the seller owes it
12-28 SALE_FEE_RETURNED      6.08   -305.64     1.50   7.60 * 400 / 500
12-29 SALE                 400.00     94.36     1.50   sale F of 400.00, paid twice: the second goes back
12-29 SALE_FEE               6.10     88.26     1.50   0.10 + 6.00
12-29 RESERVE_HELD          20.00     68.26    21.50
12-31 RESERVE_RELEASED       1.50     69.76    20.00   the thirtieth day after B; nothing of A's and E's is left`

// 2230.00 sold; 2119.00 gone: 899.00 cashed out, 120.00 and 100.00 refunded, 300.00 and 200.00 lost, 100.00 to the court, 400.00 sent back;
// 21.24 of fees: 7.92 A, 0.60 B, 1.52 E, 3.10 C, 0.00 D, 6.10 F, 2.00 cashouts. 2230.00 - 2119.00 - 21.24 = 89.76.
const END = { available: 69_76, blocked: 20_00, total: 89_76 }
const FEES = 21_24

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).slice(0, 5).join(' '))

interface Sold {
  uuid: string
  pixKey: string
  endToEndId: string
}

test('a month adds up, line by line', async () => {
  await using world = await openWorld('2031-12-01', 1, { shop: TERMS })
  const of = world.sellers[0] as Known
  await live(world, of)
  await untilIdle(world.gateway, { aheadMs: world.moment - Date.now() })

  const { body } = await of.seller.api('GET', '/api/public/statement?limit=100&order=asc')
  assert.deepEqual(body.data.map(lineText), lines(STATEMENT))
  assert.deepEqual((await of.seller.api('GET', '/api/public/balance')).body, END)
  const blocked = (await world.ana(of, 'GET', '/api/balance/blocked')).body.data
  assert.deepEqual(
    blocked.map(({ reason, amount, nextReleaseAt }: Record<string, unknown>) => [reason, amount, nextReleaseAt]),
    [['RESERVE', 20_00, '2032-01-28T03:00:00.000Z']],
  )
  const summary = (await of.seller.api('GET', '/api/public/statement/summary?from=2031-12-01&to=2031-12-31')).body
  assert.deepEqual([summary.opening.total, summary.closing, summary.fees], [0, END, FEES])
  assert.equal(summary.credits + summary.debits, END.total)
  const ledger = await world.olga.call('GET', '/api/admin/ledger')
  assert.equal(ledger.body.trialBalance.sides.fee, String(FEES))
  await assertBooks(world.gateway)
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
function lineText({ date, type, availableAmount, blockedAmount, availableAfter, blockedAfter }: any): string {
  const day = new Date(Date.parse(date) - 3 * 3_600_000).toISOString().slice(5, 10)
  const size = Math.max(Math.abs(availableAmount), Math.abs(blockedAmount))
  return [day, type, ...[size, availableAfter, blockedAfter].map(signed)].join(' ')
}

const signed = (cents: number) => (cents < 0 ? `-${reais(-cents)}` : reais(cents))

async function live(world: World, of: Known): Promise<void> {
  const on = (day: number) => world.passTo(timeOf(`2031-12-${String(day).padStart(2, '0')}`, 12 * 60))
  await on(1)
  const [a, b, e] = [await sold(world, of, 1000_00), await sold(world, of, 30_00), await sold(world, of, 500_00)]
  await on(3)
  await cashout(of, 900, 'maria', 'COMPLETED')
  await on(4)
  await refund(of, a, 120_00)
  await on(5)
  const c = await sold(world, of, 200_00)
  await on(8)
  const med = await atBank(world, '/sandbox/med', { endToEndId: a.endToEndId })
  await dispute(of, a, 'OPEN')
  await on(9)
  await refused(of)
  await on(10)
  const d = await sold(world, of, 100_00)
  await on(12)
  await atBank(world, `/sandbox/med/${med.idInfracao}/decide`, { decision: 'accept', amount: '300.00' })
  await dispute(of, a, 'FORFEITED')
  await stands(of, at(a), 'PAGO')
  await on(15)
  await cashout(of, 150, 'recusada', 'FAILED')
  await on(16)
  await cashout(of, 200, 'devolvida', 'COMPLETED')
  await world.passTo(timeOf('2031-12-16', 13 * 60))
  await available(of, 446_68)
  await ordered(world, of, on)
  await on(22)
  const body = { saleId: c.uuid, kind: 'CHARGEBACK', reason: 'the acquirer has told us' }
  const { id } = (await world.olga.call('POST', '/api/admin/disputes', body)).body
  await on(23)
  await agreed(world, `/api/admin/disputes/${id}/forfeit`, { reason: 'the acquirer has decided' })
  await stands(of, at(c), 'ESTORNADO')
  await atBank(world, '/sandbox/refund', { endToEndId: c.endToEndId, natureza: 'MED_FRAUDE' })
  await stands(of, async () => (await of.seller.api('GET', `${at(c)}/refunds`)).body.data[0], 'COMPLETED')
  await on(26)
  await refund(of, d, 100_00)
  await stands(of, at(d), 'ESTORNADO')
  await on(28)
  await atBank(world, '/sandbox/refund', { endToEndId: e.endToEndId, amount: '400.00' })
  await available(of, -305_64)
  await on(29)
  await refused(of)
  const f = await sold(world, of, 400_00)
  await world.gateway.pay(f.pixKey, { again: true })
  await until(async () => {
    const { body } = await world.olga.call('GET', `/api/admin/receipts?accountId=${of.seller.accountId}`)
    return body.data.some(({ status }: { status: string }) => status === 'RETURNED')
  }, 'the second payment to go back')
  await on(31)
  await available(of, END.available)
  await stands(of, at(b), 'PAGO')
}

async function ordered(world: World, of: Known, on: (day: number) => Promise<void>): Promise<void> {
  const shop = of.seller.accountId
  const reason = 'O juiz decidiu assim.'
  await on(18)
  const court = { reason: 'JUDICIAL', amount: 300_00, document: '0001234-55.2031.8.26.0100', note: reason }
  const { orderId } = await agreed(world, `/api/admin/accounts/${shop}/holds`, court)
  await on(19)
  await agreed(world, `/api/admin/hold-orders/${shop}/${orderId}/take`, { reason, amount: 100_00 })
  await on(20)
  await agreed(world, `/api/admin/hold-orders/${shop}/${orderId}/lift`, { reason })
}

const at = ({ uuid }: Sold) => `/api/transactions/${uuid}`

async function sold(world: World, of: Known, cents: number): Promise<Sold> {
  const { uuid, pixKey } = await of.seller.sell(cents)
  const { body } = await world.gateway.pay(pixKey)
  const sale = { uuid, pixKey, endToEndId: body.endToEndId }
  await stands(of, at(sale), 'PAGO')
  return sale
}

const request = ({ seller }: Known, amount: number, to: string) =>
  seller.api('POST', '/api/public/cashout', { amount, pixKey: `${to}@example.com`, pixKeyType: 'EMAIL' })

async function cashout(of: Known, amount: number, to: string, end: string): Promise<void> {
  const { status, text, body } = await request(of, amount, to)
  assert.equal(status, 201, text)
  await stands(of, `/api/public/cashout/${body.uuid}`, end)
}

/** Nothing leaves while money lacks. */
async function refused(of: Known): Promise<void> {
  const answer = await request(of, 100, 'maria')
  assert.deepEqual([answer.status, codeOf(answer)], [422, 'INSUFFICIENT_BALANCE'])
}

async function refund(of: Known, sale: Sold, amount: number): Promise<void> {
  const path = `${at(sale)}/refunds`
  const { status, text, body } = await of.seller.api('POST', path, { amount })
  assert.equal(status, 202, text)
  await stands(of, `${path}/${body.uuid}`, 'COMPLETED')
}

async function atBank(world: World, path: string, body: object) {
  const answer = await call(world.gateway.bankUrl, 'POST', path, { body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const dispute = (of: Known, { uuid }: Sold, status: string) =>
  stands(of, async () => (await of.seller.api('GET', `/api/disputes?sale=${uuid}`)).body.data?.[0], status)

const available = (of: Known, cents: number) =>
  until(
    async () => (await of.seller.api('GET', '/api/public/balance')).body.available === cents || null,
    `${cents} to be available`,
  )
