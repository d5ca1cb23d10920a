import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#kernel/failure.ts'
import {
  type AgreedLimits,
  changedLimits,
  GUARDS,
  type Guard,
  grantedOf,
  type LimitsChange,
  limitsAt,
  pendingAt,
} from '#kernel/terms/limits.ts'

const NOON = new Date('2026-11-20T15:00:00Z')
const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS)
const USUAL: AgreedLimits = { cashoutMinimumCentavos: 100_00, cashoutMaximumCentavos: 1_000_00 }

/** Changes one after the other, each some hours after noon. */
function after(changes: [hours: number, by: 'operator' | 'owner', change: LimitsChange][], from = USUAL): AgreedLimits {
  let agreed = from
  for (const [hours, by, change] of changes) {
    const next = changedLimits(agreed, change, { by, now: at(hours) })
    assert.ok(!(next instanceof Failure), JSON.stringify(next))
    // As it comes back from the database.
    agreed = JSON.parse(JSON.stringify(next))
  }
  return agreed
}

const inForce = (agreed: AgreedLimits, hours: number) => {
  const { cashoutMaximumCentavos, cashoutDayCentavos = null, cashoutNightCentavos = null } = limitsAt(agreed, at(hours))
  return [cashoutMaximumCentavos, cashoutDayCentavos, cashoutNightCentavos]
}

const refusal = (agreed: AgreedLimits, by: 'operator' | 'owner', change: LimitsChange) => {
  const outcome = changedLimits(agreed, change, { by, now: NOON })
  assert.ok(outcome instanceof Failure)
  return [outcome.code, outcome.message]
}

describe('a limit', () => {
  it('is lowered at once and raised a day later, to the millisecond', () => {
    const lowered = after([[0, 'operator', { cashoutMaximumCentavos: 500_00 }]])
    assert.deepEqual(inForce(lowered, 0), [500_00, null, null])
    assert.deepEqual(pendingAt(lowered, NOON), {})
    const raised = after([[0, 'operator', { cashoutMaximumCentavos: 2_000_00 }]])
    assert.deepEqual(inForce(raised, 0), [1_000_00, null, null])
    assert.deepEqual(inForce(raised, 24 - 1 / HOUR_MS), [1_000_00, null, null])
    assert.deepEqual(inForce(raised, 24), [2_000_00, null, null])
    assert.deepEqual(pendingAt(raised, at(23)), {
      cashoutMaximumCentavos: { centavos: 2_000_00, effectiveAt: at(24).toISOString() },
    })
    assert.deepEqual(pendingAt(raised, at(24)), {})
  })

  it('of a day or a night holds at once where there was none, and ends a day after it is removed', () => {
    const set: [number, 'operator', LimitsChange] = [0, 'operator', { cashoutDayCentavos: 0, cashoutNightCentavos: 5 }]
    assert.deepEqual(inForce(after([set]), 0), [1_000_00, 0, 5])
    const gone = after([set, [1, 'operator', { cashoutDayCentavos: null, cashoutNightCentavos: null }]])
    assert.deepEqual(inForce(gone, 24), [1_000_00, 0, 5])
    assert.deepEqual(inForce(gone, 25), [1_000_00, null, null])
  })

  it('that is raised a second time waits anew, unless it is to the same', () => {
    const once: [number, 'operator', LimitsChange] = [0, 'operator', { cashoutMaximumCentavos: 2_000_00 }]
    for (const other of [1_500_00, 3_000_00]) {
      const twice = after([once, [10, 'operator', { cashoutMaximumCentavos: other }]])
      assert.deepEqual(inForce(twice, 33), [1_000_00, null, null])
      assert.deepEqual(inForce(twice, 34), [other, null, null])
    }
    assert.deepEqual(inForce(after([once, [10, 'operator', { cashoutMaximumCentavos: 2_000_00 }]]), 24)[0], 2_000_00)
  })

  it('is not raised any more once it is lowered, or set to what is in force; the others are', () => {
    for (const centavos of [1_000_00, 900_00]) {
      const both = { cashoutMaximumCentavos: 2_000_00, cashoutDayCentavos: 8_000_00 }
      const agreed = after(
        [
          [0, 'operator', both],
          [1, 'operator', { cashoutMaximumCentavos: centavos }],
        ],
        { ...USUAL, cashoutDayCentavos: 5_000_00 },
      )
      assert.deepEqual(inForce(agreed, 1), [centavos, 5_000_00, null])
      assert.deepEqual(inForce(agreed, 48), [centavos, 8_000_00, null])
    }
  })

  it('that has come into force is what the next change is compared with', () => {
    const agreed = after([
      [0, 'operator', { cashoutMaximumCentavos: 2_000_00 }],
      [24, 'operator', { cashoutMaximumCentavos: 1_500_00 }],
    ])
    assert.deepEqual(inForce(agreed, 24), [1_500_00, null, null])
    assert.deepEqual(pendingAt(agreed, at(24)), {})
  })
})

