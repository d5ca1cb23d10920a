// The step RECURRENCE: the PSP makes it. That is asked for once; when the answer was lost it is looked up, and asked for again only after
// two lookups, a minute apart, have not found it. Where the first request was executed all the same, the location proves it.
import type { RecurrenceRequest, Recurrences } from '#psp/recurrence/port.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { findMade, SURELY_ABSENT_MS } from './find-made.ts'
import { LOST, storeProgress, type Taken } from './progress.ts'

export async function makeRecurrence(
  deps: RecurrenceDeps,
  psp: Recurrences,
  recurrence: Recurrence,
  activatedBy: string | null,
): Promise<Taken> {
  if (recurrence.recRequestedAt === null) return request(deps, psp, recurrence, activatedBy)
  return findOrRequest(deps, psp, recurrence, activatedBy)
}

async function request(
  deps: RecurrenceDeps,
  psp: Recurrences,
  recurrence: Recurrence,
  activatedBy: string | null,
): Promise<Taken> {
  const asked = await storeProgress(deps, recurrence, { recRequestedAt: deps.clock(), recAbsentAt: null })
  if (asked === null) return LOST
  const made = await psp.create(requestOf(asked, activatedBy))
  if (made.kind === 'done') return { kind: 'done', change: { idRec: made.value.idRec } }
  if (made.kind === 'refused') return { kind: 'refused', reason: made.reason }
  if (made.alert === true) return { kind: 'unusable', reason: made.reason, alert: true }
  if (made.unsent === true) {
    await storeProgress(deps, asked, { recRequestedAt: recurrence.recRequestedAt })
    return { kind: 'unknown', reason: made.reason, unsent: true }
  }
  return lookUp(deps, psp, asked, made.reason)
}

async function findOrRequest(
  deps: RecurrenceDeps,
  psp: Recurrences,
  recurrence: Recurrence,
  activatedBy: string | null,
): Promise<Taken> {
  const absentMs = recurrence.recAbsentAt === null ? -1 : deps.clock().getTime() - recurrence.recAbsentAt.getTime()
  const found = await lookUp(deps, psp, recurrence, 'the PSP does not know it yet')
  if (found.kind !== 'unknown' || found.absent !== true || absentMs < SURELY_ABSENT_MS) return found
  return request(deps, psp, recurrence, activatedBy)
}

/** With since when it was not there, for the next lookup. */
async function lookUp(
  deps: RecurrenceDeps,
  psp: Recurrences,
  recurrence: Recurrence,
  reason: string,
): Promise<Taken & { absent?: true }> {
  const found = await findMade(psp, recurrence, deps.clock())
  if (found.kind !== 'done') return { kind: 'unknown', reason: found.reason }
  if (found.value !== null) return { kind: 'done', change: { idRec: found.value.idRec } }
  const recAbsentAt = recurrence.recAbsentAt ?? deps.clock()
  return (await storeProgress(deps, recurrence, { recAbsentAt })) === null
    ? LOST
    : { kind: 'unknown', reason, absent: true }
}

const requestOf = (recurrence: Recurrence, activatedBy: string | null): RecurrenceRequest => ({
  contract: recurrence.contrato,
  object: recurrence.object ?? '',
  debtor: { name: recurrence.customer.name, document: recurrence.customer.document },
  startsOn: recurrence.startsOn,
  endsOn: recurrence.endsOn,
  periodicity: recurrence.periodicity,
  amount: recurrence.amount,
  minimum: recurrence.minimum,
  retryPolicy: recurrence.retriesAllowed ? 'PERMITE_3R_7D' : 'NAO_PERMITE',
  locationId: recurrence.locationId,
  activatedBy,
})
