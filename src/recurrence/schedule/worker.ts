// The debits that owe work: their order, a look at the PSP, a retry, a cancellation. In lanes by PSP account, so that a slow PSP delays no
// debit of another.
import { type DueLanes, startDueLanes } from '#db/queue/due-lanes.ts'
import { owedIn } from '#db/queue/owed.ts'
import { Failure } from '#kernel/failure.ts'
import { later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { cancelAtPsp } from '../debit/cancel.ts'
import { aboutRecurrenceOf, type Debit, hasEnded } from '../debit/debit.ts'
import { findDebit, findSellerState, leaseDueDebits, putOffDebit, recordLookup } from '../debit/store.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { type AppliedDebit, applyDebit, retryDueOf } from '../progress/apply.ts'
import { hasFailedTry } from '../progress/report.ts'
import { recordRetry, resendRetry, sendRetry } from '../progress/retry.ts'
import { findRecurrence } from '../store.ts'
import { orderDebit, resumeOrder } from './order.ts'
import { backoffMs } from './poll-times.ts'

const LEASE_MS = 2 * MINUTE_MS

export function startDebitWork(deps: RecurrenceDeps): DueLanes<Debit> {
  const { db, clock, log } = deps
  return startDueLanes<Debit>({
    name: 'debits',
    everyMs: SECOND_MS,
    batch: 20,
    max: 4,
    maxHeld: 40,
    log,
    owed: owedIn('debit', deps),
    lease(limit, except) {
      const now = clock()
      return leaseDueDebits(db, { now, until: later(now, LEASE_MS), limit, except })
    },
    keyOf: ({ accountId, id }) => `${accountId}/${id}`,
    laneOf: ({ pspAccountId }) => pspAccountId,
    work: debit => workOn(deps, debit),
    failed: (error, { uuid }) => log.error({ err: error, debit: uuid }, 'the due work of a debit failed'),
  })
}

async function workOn(deps: RecurrenceDeps, debit: Debit): Promise<void> {
  const recurrence = await findRecurrence(deps.db, debit.accountId, { number: debit.recurrenceId })
  if (recurrence === null) throw new Error(`the recurrence of the debit ${debit.uuid} is gone`)
  if (debit.status === 'PLANEJADA') return orderDebit(deps, debit, recurrence)
  if (debit.status === 'ENVIANDO') return resumeOrder(deps, debit, recurrence)
  if (debit.cancelRequestedAt !== null && !hasFailedTry(debit) && !deps.paused()) await cancelWanted(deps, debit)
  const applied = await applyDebit(deps, debit)
  if ('later' in applied) return putOff(deps, debit, applied)
  await tryAgain(deps, applied.debit)
}

/** Its seller was told that it is asked for: that it was in vain is told as well. */
async function cancelWanted(deps: RecurrenceDeps, debit: Debit): Promise<void> {
  const outcome = await cancelAtPsp(deps, debit)
  if (!(outcome instanceof Failure)) return
  // It may have ended otherwise meanwhile.
  const current = await findDebit(deps.db, debit.accountId, debit.txid)
  if (current === null || hasEnded(current.status)) return
  const { accountId, pspAccountId, txid } = debit
  const params = { accountId, txid, pspAccountId, reason: outcome.message }
  deps.alerts.raiseOnce('DEBIT_NOT_CANCELLED', params, aboutRecurrenceOf(debit), txid)
}

async function putOff(
  deps: RecurrenceDeps,
  debit: Debit,
  { isAbsent }: Extract<AppliedDebit, { later: string }>,
): Promise<void> {
  const { accountId, pspAccountId, txid, lookups, cancelRequestedAt } = debit
  if (isAbsent)
    deps.alerts.raiseOnce('DEBIT_NOT_FOUND', { accountId, txid, pspAccountId }, aboutRecurrenceOf(debit), txid)
  const waitMs = backoffMs(lookups)
  // A cancellation has an hour by which it is made or not.
  const isUrgent = cancelRequestedAt !== null
  await recordLookup(deps.db, debit, later(deps.clock(), isUrgent ? Math.min(waitMs, MAX_WAIT_MS) : waitMs))
}

/** A retry whose time has come is ordered; one whose order got lost is ordered again. */
async function tryAgain(deps: RecurrenceDeps, debit: Debit): Promise<void> {
  if (debit.status !== 'ATIVA' || deps.paused()) return
  if (!(await resendRetry(deps, debit))) return putOffRetry(deps, debit)
  const recurrence = await findRecurrence(deps.db, debit.accountId, { number: debit.recurrenceId })
  const due = recurrence === null ? null : retryDueOf(debit, recurrence, deps.clock())
  if (due === null || due.opens > deps.clock()) return
  if (!(await findSellerState(deps.db, debit)).isActive) return waitForSeller(deps, debit)
  const ordered = await recordRetry(deps, debit, due.day)
  if (ordered === null) return
  const outcome = await sendRetry(deps, ordered, due.day)
  if (outcome.kind === 'unknown') await putOffRetry(deps, ordered)
}

const MAX_WAIT_MS = 15 * MINUTE_MS

/** Nothing more is asked of payers for a seller who is stopped. A day that passes meanwhile is dropped. */
async function waitForSeller({ db, clock }: RecurrenceDeps, debit: Debit): Promise<void> {
  await putOffDebit(db, debit, later(clock(), MAX_WAIT_MS))
}

async function putOffRetry(deps: RecurrenceDeps, debit: Debit): Promise<void> {
  const waitMs = Math.min(backoffMs(debit.lookups), MAX_WAIT_MS)
  await recordLookup(deps.db, debit, new Date(deps.clock().getTime() + waitMs))
}