describe('the least amount of a cashout', () => {
  it('changes at once in both directions', () => {
    for (const min of [1, 1_000_00]) {
      const agreed = after([[0, 'operator', { cashoutMinimumCentavos: min }]])
      assert.equal(limitsAt(agreed, NOON).cashoutMinimumCentavos, min)
    }
  })

  it('is never above the highest that is in force, whatever is to come', () => {
    const message = (max: number) =>
      `limits: expected cashoutMinimumCents not above cashoutMaximumCents, which is ${max} now`
    for (const [change, max] of [
      [{ cashoutMinimumCentavos: 1_000_01 }, 1_000_00],
      [{ cashoutMinimumCentavos: 1_000_01, cashoutMaximumCentavos: 2_000_00 }, 1_000_00],
      [{ cashoutMaximumCentavos: 99_99 }, 99_99],
    ] as const)
      assert.deepEqual(refusal(USUAL, 'operator', change), ['INVALID_DATA', message(max)])
  })
})

describe("the account's own people", () => {
  it('lower what the operator has set, and raise it back to that, a day later', () => {
    const agreed = after([
      [0, 'owner', { cashoutMaximumCentavos: 300_00 }],
      [1, 'owner', { cashoutMaximumCentavos: 1_000_00 }],
    ])
    assert.deepEqual(inForce(agreed, 24), [300_00, null, null])
    assert.deepEqual(inForce(agreed, 25), [1_000_00, null, null])
    assert.deepEqual(refusal(agreed, 'owner', { cashoutMaximumCentavos: 1_000_01 }), [
      'INVALID_DATA',
      'limits.cashoutMaximumCents: expected at most 100000, which the operator has set',
    ])
  })

  it('set limits of a day and a night where the operator has set none, and take them away again', () => {
    const agreed = after([
      [0, 'owner', { cashoutDayCentavos: 10, cashoutNightCentavos: 0 }],
      [0, 'owner', { cashoutDayCentavos: null }],
    ])
    assert.deepEqual(inForce(agreed, 0), [1_000_00, 10, 0])
    assert.deepEqual(inForce(agreed, 24), [1_000_00, null, 0])
  })

  it('go up to what the operator means to raise, not before that is in force', () => {
    const raised: [number, 'operator', LimitsChange] = [0, 'operator', { cashoutDayCentavos: 90 }]
    const agreed = after([raised, [2, 'owner', { cashoutDayCentavos: 80 }]], { ...USUAL, cashoutDayCentavos: 50 })
    assert.deepEqual([inForce(agreed, 25)[1], inForce(agreed, 26)[1]], [50, 80])
    assert.equal(grantedOf(agreed, 'cashoutDayCentavos'), 90)
  })

  it('never take a limit of the operator away', () => {
    const agreed = after([[0, 'operator', { cashoutNightCentavos: 700 }]])
    assert.deepEqual(refusal(agreed, 'owner', { cashoutNightCentavos: null }), [
      'INVALID_DATA',
      'limits.cashoutNightCents: expected at most 700, which the operator has set',
    ])
  })
})

/** A limit is a number, and what it will be. The reference evaluates it one by one; nothing is stored but the history. */
interface PastCashout {
  hours: number
  by: 'operator' | 'owner'
  guard: Guard
  centavos: number | null
}
const rank = (centavos: number | null | undefined) => centavos ?? Number.POSITIVE_INFINITY

/** The rule once more: the last change holds after a day without another one; before that, the lowest on the way there. */
function reference(history: PastCashout[], guard: Guard, first: number | null, hours: number): number {
  let [force, wish, wishedAt, ceiling] = [rank(first), rank(first), Number.NEGATIVE_INFINITY, rank(first)]
  for (const expected of history.filter(one => one.guard === guard && one.hours <= hours)) {
    if (expected.hours - wishedAt >= 24) force = wish
    const wanted = rank(expected.centavos)
    if (expected.by === 'operator') ceiling = wanted
    if (wanted > ceiling) continue
    if (wanted !== wish) wishedAt = expected.hours
    wish = wanted
    force = Math.min(force, wish)
  }
  return hours - wishedAt >= 24 ? wish : force
}

it('any series of changes leaves in force what a simple history says, and never more than the operator has set', () => {
  const expected: fc.Arbitrary<PastCashout> = fc.record({
    hours: fc.nat({ max: 40 }),
    by: fc.constantFrom('operator', 'owner'),
    guard: fc.constantFrom(...GUARDS),
    centavos: fc.constantFrom(200_00, 400_00, 800_00, 1_600_00),
  })
  const orNone = expected.chain(one =>
    one.guard === 'cashoutMaximumCentavos' ? fc.constant(one) : fc.constantFrom(one, { ...one, centavos: null }),
  )
  fc.assert(
    fc.property(fc.array(orNone, { maxLength: 12 }), fc.nat({ max: 90 }), (steps, hours) => {
      const history: PastCashout[] = []
      let [agreed, time]: [AgreedLimits, number] = [USUAL, 0]
      for (const step of steps) {
        time += step.hours
        history.push({ ...step, hours: time })
        const next = changedLimits(agreed, { [step.guard]: step.centavos }, { by: step.by, now: at(time) })
        if (!(next instanceof Failure)) agreed = next
      }
      for (const guard of GUARDS) {
        const [first, end] = [guard === 'cashoutMaximumCentavos' ? 1_000_00 : null, time + hours]
        const found = rank(limitsAt(agreed, at(end))[guard])
        assert.equal(found, reference(history, guard, first, end))
      }
    }),
  )
})
