// How far an unknown outcome is pursued, by the capabilities of the PSP: the same id is sent again only where that cannot pay twice, and
// everywhere else a person decides, once.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { decideAnomaly } from '#cashout/anomaly/decide.ts'
import type { Cashout } from '#cashout/cashout.ts'
import { restoreCashouts } from '#cashout/recovery/restore.ts'
import { findAttempt, leaseSending } from '#cashout/submission/attempt-store.ts'
import { pollStatus } from '#cashout/submission/poll-status.ts'
import { mintPspId } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import { HOUR_MS, systemRandom } from '#kernel/time.ts'
import { offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { ABSENT, openStage, paid, REFUSED, type Stage, UNKNOWN, UNSENT, WAITS_MS } from './played-psp.ts'

let stage: Stage
/** Anomalies of earlier tests end here. */
let mark = 0n
before(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  stage.reset()
  const [row] = await stage.db.query<{ mark: bigint }>(sql`select coalesce(max(id), 0) as mark from anomaly`)
  mark = row?.mark ?? 0n
})
afterEach(async () => assert.deepEqual(await offences(stage.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), []))
after(() => stage[Symbol.asyncDispose]())

const sent = async (): Promise<Cashout> => {
  const cashout = await stage.requested()
  await stage.send(cashout)
  return stage.again(cashout)
}

async function lookUps(cashout: Cashout, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await stage.lookUp(cashout)
}

const anomalies = async () =>
  (
    await stage.db.query<{ kind: string; uuid: string }>(sql`
    select kind, uuid from anomaly where id > ${mark} order by id`)
  ).map(({ kind, uuid }) => ({ kind, uuid }))

const kinds = async () => (await anomalies()).map(({ kind }) => kind)

const FOR_A_PERSON = 'CASHOUT_OUTCOME_UNKNOWN'
const STATE_OF = async (cashout: Cashout) => (await stage.again(cashout)).state

describe('an outcome that stays unknown', () => {
  it('is sent again from the second lookup on where that can never pay twice, and needs no decision', async () => {
    stage.psp.capabilities = { resubmit: 'forever', lookup: true, namesPayee: false }
    const cashout = await sent()
    await lookUps(cashout, 1)
    assert.equal(stage.psp.submitted.length, 1)
    await lookUps(cashout, 6)
    assert.deepEqual(stage.psp.submitted, Array(7).fill(cashout.payoutId))
    assert.deepEqual([await kinds(), stage.alerts], [[], []])
  })

  it('is never sent again where that may pay twice: a person is alerted once, and lookups go on by the hour', async () => {
    const cashout = await sent()
    await lookUps(cashout, WAITS_MS.length - 1)
    assert.deepEqual(await kinds(), [])
    await lookUps(cashout, 1)
    assert.deepEqual([await kinds(), stage.alerts], [['OUTCOME_UNKNOWN'], [FOR_A_PERSON]])
    assert.ok(Math.abs((await stage.dueIn(cashout)) - HOUR_MS) < 5_000)
    await lookUps(cashout, 5)
    assert.deepEqual([await kinds(), stage.alerts], [['OUTCOME_UNKNOWN'], [FOR_A_PERSON]])
    assert.deepEqual([stage.psp.submitted.length, stage.psp.found], [1, WAITS_MS.length + 5])
  })

  it('is sent again only within the window of a PSP that has one', async () => {
    stage.psp.capabilities = { resubmit: { forMs: 60_000 }, lookup: true, namesPayee: false }
    const cashout = await sent()
    await lookUps(cashout, 3)
    assert.equal(stage.psp.submitted.length, 3)
    assert.deepEqual(await kinds(), [])
    stage.advance(59_500)
    await lookUps(cashout, 3)
    assert.equal(stage.psp.submitted.length, 3)
    assert.deepEqual([await kinds(), stage.alerts], [['OUTCOME_UNKNOWN'], [FOR_A_PERSON]])
  })

  it('is for a person where the PSP has no lookup by our id', async () => {
    stage.psp.capabilities = { resubmit: 'forever', lookup: false, namesPayee: false }
    const cashout = await sent()
    await lookUps(cashout, WAITS_MS.length + 2)
    assert.deepEqual([stage.psp.submitted.length, stage.psp.found], [1, 0])
    assert.deepEqual(await kinds(), ['OUTCOME_UNKNOWN'])
    assert.equal(await STATE_OF(cashout), 'submitted')
  })

  it('is settled by a late answer all the same, and the question can then be dismissed', async () => {
    const cashout = await sent()
    await lookUps(cashout, WAITS_MS.length)
    stage.psp.find = { kind: 'done', value: paid(cashout) }
    await lookUps(cashout, 1)
    assert.equal(await STATE_OF(cashout), 'settled')
    const [{ uuid } = assert.fail()] = await anomalies()
    const asked = { uuid, reason: 'it was paid', by: { id: 'olga', address: '127.0.0.1' } }
    const refused = await decideAnomaly(stage.deps, { ...asked, decision: 'RELEASE' })
    assert.match('message' in refused ? refused.message : '', /expected one of DISMISS/)
    assert.ok('kept' in (await decideAnomaly(stage.deps, { ...asked, decision: 'DISMISS' })))
  })

  it('is for a person again after it was sent again in vain', async () => {
    const cashout = await sent()
    await lookUps(cashout, WAITS_MS.length)
    const [{ uuid } = assert.fail()] = await anomalies()
    await decideAnomaly(stage.deps, {
      uuid,
      decision: 'SEND_AGAIN',
      reason: 'the bank asks for it',
      by: { id: 'olga', address: '127.0.0.1' },
    })
    assert.equal(stage.psp.submitted.length, 1, 'nothing is sent by the decision itself')
    await lookUps(cashout, 1)
    assert.deepEqual(stage.psp.submitted, [cashout.payoutId, cashout.payoutId])
    await lookUps(cashout, WAITS_MS.length)
    assert.equal(stage.psp.submitted.length, 2)
    assert.deepEqual([await kinds(), stage.alerts.length], [['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'], 2])
  })

  it('is not ended by the refusal of a second sending that cannot be checked', async () => {
    stage.psp.capabilities = { resubmit: 'never', lookup: false, namesPayee: false }
    const cashout = await sent()
    await lookUps(cashout, WAITS_MS.length)
    const [{ uuid } = assert.fail()] = await anomalies()
    await decideAnomaly(stage.deps, {
      uuid,
      decision: 'SEND_AGAIN',
      reason: 'the bank asks for it',
      by: { id: 'olga', address: '127.0.0.1' },
    })
    stage.psp.submit = REFUSED
    await lookUps(cashout, 1)
    assert.equal(await STATE_OF(cashout), 'submitted')
  })
})

