// post() by itself: which way each kind of money moves, what it refuses, and that no sequence of movements can unbalance a wallet. The
// reference is a wallet of five plain numbers.
import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type Centavos, centavos, ZERO } from '#kernel/money.ts'
import { GENESIS } from '#ledger/chain.ts'
import { KINDS, type Kind, type Posting, post, SIDES, type Side, type Wallet } from '#ledger/ledger.ts'

const emptyWallet = (accountId: number): Wallet => ({
  accountId,
  seq: 0n,
  balance: { available: ZERO, blocked: ZERO, fee: ZERO, received: ZERO, clearing: ZERO },
  head: GENESIS,
  shortfall: ZERO,
})

const walletWith = (balance: Partial<Record<Side, bigint>>): Wallet => ({
  ...emptyWallet(1),
  balance: { ...emptyWallet(1).balance, ...(balance as Record<Side, Centavos>) },
})

const posting = (kind: Kind, amount: bigint, more: Partial<Posting> = {}): Posting => ({
  kind,
  amount: centavos(amount),
  subject: 'sale',
  subjectId: 1n,
  ...more,
})

test('each kind of money has one way to go', () => {
  assert.deepEqual(KINDS, {
    SALE: ['clearing', 'available'],
    SALE_FEE: ['available', 'fee'],
    RESERVE_HELD: ['available', 'blocked'],
    SETTLEMENT_HELD: ['available', 'blocked'],
    SETTLEMENT_RELEASED: ['blocked', 'available'],
    PROVIDER_COST: ['fee', 'clearing'],
    CASHOUT_HELD: ['available', 'blocked'],
    CASHOUT_PAID: ['blocked', 'clearing'],
    CASHOUT_FEE: ['blocked', 'fee'],
    CASHOUT_RELEASED: ['blocked', 'available'],
    RECEIPT_KEPT: ['clearing', 'received'],
    RECEIPT_CREDITED: ['received', 'available'],
    RECEIPT_RETURNED: ['received', 'clearing'],
    RECEIPT_MOVED: ['received', 'clearing'],
    CASHOUT_RETURNED: ['clearing', 'available'],
    CASHOUT_CHARGED: ['available', 'clearing'],
    CASHOUT_UNCHARGED: ['clearing', 'available'],
    CASHOUT_LOSS: ['fee', 'clearing'],
    CASHOUT_SURPLUS: ['clearing', 'fee'],
    RESERVE_RELEASED: ['blocked', 'available'],
    SALE_UNDONE: ['available', 'clearing'],
    REFUND_HELD: ['available', 'blocked'],
    REFUND_PAID: ['blocked', 'clearing'],
    REFUND_RELEASED: ['blocked', 'available'],
    REFUND_FORCED: ['available', 'clearing'],
    SALE_CHARGES: ['clearing', 'available'],
    SALE_FEE_RETURNED: ['fee', 'available'],
    DISPUTE_HELD: ['available', 'blocked'],
    DISPUTE_RELEASED: ['blocked', 'available'],
    DISPUTE_TAKEN: ['blocked', 'clearing'],
    DISPUTE_CHARGED: ['available', 'clearing'],
    ORDER_HELD: ['available', 'blocked'],
    ORDER_RELEASED: ['blocked', 'available'],
    ORDER_TAKEN: ['blocked', 'clearing'],
    CORRECTION_CREDIT: ['clearing', 'available'],
    CORRECTION_DEBIT: ['available', 'clearing'],
    CORRECTION_GAIN: ['clearing', 'fee'],
    CORRECTION_LOSS: ['fee', 'clearing'],
  })
})

test('a sale of 100.00 with a fee of 0.99 leaves 99.01 to the seller and 100.00 at the PSP', () => {
  const wallet = emptyWallet(7)
  post(wallet, posting('SALE', 100_00n, { pspAccountId: 1 }))
  post(wallet, posting('SALE_FEE', 99n, { forced: true }))
  assert.deepEqual(wallet, {
    accountId: 7,
    seq: 2n,
    balance: { available: 99_01n, blocked: 0n, fee: 99n, received: 0n, clearing: -100_00n },
    head: GENESIS,
    shortfall: 0n,
  })
})

