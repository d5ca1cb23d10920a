// What payouts owe is done for many at once, by whichever process: their answers are noted together and each counts, and those
// that cannot be sent now cost nothing until they can.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Cashout, keyText } from '#cashout/cashout.ts'
import { leaseDue } from '#cashout/store.ts'
import { commitAttempts } from '#cashout/submission/attempt.ts'
import { findAttempt, type RecordedAnswer } from '#cashout/submission/attempt-store.ts'
import { recordAnswers } from '#cashout/submission/record-answers.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { openStage, type Stage, UNKNOWN } from '../cashout/played-psp.ts'

let stage: Stage
before(async () => {
  stage = await openStage(3)
})
beforeEach(() => stage.reset())
after(() => stage[Symbol.asyncDispose]())

async function sent(accountId?: number): Promise<Cashout> {
  stage.psp.submit = UNKNOWN
  const cashout = await stage.requested(accountId)
  await stage.send(cashout)
  return stage.again(cashout)
}

const found = async ({ accountId, payoutId }: Cashout) =>
  (await findAttempt(stage.db, accountId, payoutId ?? '')) ?? assert.fail('there is no attempt')

const recordOf = (
  { accountId, id, payoutId }: Cashout,
  progress: Partial<RecordedAnswer['progress']>,
  minutes: number,
): RecordedAnswer => ({
  attempt: { accountId, id, payoutId: payoutId ?? '', pspAccountId: 1 },
  progress: {
    outcome: 'unknown',
    detail: 'no answer',
    scheduled: true,
    fruitless: 'unknown',
    dueAt: new Date(stage.now().getTime() + minutes * 60_000),
    ...progress,
  },
  at: stage.now(),
})

describe('answers that are no end, noted together', () => {
  it('count for each attempt as if they had been noted one by one', async () => {
    const [one, other, third] = await Promise.all(stage.accountIds.map(sent))
    assert.ok(one && other && third)
    await recordAnswers(stage.deps, [
      recordOf(one, {}, 1),
      recordOf(other, { fruitless: 'absent' }, 2),
      recordOf(third, { scheduled: false, fruitless: null, outcome: 'accepted', detail: null }, 3),
      recordOf(one, { fruitless: 'absent' }, 4),
      recordOf(one, { scheduled: false }, 5),
    ])
    const counted = await Promise.all([one, other, third].map(found))
    assert.deepEqual(
      counted.map(({ lookups, absences, unknowns, accepted }) => [lookups, absences, unknowns, accepted]),
      [
        [2, 1, 1, false],
        [1, 1, 0, false],
        [0, 0, 0, true],
      ],
    )
    const minutes = await Promise.all([one, other, third].map(async cashout => (await stage.dueIn(cashout)) / 60_000))
    assert.deepEqual(minutes.map(Math.ceil), [5, 2, 3])
  })

  it('of an accepted payout leave it accepted, and count anew from there', async () => {
    const cashout = await sent()
    await recordAnswers(stage.deps, [
      recordOf(cashout, { fruitless: 'absent' }, 1),
      recordOf(cashout, { outcome: 'accepted', fruitless: null, detail: null }, 1),
      recordOf(cashout, {}, 1),
    ])
    const { lookups, absences, unknowns, accepted } = await found(cashout)
    assert.deepEqual([lookups, absences, unknowns, accepted], [3, 0, 1, true])
  })
})

describe('payouts that cannot be sent now', () => {
  const STOPS = {
    'while the PSP account is switched off': [
      sql`update psp_account set seal = default, pay_out_enabled = false`,
      sql`update psp_account set seal = default, pay_out_enabled = true`,
    ],
    'while the gateway recovers what it has lost': [
      sql`update house set recovering_since = now(), recovery_reason = 'a copy', recover_from = now()`,
      sql`update house set recovering_since = null, recovery_reason = null, recover_from = null`,
    ],
  } as const

  const claim = (except: number[] = []) => {
    const now = new Date(stage.now().getTime() + HOUR_MS)
    return leaseDue(stage.db, { now, until: new Date(now.getTime() + HOUR_MS), limit: 50, except })
  }
  /** The place of each row in its table: it moves with every write. */
  const places = async (cashouts: Cashout[]) => {
    const rows = await stage.db.query<{ place: string }>(sql`
      select ctid::text as place from withdrawal where id = any(${cashouts.map(({ id }) => id)}::bigint[]) order by id`)
    return rows.map(({ place }) => place)
  }

  for (const [when, [stop, go]] of Object.entries(STOPS))
    it(`are neither claimed nor written ${when}, and claimed when they can be`, async () => {
      const waiting = await Promise.all(stage.accountIds.map(accountId => stage.requested(accountId)))
      const keys = new Set(waiting.map(keyText))
      const claimed = async () => (await claim()).filter(({ cashout }) => keys.has(keyText(cashout))).length
      await stage.db.query(stop)
      const before = await places(waiting)
      assert.equal(await claimed(), 0)
      assert.deepEqual(
        await commitAttempts({ ...stage.deps, psps: { ...stage.deps.psps, ...NO_CIRCUIT_OPENS } }, waiting),
        [null, null, null],
      )
      assert.deepEqual(await places(waiting), before)
      await stage.db.query(go)
      assert.equal(await claimed(), waiting.length)
    })

  it('are left alone while the circuit of their PSP is open, polled or not', async () => {
    const [requested, submitted] = [await stage.requested(), await sent()]
    const keys = new Set([requested, submitted].map(keyText))
    const ours = async (except: number[]) =>
      (await claim(except)).filter(({ cashout }) => keys.has(keyText(cashout))).length
    assert.equal(await ours([1]), 0)
    assert.equal(await ours([]), 2)
  })
})

const NO_CIRCUIT_OPENS = { states: () => [], isCircuitOpen: async () => false }
