// A further try of a debit on a later day. It is stored before the call; where the answer is lost, it is looked up and ordered again
// for the same day, until its time is over. A day that was missed is dropped.
import type { Transaction } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Outcome } from '#psp/port.ts'
import type { ReportedDebit } from '#psp/recurrence/port.ts'
import type { Debit, DebitTry } from '../debit/debit.ts'
import { lockDebit, updateDebit } from '../debit/store.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { retryWindow } from '../schedule/retries.ts'
import { lockRecurrence } from '../store.ts'
import { applyReport } from './apply.ts'
import { allowsRetry, isOpenTry } from './report.ts'

/** Longer than the call takes: where it has not ended by then, its process has died. */
const SENDING_MS = 2 * MINUTE_MS

/** One that was ordered here, and that the PSP has not confirmed. */
export const isUnconfirmed = (one: DebitTry): boolean =>
  one.kind === 'NTAG' && one.status === 'SOLICITADA' && one.orderedAt !== null && one.endToEndId === null

/** The same debit with its new try; null: it has moved on meanwhile. */
export function recordRetry(deps: RecurrenceDeps, due: Debit, day: LocalDate): Promise<Debit | null> {
  return deps.db.transaction(async tx => {
    const recurrence = await lockRecurrence(tx, { accountId: due.accountId, id: due.recurrenceId })
    const debit = await lockDebit(tx, due)
    const mayBe = recurrence !== null && debit?.status === 'ATIVA' && allowsRetry(debit, recurrence)
    return mayBe ? recordRetryIn(tx, deps, debit, day) : null
  })
}

/** The debit is locked, and its recurrence permits the try. */
export async function recordRetryIn(
  tx: Transaction,
  { clock }: Pick<RecurrenceDeps, 'clock'>,
  debit: Debit,
  day: LocalDate,
): Promise<Debit> {
  const now = clock()
  const retry: DebitTry = {
    n: debit.tries.length,
    kind: 'NTAG',
    settlesOn: day,
    endToEndId: null,
    status: 'SOLICITADA',
    code: null,
    reason: null,
    orderedAt: now,
  }
  const next = { ...debit, tries: [...debit.tries, retry], settlesOn: day, lookups: 0, updatedAt: now }
  await updateDebit(tx, next, new Date(now.getTime() + SENDING_MS))
  return next
}

/** Sends the order of a try that is stored. */
export async function sendRetry(deps: RecurrenceDeps, debit: Debit, day: LocalDate): Promise<Outcome<ReportedDebit>> {
  const { recurrences } = await deps.psps.psp(debit.pspAccountId)
  if (recurrences === undefined) return { kind: 'unknown', reason: 'this PSP does no recurring PIX', unsent: true }
  const outcome = await recurrences.retryDebit(debit.txid, day)
  if (outcome.kind === 'done') await applyReport(deps, debit, outcome.value)
  if (outcome.kind === 'refused')
    await endRetry(deps, debit, day, { status: 'REJEITADA', code: outcome.code, reason: outcome.reason })
  return outcome
}

type RetryEnd = Pick<DebitTry, 'status' | 'code' | 'reason'>

/** The PSP does not have it: it was refused, or its time is over. */
async function endRetry(
  deps: RecurrenceDeps,
  { accountId, id, recurrenceId }: Debit,
  day: LocalDate,
  end: RetryEnd,
): Promise<void> {
  await deps.db.transaction(async tx => {
    await lockRecurrence(tx, { accountId, id: recurrenceId })
    const debit = await lockDebit(tx, { accountId, id })
    if (debit === null) return
    const isIt = (one: DebitTry) => isUnconfirmed(one) && one.settlesOn === day
    if (!debit.tries.some(isIt)) return
    const now = deps.clock()
    const tries = debit.tries.map(one => (isIt(one) ? { ...one, ...end } : one))
    const plannedRetries = debit.plannedRetries.filter(planned => planned > day)
    await updateDebit(tx, { ...debit, tries, plannedRetries, lookups: 0, updatedAt: now }, now)
  })
}

/** A try that was ordered and is not confirmed: it is ordered again as long as that makes sense. False where it is dropped. */
export async function resendRetry(deps: RecurrenceDeps, debit: Debit): Promise<boolean> {
  const retry = debit.tries.find(isUnconfirmed)
  if (retry === undefined) return true
  const before = debit.tries.filter(one => !isOpenTry(one)).at(-1)?.settlesOn ?? debit.dueOn
  if (retryWindow(retry.settlesOn, before).closes > deps.clock()) {
    const outcome = await sendRetry(deps, debit, retry.settlesOn)
    return outcome.kind !== 'unknown'
  }
  await endRetry(deps, debit, retry.settlesOn, { status: 'CANCELADA', code: null, reason: 'A ordem não chegou ao PSP' })
  return true
}
