// What a simulated bank reports of one payout, how the report reaches the gateway, what a person decides about it, and whether our books
// agree with the bank in the end.
import assert from 'node:assert/strict'
import { allowedDecisions, type Decision } from '#cashout/anomaly/anomaly.ts'
import { decideAnomaly } from '#cashout/anomaly/decide.ts'
import { type KeptAnomaly, listAnomalies } from '#cashout/anomaly/store.ts'
import type { Cashout } from '#cashout/cashout.ts'
import { compareSent } from '#cashout/recovery/compare.ts'
import { leftOf } from '#cashout/settlement/booked.ts'
import { bookedIn, findBooked } from '#cashout/settlement/booked-store.ts'
import { pollStatus } from '#cashout/submission/poll-status.ts'
import type { Payout } from '#psp/port.ts'
import type { Stage } from './played-psp.ts'

export const ROADS = ['hint', 'list'] as const
export type Road = (typeof ROADS)[number]

/** The bank reports this from now on, and the gateway receives it. */
export async function report(stage: Stage, reported: Payout, { accountId }: Cashout, road: Road): Promise<void> {
  stage.psp.finds.set(reported.payoutId, { kind: 'done', value: reported })
  if (road === 'list') await compareSent(stage.deps, 1, [reported])
  else await pollStatus(stage.deps, accountId, reported.payoutId, false)
}

/** The oldest first. Those of the cashouts of earlier tests come after the newest of them. */
export const anomaliesOf = async ({ db }: Stage, { id }: Cashout): Promise<KeptAnomaly[]> =>
  (await listAnomalies(db, { decided: null, cursor: null, limit: 50 })).filter(kept => kept.id === id).toReversed()

export const openOf = async (stage: Stage, cashout: Cashout) =>
  (await anomaliesOf(stage, cashout)).filter(({ verdict }) => verdict === null)

async function allowedOf(stage: Stage, kept: KeptAnomaly, of: Cashout): Promise<Decision[]> {
  const { booked, unclear } = kept
  return allowedDecisions({ anomaly: kept, cashout: await stage.again(of), booked, unclear })
}

export async function decide(stage: Stage, { uuid }: { uuid: string }, decision: Decision): Promise<void> {
  const decided = await decideAnomaly(stage.deps, {
    uuid,
    decision,
    reason: 'the bank says so',
    by: { id: 'olga', address: '127.0.0.1' },
  })
  if ('message' in decided) assert.fail(decided.message)
}

/** A person decides all that is open, payments before returns, and dismisses only what allows nothing else. */
export async function decideAll(stage: Stage, cashout: Cashout): Promise<string[]> {
  const decided: string[] = []
  for (let n = 0; n < 20; n++) {
    const open = await openOf(stage, cashout)
    const next = open.find(({ kind }) => kind !== 'RETURN_TOO_LARGE') ?? open[0]
    if (next === undefined) return decided
    const allowed = await allowedOf(stage, next, cashout)
    const decision = allowed.find(one => one !== 'DISMISS') ?? 'DISMISS'
    await decide(stage, next, decision)
    decided.push(`${next.kind} ${decision}`)
  }
  return assert.fail('there is always one more anomaly')
}

/** What is paid out according to the bank. */
export const outAtBank = ({ state, amount, returns }: Payout): bigint =>
  state === 'paid' ? amount - returns.reduce((sum, one) => sum + one.amount, 0n) : 0n

export const outInBooks = async ({ db }: Stage, cashout: Cashout): Promise<bigint> =>
  leftOf(bookedIn(await findBooked(db, [cashout]), cashout))
