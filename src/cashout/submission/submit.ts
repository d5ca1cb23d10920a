// Sends a cashout to the PSP. The attempt has been committed by then (attempt.ts); the PSP is called between two transactions,
// and its answer is recorded in the second: an end settles, anything else is polled later (poll-status.ts).

import { about } from '#kernel/alert-subject.ts'
import { pspCode } from '#kernel/payment-failure.ts'
import { normalisePixKey } from '#kernel/pix/pix-key.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { Outcome, PayOut, Payout, PayoutRequest } from '#psp/port.ts'
import type { Cashout } from '../cashout.ts'
import type { Submission } from '../deps.ts'
import { bookReturns } from '../settlement/returns.ts'
import type { Settlement } from '../settlement/settle.ts'
import type { CommittedAttempt } from './attempt.ts'
import type { Attempt, FoundAttempt, Progress } from './attempt-store.ts'

/** Submits a requested cashout, and acts on the first answer of the PSP. Answers which PSP account was called. */
export async function submitCashout(deps: Submission, cashout: Cashout): Promise<number | null> {
  if (normalisePixKey(cashout.pixKeyType, cashout.pixKey) === null) {
    await deps.settle(neverSent(cashout, invalidKey(cashout)))
    return null
  }
  const sent = await deps.commitAttempt(cashout)
  if (sent === null) return null
  if ('refused' in sent) {
    await deps.settle(neverSent(cashout, sent.refused))
    return null
  }
  await callPsp(deps, sent)
  return sent.attempt.pspAccountId
}

/** If another process has sent it meanwhile, this answer is not about that call. */
const neverSent = (cashout: Cashout, result: Settlement['result']): Settlement => ({
  key: cashout,
  payoutId: null,
  result,
})

const invalidKey = ({ pixKeyType }: Cashout): Settlement['result'] => ({
  state: 'failed',
  code: 'INVALID_PIX_KEY',
  reason: `No PIX key of type ${pixKeyType} can be that`,
})

/** Calls the PSP for a committed attempt, and records the answer. */
async function callPsp(deps: Submission, { attempt, cashout, maybeSentBefore }: CommittedAttempt): Promise<void> {
  const payOut = await deps.psps.payOut(attempt.pspAccountId)
  const before = maybeSentBefore ? await askBefore(payOut, attempt.payoutId) : null
  const answer = before ?? (await payOut.submit(requestOf(cashout, attempt.payoutId)))
  await recordAnswer(deps, { ...attempt, lookups: 0 }, answer, { scheduled: false, mayGo: true })
}

/**
 * A payout that may have been sent before is looked up before it is sent, where the PSP offers that. null: it may go. Otherwise
 * what the PSP answers about it, or that it could not be asked and nothing left the gateway this time.
 */
export async function askBefore(payOut: PayOut, payoutId: string): Promise<Outcome<Payout> | null> {
  if (!payOut.capabilities.lookup) return null
  const found = await payOut.find(payoutId)
  if (found.kind === 'done') return found.value === null ? null : { kind: 'done', value: found.value }
  const reason = found.kind === 'refused' ? `${found.code}: ${found.reason}` : found.reason
  return { kind: 'unknown', reason, unsent: true }
}

export function requestOf(cashout: Cashout, payoutId: string): PayoutRequest {
  return {
    payoutId,
    amount: cashout.net,
    // A cashout with an invalid key is refused before this.
    pixKey: normalisePixKey(cashout.pixKeyType, cashout.pixKey) ?? cashout.pixKey,
    pixKeyType: cashout.pixKeyType,
    ...(cashout.holderDocument !== null && { holderDocument: cashout.holderDocument }),
    ...(cashout.description !== null && { description: cashout.description }),
  }
}

/** How an answer was obtained. */
export interface Asking {
  /** The poll was due: only such polls count, so that a burst of callbacks cannot shorten the delays. */
  scheduled: boolean
  /** The answer to a sending before which nothing had left: should it not have left either, it may be repeated. */
  mayGo?: boolean
}

