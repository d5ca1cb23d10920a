// What may have been sent before is never sent blind: a decision to send again, an older copy of the database, and what was requested
// before a recovery are all looked up first.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { decideAnomaly } from '#cashout/anomaly/decide.ts'
import type { Cashout } from '#cashout/cashout.ts'
import { payoutIdOf } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import { offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { anomaliesOf } from './bank-reports.ts'
import { ABSENT, openStage, paid, type Stage, UNKNOWN, UNSENT, WAITS_MS } from './played-psp.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
beforeEach(() => stage.reset())
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

const kindsOf = async (cashout: Cashout) => (await anomaliesOf(stage, cashout)).map(({ kind }) => kind)
const STATE_OF = async (cashout: Cashout) => (await stage.again(cashout)).state

describe('a decision on an unknown outcome', () => {
  const unknown = async () => {
    const cashout = await sent()
    await lookUps(cashout, WAITS_MS.length)
    const [{ uuid } = assert.fail()] = await anomaliesOf(stage, cashout)
    stage.psp.submitted.length = 0
    stage.psp.found = 0
    return { cashout, uuid }
  }
  const decide = async (uuid: string, decision: 'SEND_AGAIN' | 'RELEASE' | 'SETTLE') => {
    const decided = await decideAnomaly(stage.deps, {
      uuid,
      decision,
      reason: 'the bank asks for it',
      by: { id: 'olga', address: '127.0.0.1' },
    })
    return 'message' in decided ? decided.message : 'decided'
  }

  for (const decision of ['SEND_AGAIN', 'RELEASE'] as const) {
    it(`${decision} is refused while the last answer was that it is under way`, async () => {
      const { cashout, uuid } = await unknown()
      stage.psp.find = { kind: 'done', value: paid(cashout, { state: 'processing' }) }
      await lookUps(cashout, 1)
      assert.match(await decide(uuid, decision), /expected one of SETTLE$/)
      stage.psp.find = ABSENT
      await lookUps(cashout, 1)
      assert.equal(await decide(uuid, decision), 'decided')
    })

    it(`${decision} is refused while a conflict waits`, async () => {
      const { cashout, uuid } = await unknown()
      stage.psp.find = {
        kind: 'done',
        value: paid(cashout, { amount: centavos(50_00), endToEndId: crypto.randomUUID() }),
      }
      await lookUps(cashout, 1)
      assert.deepEqual(await kindsOf(cashout), ['OUTCOME_UNKNOWN', 'OTHER_AMOUNT'])
      assert.match(await decide(uuid, decision), /expected one of SETTLE$/)
    })
  }

  it('SEND_AGAIN looks it up first, and sends nothing where the PSP has it all the same', async () => {
    const { cashout, uuid } = await unknown()
    assert.equal(await decide(uuid, 'SEND_AGAIN'), 'decided')
    stage.psp.find = { kind: 'done', value: paid(cashout) }
    await lookUps(cashout, 1)
    assert.deepEqual([stage.psp.submitted, stage.psp.found, await STATE_OF(cashout)], [[], 1, 'settled'])
  })

  it('SEND_AGAIN sends nothing while the PSP cannot be reached, and a person decides again', async () => {
    const { cashout, uuid } = await unknown()
    await decide(uuid, 'SEND_AGAIN')
    stage.psp.find = UNKNOWN
    await lookUps(cashout, WAITS_MS.length)
    assert.deepEqual([stage.psp.submitted, await kindsOf(cashout)], [[], ['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN']])
    stage.psp.find = ABSENT
    await lookUps(cashout, 1)
    assert.deepEqual(stage.psp.submitted, [cashout.payoutId])
  })
})

describe('after the gateway has recovered what it had lost', () => {
  const recovered = async () => {
    const entered = stage.now()
    await stage.db.query(sql`
      insert into recovery_log (entered_at, reason, recover_from, resumed_at, resumed_by, resume_reason)
      values (${entered}, 'a copy', ${entered}, ${entered}, 'olga', 'looked')`)
    stage.advance(1_000)
  }

  it('an attempt that had not left by this copy is looked up before it is sent', async () => {
    stage.psp.submit = UNSENT
    const cashout = await sent()
    stage.psp.submitted.length = 0
    await recovered()
    stage.psp.find = { kind: 'done', value: paid(cashout, { state: 'processing' }) }
    await lookUps(cashout, 3)
    assert.deepEqual([stage.psp.submitted, stage.psp.found], [[], 3])
  })

  it('so is a cashout that this copy holds as requested; one that was requested since is simply sent', async () => {
    const [known, absent, unclear] = [await stage.requested(), await stage.requested(), await stage.requested()]
    await recovered()
    const fresh = await stage.requested()
    stage.psp.find = {
      kind: 'done',
      value: paid({ net: known.net, payoutId: payoutIdOf(known.accountId, known.uuid) }),
    }
    await stage.send(known)
    assert.deepEqual([stage.psp.submitted, await STATE_OF(known)], [[], 'settled'])
    stage.psp.find = UNKNOWN
    await stage.send(unclear)
    assert.deepEqual([stage.psp.submitted, await STATE_OF(unclear)], [[], 'submitted'])
    stage.psp.find = ABSENT
    await stage.send(absent)
    assert.equal(stage.psp.submitted.length, 1)
    await lookUps(unclear, 1)
    assert.equal(stage.psp.submitted.length, 2)
    stage.psp.found = 0
    await stage.send(fresh)
    assert.deepEqual([stage.psp.submitted.length, stage.psp.found], [3, 0])
  })
})
