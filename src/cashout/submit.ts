// Sends a cashout to the PSP. The attempt has been committed by then (attempt.ts); the PSP is called between two
// transactions, and its answer is noted in the second: an end settles, anything else is asked about later (inquire.ts).
import type { Database } from '#db/postgres.ts'
import { normalisePixKey } from '#kernel/pix-key.ts'
import { type Clock, HOUR_MS } from '#kernel/time.ts'
import type { Outbox } from '#notification/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Outcome, Payout, PayoutAsk } from '#psp/port.ts'
import type { Sent } from './attempt.ts'
import { type Attempt, noteProgress, type Progress } from './attempt-store.ts'
import type { Cashout, CashoutKey } from './cashout.ts'
import { bookReturns } from './returned.ts'
import type { Settlement } from './settle.ts'

export interface SubmitNeeds {
  db: Database
  outbox: Outbox
  psps: Pick<PspDirectory, 'payOut' | 'rests'>
  clock: Clock
  /** commitAttempts and settleCashouts, for one among others. */
  commitAttempt: (key: CashoutKey) => Promise<Sent | null>
  settle: (settlement: Settlement) => Promise<void>
  /** Rings when a cashout cannot go on before the operator has acted. */
  alarm: (said: string, known: object) => void
  /** How long after each answer that was no end the PSP is asked again. */
  lookupWaitsMs: number[]
  pspTimeoutMs: number
}

/** A requested cashout to the PSP, and to where its first answer takes it. */
export async function submitCashout(needs: SubmitNeeds, cashout: Cashout): Promise<void> {
  if (normalisePixKey(cashout.pixKeyType, cashout.pixKey) === null) return needs.settle(neverSent(cashout))
  const sent = await needs.commitAttempt(cashout)
  if (sent !== null) await callPsp(needs, sent)
}

const neverSent = (cashout: Cashout): Settlement => ({
  key: cashout,
  payoutId: null,
  result: {
    state: 'failed',
    code: 'INVALID_PIX_KEY',
    reason: `No PIX key of type ${cashout.pixKeyType} can be that`,
  },
})

/** Calls the PSP for an attempt that has been committed, and notes the answer. */
async function callPsp(needs: SubmitNeeds, { attempt, cashout }: Sent): Promise<void> {
  const payOut = await needs.psps.payOut(attempt.pspAccountId)
  const answer = await payOut.submit(askOf(cashout, attempt.payoutId))
  await noteAnswer(needs, { ...attempt, lookups: 0 }, answer, { scheduled: false, mayGo: true })
}

export function askOf(cashout: Cashout, payoutId: string): PayoutAsk {
  return {
    payoutId,
    amount: cashout.net,
    // What cannot exist never came this far.
    pixKey: normalisePixKey(cashout.pixKeyType, cashout.pixKey) ?? cashout.pixKey,
    pixKeyType: cashout.pixKeyType,
    ...(cashout.holderDocument !== null && { holderDocument: cashout.holderDocument }),
    ...(cashout.description !== null && { description: cashout.description }),
  }
}

/** How an answer was got. */
export interface Asking {
  /** Its time had come: only that counts, so that a burst of callbacks cannot hurry the ladder. */
  scheduled: boolean
  /** It answers a sending before which nothing was out: should it never have left the house either, it may be repeated. */
  mayGo?: boolean
}

/** A definite answer settles, and what came back of it is credited; anything else is asked about later. */
export async function noteAnswer(
  needs: SubmitNeeds,
  attempt: Attempt & { lookups: number },
  outcome: Outcome<Payout>,
  asking: Asking,
): Promise<void> {
  const result = definite(outcome)
  if (result === null) return askLater(needs, attempt, outcome, asking)
  const key = { accountId: attempt.accountId, id: attempt.id }
  await needs.settle({ key, payoutId: attempt.payoutId, result })
  if (outcome.kind !== 'done' || result.state !== 'paid' || outcome.value.returns.length === 0) return
  await bookReturns(needs, { key, pspAccountId: attempt.pspAccountId, returns: outcome.value.returns })
}

async function askLater(
  needs: SubmitNeeds,
  attempt: Attempt & { lookups: number },
  outcome: Outcome<Payout>,
  { scheduled, mayGo = false }: Asking,
): Promise<void> {
  const { accountId, id, payoutId, pspAccountId } = attempt
  if (outcome.kind === 'unknown' && outcome.alarm)
    needs.alarm('a cashout waits for the operator', { accountId, id, payoutId, pspAccountId, reason: outcome.reason })
  const now = needs.clock()
  const waitMs = needs.lookupWaitsMs[attempt.lookups + (scheduled ? 1 : 0)] ?? HOUR_MS
  const progress = {
    outcome: stageOf(outcome, mayGo),
    detail: outcome.kind === 'done' ? null : outcome.reason,
    scheduled,
    dueAt: new Date(now.getTime() + waitMs),
  }
  await needs.db.transaction(tx => noteProgress(tx, attempt, progress, now))
}

function stageOf(outcome: Outcome<Payout>, mayGo: boolean): Progress['outcome'] {
  if (outcome.kind === 'done') return 'accepted'
  return mayGo && outcome.kind === 'unknown' && outcome.unsent === true ? 'asked' : 'unknown'
}

function definite(outcome: Outcome<Payout>) {
  if (outcome.kind === 'refused') return { state: 'failed' as const, code: outcome.code, reason: outcome.reason }
  if (outcome.kind === 'unknown' || outcome.value.state === 'processing') return null
  const { state, amount, endToEndId, pixKey, failure } = outcome.value
  return state === 'paid'
    ? { state, amount, endToEndId, pixKey }
    : { state, code: failure?.code ?? 'REFUSED', reason: failure?.reason ?? 'Refused by the bank' }
}
