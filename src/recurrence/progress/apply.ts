// What the PSP says of a debit is applied: the network first, then one transaction. Money that it names is booked before anything else,
// through the sales. The same again changes nothing.
import type { Transaction } from '#db/postgres.ts'
import { ZERO } from '#kernel/money.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { ReportedDebit } from '#psp/recurrence/port.ts'
import { aboutRecurrenceOf, type Debit, hasEnded, moved } from '../debit/debit.ts'
import { saleTermsOf } from '../debit/order-terms.ts'
import { findSellerState, lockDebit, updateDebit } from '../debit/store.ts'
import { writeDebit } from '../debit/write.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { termsOf } from '../schedule/next-cycle.ts'
import { planNext } from '../schedule/plan.ts'
import { nextPollAt, paidWithoutMoneyWaitMs, withoutEndAt } from '../schedule/poll-times.ts'
import { nextRetry, plannedRetries, retryWindow } from '../schedule/retries.ts'
import { nextPlannedAt, settlementDayOf } from '../schedule/window.ts'
import { findRecurrence, lockRecurrence } from '../store.ts'
import { allowsRetry, judge, lastTryOn, type Verdict } from './report.ts'

/** The debit as it is after that. */
export type AppliedDebit = { debit: Debit } | { later: string; isAbsent?: true }

export async function applyDebit(deps: RecurrenceDeps, debit: Debit): Promise<AppliedDebit> {
  const { recurrences } = await deps.psps.psp(debit.pspAccountId)
  if (recurrences === undefined) return { later: 'this PSP does no recurring PIX' }
  const found = await recurrences.findDebit(debit.txid)
  if (found.kind !== 'done') return { later: found.reason }
  if (found.value === null) return { later: 'the PSP does not know the debit', isAbsent: true }
  return applyReport(deps, debit, found.value)
}

export async function applyReport(deps: RecurrenceDeps, debit: Debit, report: ReportedDebit): Promise<AppliedDebit> {
  const recurrence = await findRecurrence(deps.db, debit.accountId, { number: debit.recurrenceId })
  if (recurrence?.idRec !== report.idRec) return refuseForeign(deps, debit, report)
  if (debit.status === 'PLANEJADA' || debit.terms === null) await recordOrdered(deps, debit, report)
  const isConcluded = report.state === 'CONCLUIDA'
  const payments = report.payments.map(payment => ({ ...payment, txid: payment.txid ?? report.txid }))
  if (payments.length > 0) await deps.sales.book(debit.pspAccountId, payments, isConcluded)
  else if (isConcluded && debit.status !== 'CONCLUIDA') await lookUpPaid(deps, debit, report)
  const { next, pendingDeliveries } = await deps.db.transaction(tx => write(tx, deps, debit, report))
  deps.outbox.send(pendingDeliveries)
  return { debit: next }
}

function refuseForeign({ alerts }: RecurrenceDeps, debit: Debit, { idRec }: ReportedDebit): AppliedDebit {
  const params = {
    accountId: debit.accountId,
    txid: debit.txid,
    pspAccountId: debit.pspAccountId,
    ours: debit.status,
    theirs: idRec,
  }
  alerts.raiseOnce('DEBIT_CONFLICT', params, aboutRecurrenceOf(debit), debit.txid)
  return { later: 'the PSP has a debit of another recurrence under this txid' }
}

/** It is paid, and the answer names no payment: the try that is paid names the Pix. */
async function lookUpPaid({ sales }: RecurrenceDeps, { pspAccountId }: Debit, { tries }: ReportedDebit): Promise<void> {
  const endToEndId = tries.find(({ state }) => state === 'PAGA')?.endToEndId ?? null
  if (endToEndId !== null) await sales.lookUp(pspAccountId, endToEndId)
}

const FREE = { fee: ZERO, reserve: ZERO, reserveDays: 0 }

/** The PSP has an order that this database has forgotten: it is as if it had just been sent, with the amount that the PSP has. */
export async function recordOrdered(
  deps: RecurrenceDeps,
  { accountId, id, recurrenceId, pspAccountId }: Debit,
  report: ReportedDebit,
): Promise<void> {
  const wasForgotten = await deps.db.transaction(async tx => {
    const recurrence = await lockRecurrence(tx, { accountId, id: recurrenceId })
    const debit = await lockDebit(tx, { accountId, id })
    if (recurrence === null || debit === null) return false
    const isForgotten = debit.status === 'PLANEJADA' || (debit.status === 'CANCELADA' && debit.terms === null)
    if (!isForgotten) return false
    const now = deps.clock()
    const terms = saleTermsOf(report.amount, await findSellerState(tx, debit)) ?? FREE
    const known = { ...debit, amount: report.amount, terms, sentAt: debit.sentAt ?? now }
    if (debit.status === 'CANCELADA') await updateDebit(tx, known, null)
    else await updateDebit(tx, moved(known, 'ENVIANDO', now, scheduleOf(known, report, recurrence)), now)
    return true
  })
  // The order was committed before it was sent.
  if (wasForgotten) await deps.forgotten(pspAccountId, 1)
}

