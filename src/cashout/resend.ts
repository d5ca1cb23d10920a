// Sends the same payout id once more. The second sending never says more about the first than a lookup does: its refusal
// ends the cashout only if the PSP knows of neither.
import type { Outcome, PayOut, Payout } from '#psp/port.ts'
import { claimSending, type FoundAttempt } from './attempt-store.ts'
import type { Cashout } from './cashout.ts'
import { findCashout } from './store.ts'
import { askOf, noteAnswer, type SubmitNeeds } from './submit.ts'

/** Where the PSP does not find it and sending it again cannot pay twice. */
export async function sendAgain(needs: SubmitNeeds, attempt: FoundAttempt, cashout: Cashout): Promise<void> {
  const payOut = await needs.psps.payOut(attempt.pspAccountId)
  await noteAnswer(needs, attempt, await submitAgain(payOut, attempt, cashout), { scheduled: true })
}

/**
 * An attempt that may go whatever the PSP is like. Answers whether it was its turn: the right to send it is committed
 * before the call, so that after a crash it is looked up and not sent blind.
 */
export async function sendWaiting(needs: SubmitNeeds, attempt: FoundAttempt): Promise<boolean> {
  const cashout = await findCashout(needs.db, attempt.accountId, { number: attempt.id })
  if (cashout?.state !== 'submitted' || cashout.restored) return false
  if (!(await claimSending(needs.db, attempt, needs.clock()))) return false
  const payOut = await needs.psps.payOut(attempt.pspAccountId)
  await noteAnswer(needs, attempt, await submitAgain(payOut, attempt, cashout), { scheduled: true, mayGo: true })
  return true
}

async function submitAgain(payOut: PayOut, attempt: FoundAttempt, cashout: Cashout): Promise<Outcome<Payout>> {
  const again = await payOut.submit(askOf(cashout, attempt.payoutId))
  if (again.kind !== 'refused') return again
  // The first sending may have arrived late.
  const reason = `${again.code}: ${again.reason}`
  if (!payOut.capabilities.lookup) return { kind: 'unknown', reason }
  const found = await payOut.find(attempt.payoutId)
  if (found.kind === 'refused') return { kind: 'unknown', reason: `${found.code}: ${found.reason}` }
  if (found.kind === 'unknown') return { kind: 'unknown', reason: found.reason }
  return found.value === null ? again : { kind: 'done', value: found.value }
}