test('a transfer names its sides, its number and the figures after it', () => {
  const wallet = walletWith({ available: 150_00n })
  assert.deepEqual(
    post(wallet, posting('CASHOUT_HELD', 100_00n, { subject: 'withdrawal', opens: { reason: 'WITHDRAWAL' } })),
    {
      kind: 'CASHOUT_HELD',
      amount: 100_00n,
      subject: 'withdrawal',
      subjectId: 1n,
      opens: { reason: 'WITHDRAWAL' },
      accountId: 1,
      seq: 1n,
      debit: 'available',
      credit: 'blocked',
      availableAfter: 50_00n,
      blockedAfter: 100_00n,
    },
  )
})

test('what a caller starts', async t => {
  const cases: [sentence: string, available: bigint, amount: bigint, passes: boolean][] = [
    ['may take all that there is', 100_00n, 100_00n, true],
    ['may not take a centavo more than there is', 100_00n, 100_01n, false],
    ['may take nothing from nothing', 0n, 1n, false],
    ['may take nothing from a debt', -1n, 1n, false],
  ]
  for (const [sentence, available, amount, passes] of cases)
    await t.test(sentence, () => {
      const wallet = walletWith({ available })
      const before = structuredClone(wallet)
      const outcome = post(wallet, posting('CASHOUT_HELD', amount))
      assert.equal(outcome !== 'INSUFFICIENT_BALANCE', passes)
      if (!passes) assert.deepEqual(wallet, before)
    })
})

test('what others force may leave a debt', () => {
  const wallet = walletWith({ available: 10n })
  const transfer = post(wallet, posting('SALE_FEE', 99n, { forced: true }))
  assert.ok(transfer !== 'INSUFFICIENT_BALANCE')
  assert.equal(transfer.availableAfter, -89n)
})

test('an amount of zero or less is a bug and not a movement', () => {
  for (const amount of [0n, -1n]) {
    const wallet = walletWith({ available: 100n })
    assert.throws(() => post(wallet, posting('CASHOUT_HELD', amount)), RangeError)
    assert.equal(wallet.seq, 0n)
  }
})

const anyPosting = fc.record({
  kind: fc.constantFrom(...(Object.keys(KINDS) as Kind[])),
  amount: fc.bigInt({ min: 1n, max: 999_999_999_999n }),
  forced: fc.boolean(),
})
const manyPostings = fc.array(anyPosting, { maxLength: 60 })

test('whatever is posted in whatever order', async t => {
  await t.test('the five sides always sum to zero', () => {
    fc.assert(
      fc.property(manyPostings, requests => {
        const wallet = emptyWallet(1)
        for (const { kind, amount, forced } of requests) {
          post(wallet, posting(kind, amount, { forced }))
          assert.equal(
            SIDES.reduce((sum, side) => sum + wallet.balance[side], 0n),
            0n,
          )
        }
      }),
    )
  })

  await t.test('every movement equals that of a wallet of plain numbers', () => {
    fc.assert(
      fc.property(manyPostings, requests => {
        const wallet = emptyWallet(1)
        const byHand: Record<Side, bigint> = { available: 0n, blocked: 0n, fee: 0n, received: 0n, clearing: 0n }
        let seq = 0n
        for (const { kind, amount, forced } of requests) {
          const [debit, credit] = KINDS[kind]
          const refused = debit === 'available' && byHand.available < amount && !forced
          const outcome = post(wallet, posting(kind, amount, { forced }))
          if (refused) assert.equal(outcome, 'INSUFFICIENT_BALANCE')
          else {
            byHand[debit] -= amount
            byHand[credit] += amount
            seq += 1n
            assert.ok(outcome !== 'INSUFFICIENT_BALANCE')
            const { seq: number, availableAfter, blockedAfter } = outcome
            assert.deepEqual([number, availableAfter, blockedAfter], [seq, byHand.available, byHand.blocked])
          }
          assert.deepEqual([wallet.balance, wallet.seq], [byHand, seq])
        }
      }),
    )
  })

  await t.test('available never falls below zero unless it is forced', () => {
    fc.assert(
      fc.property(manyPostings, requests => {
        const wallet = emptyWallet(1)
        for (const { kind, amount } of requests) post(wallet, posting(kind, amount))
        assert.ok(wallet.balance.available >= 0n)
      }),
    )
  })
})
