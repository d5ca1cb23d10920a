// What an operator may change about an account between two commands, prices to limits.
import fc from 'fast-check'
import type { Terms } from './things.ts'

export const TERMS: fc.Arbitrary<Partial<Terms>> = fc.oneof(
  fc.record({
    pix: fc.record({
      fixedCents: fc.nat({ max: 90 }),
      basisPoints: fc.nat({ max: 1_000 }),
      minimumCents: fc.option(fc.nat({ max: 150 })),
      maximumCents: fc.option(fc.integer({ min: 150, max: 900 })),
    }),
  }),
  fc.record({
    cashout: fc.record({
      fixedCents: fc.nat({ max: 200 }),
      basisPoints: fc.constantFrom(0, 1, 155, 9_999, 10_000),
      minimumCents: fc.option(fc.nat({ max: 300 })),
      maximumCents: fc.option(fc.constantFrom(300, 100_00)),
    }),
  }),
  fc.record({ reserveBasisPoints: fc.constantFrom(0, 500, 3_333, 10_000) }),
  fc.record({ min: fc.constantFrom(1, 100_00), max: fc.constantFrom(300_00, 100_000_00, 100_000_00) }),
  fc.record({ acceptsLate: fc.boolean() }),
  fc.record({ returnsFee: fc.boolean() }),
  fc.constant({ acceptsLate: false, unexpected: 'KEEP' }),
  fc.record({ unexpected: fc.constantFrom('RETURN', 'KEEP', 'KEEP', 'CREDIT') }),
  fc.record({ apiCashouts: fc.boolean(), transfers: fc.boolean() }),
  fc.record({ apiCashouts: fc.constant(true), transfers: fc.constant(true) }),
  fc.record({ windowSeconds: fc.constantFrom(0, 86_400) }),
  fc.record({ approvalAbove: fc.constantFrom(null, 0, 150_00) }),
)
