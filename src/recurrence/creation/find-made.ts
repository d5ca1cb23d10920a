// What became of a request to make a recurrence whose answer was lost. Its location leads to it; without one, and where the PSP does not
// say which recurrence a location belongs to, the PSP's list of that time has it.
import { MINUTE_MS } from '#kernel/time.ts'
import type { Outcome } from '#psp/port.ts'
import type { Recurrences, ReportedRecurrence } from '#psp/recurrence/port.ts'
import type { Recurrence } from '../recurrence.ts'

/** The clock of a PSP is not ours. */
const SPARE_MS = 5 * MINUTE_MS
const MAX_PAGES = 100
/** A request that is under way may still make it: only what two lookups so long apart have not found is not there. */
export const SURELY_ABSENT_MS = MINUTE_MS

/** null: the PSP knows of none, which shortly after the request proves nothing. */
export async function findMade(
  psp: Recurrences,
  recurrence: Recurrence,
  now: Date,
): Promise<Outcome<ReportedRecurrence | null>> {
  const { locationId } = recurrence
  if (locationId !== null && psp.capabilities.findByLocation) {
    const location = await psp.findLocation(locationId)
    if (location.kind !== 'done') return location
    const idRec = location.value?.idRec ?? null
    if (idRec !== null) return psp.find(idRec)
  }
  return findInList(psp, recurrence, now)
}

async function findInList(
  psp: Recurrences,
  recurrence: Recurrence,
  now: Date,
): Promise<Outcome<ReportedRecurrence | null>> {
  const since = recurrence.recRequestedAt ?? now
  const period = { from: new Date(since.getTime() - SPARE_MS), to: new Date(now.getTime() + SPARE_MS) }
  const found: ReportedRecurrence[] = []
  for (let page = 0, more = true; more; page++) {
    if (page === MAX_PAGES) return { kind: 'unknown', reason: 'the list of recurrences has no end' }
    const listed = await psp.list(period, page)
    if (listed.kind !== 'done') return listed
    found.push(...listed.value.items.filter(one => isIt(one, recurrence)))
    more = listed.value.more
  }
  // Two of one contract, neither with a location: a person has to tell them apart.
  if (found.length > 1) return { kind: 'unknown', reason: 'the PSP lists it twice', alert: true }
  return { kind: 'done', value: found[0] ?? null }
}

function isIt(listed: ReportedRecurrence, { locationId, contrato, customer }: Recurrence): boolean {
  if (locationId !== null) return listed.locationId === locationId
  const isLive = listed.state === 'CRIADA' || listed.state === 'APROVADA'
  return isLive && listed.contract === contrato && listed.debtorDocument === customer.document
}
