// For how many days what was paid may go back: a Pix as its bank lets it, money to a key of the payer, and a card as its acquirer takes it.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { type Centavos, centavos, ZERO } from '#kernel/money.ts'
import { DAY_MS, later } from '#kernel/time.ts'
import { isWholeOnly, type Paid, type RefundedTotals, refundable } from '#sale/refund/refundable.ts'
import type { Sale } from '#sale/sale.ts'

const PAID_AT = new Date('2026-11-23T15:00:00Z')
const SALE = { status: 'PAGO', amount: centavos(100_00) } as Sale
const NOTHING_BACK: RefundedTotals = {
  pending: ZERO,
  pendingRequested: ZERO,
  refunded: ZERO,
  feeBearing: ZERO,
  feeReturned: ZERO,
  unshown: ZERO,
  standing: { open: false } as RefundedTotals['standing'],
}
const rules = {
  from: 'paid',
  isPartial: true,
  isOnePartialADay: true,
  partialDays: 90,
  totalDays: 360,
  hasLookup: false,
} as const
const CARD: Paid = { paidAt: PAID_AT, way: 'CARD', rules }

const CASES: [what: string, paid: Paid, amount: Centavos | null, totals: Partial<RefundedTotals>, days: number][] = [
  ['a Pix', { paidAt: PAID_AT, way: 'PIX' }, null, {}, 90],
  ['a boleto, to a key of its payer', { paidAt: PAID_AT, way: 'KEY' }, null, {}, 360],
  ['all of a card', CARD, null, {}, 360],
  ['a part of a card', CARD, centavos(10_00), {}, 90],
  ['the rest of a card of which a part went back', CARD, null, { refunded: centavos(10_00) }, 90],
  ['a card that its acquirer gives nothing back of', { ...CARD, rules: null }, null, {}, 0],
]
for (const [what, paid, amount, totals, days] of CASES)
  it(`${what}: ${days} days`, () => {
    const mayGoBack = (now: Date) =>
      !(refundable(SALE, paid, { ...NOTHING_BACK, ...totals }, amount, now) instanceof Failure)
    const last = later(PAID_AT, days * DAY_MS)
    assert.deepEqual([mayGoBack(last), mayGoBack(later(last, 1))], [true, false])
  })

const WHOLE: Paid = { ...CARD, rules: { ...rules, isPartial: false } }
const REASONS: [
  what: string,
  paid: Paid,
  amount: Centavos | null,
  totals: Partial<RefundedTotals>,
  days: number,
  object,
][] = [
  ['a Pix after 90 days', { paidAt: PAID_AT, way: 'PIX' }, null, {}, 91, { name: 'TOO_LATE', days: 90 }],
  ['a card after 360', CARD, null, {}, 361, { name: 'TOO_LATE', days: 360 }],
  ['a part of a card after 90', CARD, centavos(10_00), {}, 91, { name: 'PART_TOO_LATE', days: 90 }],
  ['a part of a card that goes back whole', WHOLE, centavos(10_00), {}, 1, { name: 'WHOLE_ONLY' }],
  [
    'more than is left',
    CARD,
    centavos(95_00),
    { refunded: centavos(10_00) },
    1,
    { name: 'MORE_THAN_LEFT', amount: 90_00 },
  ],
  ['nothing left', CARD, null, { pending: SALE.amount, pendingRequested: SALE.amount }, 1, { name: 'NOTHING_LEFT' }],
]
for (const [what, paid, amount, totals, days, reason] of REASONS)
  it(`${what} is refused, and says why`, () => {
    const refused = refundable(SALE, paid, { ...NOTHING_BACK, ...totals }, amount, later(PAID_AT, days * DAY_MS))
    assert.ok(refused instanceof Failure)
    assert.deepEqual([refused.code, refused.reason], ['GENERAL_ERROR', reason])
  })

it('only all of a card may go back where its acquirer takes no part, or takes none any more', () => {
  const wholeOnly = (paid: Paid, days: number) => isWholeOnly(paid, later(PAID_AT, days * DAY_MS))
  assert.deepEqual(
    [wholeOnly(WHOLE, 1), wholeOnly(CARD, 1), wholeOnly(CARD, 90), wholeOnly(CARD, 91)],
    [true, false, false, true],
  )
  assert.equal(wholeOnly({ paidAt: PAID_AT, way: 'PIX' }, 91), false)
})
