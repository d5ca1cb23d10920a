// Which requests of a batch are accepted: a function of what was read, and of what those before them have taken.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PolicyContext } from '#cashout/approval/policy.ts'
import { decideRequests, type IdentifiedRequest, type RequestContext } from '#cashout/request/decide.ts'
import { askHashOf, duplicateKey, referenceKey } from '#cashout/request/duplicate.ts'
import type { Terms } from '#cashout/terms-store.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { DEFAULT_FEES, DEFAULT_LIMITS } from '#kernel/terms/terms.ts'
import type { VelocityRule } from '#payout-rule/rule.ts'

const NOW = new Date('2026-11-23T15:00:00Z')
const RULES = { belowMinimum: 'MINIMUM_VALUE', strictPixKeys: false } as const
const SELLER = 1001

const TERMS: Terms = {
  apiCashoutEnabled: true,
  transferAllowed: true,
  paysOut: true,
  duplicateWindowSeconds: 0,
  fees: DEFAULT_FEES,
  limits: DEFAULT_LIMITS,
  holder: { id: SELLER, name: 'Maria', email: 'maria@example.com' },
  rules: { approval: null, velocity: null, gateway: null },
}

const POLICY: PolicyContext = {
  keys: new Map(),
  addresses: new Set(),
  payees: new Set(),
  beneficiaries: new Map(),
  velocity: new Map(),
  usual: new Map(),
}

let ids = 0n

function request(reais: number, change: Partial<IdentifiedRequest> = {}): IdentifiedRequest {
  const id = ++ids
  return {
    accountId: SELLER,
    amount: centavos(reais * 100),
    pixKey: 'maria@example.com',
    pixKeyType: 'EMAIL',
    externalReference: null,
    description: null,
    holderDocument: null,
    postbackUrl: null,
    id,
    uuid: `uuid-${id}`,
    askHash: null,
    ...change,
  }
}

function context(requests: IdentifiedRequest[], change: Partial<RequestContext> = {}, terms: Terms = TERMS) {
  return {
    requests,
    terms: new Map([[SELLER, terms]]),
    limits: new Map([[SELLER, DEFAULT_LIMITS]]),
    available: new Map([[SELLER, centavos(1_000_00)]]),
    references: new Map<string, string>(),
    duplicates: new Map<string, string>(),
    spending: new Map(),
    policy: POLICY,
    ...change,
  } satisfies RequestContext
}

/** The code of a refusal, what it waits for, or "submit". */
const decided = (read: RequestContext, rules: Parameters<typeof decideRequests>[0] = RULES) =>
  decideRequests(rules, read, NOW).map(decision =>
    decision instanceof Failure ? decision.code : (decision.requirement?.reasons.join() ?? 'submit'),
  )

describe('requests of a batch', () => {
  it('are decided in order, and an accepted amount is not available to those behind it', () => {
    assert.deepEqual(decided(context([request(600), request(500), request(400), request(100)])), [
      'submit',
      'INSUFFICIENT_BALANCE',
      'submit',
      'INSUFFICIENT_BALANCE',
    ])
  })

  it('change nothing of what was read, so that the same reading decides the same again', () => {
    const velocity = { most10MinutesCents: 700_00, mostHourCents: null, timesUsual: null, usualLeastCents: 0 }
    const read = context(
      [request(600, { externalReference: 'order-1' }), request(400)],
      { spending: new Map([[SELLER, { day: 0n, night: null }]]) },
      { ...TERMS, rules: { ...TERMS.rules, velocity } },
    )
    const before = structuredClone({ ...read, policy: { ...read.policy } })
    assert.deepEqual(decided(read), ['submit', 'OUTFLOW_10_MINUTES'])
    assert.deepEqual(read, before)
    assert.deepEqual(decided(read), ['submit', 'OUTFLOW_10_MINUTES'])
  })

  it('carry their fee', () => {
    const [accepted] = decideRequests(RULES, context([request(200)]), NOW)
    assert.ok(accepted !== undefined && !(accepted instanceof Failure))
    const { fixed, variable, total } = accepted.fee
    assert.equal(fixed + variable, total)
    assert.equal(fixed, BigInt(DEFAULT_FEES.cashout.fixedCentavos))
  })

  it('of an account that is not there are refused', () => {
    assert.deepEqual(decided(context([request(200, { accountId: 7 })])), ['FORBIDDEN'])
  })
})