/** An attempt with its history so far; one that was just sent for the first time has none. */
export type Asked = Attempt & { lookups: number } & Partial<Pick<FoundAttempt, 'createdAt' | 'askedAt'>>

/** A definite answer settles, and its returns are credited; anything else is polled later. */
export async function recordAnswer(deps: Submission, attempt: Asked, outcome: Recorded, asking: Asking): Promise<void> {
  const result = definite(outcome)
  if (result === null) return askLater(deps, attempt, outcome, asking)
  const key = { accountId: attempt.accountId, id: attempt.id }
  await deps.settle({ key, payoutId: attempt.payoutId, result })
  if (outcome.kind !== 'done' || result.state !== 'paid' || outcome.value.returns.length === 0) return
  await bookReturns(deps, { key, pspAccountId: attempt.pspAccountId, returns: outcome.value.returns })
}

async function askLater(
  deps: Submission,
  attempt: Asked,
  outcome: Recorded,
  { scheduled, mayGo = false }: Asking,
): Promise<void> {
  const { accountId, id, payoutId, pspAccountId } = attempt
  const params = { accountId, id, payoutId, pspAccountId }
  if (outcome.kind === 'unknown' && outcome.alert)
    deps.alerts.raise('CASHOUT_BLOCKED_AT_PSP', { ...params, reason: outcome.reason }, about('cashout', attempt))
  const now = deps.clock()
  if (isOverdue(attempt, now)) deps.alerts.raise('CASHOUT_WITHOUT_END', params, about('cashout', attempt))
  const waitMs = deps.lookupWaitsMs[attempt.lookups + (scheduled ? 1 : 0)] ?? HOUR_MS
  const progress = {
    outcome: stageOf(outcome, mayGo),
    detail: outcome.kind === 'done' ? null : outcome.reason,
    scheduled,
    fruitless: fruitlessBy(outcome, mayGo),
    dueAt: new Date(Math.min(now.getTime() + waitMs, overdueMs(attempt, now))),
  }
  await deps.record({ attempt, progress, at: now })
}

/** When an alert is due about an attempt without an end. */
const OVERDUE_MS = HOUR_MS

/** Once: at the first answer after that moment. */
function isOverdue({ createdAt, askedAt }: Asked, now: Date): boolean {
  if (createdAt === undefined || askedAt === undefined) return false
  const atMs = createdAt.getTime() + OVERDUE_MS
  return askedAt.getTime() < atMs && now.getTime() >= atMs
}

/** No lookup is scheduled beyond that moment while it lies ahead. */
function overdueMs({ createdAt }: Asked, now: Date): number {
  const atMs = (createdAt ?? now).getTime() + OVERDUE_MS
  return atMs > now.getTime() ? atMs : Number.POSITIVE_INFINITY
}

function stageOf(outcome: Outcome<Payout>, mayGo: boolean): Progress['outcome'] {
  if (outcome.kind === 'done') return 'accepted'
  return mayGo && outcome.kind === 'unknown' && outcome.unsent === true ? 'asked' : 'unknown'
}

/** The outcome may also be unknown because the PSP answered the lookup: it does not know the id. */
export type Recorded = Outcome<Payout> & { absent?: true }

function fruitlessBy(outcome: Recorded, mayGo: boolean): Progress['fruitless'] {
  if (stageOf(outcome, mayGo) !== 'unknown') return null
  return outcome.absent === true ? 'absent' : 'unknown'
}

function definite(outcome: Outcome<Payout>): Settlement['result'] | null {
  if (outcome.kind === 'refused')
    return { state: 'failed' as const, code: pspCode(outcome.code), reason: outcome.reason }
  if (outcome.kind === 'unknown' || outcome.value.state === 'processing') return null
  const { state, amount, endToEndId, pixKey, recipient, failure } = outcome.value
  return state === 'paid'
    ? { state, amount, endToEndId, pixKey, ...(recipient && { recipient }) }
    : { state, ...refusedWith(failure) }
}

const refusedWith = (failure: Payout['failure']) =>
  failure === undefined
    ? { code: 'REFUSED' as const, reason: 'Refused by the bank' }
    : { code: pspCode(failure.code), reason: failure.reason }
