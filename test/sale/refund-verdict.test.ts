// What reported ends mean for refunds and their sale, decided from what was read under lock: pure, without a database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Centavos, centavos, ZERO } from '#kernel/money.ts'
import { pspCode } from '#kernel/payment-failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { RefundEnd, SaleRefund, UnmatchedRefund, WayBack } from '#sale/refund/refund.ts'
import { leftToRefund, type RefundedTotals } from '#sale/refund/refundable.ts'
import type { SaleMoney } from '#sale/refund/totals-store.ts'
import { decide, type ReportedRefund } from '#sale/refund/verdict.ts'
import type { Sale } from '#sale/sale.ts'

const NOW = new Date('2026-11-02T12:00:00Z')
const ACCOUNT = 1001

const SALE = {
  accountId: ACCOUNT,
  id: 7n,
  uuid: 'sale',
  status: 'PAGO',
  version: 2,
  amount: centavos(100_00),
  fee: centavos(3_99),
  completedAt: NOW,
} as Sale

const TOTALS: RefundedTotals = {
  pending: ZERO,
  pendingRequested: ZERO,
  refunded: ZERO,
  feeBearing: ZERO,
  feeReturned: ZERO,
  unshown: ZERO,
  standing: { open: false, taken: ZERO },
}

const moneyOf = (totals: Partial<RefundedTotals> = {}, reserves: bigint[] = [], sale = SALE): SaleMoney => ({
  sale,
  totals: { ...TOTALS, ...totals },
  own: {
    reserveFreed: ZERO,
    reserves: reserves.map((open, n) => ({ seq: BigInt(n + 1), open: open as Centavos })),
    parts: [],
    changed: new Set(),
  },
})

const ofSale = (id: bigint, amount: number, more: Partial<SaleRefund> = {}): SaleRefund => ({
  origin: 'sale',
  accountId: ACCOUNT,
  id,
  uuid: `refund ${id}`,
  saleId: SALE.id,
  saleUuid: SALE.uuid,
  receiptId: 5n,
  pspAccountId: 1,
  endToEndId: 'E1',
  pspRefundId: `D${id}`,
  amount: centavos(amount),
  to: null,
  status: 'PENDING',
  pspInitiated: false,
  nature: null,
  reason: '',
  externalReference: null,
  askedBy: null,
  holdSeq: 9n,
  reserve: ZERO,
  wait: null,
  disputed: ZERO,
  returnsFee: true,
  feeReturned: ZERO,
  rtrId: null,
  failure: null,
  version: 0,
  createdAt: NOW,
  endedAt: null,
  ...more,
})

const unmatchedRefund = (status: UnmatchedRefund['status'] = 'PENDING'): UnmatchedRefund => ({
  origin: 'unmatched',
  accountId: ACCOUNT,
  id: 3n,
  uuid: 'unmatched',
  receiptId: 5n,
  pspAccountId: 1,
  endToEndId: 'E2',
  pspRefundId: 'D3',
  amount: centavos(100_00),
  to: null,
  status,
  reason: 'TOO_LATE',
  askedBy: null,
  rtrId: null,
  failure: null,
  createdAt: NOW,
  endedAt: null,
})

const done = (amount: number): RefundEnd => ({ state: 'done', amount: centavos(amount), rtrId: 'D9' })
const FAILED: RefundEnd = { state: 'failed', code: pspCode('AC03'), reason: 'closed' }

const reported = (
  refund: SaleRefund | UnmatchedRefund,
  end: RefundEnd,
  paymentStatus: ReportedRefund['paymentStatus'] = 'ACCEPTED',
): ReportedRefund => ({ refund, paymentStatus, end })

const outcomeOf = (all: ReportedRefund[], money = moneyOf()) => {
  const { verdicts, sales } = decide(all, [money], NOW)
  return { meanings: verdicts.map(({ meaning }) => meaning), ended: verdicts.map(({ ended }) => ended), sale: sales[0] }
}

