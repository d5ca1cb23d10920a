// Polls the PSP for the status of a payout, because a callback or a list named it or because it is due. A payout with an
// unknown outcome is polled again, ever more rarely, with the same id. Where sending that id again cannot pay twice, it is sent
// again from the second lookup on that does not find it; elsewhere an anomaly is stored for a person. Only lookups that found
// nothing count towards either, and the count begins anew once the PSP has reported that it has the payout.
import { accountOfPspId } from '#kernel/ids.ts'
import type { Outcome, PayOutCapabilities, Payout } from '#psp/port.ts'
import { keepUnknown } from '../anomaly/unknown-outcome.ts'
import type { Cashout } from '../cashout.ts'
import type { Submission } from '../deps.ts'
import { findCashout, putOff } from '../store.ts'
import { type FoundAttempt, findAttempt, maySend } from './attempt-store.ts'
import { sendAgain, sendWaiting } from './resend.ts'
import { recordAnswer } from './submit.ts'

/** The number of the lookup without a result, counted from one, after which it may first be sent again. */
const RESEND_FROM_ABSENCE = 2
/** A PSP that does not answer is left alone for this long. */
const REST_MS = 3_000

/** `later`: the PSP did not answer, and no other process is going to poll. */
export type PolledStatus = 'done' | { later: string }

/** The payout that a callback names; an id that this gateway did not mint is none of its payouts. */
export async function pollByPayoutId(deps: Submission, payoutId: string): Promise<PolledStatus> {
  const accountId = accountOfPspId(payoutId)
  return accountId === null ? 'done' : pollStatus(deps, accountId, payoutId, false)
}

/** `scheduled`: it was due. Anything else is a hint, which neither counts as a lookup nor sends again. */
export async function pollStatus(
  deps: Submission,
  accountId: number,
  payoutId: string,
  scheduled: boolean,
): Promise<PolledStatus> {
  const attempt = await findAttempt(deps.db, accountId, payoutId)
  if (attempt === null) return 'done'
  if (scheduled && (await deps.psps.isCircuitOpen(attempt.pspAccountId))) {
    await leave(deps, attempt)
    return 'done'
  }
  if (scheduled && attempt.mayGo) {
    if (!(await sendWaiting(deps, attempt))) await leave(deps, attempt)
    return 'done'
  }
  return lookInto(deps, attempt, scheduled)
}

async function lookInto(deps: Submission, attempt: FoundAttempt, scheduled: boolean): Promise<PolledStatus> {
  const payOut = await deps.psps.payOut(attempt.pspAccountId)
  const { capabilities } = payOut
  const found = capabilities.lookup ? await payOut.find(attempt.payoutId) : CANNOT_BE_ASKED
  if (found.kind === 'done' && found.value !== null)
    await recordAnswer(deps, attempt, { kind: 'done', value: found.value }, { scheduled })
  else if (attempt.ended) return capabilities.lookup && found.kind === 'unknown' ? { later: found.reason } : 'done'
  // It has not left the gateway, so there was nothing to find.
  else if (!attempt.mayGo) await notFound(deps, attempt, unknownFrom(found), capabilities, scheduled)
  return 'done'
}

const CANNOT_BE_ASKED: Outcome<null> = { kind: 'unknown', reason: 'this PSP cannot be asked by our id' }

type Unknown = Outcome<never> & { kind: 'unknown' }

/** A refused lookup is about our query and not about the payment: the outcome stays unknown. */
function unknownFrom(found: Outcome<Payout | null>): Unknown & { absent?: true } {
  if (found.kind === 'done') return { kind: 'unknown', reason: 'the PSP does not know the id (yet)', absent: true }
  return found.kind === 'refused' ? { kind: 'unknown', reason: `${found.code}: ${found.reason}` } : found
}

async function notFound(
  deps: Submission,
  attempt: FoundAttempt,
  unknown: Unknown & { absent?: true },
  capabilities: PayOutCapabilities,
  scheduled: boolean,
): Promise<void> {
  const cashout = scheduled ? await findCashout(deps.db, attempt.accountId, { number: attempt.id }) : null
  if (cashout?.state !== 'submitted') return recordAnswer(deps, attempt, unknown, { scheduled })
  const repeatable = isRepeatable(deps, capabilities, attempt, cashout)
  const timely = unknown.absent === true && attempt.absences + 1 >= RESEND_FROM_ABSENCE
  if (repeatable && timely && (await maySend(deps.db, attempt))) return sendAgain(deps, attempt, cashout)
  await recordAnswer(deps, attempt, unknown, { scheduled })
  if (!repeatable && attempt.absences + attempt.unknowns + 1 >= deps.lookupWaitsMs.length)
    await keepUnknown(deps, attempt, unknown.reason)
}

/**
 * Whether the same id can be sent again without paying twice. A restored payout was never requested here; and where the PSP has
 * accepted it and no longer knows it, the PSP contradicts itself.
 */
function isRepeatable(
  deps: Submission,
  { resubmit, lookup }: PayOutCapabilities,
  attempt: FoundAttempt,
  cashout: Cashout,
): boolean {
  if (attempt.accepted || cashout.restored || !lookup || resubmit === 'never') return false
  if (resubmit === 'forever') return true
  // The sending itself may take as long as a call may.
  const ageMs = deps.clock().getTime() - attempt.createdAt.getTime()
  return ageMs + deps.pspTimeoutMs < resubmit.forMs
}

/** Without a lookup: nothing is counted. */
async function leave(deps: Submission, attempt: FoundAttempt): Promise<void> {
  const until = new Date(deps.clock().getTime() + REST_MS)
  await deps.db.transaction(tx => putOff(tx, [attempt], until))
}