/** Where the order is not sure yet, the days are those that the PSP has. */
function scheduleOf(debit: Debit, { dueOn }: ReportedDebit, recurrence: Recurrence): Partial<Debit> {
  const firstDueOn = dueOn < debit.firstDueOn ? dueOn : debit.firstDueOn
  const settlesOn = settlementDayOf(dueOn, debit.adjustsToBusinessDay)
  const { cycle } = debit
  return { firstDueOn, dueOn, settlesOn, plannedRetries: plannedRetries(recurrence, { cycle, dueOn, settlesOn }) }
}

interface Written {
  next: Debit
  pendingDeliveries: PendingDeliveries
}

async function write(
  tx: Transaction,
  deps: RecurrenceDeps,
  { accountId, id, recurrenceId }: Debit,
  report: ReportedDebit,
): Promise<Written> {
  const recurrence = await lockRecurrence(tx, { accountId, id: recurrenceId })
  const locked = await lockDebit(tx, { accountId, id })
  if (recurrence === null || locked === null) throw new Error(`the debit ${accountId}/${id} is gone`)
  const now = deps.clock()
  const debit = await asAtPsp(tx, locked, report, recurrence)
  const verdict = judge(debit, report, recurrence, now)
  raiseTrouble(deps, verdict, report, now)
  const lookups = verdict.awaitsMoney ? debit.lookups + 1 : 0
  const dueAt = nextWorkAt({ ...verdict, debit: { ...verdict.debit, lookups } }, recurrence, now)
  const written = await writeDebit(tx, deps, locked, recurrence, {
    ...verdict,
    debit: { ...verdict.debit, lookups },
    dueAt,
  })
  const missed = isTimeToPlan(written.debit, recurrence, now) ? await planNext(tx, deps, recurrence) : []
  const pendingDeliveries = await deps.outbox.write(tx, [...written.events, ...missed], now)
  return { next: written.debit, pendingDeliveries: pendingDeliveries.flat() }
}

/** An order that is not sure yet may stand at the PSP with another amount or day: a database that was restored has forgotten that. */
async function asAtPsp(tx: Transaction, debit: Debit, report: ReportedDebit, recurrence: Recurrence): Promise<Debit> {
  if (debit.status !== 'ENVIANDO') return debit
  const days = report.dueOn === debit.dueOn ? {} : scheduleOf(debit, report, recurrence)
  if (report.amount === debit.amount) return { ...debit, ...days }
  const terms = saleTermsOf(report.amount, await findSellerState(tx, debit)) ?? FREE
  return { ...debit, ...days, amount: report.amount, terms }
}

const isTimeToPlan = ({ status, origin, cycle, dueOn }: Debit, recurrence: Recurrence, now: Date): boolean =>
  hasEnded(status) || (origin === 'AUTOMATICA' && now >= nextPlannedAt(termsOf(recurrence), cycle, dueOn))

/** When the debit owes work again: a look at the PSP, the order of a retry, the planning of the next cycle. */
function nextWorkAt({ debit, awaitsMoney }: Verdict, recurrence: Recurrence, now: Date): Date | null {
  if (awaitsMoney && debit.status !== 'CANCELADA')
    return new Date(now.getTime() + paidWithoutMoneyWaitMs(debit.lookups))
  if (hasEnded(debit.status)) return null
  const { txid, sentAt, dueOn } = debit
  const times = [nextPollAt({ txid, sentAt: sentAt ?? now, settlesOn: debit.settlesOn ?? dueOn }, now)]
  const retry = retryDueOf(debit, recurrence, now)
  if (retry !== null) times.push(retry.opens > now ? retry.opens : now)
  if (debit.cancelRequestedAt !== null) times.push(new Date(now.getTime() + MINUTE_MS))
  if (debit.origin === 'AUTOMATICA') {
    const planning = nextPlannedAt(termsOf(recurrence), debit.cycle, dueOn)
    if (planning > now) times.push(planning)
  }
  return new Date(Math.min(...times.map(time => time.getTime())))
}

/** The next planned retry of a debit whose tries have failed, and when it is ordered. */
export function retryDueOf(debit: Debit, recurrence: Recurrence, now: Date) {
  if (debit.status !== 'ATIVA' || debit.tries.length === 0 || !allowsRetry(debit, recurrence)) return null
  const last = lastTryOn(debit)
  const day = nextRetry(debit.plannedRetries, last, now)
  return day === null ? null : { day, ...retryWindow(day, last) }
}

const RAISED_AFTER_LOOKUPS = 6

function raiseTrouble(
  { alerts }: RecurrenceDeps,
  { debit, awaitsMoney, isConflict }: Verdict,
  report: ReportedDebit,
  now: Date,
): void {
  const { accountId, pspAccountId, txid, status, dueOn } = debit
  const params = { accountId, txid, pspAccountId }
  const subject = aboutRecurrenceOf(debit)
  if (isConflict) alerts.raiseOnce('DEBIT_CONFLICT', { ...params, ours: status, theirs: report.state }, subject, txid)
  if (awaitsMoney && debit.lookups + 1 > RAISED_AFTER_LOOKUPS)
    alerts.raiseOnce('DEBIT_WITHOUT_MONEY', params, subject, txid)
  if (!hasEnded(status) && now >= withoutEndAt(dueOn)) alerts.raiseOnce('DEBIT_WITHOUT_END', params, subject, txid)
}