describe('the end of a refund of unmatched money', () => {
  const cases: [UnmatchedRefund['status'], ReportedRefund['paymentStatus'], RefundEnd, string | undefined][] = [
    ['PENDING', 'RETURNING', done(100_00), 'return'],
    ['PENDING', 'CREDITED', done(100_00), 'conflict'],
    ['PENDING', 'RETURNING', done(99_99), 'conflict'],
    ['PENDING', 'RETURNING', FAILED, 'fail'],
    ['COMPLETED', 'RETURNED', done(100_00), undefined],
    ['COMPLETED', 'RETURNED', FAILED, 'conflict'],
    ['FAILED', 'UNACCEPTED', done(100_00), 'return'],
    ['FAILED', 'RETURNING', done(100_00), 'conflict'],
    ['FAILED', 'UNACCEPTED', FAILED, undefined],
  ]
  for (const [status, paymentStatus, end, meaning] of cases)
    it(`${status}, its payment ${paymentStatus}: ${end.state} means ${meaning ?? 'nothing new'}`, () => {
      const { verdicts } = decide([reported(unmatchedRefund(status), end, paymentStatus)], [], NOW)
      assert.deepEqual(
        verdicts.map(one => one.meaning),
        meaning === undefined ? [] : [meaning],
      )
      const isEnd = meaning === 'return' || meaning === 'fail'
      assert.equal(verdicts[0]?.ended?.status, isEnd ? (meaning === 'return' ? 'COMPLETED' : 'FAILED') : undefined)
    })
})

