// What the PSP says of a debit, judged against what our books say: the next form of the debit, and what follows from it. Pure. What has
// ended stays ended; a word that is older than ours changes nothing.
import { dueOf } from '#kernel/calendar/cycles.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import type { ReportedDebit, ReportedTry } from '#psp/recurrence/port.ts'
import { type Debit, type DebitEnd, type DebitStatus, type DebitTry, mayBecome } from '../debit/debit.ts'
import type { Recurrence } from '../recurrence.ts'
import { LAST_RETRY_DAY, MAX_RETRIES, nextRetry, retryWindow } from '../schedule/retries.ts'

export type DebitEventName =
  | 'recurrence.amount_due'
  | 'recurrence.debit_scheduled'
  | 'recurrence.try_failed'
  | 'recurrence.debit_refused'
  | 'recurrence.debit_canceled'
  | 'recurrence.debit_missed'

export interface Verdict {
  debit: Debit
  /** In the order in which they happened. Each is a version of the debit. */
  events: DebitEventName[]
  /** It has failed for good: its sale is refused. */
  isRefused: boolean
  /** The PSP says that it is paid, and no money is booked. */
  awaitsMoney: boolean
  /** The PSP contradicts an end that is booked. */
  isConflict: boolean
}

/** Refusals of a try after which no further one can succeed. */
const NEVER_AGAIN: ReadonlySet<string> = new Set([
  ...['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09'],
  ...['IRNT', 'QUNT', 'NIPA', 'DTNT'],
])

export const isOpenTry = ({ status }: Pick<DebitTry, 'status'>): boolean =>
  status === 'SOLICITADA' || status === 'AGENDADA'
const hasFailed = ({ status }: DebitTry) => status === 'REJEITADA' || status === 'EXPIRADA'

export const hasFailedTry = ({ tries }: Debit): boolean => tries.some(hasFailed)

/** A try has failed, and none is under way: whether another one follows is its seller's choice. */
export const isBetweenTries = (debit: Debit): boolean => hasFailedTry(debit) && !debit.tries.some(isOpenTry)

/** Its seller wants no further try. */
const isGivenUp = (debit: Debit): boolean => debit.cancelRequestedAt !== null && isBetweenTries(debit)

export function judge(debit: Debit, report: ReportedDebit, recurrence: Recurrence, now: Date): Verdict {
  const tries = mergedTries(debit.tries, report.tries)
  const seen = { ...debit, tries, settlesOn: settlementIn(tries) ?? debit.settlesOn }
  const status = statusAfter(seen, report, recurrence, now)
  const stays: Verdict = {
    debit: seen,
    events: [],
    isRefused: false,
    awaitsMoney: report.state === 'CONCLUIDA' && debit.status !== 'CONCLUIDA' && !isShut(debit.status),
    isConflict: isConflict(debit, report),
  }
  if (status === debit.status || !mayBecome(debit.status, status)) {
    const events = stays.debit.status === 'ATIVA' ? failedEvents(debit, seen) : []
    return { ...stays, events }
  }
  const isRefused = status === 'REJEITADA' || status === 'EXPIRADA'
  const end = isRefused || status === 'CANCELADA' ? endOf(seen, report, now) : null
  return { ...stays, debit: { ...seen, status, end }, events: eventsOf(debit, seen, status), isRefused }
}

/** Ended without money, and a sale says so, or nothing was ever ordered. */
const isShut = (status: DebitStatus) => status === 'EXPIRADA' || status === 'REJEITADA' || status === 'NAO_COBRADA'

/** A debit that is cancelled here and goes on there may still bring money; one that is paid there although it is refused here does. */
const isConflict = ({ status }: Debit, { state }: ReportedDebit) =>
  isShut(status) ? state === 'CONCLUIDA' : status === 'CANCELADA' && (state === 'CRIADA' || state === 'ATIVA')

function statusAfter(debit: Debit, { state }: ReportedDebit, recurrence: Recurrence, now: Date): DebitStatus {
  const ordered = debit.status === 'ENVIANDO' ? 'CRIADA' : debit.status
  switch (state) {
    case 'CRIADA':
    case 'CONCLUIDA':
      return ordered
    case 'ATIVA':
      return isGivenUp(debit) ? 'EXPIRADA' : 'ATIVA'
    case 'EXPIRADA':
      return mayBeRetried(debit, recurrence, now) ? 'ATIVA' : 'EXPIRADA'
    default:
      return state
  }
}

function eventsOf(before: Debit, after: Debit, status: DebitStatus): DebitEventName[] {
  switch (status) {
    case 'ATIVA':
      return ['recurrence.debit_scheduled', ...failedEvents(before, after)]
    case 'REJEITADA':
      return ['recurrence.debit_refused']
    case 'CANCELADA':
      return ['recurrence.debit_canceled']
    default:
      return []
  }
}