describe('lookups that found nothing', () => {
  const processing = (cashout: Cashout) => ({ kind: 'done', value: paid(cashout, { state: 'processing' }) }) as const

  it('are counted anew once the PSP has said that it has the payment', async () => {
    const cashout = await sent()
    await lookUps(cashout, WAITS_MS.length - 1)
    stage.psp.find = processing(cashout)
    await lookUps(cashout, 4)
    stage.psp.find = UNKNOWN
    await lookUps(cashout, WAITS_MS.length - 1)
    assert.deepEqual(await kinds(), [])
    await lookUps(cashout, 1)
    assert.deepEqual(await kinds(), ['OUTCOME_UNKNOWN'])
  })

  it('do not count as absences where the PSP did not answer: one absence never sends again', async () => {
    stage.psp.capabilities = { resubmit: 'forever', lookup: true, namesPayee: false }
    const cashout = await sent()
    stage.psp.find = UNKNOWN
    await lookUps(cashout, 3)
    stage.psp.find = ABSENT
    await lookUps(cashout, 1)
    assert.equal(stage.psp.submitted.length, 1)
    await lookUps(cashout, 1)
    assert.equal(stage.psp.submitted.length, 2)
  })
})

describe('a request that certainly never left the gateway', () => {
  it('is sent again at any PSP, until it has left, and is looked up each time before', async () => {
    stage.psp.submit = UNSENT
    const cashout = await sent()
    assert.equal(cashout.state, 'submitted')
    await lookUps(cashout, 2)
    stage.psp.submit = UNKNOWN
    await lookUps(cashout, 1)
    assert.deepEqual([stage.psp.submitted, stage.psp.found], [Array(4).fill(cashout.payoutId), 3])
    await lookUps(cashout, 4)
    assert.equal(stage.psp.submitted.length, 4)
  })

  it('is not forgotten for a hint, and is looked up after a crash in the middle of the next sending', async () => {
    stage.psp.submit = UNSENT
    const cashout = await sent()
    await pollStatus(stage.deps, cashout.accountId, cashout.payoutId ?? '', false)
    const attempt = (await findAttempt(stage.db, cashout.accountId, cashout.payoutId ?? '')) ?? assert.fail()
    assert.equal(attempt.mayGo, true)
    const claims = await Promise.all([1, 2, 3].map(() => leaseSending(stage.db, attempt, stage.now())))
    assert.deepEqual(claims.toSorted(), [false, false, true])
    await lookUps(cashout, 3)
    assert.equal(stage.psp.submitted.length, 1)
  })

  it('says nothing of an earlier one that may have left', async () => {
    stage.psp.capabilities = { resubmit: { forMs: 60_000 }, lookup: true, namesPayee: false }
    const cashout = await sent()
    stage.psp.submit = UNSENT
    await lookUps(cashout, 2)
    stage.advance(120_000)
    await lookUps(cashout, 3)
    assert.equal(stage.psp.submitted.length, 2)
  })
})

