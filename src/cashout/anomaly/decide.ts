// A person decides an anomaly. The decision, its postings, the new state of the cashout and the events are one commit, under the
// lock of the cashout. Nothing is sent to the PSP from here.
import { operator, type Person, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { openBooks } from '#ledger/books.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import { type Cashout, givenBack, hasEnded, keyText, moved } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import { detailOf } from '../end-before-submission.ts'
import { publish, publishReturns } from '../events.ts'
import { giveBack } from '../settlement/booked.ts'
import { lockPayments } from '../settlement/guard-store.ts'
import { findBookedReturns, insertReturns } from '../settlement/returns-store.ts'
import { lockCashouts, updateCashouts } from '../store.ts'
import { endAttempts, findAttempt, releaseAttempt } from '../submission/attempt-store.ts'
import { allowedDecisions, type Case, creditOf, type Decision, postingsOf, reportedPaid, returnOf } from './anomaly.ts'
import { decideOnce, findAnomaly, type KeptAnomaly } from './store.ts'
import { decidedAnswer } from './wire.ts'

export interface DecisionRequest extends Keyed {
  uuid: string
  decision: Decision
  reason: string
  by: Person
}

/** An anomaly as it is now, with its cashout. */
export interface DecidedCase {
  kept: KeptAnomaly
  cashout: Cashout
}

export function decideAnomaly(
  deps: CashoutDeps,
  request: DecisionRequest & { key?: null },
): Promise<DecidedCase | Failure>
export function decideAnomaly(deps: CashoutDeps, request: DecisionRequest): Promise<DecidedCase | Replayed | Failure>
export async function decideAnomaly(
  deps: CashoutDeps,
  request: DecisionRequest,
): Promise<DecidedCase | Replayed | Failure> {
  const outcome = await deps.db.transaction(tx =>
    underKey(tx, request, {
      now: deps.clock(),
      decide: () => decideUnderLock(tx, deps, request),
      answerOf: one => decidedAnswer(one instanceof Failure ? one : one.decided),
    }),
  )
  if (outcome instanceof Failure || 'replayed' in outcome) return outcome
  deps.outbox.send(outcome.pendingDeliveries)
  return outcome.decided
}

async function decideUnderLock(tx: Transaction, deps: Pick<CashoutDeps, 'outbox' | 'clock'>, request: DecisionRequest) {
  const known = await findAnomaly(tx, request.uuid)
  if (known === null) return notFound('Anomaly')
  const now = deps.clock()
  const books = await openBooks(tx, [known.accountId], now)
  const [cashout] = await lockCashouts(tx, [known])
  // Read again: under the lock no other decision can come between.
  const kept = await findAnomaly(tx, request.uuid)
  if (kept === null || cashout === undefined) return notFound('Anomaly')
  const refusal = refusalOf(kept, cashout, request.decision)
  if (refusal !== null) return refusal

  const found = caseOf(kept, cashout)
  const pspAccountId = await pspAccountOf(tx, kept, cashout)
  if (!(await recordReturn(tx, found, request.decision, pspAccountId, now)))
    return new Failure('CONFLICT', 'This return is booked already, for another withdrawal; expected DISMISS')
  for (const posting of postingsOf(found, request.decision, pspAccountId)) books.mustPost(kept.accountId, posting)
  await books.write()
  const word = { decision: request.decision, reason: request.reason, by: request.by.id, at: now }
  const verdict = await decideOnce(tx, kept, word)
  await record(tx, [entryOf(kept, cashout, request)], now)
  const { after, pendingDeliveries } = await moveOn(tx, deps.outbox, found, request.decision, pspAccountId, now)
  return { decided: { kept: { ...kept, verdict }, cashout: after }, pendingDeliveries }
}

const entryOf = (
  { accountId, uuid, kind }: KeptAnomaly,
  cashout: Cashout,
  { decision, reason, by }: DecisionRequest,
) => ({
  accountId,
  actor: operator(by),
  action: 'anomaly.decided',
  subject: 'anomaly',
  subjectId: uuid,
  reason,
  detail: { kind, decision, cashout: cashout.uuid, ...detailOf(cashout) },
})

const caseOf = (kept: KeptAnomaly, cashout: Cashout): Case => ({
  anomaly: kept,
  cashout,
  booked: kept.booked,
  unclear: kept.unclear,
})

function refusalOf(kept: KeptAnomaly, cashout: Cashout, decision: Decision): Failure | null {
  if (kept.verdict !== null)
    return new Failure('CONFLICT', `This anomaly has been decided already: ${kept.verdict.decision}`)
  const allowed = allowedDecisions(caseOf(kept, cashout))
  if (allowed.includes(decision)) return null
  const message = `decision: ${decision} is not possible for ${kept.kind} while the cashout is ${cashout.state}`
  return new Failure(
    'CONFLICT',
    `${message}; expected ${allowed.length === 0 ? 'none' : `one of ${allowed.join(', ')}`}`,
  )
}

async function pspAccountOf(tx: Transaction, { pspAccountId }: KeptAnomaly, cashout: Cashout): Promise<number> {
  const attempt = pspAccountId === null ? await findAttempt(tx, cashout.accountId, cashout.payoutId ?? '') : null
  const id = pspAccountId ?? attempt?.pspAccountId
  if (id === undefined) throw new Error(`the cashout ${cashout.uuid} has an anomaly and no attempt`)
  return id
}

/** A return that a person credits counts as booked by its id. Answers whether it is booked only now. */
async function recordReturn(tx: Transaction, { anomaly }: Case, decision: Decision, pspAccountId: number, now: Date) {
  const back = returnOf(anomaly)
  if (back === null || decision !== 'CREDIT_SELLER') return true
  const reported = { key: anomaly, pspAccountId, returns: [back] }
  if ((await findBookedReturns(tx, reported)).has(back.rtrId)) return false
  await insertReturns(tx, reported, now)
  return true
}

interface After {
  after: Cashout
  pendingDeliveries: PendingDeliveries
}

/** Stores the cashout after the decision, and publishes its events. */
async function moveOn(
  tx: Transaction,
  outbox: Outbox,
  found: Case,
  decision: Decision,
  pspAccountId: number,
  now: Date,
): Promise<After> {
  const { cashout } = found
  if (decision === 'SETTLE') {
    const endToEndId = await paymentOf(tx, found)
    return end(tx, outbox, moved(cashout, 'settled', now, { processedAt: now, endToEndId }), now)
  }
  if (decision === 'RELEASE')
    return end(tx, outbox, moved(cashout, 'refused', now, { processedAt: now, failure: RELEASED }), now)
  if (decision === 'CREDIT_SELLER') {
    const { ofNet } = giveBack(cashout, creditOf(found), pspAccountId)
    if (ofNet === 0n) return { after: cashout, pendingDeliveries: [] }
    const after = givenBack(cashout, ofNet, returnOf(found.anomaly)?.returnedAt ?? now, now)
    await updateCashouts(tx, [after], null)
    return { after, pendingDeliveries: (await publishReturns(tx, outbox, [after], now)).flat() }
  }
  if (decision === 'SEND_AGAIN' && cashout.payoutId !== null)
    await releaseAttempt(tx, { ...cashout, payoutId: cashout.payoutId }, 'a person wants it sent once more', now)
  return { after: cashout, pendingDeliveries: [] }
}

/** What the seller reads. Only the operator reads the reason. */
const RELEASED = { code: 'RELEASED' as const, message: 'The payment was not confirmed and the amount was given back' }

/** The payment that the PSP reported, unless it pays another cashout. */
async function paymentOf(tx: Transaction, { anomaly, cashout }: Case): Promise<string | null> {
  const { endToEndId } = anomaly.theirs
  if (reportedPaid(anomaly) === null || typeof endToEndId !== 'string') return null
  const payer = (await lockPayments(tx, [endToEndId])).get(endToEndId) ?? keyText(cashout)
  return payer === keyText(cashout) ? endToEndId : null
}

async function end(tx: Transaction, outbox: Outbox, after: Cashout, now: Date): Promise<After> {
  if (!hasEnded(after)) throw new Error(`the cashout ${after.uuid} was to end`)
  await updateCashouts(tx, [after], null)
  const outcome = after.state === 'settled' ? ('settled' as const) : ('refused' as const)
  const detail = 'decided by a person'
  if (after.payoutId !== null)
    await endAttempts(tx, [{ accountId: after.accountId, payoutId: after.payoutId, outcome, detail }], now)
  return { after, pendingDeliveries: (await publish(tx, outbox, [after], now)).flat() }
}
