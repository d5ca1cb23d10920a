// For how many days what was paid may go back: a Pix as its bank lets it, money to a key of the payer, and a card as its acquirer takes it.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { type Centavos, centavos, ZERO } from '#kernel/money.ts'
import { DAY_MS, later } from '#kernel/time.ts'
import { type Paid, type RefundedTotals, refundable } from '#sale/refund/refundable.ts'
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
