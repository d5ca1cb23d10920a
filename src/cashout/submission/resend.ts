// Sends the same payout id once more, and never without a lookup where the PSP offers one. The second sending proves no more
// about the first than a lookup does: its refusal ends the cashout only if the PSP knows of neither.
import type { Outcome, PayOut, Payout } from '#psp/port.ts'
import { keepUnknown } from '../anomaly/unknown-outcome.ts'
import type { Cashout } from '../cashout.ts'
import type { Submission } from '../deps.ts'
import { findCashout } from '../store.ts'
import { type FoundAttempt, leaseSending, maySend } from './attempt-store.ts'
import { askBefore, recordAnswer, requestOf } from './submit.ts'

/** Where the PSP does not find it and sending it again cannot pay twice. */
export async function sendAgain(deps: Submission, attempt: FoundAttempt, cashout: Cashout): Promise<void> {
  const payOut = await deps.psps.payOut(attempt.pspAccountId)
  await recordAnswer(deps, attempt, await submitAgain(payOut, attempt, cashout), { scheduled: true })
}

/**
 * An attempt that may be sent at any PSP, unless the PSP has it after all. Answers whether it was sent: the right to send it is
 * committed before the call, so that after a crash it is looked up first.
 */
export async function sendWaiting(deps: Submission, attempt: FoundAttempt): Promise<boolean> {
  const cashout = await findCashout(deps.db, attempt.accountId, { number: attempt.id })
  if (cashout?.state !== 'submitted' || cashout.restored) return false
  if (!(await maySend(deps.db, attempt))) return false
  const payOut = await deps.psps.payOut(attempt.pspAccountId)
  const before = await askBefore(payOut, attempt.payoutId)
  if (before === null && !(await leaseSending(deps.db, attempt, deps.clock()))) return false
  const answer = before ?? (await submitAgain(payOut, attempt, cashout))
  await recordAnswer(deps, attempt, answer, { scheduled: true, mayGo: true })
  // It waits for an answer that does not come: the anomaly lets a person decide before that.
  if (before?.kind === 'unknown' && attempt.lookups + 1 >= deps.lookupWaitsMs.length)
    await keepUnknown(deps, attempt, before.reason)
  return true
}

async function submitAgain(payOut: PayOut, attempt: FoundAttempt, cashout: Cashout): Promise<Outcome<Payout>> {
  const again = await payOut.submit(requestOf(cashout, attempt.payoutId))
  if (again.kind !== 'refused') return again
  // The first sending may have arrived late.
  const reason = `${again.code}: ${again.reason}`
  if (!payOut.capabilities.lookup) return { kind: 'unknown', reason }
  const found = await payOut.find(attempt.payoutId)
  if (found.kind === 'refused') return { kind: 'unknown', reason: `${found.code}: ${found.reason}` }
  if (found.kind === 'unknown') return { kind: 'unknown', reason: found.reason }
  return found.value === null ? again : { kind: 'done', value: found.value }
}
