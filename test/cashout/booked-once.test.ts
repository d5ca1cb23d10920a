// What the PSP reports twice, or of two cashouts at once, is booked once: returns by their id, payments by theirs.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { bookReturns } from '#cashout/settlement/returns.ts'
import { settleCashouts } from '#cashout/settlement/settle.ts'
import { centavos } from '#kernel/money.ts'
import { pspCode } from '#kernel/payment-failure.ts'
import { offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { availableOf, openStage, type Stage, settledAt } from './played-psp.ts'

const PSP = 1
let stage: Stage
before(async () => {
  stage = await openStage(2)
})
beforeEach(() => stage.reset())
afterEach(async () => assert.deepEqual(await offences(stage.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), []))
after(() => stage[Symbol.asyncDispose]())

const accountOf = (n: number) => stage.accountIds[n] ?? assert.fail('no such seller')

describe('what comes back', () => {
  const back = (rtrId: string, reais: number, day: number) => ({
    rtrId,
    amount: centavos(reais * 1_00),
    returnedAt: new Date(Date.UTC(2026, 10, day)),
  })

  it('is credited once for each id, in the order of time, also when two reports arrive at the same moment', async () => {
    const cashout = await settledAt(stage, accountOf(0))
    const before = await availableOf(stage, cashout.accountId)
    const returns = [back(`${cashout.id}B`, 30, 22), back(`${cashout.id}A`, 20, 21)]
    const reported = { key: cashout, pspAccountId: PSP, returns }
    await Promise.all(Array.from({ length: 8 }, () => bookReturns(stage.deps, reported)))
    const now = await stage.again(cashout)
    assert.deepEqual([now.returned, now.returnedAt, now.state], [50_00n, returns[0]?.returnedAt, 'settled'])
    assert.equal(now.version, cashout.version + 2)
    assert.equal(await availableOf(stage, cashout.accountId), before + 50_00n)
  })

  it('is kept for a person where it is more than is outstanding, and the rest is credited', async () => {
    const cashout = await settledAt(stage, accountOf(0))
    const before = await availableOf(stage, cashout.accountId)
    const returns = [back(`${cashout.id}A`, 60, 21), back(`${cashout.id}B`, 40, 22), back(`${cashout.id}C`, 39, 23)]
    for (let n = 0; n < 2; n++) await bookReturns(stage.deps, { key: cashout, pspAccountId: PSP, returns })
    assert.equal(await availableOf(stage, cashout.accountId), before + 99_00n)
    const rows = await stage.db.query<{ kind: string; amount: string }>(sql`
      select kind, theirs ->> 'amount' as amount from anomaly where subject_id = ${cashout.id}`)
    assert.deepEqual(
      rows.map(row => ({ ...row })),
      [{ kind: 'RETURN_TOO_LARGE', amount: '4000' }],
    )
    assert.deepEqual(stage.alerts, ['CASHOUT_RETURN_TOO_LARGE'])
  })

  it('of a cashout that was never captured is nothing to credit, and is kept for a person, once', async () => {
    const cashout = await stage.requested()
    await stage.send(cashout)
    const returns = [back(`${cashout.id}A`, 1, 21)]
    for (let n = 0; n < 2; n++) await bookReturns(stage.deps, { key: cashout, pspAccountId: PSP, returns })
    assert.equal((await stage.again(cashout)).returned, 0n)
    assert.deepEqual(stage.alerts, ['CASHOUT_RETURN_TOO_LARGE'])
  })
})

describe('one payment', () => {
  it('pays one cashout, of any account, also when both are settled at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const cashouts = await Promise.all([accountOf(0), accountOf(1)].map(accountId => stage.requested(accountId)))
      for (const cashout of cashouts) await stage.send(cashout)
      const sent = await Promise.all(cashouts.map(cashout => stage.again(cashout)))
      const result = { state: 'paid', amount: centavos(99_00), endToEndId: `E${round}`, pixKey: null } as const
      await Promise.all(sent.map(key => settleCashouts(stage.deps, [{ key, payoutId: key.payoutId, result }])))
      const states = (await Promise.all(sent.map(cashout => stage.again(cashout)))).map(({ state }) => state)
      assert.deepEqual(states.toSorted(), ['settled', 'submitted'])
      const [kept] = await stage.db.query<{ kind: string }>(sql`
        select kind from anomaly where subject_id = any(${sent.map(({ id }) => id)}::bigint[])`)
      assert.equal(kept?.kind, 'DUPLICATE_PAYMENT')
    }
  })

  it('that conflicts with the request stops what follows in the same batch', async () => {
    const cashout = await stage.requested()
    await stage.send(cashout)
    const key = await stage.again(cashout)
    const paid = { state: 'paid', amount: centavos(1), endToEndId: null, pixKey: null } as const
    const failed = { state: 'failed', code: pspCode('AC03'), reason: 'no such account' } as const
    await settleCashouts(stage.deps, [
      { key, payoutId: key.payoutId, result: paid },
      { key, payoutId: key.payoutId, result: failed },
    ])
    assert.equal((await stage.again(cashout)).state, 'submitted')
    const [kept, ...more] = await stage.db.query<{ kind: string; since: string }>(sql`
      select kind, told_since ->> 'state' as since from anomaly where subject_id = ${cashout.id}`)
    assert.deepEqual([kept?.kind, kept?.since, more], ['OTHER_AMOUNT', 'failed', []])
  })

  it('pays one cashout of a batch', async () => {
    const one = await settledAt(stage, accountOf(1), 'Ebatch')
    const two = await stage.requested(accountOf(1))
    await stage.send(two)
    const { payoutId } = await stage.again(two)
    const result = { state: 'paid', amount: two.net, endToEndId: 'Ebatch', pixKey: null } as const
    await settleCashouts(stage.deps, [
      { key: one, payoutId: one.payoutId, result },
      { key: two, payoutId, result },
    ])
    assert.deepEqual([(await stage.again(one)).state, (await stage.again(two)).state], ['settled', 'submitted'])
  })
})
