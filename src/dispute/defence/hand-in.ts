// A defence that no PSP takes by its API is kept for the operator, who hands it in by other means and says so here: from then on it is weighed
// like any other.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { DisputeDeps } from '../deps.ts'
import { type DisputeKey, isOpen } from '../dispute.ts'
import { type ShownDispute, showDispute } from '../list-store.ts'
import { entryOf } from '../publish.ts'
import { lockDispute } from '../store.ts'
import { operatorsAnswer } from '../wire.ts'
import { endDefence } from './store.ts'

export interface HandInRequest extends Keyed {
  dispute: DisputeKey
  /** Where, and under which number. */
  reason: string
  actor: Actor
}

export function recordHandedIn(
  { db, clock }: Pick<DisputeDeps, 'db' | 'clock'>,
  request: HandInRequest,
): Promise<ShownDispute | Replayed | Failure> {
  const now = clock()
  return db.transaction(tx =>
    underKey(tx, request, { now, decide: () => handIn(tx, request, now), answerOf: operatorsAnswer }),
  )
}

async function handIn(
  tx: Transaction,
  { dispute: key, reason, actor }: HandInRequest,
  now: Date,
): Promise<ShownDispute | Failure> {
  const dispute = await lockDispute(tx, key)
  if (dispute === null) return notFound('Dispute')
  if (!isOpen(dispute)) return new Failure('CONFLICT', `This dispute is closed: ${dispute.status}`)
  const isHandedIn = await endDefence(tx, key, { status: 'SENT', failure: null }, now, 'KEPT')
  if (!isHandedIn) return new Failure('CONFLICT', 'There is no defence here that waits for the operator to hand it in')
  await record(tx, [entryOf(dispute, 'dispute.defence.sent', actor, reason)], now)
  return (await showDispute(tx, dispute)) ?? notFound('Dispute')
}
