// What an erasure would do, before it is done: how many rows are forgotten and how many stay, on which ground and until when.
import type { Queryable } from '#db/postgres.ts'
import { daysAfter, daysBefore, type RetentionTerms, yearsAfter } from '../retention/terms.ts'
import type { Subject } from '../subject/subject.ts'
import { ERASED_PARTS, type ErasedPart, type Ground, KEPT_PARTS, type KeptPart, RETAINED } from './parts.ts'
import { type AskedFor, keptRows, type Term } from './parts-store.ts'
import { countParts } from './store.ts'

export interface Erased {
  part: ErasedPart
  rows: number
}

export interface Kept {
  part: KeptPart
  rows: number
  ground: Ground
  /** When the last of them is forgotten by itself; null: when what it is about has ended. */
  until: Date | null
}

export interface Preview {
  erased: Erased[]
  kept: Kept[]
}

export interface PreviewRequest {
  accountId: number
  subject: Subject
}

/** Parts without rows are left out. */
export async function previewErasure(
  db: Queryable,
  { accountId, subject }: PreviewRequest,
  { terms, now, asked }: { terms: RetentionTerms; now: Date; asked: AskedFor },
): Promise<Preview> {
  const kept = keptRows(daysBefore(now, terms.notificationDays))
  const byPart = await countParts(db, { accountId, subject, kept, asked })
  return {
    erased: ERASED_PARTS.flatMap(part => {
      const one = byPart.get(part)
      return one === undefined ? [] : [{ part, rows: one.rows }]
    }),
    kept: KEPT_PARTS.flatMap((part): Kept[] => {
      const one = byPart.get(part)
      if (one === undefined) return []
      if (part === RETAINED) return [{ part, rows: one.rows, ground: 'LAW', until: null }]
      const { ground, term } = kept[part]
      return [{ part, rows: one.rows, ground, until: endOf(term, one.since, terms) }]
    }),
  }
}

function endOf(
  term: Term,
  since: Date | null,
  { moneyYears, unpaidSaleDays, notificationDays }: RetentionTerms,
): Date | null {
  if (since === null) return null
  switch (term) {
    case 'money':
      return yearsAfter(since, moneyYears)
    case 'unpaid':
      return daysAfter(since, unpaidSaleDays)
    case 'notification':
      return daysAfter(since, notificationDays)
    default:
      return null
  }
}

/** What a person has seen and agrees to. */
export const shownText = ({ erased, kept }: Preview): string =>
  JSON.stringify([erased.map(({ part, rows }) => [part, rows]), kept.map(({ part, rows }) => [part, rows])])