/** A try has failed, and another one may follow. */
function failedEvents(before: Debit, after: Debit): DebitEventName[] {
  const failed = (tries: DebitTry[]) => tries.filter(hasFailed).length
  return failed(after.tries) > failed(before.tries) ? ['recurrence.try_failed'] : []
}

function endOf(debit: Debit, { ending }: ReportedDebit, now: Date): DebitEnd {
  const failed = debit.tries.findLast(hasFailed)
  // The PSP keeps one that is given up until the days of its tries are over.
  if (ending === null && isGivenUp(debit))
    return {
      kind: 'CANCELAMENTO',
      by: 'USUARIO_RECEBEDOR',
      code: failed?.code ?? null,
      text: debit.cancelReason,
      at: now,
    }
  return {
    kind: ending?.kind ?? null,
    by: ending?.by ?? null,
    code: ending?.code ?? failed?.code ?? null,
    text: ending?.text ?? failed?.reason ?? null,
    at: now,
  }
}

/** Of the try that is open, else of the last one. */
const settlementIn = (tries: DebitTry[]): LocalDate | null => (tries.find(isOpenTry) ?? tries.at(-1))?.settlesOn ?? null

/** The day of the last try, as far as it is known. */
export const lastTryOn = ({ tries, settlesOn, dueOn }: Debit): LocalDate =>
  tries.reduce<LocalDate>((latest, one) => (one.settlesOn > latest ? one.settlesOn : latest), settlesOn ?? dueOn)

export const retriesOf = ({ tries }: Debit) =>
  tries.filter(({ kind, status }) => kind === 'NTAG' && status !== 'CANCELADA')

/** Whether a further try may be ordered at all: the policy, their number, what the last one failed with; not where it is to end. */
export function allowsRetry(debit: Debit, { retriesAllowed, cancelRequestedAt }: Recurrence): boolean {
  if (debit.cancelRequestedAt !== null || cancelRequestedAt !== null) return false
  const last = debit.tries.at(-1)
  const isFatal = last?.code !== null && last?.code !== undefined && NEVER_AGAIN.has(last.code)
  return retriesAllowed && retriesOf(debit).length < MAX_RETRIES && !isFatal && !debit.tries.some(isOpenTry)
}

/** The first day on which no further try may be. */
export function retriesEndOn({ cycle, dueOn }: Pick<Debit, 'cycle' | 'dueOn'>, recurrence: Recurrence): LocalDate {
  const tooLate = addDays(dueOn, LAST_RETRY_DAY + 1)
  const nextBegins = dueOf(recurrence, cycle + 1)
  return tooLate < nextBegins ? tooLate : nextBegins
}

/** Whether a further try is still to come: a planned one, or one that the seller may order, where the seller orders them. */
function mayBeRetried(debit: Debit, recurrence: Recurrence, now: Date): boolean {
  if (!allowsRetry(debit, recurrence)) return debit.tries.some(isOpenTry)
  const last = lastTryOn(debit)
  if (debit.plannedRetries.length > 0 || recurrence.retryDays.length > 0)
    return nextRetry(debit.plannedRetries, last, now) !== null
  const end = addDays(retriesEndOn(debit, recurrence), -1)
  return end > last && retryWindow(end, last).closes > now
}

/**
 * The tries as the PSP reports them, in their places here. Each is known by its kind and day; a retry that was ordered for a day on
 * which banks rest comes back with another one.
 */
function mergedTries(ours: DebitTry[], reported: readonly ReportedTry[]): DebitTry[] {
  const merged = [...ours]
  const taken = new Set<number>()
  const place = (found: number): number => {
    if (found >= 0) taken.add(found)
    return found
  }
  for (const one of reported) {
    const isSame = ({ kind, settlesOn }: DebitTry) =>
      kind === one.kind && (settlesOn === one.settlesOn || kind === 'AGND')
    const isMoved = ({ kind, settlesOn, orderedAt, endToEndId }: DebitTry) =>
      kind === one.kind && orderedAt !== null && endToEndId === null && settlesOn < one.settlesOn
    const same = place(merged.findIndex((our, n) => !taken.has(n) && isSame(our)))
    const n = same >= 0 ? same : place(merged.findIndex((our, at) => !taken.has(at) && isOpenTry(our) && isMoved(our)))
    if (n >= 0) merged[n] = { ...(merged[n] as DebitTry), ...reportedOf(one) }
    else {
      taken.add(merged.length)
      merged.push({ n: merged.length, kind: one.kind, orderedAt: null, ...reportedOf(one) })
    }
  }
  return merged
}

const reportedOf = ({ settlesOn, endToEndId, state, code, text }: ReportedTry) => ({
  settlesOn,
  endToEndId,
  status: state,
  code,
  reason: text,
})
