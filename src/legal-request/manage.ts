// What operators do with a request of an authority: record it, give it another day, close it. Each with its reason, in the audit log of the
// gateway itself: the account that it is about has no entry of it.
import type { RecordAction } from '#http/audited-action.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { type Failure, invalid, notFound, Failure as Refusal } from '#kernel/failure.ts'
import { about } from './audit-entry.ts'
import { nextLookAt, reminderAt } from './deadline/deadline.ts'
import { resolveReminders } from './deadline/worker.ts'
import type { LegalRequestDeps } from './deps.ts'
import type { EndState, LegalRequest, NewRequest } from './request.ts'
import { closeRequest, findRequest, insertRequest, isLiveSeller, lockRequest, updateDueDay } from './store.ts'

/** `note` says who acts and why. */
export interface Acting {
  by: string
  recordAction: RecordAction
}

export async function recordRequest(
  { db, clock }: Pick<LegalRequestDeps, 'db' | 'clock'>,
  asked: NewRequest,
  { by, recordAction }: Acting,
): Promise<LegalRequest | Failure> {
  if (asked.subjectKind === 'ACCOUNT' && !(await isLiveSeller(db, Number(asked.subjects[0]))))
    return invalid('accountId', 'the number of a live account')
  return db.transaction(async tx => {
    const at = clock()
    const request = await insertRequest(tx, asked, { by, at, dueAt: lookAt(asked.dueOn, at) })
    await recordAction(tx, { action: 'legal-request.recorded', ...about(request), detail: factsOf(request) }, at)
    return request
  })
}

export const changeDueDay = (
  deps: Pick<LegalRequestDeps, 'db' | 'clock' | 'alerts'>,
  id: bigint,
  dueOn: LocalDate,
  { recordAction }: Acting,
) =>
  changeOpen(deps, id, async (tx, request, at) => {
    await updateDueDay(tx, id, { dueOn, dueAt: lookAt(dueOn, at) })
    const detail = { before: request.dueOn, after: dueOn }
    await recordAction(tx, { action: 'legal-request.due-day-changed', ...about(request), detail }, at)
  })

export const endRequest = (
  deps: Pick<LegalRequestDeps, 'db' | 'clock' | 'alerts'>,
  id: bigint,
  end: { state: EndState; text: string },
  { by, recordAction }: Acting,
) =>
  changeOpen(deps, id, async (tx, request, at) => {
    await closeRequest(tx, id, { state: end.state, by, at, note: end.text })
    await recordAction(tx, { action: 'legal-request.closed', ...about(request), detail: { state: end.state } }, at)
  })

type Change = (tx: Parameters<typeof lockRequest>[0], request: LegalRequest, at: Date) => Promise<void>

async function changeOpen(
  { db, clock, alerts }: Pick<LegalRequestDeps, 'db' | 'clock' | 'alerts'>,
  id: bigint,
  change: Change,
): Promise<LegalRequest | Failure> {
  const outcome = await db.transaction(async tx => {
    const request = await lockRequest(tx, id)
    if (request === null) return notFound('legal request')
    if (request.state !== 'OPEN') return new Refusal('CONFLICT', 'This request has been closed already')
    await change(tx, request, clock())
    return null
  })
  if (outcome !== null) return outcome
  resolveReminders(alerts, id)
  return (await findRequest(db, id)) as LegalRequest
}

/** At once, where its day is near already. */
const lookAt = (dueOn: LocalDate, now: Date): Date =>
  reminderAt(dueOn, now) === null ? (nextLookAt(dueOn, now) ?? now) : now

/** Whom it is about stands in the request alone. */
const factsOf = ({ authorityKind, authority, number, processNumber, subjectKind, dueOn }: LegalRequest) => ({
  authorityKind,
  authority,
  number,
  processNumber,
  subjectKind,
  dueOn,
})