describe('a reference', () => {
  it('names one cashout, whether it was stored before or accepted in this batch', () => {
    const stored = request(200, { externalReference: 'stored' })
    const requests = [stored, ...['new', 'new'].map(externalReference => request(200, { externalReference }))]
    const references = new Map([[referenceKey(stored), 'uuid-of-another']])
    assert.deepEqual(decided(context(requests, { references })), ['CONFLICT', 'submit', 'CONFLICT'])
  })

  it('of a refused request is free for the next one', () => {
    const requests = [5_000, 200].map(reais => request(reais, { externalReference: 'order-1' }))
    assert.deepEqual(decided(context(requests)), ['INSUFFICIENT_BALANCE', 'submit'])
  })
})

describe('an equal request', () => {
  const terms = { ...TERMS, duplicateWindowSeconds: 60 }
  const hashed = (reais: number) => {
    const one = request(reais)
    return { ...one, askHash: askHashOf(one) }
  }

  it('is refused, whether its equal was stored before or accepted in this batch', () => {
    const stored = hashed(150)
    const duplicates = new Map([[duplicateKey(SELLER, stored.askHash as Buffer), 'uuid-of-another']])
    const requests = [stored, hashed(200), hashed(200), hashed(201)]
    assert.deepEqual(decided(context(requests, { duplicates }, terms)), ['CONFLICT', 'submit', 'CONFLICT', 'submit'])
  })

  it('is accepted where the account compares none', () => {
    assert.deepEqual(decided(context([request(200), request(200)])), ['submit', 'submit'])
  })
})

describe('limits', () => {
  it('of a day count what this batch has accepted', () => {
    const limits = new Map([[SELLER, { ...DEFAULT_LIMITS, cashoutDayCentavos: 1_000_00 }]])
    const spending = new Map([[SELLER, { day: 600_00n, night: null }]])
    const available = new Map([[SELLER, centavos(5_000_00)]])
    const requests = [request(300), request(200), request(100)]
    assert.deepEqual(decided(context(requests, { limits, spending, available })), ['submit', 'MAXIMUM_VALUE', 'submit'])
  })

  it('of velocity count what was submitted, and not what they held back', () => {
    const velocity: VelocityRule = {
      most10MinutesCents: 500_00,
      mostHourCents: null,
      timesUsual: null,
      usualLeastCents: 0,
    }
    const read = context(
      [request(300), request(300), request(200)],
      { policy: { ...POLICY, velocity: new Map([[SELLER, { last10Minutes: 0n, lastHour: 0n }]]) } },
      { ...TERMS, rules: { ...TERMS.rules, velocity } },
    )
    assert.deepEqual(decided(read), ['submit', 'OUTFLOW_10_MINUTES', 'submit'])
  })

  it('below the minimum are reported in the words of the setting', () => {
    const read = context([request(99)])
    assert.deepEqual(decided(read), ['MINIMUM_VALUE'])
    assert.deepEqual(decided(read, { ...RULES, belowMinimum: 'TRANSFER_NOT_ALLOWED' }), ['BELOW_MINIMUM_NOT_ALLOWED'])
  })
})

describe('of several reasons to refuse', () => {
  it('the first in order is answered', () => {
    const named = request(99_999_999, { externalReference: 'order-1', pixKeyType: 'CPF', pixKey: '000' })
    const references = new Map([[referenceKey(named), 'uuid-of-another']])
    const off = { ...TERMS, apiCashoutEnabled: false, transferAllowed: false, paysOut: false }
    const read = (change: Partial<Terms>, taken = new Map<string, string>()) =>
      context([named], { references: taken }, { ...off, ...change })
    assert.deepEqual(decided(read({}, references), { ...RULES, strictPixKeys: true }), ['INVALID_DATA'])
    assert.deepEqual(decided(read({}, references)), ['CONFLICT'])
    assert.deepEqual(decided(read({})), ['API_WITHDRAWAL_DISABLED_GLOBALLY'])
    assert.deepEqual(decided(read({ apiCashoutEnabled: true })), ['TRANSFER_NOT_ALLOWED'])
    assert.deepEqual(decided(read({ apiCashoutEnabled: true, transferAllowed: true })), ['MAXIMUM_VALUE'])
    const small = context([request(2_000)], {}, { ...TERMS, paysOut: false })
    assert.deepEqual(decided(small), ['INSUFFICIENT_BALANCE'])
    assert.deepEqual(decided(context([request(500)], {}, { ...TERMS, paysOut: false })), ['GENERAL_ERROR'])
  })
})
