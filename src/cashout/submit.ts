// Sends a cashout to the PSP. First PROCESSING and the attempt, with the id that the PSP will know, are committed under the
// cashout's lock, which is also what makes cancelling impossible from then on; only then is the PSP called, and its answer
// noted in a second transaction. A crash in between leaves an attempt that is looked up, never one that is sent blind.
import type { Database, Transaction } from '#db/postgres.ts'
import { mintPspId } from '#kernel/ids.ts'
import { normalisePixKey } from '#kernel/pix-key.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Outbox } from '#notification/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Outcome, Payout, PayoutAsk } from '#psp/port.ts'
import { type Attempt, findPayOutAccounts, insertAttempts, noteProgress } from './attempt-store.ts'
import { type Cashout, type CashoutKey, moved } from './cashout.ts'
import { type SettleNeeds, settleCashouts } from './settle.ts'
import { findTerms, lockCashouts, updateCashouts } from './store.ts'
import { factOf } from './wire.ts'

export interface SubmitNeeds extends SettleNeeds {
  db: Database
  outbox: Outbox
  psps: PspDirectory
  clock: Clock
  random: RandomBytes
  /** How long after each answer that was no end the PSP is asked again. */
  lookupWaitsMs: number[]
  pspTimeoutMs: number
}

export interface Sent {
  attempt: Attempt
  cashout: Cashout
}

/** Commits the attempts of those cashouts that are still only requested. The rest has been taken by somebody else. */
export async function commitAttempts(needs: SubmitNeeds, keys: CashoutKey[]): Promise<Sent[]> {
  const { sent, born } = await needs.db.transaction(async tx => {
    const now = needs.clock()
    const waiting = (await lockCashouts(tx, keys)).filter(cashout => cashout.state === 'requested')
    const accounts = await findPayOutAccounts(
      tx,
      waiting.map(cashout => cashout.accountId),
    )
    const sent = waiting.flatMap(cashout => begin(needs, cashout, accounts.get(cashout.accountId), now) ?? [])
    if (sent.length === 0) return { sent, born: [] }
    await insertAttempts(
      tx,
      sent.map(one => one.attempt),
      now,
    )
    // Should this process die now, the cashout is looked up, at the earliest when its call must have ended.
    await updateCashouts(
      tx,
      sent.map(one => one.cashout),
      new Date(now.getTime() + needs.pspTimeoutMs + FIRST_LOOKUP_MS),
    )
    return { sent, born: await tell(needs, tx, sent, now) }
  })
  needs.outbox.send(born)
  return sent
}

const FIRST_LOOKUP_MS = 1_000

/** null while the account has no PSP that pays out: the cashout waits. */
function begin(needs: SubmitNeeds, cashout: Cashout, pspAccountId: number | undefined, now: Date): Sent | null {
  if (pspAccountId === undefined) return null
  const payoutId = mintPspId(cashout.accountId, needs.random)
  return {
    attempt: { accountId: cashout.accountId, id: cashout.id, payoutId, pspAccountId },
    cashout: moved(cashout, 'submitted', now, { payoutId }),
  }
}

async function tell(needs: SubmitNeeds, tx: Transaction, sent: Sent[], now: Date) {
  const terms = await findTerms(
    tx,
    sent.map(({ cashout }) => cashout.accountId),
  )
  const facts = sent.flatMap(({ cashout }) => {
    const own = terms.get(cashout.accountId)
    return own === undefined ? [] : factOf(cashout, own.holder)
  })
  return (await needs.outbox.write(tx, facts, now)).flat()
}

/** Requested cashouts to the PSP, each to where its first answer takes it. */
export async function submitCashouts(needs: SubmitNeeds, cashouts: Cashout[]): Promise<void> {
  const [possible, impossible] = split(
    cashouts,
    cashout => normalisePixKey(cashout.pixKeyType, cashout.pixKey) !== null,
  )
  await settleCashouts(needs, impossible.map(neverSent))
  const sent = possible.length === 0 ? [] : await commitAttempts(needs, possible)
  await Promise.all(sent.map(one => callPsp(needs, one)))
}

const neverSent = (cashout: Cashout) => ({
  key: cashout,
  payoutId: null,
  result: {
    state: 'failed' as const,
    code: 'INVALID_PIX_KEY',
    reason: `No PIX key of type ${cashout.pixKeyType} can be that`,
  },
})

/** Calls the PSP for an attempt that has been committed, and notes the answer. */
export async function callPsp(needs: SubmitNeeds, { attempt, cashout }: Sent): Promise<void> {
  const payOut = await needs.psps.payOut(attempt.pspAccountId)
  await noteAnswer(needs, { ...attempt, lookups: 0 }, await payOut.submit(askOf(cashout, attempt.payoutId)), false)
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

/** A definite answer settles; anything else is asked about later. `lookup` says that we asked, rather than sent. */
export async function noteAnswer(
  needs: SubmitNeeds,
  attempt: Attempt & { lookups: number },
  outcome: Outcome<Payout>,
  lookup: boolean,
): Promise<void> {
  const result = definite(outcome)
  if (result !== null) {
    const key = { accountId: attempt.accountId, id: attempt.id }
    await settleCashouts(needs, [{ key, payoutId: attempt.payoutId, result }])
    return
  }
  const now = needs.clock()
  const waitMs = needs.lookupWaitsMs[attempt.lookups + (lookup ? 1 : 0)] ?? HOURLY_MS
  await noteProgress(needs.db, attempt, {
    outcome: outcome.kind === 'done' ? 'accepted' : 'unknown',
    detail: outcome.kind === 'done' ? null : outcome.reason,
    lookup,
    dueAt: new Date(now.getTime() + waitMs),
    now,
  })
}

const HOURLY_MS = 3_600_000

function definite(outcome: Outcome<Payout>) {
  if (outcome.kind === 'refused') return { state: 'failed' as const, code: outcome.code, reason: outcome.reason }
  if (outcome.kind === 'unknown' || outcome.value.state === 'processing') return null
  const { state, amount, endToEndId, failure } = outcome.value
  return state === 'paid'
    ? { state, amount, endToEndId }
    : { state, code: failure?.code ?? 'REFUSED', reason: failure?.reason ?? 'Refused by the bank' }
}

function split<T>(all: T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter(one => !test(one))]
}
