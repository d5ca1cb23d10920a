// A page of the PSP's list of recurrences. What has become of a known one is found by asking about it; here those are looked for that
// nobody here knows: made at the PSP by other means, or by a gateway whose database has lost them. They are never touched.
import { aboutPsp } from '#kernel/alert-subject.ts'
import type { ReportedRecurrence } from '#psp/recurrence/port.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { findUnknown } from './compare-store.ts'

/** Those that were reported already: a list repeats its entries for a day. */
const MAX_REMEMBERED = 10_000

export type CompareRecurrences = (pspAccountId: number, page: ReportedRecurrence[]) => Promise<void>

export function openCompare({ db, log, alerts }: Pick<RecurrenceDeps, 'db' | 'log' | 'alerts'>): CompareRecurrences {
  const reported = new Set<string>()
  return async (pspAccountId, page) => {
    const live = page.filter(({ state }) => state === 'CRIADA' || state === 'APROVADA')
    const unknown = live.length === 0 ? [] : await findUnknown(db, pspAccountId, live)
    const fresh = unknown.filter(idRec => !reported.has(idRec))
    if (fresh.length === 0) return
    if (reported.size > MAX_REMEMBERED) reported.clear()
    for (const idRec of fresh) reported.add(idRec)
    log.warn({ pspAccountId, idRecs: fresh }, 'the PSP lists recurrences that this gateway does not know')
    alerts.raise('RECURRENCE_UNKNOWN', { pspAccountId }, aboutPsp(pspAccountId))
  }
}
