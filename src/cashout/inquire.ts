// Asks the PSP what became of a payout, because a callback hinted at it or because its time has come. An outcome that
// stays unknown is asked again, ever more rarely, with the same id. Where sending that id again can never pay twice, it is
// sent again from the second lookup on that does not find it; elsewhere a person decides.
import type { Outcome, Payout } from '#psp/port.ts'
import { findAttempt, type LiveAttempt } from './attempt-store.ts'
import { findCashout } from './store.ts'
import { askOf, noteAnswer, type SubmitNeeds } from './submit.ts'

/** The lookup of this number, counted from one, is the first that may send again. */
const RESEND_FROM_LOOKUP = 2

/** `scheduled`: its time had come. Otherwise a callback hinted at it, which neither counts as a lookup nor sends again. */
export async function inquire(
  needs: SubmitNeeds,
  accountId: number,
  payoutId: string,
  scheduled: boolean,
): Promise<void> {
  const attempt = await findAttempt(needs.db, accountId, payoutId)
  if (attempt === null) return
  const payOut = await needs.psps.payOut(attempt.pspAccountId)
  const found = await payOut.find(payoutId)
  if (found.kind !== 'done' || found.value !== null) return noteAnswer(needs, attempt, known(found), scheduled)
  if (scheduled && payOut.capabilities.resubmit === 'forever' && attempt.lookups + 1 >= RESEND_FROM_LOOKUP)
    return sendAgain(needs, attempt)
  return noteAnswer(needs, attempt, { kind: 'unknown', reason: 'the PSP does not know the id (yet)' }, scheduled)
}

async function sendAgain(needs: SubmitNeeds, attempt: LiveAttempt): Promise<void> {
  const cashout = await findCashout(needs.db, attempt.accountId, { number: attempt.id })
  if (cashout === null || cashout.state !== 'submitted') return
  const payOut = await needs.psps.payOut(attempt.pspAccountId)
  const again = await payOut.submit(askOf(cashout, attempt.payoutId))
  if (again.kind !== 'refused') return noteAnswer(needs, attempt, again, true)
  // The first sending may have arrived late: the refusal of the second ends the cashout only if the PSP knows of neither.
  const found = await payOut.find(attempt.payoutId)
  const neither = found.kind === 'done' && found.value === null
  return noteAnswer(needs, attempt, neither ? again : known(found), true)
}

// A lookup that is refused judges our question and not the payment: the outcome stays unknown.
function known(found: Outcome<Payout | null>): Outcome<Payout> {
  if (found.kind === 'refused') return { kind: 'unknown', reason: `${found.code}: ${found.reason}` }
  return found as Outcome<Payout>
}
