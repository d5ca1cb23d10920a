// A payout that the PSP has accepted and that has no end: it is never sent again automatically, whatever lookups report later, and an alert
// is raised once when it has taken an hour.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Cashout } from '#cashout/cashout.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Outcome, Payout } from '#psp/port.ts'
import { ABSENT, openStage, paid, type Stage, UNKNOWN, WAITS_MS } from './played-psp.ts'

const FOREVER = { resubmit: 'forever', lookup: true, namesPayee: false } as const
const AN_HOUR = 'CASHOUT_WITHOUT_END'

let stage: Stage
before(async () => {
  stage = await openStage()
})
beforeEach(() => stage.reset())
after(() => stage[Symbol.asyncDispose]())

const processing = (cashout: Cashout): Outcome<Payout> => ({
  kind: 'done',
  value: { ...paid(cashout), state: 'processing' },
})

async function sent(answer: (cashout: Cashout) => Outcome<Payout>): Promise<Cashout> {
  stage.psp.capabilities = FOREVER
  const cashout = await stage.requested()
  stage.psp.submit = answer(cashout)
  await stage.send(cashout)
  stage.psp.submitted.length = 0
  return stage.again(cashout)
}

describe('a payout that the PSP has accepted', () => {
  it('is not sent again when the PSP does not know it any more: a person decides', async () => {
    const cashout = await sent(processing)
    stage.psp.find = ABSENT
    for (let n = 0; n < WAITS_MS.length + 3; n++) await stage.lookUp(cashout)
    assert.deepEqual([stage.psp.submitted, stage.alerts], [[], ['CASHOUT_OUTCOME_UNKNOWN']])
    assert.equal((await stage.again(cashout)).state, 'submitted')
  })

  it('is not sent again either where only a lookup said so', async () => {
    const cashout = await sent(() => UNKNOWN)
    stage.psp.find = processing(cashout)
    await stage.lookUp(cashout)
    stage.psp.find = UNKNOWN
    await stage.lookUp(cashout)
    stage.psp.find = ABSENT
    for (let n = 0; n < 5; n++) await stage.lookUp(cashout)
    assert.deepEqual(stage.psp.submitted, [])
  })
})

describe('a payout without an end', () => {
  it('raises one alert, when it has taken an hour', async () => {
    const cashout = await sent(processing)
    stage.psp.find = processing(cashout)
    stage.advance(50 * MINUTE_MS)
    await stage.lookUp(cashout)
    const dueInMs = await stage.dueIn(cashout)
    assert.ok(dueInMs <= 10 * MINUTE_MS, `asked at the hour and not later: ${dueInMs}`)
    assert.deepEqual(stage.alerts, [])
    stage.advance(10 * MINUTE_MS)
    await stage.lookUp(cashout)
    assert.deepEqual(stage.alerts, [AN_HOUR])
    for (const ms of [MINUTE_MS, HOUR_MS, HOUR_MS]) {
      stage.advance(ms)
      await stage.lookUp(cashout)
    }
    assert.deepEqual(stage.alerts, [AN_HOUR])
  })

  it('raises none where it ends in time', async () => {
    const cashout = await sent(processing)
    stage.advance(2 * HOUR_MS)
    stage.psp.find = { kind: 'done', value: paid(cashout) }
    await stage.lookUp(cashout)
    assert.equal((await stage.again(cashout)).state, 'settled')
    assert.deepEqual(stage.alerts, [])
  })
})
