// A process that dies right after a commit has raised all alerts of the commit: its state is stored by then, and would never raise them
// again.
import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { openAlerts } from '#alert/alerts.ts'
import type { Result } from '#cashout/anomaly/conflict.ts'
import { keepUnknown } from '#cashout/anomaly/unknown-outcome.ts'
import type { Cashout } from '#cashout/cashout.ts'
import type { Submission } from '#cashout/deps.ts'
import { adoptSent } from '#cashout/recovery/adopt.ts'
import { restoreCashouts } from '#cashout/recovery/restore.ts'
import { bookReturns } from '#cashout/settlement/returns.ts'
import { settleCashouts } from '#cashout/settlement/settle.ts'
import { findAttempt } from '#cashout/submission/attempt-store.ts'
import type { Database } from '#db/postgres.ts'
import { mintPspId, payoutIdOf } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import { systemRandom } from '#kernel/time.ts'
import { openStage, paid, type Stage, settledAt } from './played-psp.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  stage.reset()
  await stage.db.query(sql`delete from alarm`)
})
after(() => stage[Symbol.asyncDispose]())

/** The alerts that a process has raised when it dies right after its commit. */
async function raisedBy(act: (deps: Submission) => Promise<unknown>): Promise<string[]> {
  const { db, deps } = stage
  const { promise: dead, resolve: die } = Promise.withResolvers<void>()
  const mortal: Database = {
    ...db,
    async transaction(work) {
      await db.transaction(work)
      die()
      return new Promise<never>(() => {})
    },
  }
  const alerts = openAlerts({ db, clock: stage.now, log: pino({ level: 'silent' }) })
  await Promise.race([dead, act({ ...deps, db: mortal, alerts })])
  const rows = await db.query<{ code: string }>(sql`select code from alarm`)
  return rows.map(({ code }) => code)
}

const settled = () => settledAt(stage, stage.accountIds[0] ?? 0, crypto.randomUUID())

async function sent(): Promise<Cashout> {
  const cashout = await stage.requested()
  await stage.send(cashout)
  return stage.again(cashout)
}

const reported = (cashout: Cashout, amount: bigint): Result => ({
  state: 'paid',
  amount: centavos(amount),
  endToEndId: cashout.endToEndId,
  pixKey: null,
})

const settling = (cashout: Cashout, result: Result) => [{ key: cashout, payoutId: cashout.payoutId, result }]

it('a conflict', async () => {
  const cashout = await settled()
  const raised = await raisedBy(deps => settleCashouts(deps, settling(cashout, reported(cashout, 120_00n))))
  assert.deepEqual(raised, ['CASHOUT_CONFLICT'])
})

it('a second report for what waits for a decision', async () => {
  const cashout = await settled()
  await settleCashouts(stage.deps, settling(cashout, reported(cashout, 120_00n)))
  const raised = await raisedBy(deps => settleCashouts(deps, settling(cashout, reported(cashout, cashout.net))))
  assert.deepEqual(raised, ['CASHOUT_ANSWER_CHANGED'])
})

it('more that came back than is outstanding', async () => {
  const cashout = await settled()
  const returns = [{ rtrId: crypto.randomUUID(), amount: centavos(200_00), returnedAt: new Date() }]
  const raised = await raisedBy(deps => bookReturns(deps, { key: cashout, pspAccountId: 1, returns }))
  assert.deepEqual(raised, ['CASHOUT_RETURN_TOO_LARGE'])
})

it('an outcome that cannot be found out', async () => {
  const { accountId, payoutId } = await sent()
  const attempt = (await findAttempt(stage.db, accountId, payoutId ?? '')) ?? assert.fail('there is no attempt')
  const raised = await raisedBy(deps => keepUnknown(deps, attempt, 'the outcome is unknown'))
  assert.deepEqual(raised, ['CASHOUT_OUTCOME_UNKNOWN'])
})

it('a payment that this database had lost', async () => {
  const [accountId = 0] = stage.accountIds
  const payout = { ...paid(await settled()), payoutId: mintPspId(accountId, systemRandom) }
  const raised = await raisedBy(deps => restoreCashouts(deps, 1, [{ accountId, payout }]))
  assert.deepEqual(raised, ['CASHOUT_RESTORED'])
})

it('a cashout that had been sent before the database was restored', async () => {
  const cashout = await stage.requested()
  const payout = { ...paid(cashout), payoutId: payoutIdOf(cashout.accountId, cashout.uuid) }
  const raised = await raisedBy(deps => adoptSent(deps, 1, [{ accountId: cashout.accountId, payout }]))
  assert.deepEqual(raised, ['CASHOUT_SENT_BEFORE_RESTORE'])
})