describe('the end of a refund of a sale', () => {
  const initiated = { pspInitiated: true, holdSeq: null }
  const open = { standing: { open: true, taken: ZERO } }
  const cases: [string, SaleRefund, Partial<RefundedTotals>, RefundEnd, string | undefined][] = [
    ['requested', ofSale(1n, 40_00), {}, done(40_00), 'pay'],
    ['requested, of another amount', ofSale(1n, 40_00), {}, done(40_01), 'conflict'],
    ['requested, after it had failed', ofSale(1n, 40_00, { status: 'FAILED' }), {}, done(40_00), 'charge'],
    ['requested, completed already', ofSale(1n, 40_00, { status: 'COMPLETED' }), {}, done(40_00), undefined],
    ['completed, and now reported as failed', ofSale(1n, 40_00, { status: 'COMPLETED' }), {}, FAILED, 'conflict'],
    ['more than the sale', ofSale(1n, 40_00), { refunded: centavos(60_01) }, done(40_00), 'conflict'],
    ['PSP-initiated', ofSale(1n, 40_00, initiated), {}, done(40_00), 'charge'],
    ['PSP-initiated, a dispute is open', ofSale(1n, 40_00, initiated), open, done(40_00), 'wait'],
    [
      'PSP-initiated, of another nature',
      ofSale(1n, 40_00, { ...initiated, nature: 'ORIGINAL' }),
      open,
      done(40_00),
      'charge',
    ],
    ['requested, a dispute is open', ofSale(1n, 40_00), open, done(40_00), 'pay'],
  ]
  for (const [what, refund, totals, end, meaning] of cases)
    it(`${what}: ${meaning ?? 'nothing new'}`, () => {
      const { meanings } = outcomeOf([reported(refund, end)], moneyOf(totals))
      assert.deepEqual(meanings, meaning === undefined ? [] : [meaning])
    })

  it('three thirds give the whole fee back to the centavo, and the sale is ESTORNADO with the last', () => {
    const thirds = [33_33, 33_33, 33_34].map((amount, n) => reported(ofSale(BigInt(n + 1), amount), done(amount)))
    const { ended, sale } = outcomeOf(
      thirds,
      moneyOf({ pending: centavos(100_00), pendingRequested: centavos(100_00) }),
    )
    const fees = ended.map(refund => (refund?.origin === 'sale' ? refund.feeReturned : null))
    assert.deepEqual(fees, [1_32n, 1_33n, 1_34n])
    assert.deepEqual([sale?.totals.pending, sale?.totals.refunded, sale?.totals.feeReturned], [0n, 100_00n, 3_99n])
    assert.equal(sale?.refundedSale?.status, 'ESTORNADO')
    const { sale: partly } = outcomeOf(thirds.slice(0, 2))
    assert.equal(partly?.refundedSale, null)
  })

  it('what is charged takes of the reserve what those before it have left there', () => {
    const initiated = { pspInitiated: true, holdSeq: null }
    const two = [60_00, 30_00].map((amount, n) => reported(ofSale(BigInt(n + 1), amount, initiated), done(amount)))
    const { ended } = outcomeOf(two, moneyOf({ pending: centavos(90_00) }, [40_00n, 30_00n]))
    assert.deepEqual(
      ended.map(refund => (refund?.origin === 'sale' ? refund.reserve : null)),
      [60_00n, 10_00n],
    )
  })

  it('what a lost dispute has booked of it is not booked again, and not more than once', () => {
    const initiated = { pspInitiated: true, holdSeq: null }
    const two = [40_00, 40_00].map((amount, n) => reported(ofSale(BigInt(n + 1), amount, initiated), done(amount)))
    const lost = {
      refunded: centavos(50_00),
      unshown: centavos(50_00),
      standing: { open: false, taken: centavos(50_00) },
    }
    const { ended, sale } = outcomeOf(two, moneyOf(lost))
    assert.deepEqual(
      ended.map(refund => (refund?.origin === 'sale' ? refund.disputed : null)),
      [40_00n, 10_00n],
    )
    assert.deepEqual([sale?.totals.refunded, sale?.totals.unshown], [80_00n, 0n])
  })

  it("what one that failed took of the sale's own holds is released; what the PSP began took nothing", () => {
    const one = reported(ofSale(1n, 40_00, { reserve: centavos(10_00) }), FAILED)
    const initiated = reported(ofSale(2n, 40_00, { pspInitiated: true, reserve: centavos(5_00) }), FAILED)
    assert.equal(outcomeOf([one, initiated], moneyOf(open)).sale?.released, 10_00n)
    assert.equal(outcomeOf([one]).sale?.released, 10_00n)
  })

  it('one that the PSP began and did not execute publishes nothing; one that was requested does', () => {
    const versionOf = (more: Partial<SaleRefund>) => {
      const [refund] = outcomeOf([reported(ofSale(1n, 40_00, more), FAILED)]).ended
      return refund?.origin === 'sale' ? refund.version : null
    }
    assert.equal(versionOf({ pspInitiated: true, holdSeq: null }), 0)
    assert.equal(versionOf({}), 1)
  })
})

describe('what is left to refund of a sale', () => {
  const left = (totals: Partial<RefundedTotals>, sale = SALE, now = NOW, way: WayBack = 'PIX') =>
    leftToRefund(sale, { paidAt: NOW, way }, { ...TOTALS, ...totals }, now)

  it('is what has not gone back and is not under way', () => {
    assert.equal(
      left({ refunded: centavos(30_00), pending: centavos(20_00), pendingRequested: centavos(20_00) }),
      50_00n,
    )
    assert.equal(left({ refunded: centavos(100_00) }), 'NOTHING_LEFT')
  })
  it('counts what a lost dispute has booked and the PSP is sending back once', () => {
    assert.equal(left({ refunded: centavos(40_00), unshown: centavos(40_00), pending: centavos(40_00) }), 60_00n)
  })
  it('ends with the 90th day', () => {
    const later = (ms: number) => new Date(NOW.getTime() + ms)
    assert.equal(left({}, SALE, later(90 * DAY_MS)), 100_00n)
    assert.equal(left({}, SALE, later(90 * DAY_MS + 1)), 'TOO_LATE')
  })
  it('is nothing while the sale is disputed, or where it is not PAGO', () => {
    assert.equal(left({ standing: { open: true, taken: ZERO } }), 'DISPUTED')
    assert.equal(left({}, { ...SALE, status: 'PENDENTE' }), 'STATUS')
  })
})