describe('while nothing may leave', () => {
  const switchOff = () => stage.db.query(sql`update psp_account set seal = default, pay_out_enabled = false`)
  const switchOn = () => stage.db.query(sql`update psp_account set seal = default, pay_out_enabled = true`)
  const recover = () =>
    stage.db.query(sql`update house set recovering_since = now(), recovery_reason = 'a copy', recover_from = now()`)
  const resume = () =>
    stage.db.query(sql`update house set recovering_since = null, recovery_reason = null, recover_from = null`)

  const STOPS: Record<string, [stop: () => unknown, go: () => unknown]> = {
    'the PSP does not answer': [
      () => Object.assign(stage.psp, { isOpen: true }),
      () => Object.assign(stage.psp, { isOpen: false }),
    ],
    'its payouts are switched off': [switchOff, switchOn],
    'the gateway recovers what it has lost': [recover, resume],
  }

  for (const [sentence, [stop, go]] of Object.entries(STOPS)) {
    it(`a requested cashout waits as it is, due as it was: ${sentence}`, async () => {
      await stop()
      const cashout = await sent()
      assert.deepEqual([cashout.state, cashout.version, stage.psp.submitted], ['requested', 1, []])
      assert.ok((await stage.dueIn(cashout)) <= 1_000)
      await go()
      await stage.send(cashout)
      assert.equal(stage.psp.submitted.length, 1)
    })

    it(`nothing is sent again: ${sentence}`, async () => {
      stage.psp.capabilities = { resubmit: 'forever', lookup: true, namesPayee: false }
      const asked = await sent()
      stage.psp.submit = UNSENT
      const unsent = await sent()
      await stop()
      await lookUps(asked, 4)
      await lookUps(unsent, 4)
      assert.equal(stage.psp.submitted.length, 2)
      await go()
      await lookUps(asked, 2)
      await lookUps(unsent, 1)
      assert.ok(stage.psp.submitted.includes(unsent.payoutId ?? ''))
      assert.ok(stage.psp.submitted.filter(id => id === asked.payoutId).length > 1)
    })
  }

  it('lookups of what was sent go on while the gateway recovers what it has lost', async () => {
    const cashout = await sent()
    await recover()
    stage.psp.find = { kind: 'done', value: paid(cashout) }
    await lookUps(cashout, 1)
    assert.equal(await STATE_OF(cashout), 'settled')
    await resume()
  })
})

describe('a restored cashout', () => {
  it('is never sent, at any PSP: what it does not find is for a person', async () => {
    stage.psp.capabilities = { resubmit: 'forever', lookup: true, namesPayee: false }
    const accountId = stage.accountIds[0] ?? 0
    const payoutId = mintPspId(accountId, systemRandom)
    const payout = paid({ payoutId, net: centavos(50_00) })
    assert.equal(await restoreCashouts(stage.deps, 1, [{ accountId, payout }]), 1)
    stage.psp.find = ABSENT
    for (let n = 0; n < WAITS_MS.length; n++) await pollStatus(stage.deps, accountId, payoutId, true)
    assert.deepEqual([stage.psp.submitted, await kinds()], [[], ['OUTCOME_UNKNOWN']])
    const [{ uuid } = assert.fail()] = await anomalies()
    const refused = await decideAnomaly(stage.deps, {
      uuid,
      decision: 'SEND_AGAIN',
      reason: 'try it',
      by: { id: 'olga', address: '127.0.0.1' },
    })
    assert.match('message' in refused ? refused.message : '', /expected one of SETTLE, RELEASE/)
  })
})
