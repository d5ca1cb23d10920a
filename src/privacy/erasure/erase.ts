// Forgets who a customer was, as far as the law lets it be forgotten, once a person has seen what that comes to. To do it again changes nothing.
import { type Actor, record } from '#audit/audit.ts'
import { Failure } from '#kernel/failure.ts'
import { entryOf } from '../entry.ts'
import type { PrivacyDeps } from '../feature.ts'
import type { Fingerprinter, Fingerprints } from '../subject/fingerprint.ts'
import { ambiguityOf } from '../subject/read.ts'
import type { Subject } from '../subject/subject.ts'
import { ERASED_PARTS, type ErasedPart } from './parts.ts'
import { type Erased, type Preview, previewErasure, shownText } from './preview.ts'
import { findCarts, forgetPart } from './store.ts'

export interface ErasureRequest {
  accountId: number
  subject: Subject
  by: Actor
  reason: string | null
}

export interface ConfirmedErasure extends ErasureRequest {
  /** Of the preview that was agreed to. */
  confirmation: string
}

export interface ShownPreview extends Preview {
  confirmation: string
}

const ROWS_AT_ONCE = 5_000

export interface Erasure {
  erased: Erased[]
  kept: Preview['kept']
}

const CHANGED = new Failure('CONFLICT', 'confirmation: what is held has changed since the preview; look at it again')
const RECOVERING = new Failure(
  'CONFLICT',
  'The gateway is in recovery and may not know yet what was paid; nothing is erased meanwhile',
)

export async function showErasure(
  deps: Pick<PrivacyDeps, 'db' | 'clock' | 'terms' | 'askedFor'> & { fingerprints: Fingerprinter },
  request: ErasureRequest,
): Promise<ShownPreview | Failure> {
  const shown = await preview(deps, request)
  if (shown instanceof Failure) return shown
  const fingerprints = await deps.fingerprints.of(request.subject)
  const entry = entryOf({ ...request, action: 'privacy.previewed', fingerprints, rows: rowsIn(shown) })
  await deps.db.transaction(tx => record(tx, [entry], deps.clock()))
  return shown
}

export async function eraseSubject(
  deps: PrivacyDeps & { fingerprints: Fingerprinter },
  request: ConfirmedErasure,
): Promise<Erasure | Failure> {
  if (deps.recovering()) return RECOVERING
  const shown = await preview(deps, request)
  if (shown instanceof Failure) return shown
  if (shown.erased.length === 0) return { erased: [], kept: shown.kept }
  if (shown.confirmation !== request.confirmation) return CHANGED
  const carts = await eraseCarts(deps, request)
  const counts = new Map<ErasedPart, number>(carts === 0 ? [] : [['carts', carts]])
  const fingerprints = await deps.fingerprints.of(request.subject)
  // One page, but for somebody who has bought thousands of times.
  let mayBeMore = true
  while (mayBeMore) mayBeMore = await erasePage(deps, request, { counts, fingerprints, kept: shown.kept })
  return { erased: erasedIn(counts), kept: shown.kept }
}

interface Erasing extends Pick<Preview, 'kept'> {
  /** So far. */
  counts: Map<ErasedPart, number>
  fingerprints: Fingerprints
}

/** With its entry in the audit log, which says how much was erased up to here. Answers whether there may be more. */
async function erasePage(
  { db, clock, askedFor }: Pick<PrivacyDeps, 'db' | 'clock' | 'askedFor'>,
  request: ErasureRequest,
  { counts, fingerprints, kept }: Erasing,
): Promise<boolean> {
  const pages = await db.transaction(async tx => {
    const page = new Map<ErasedPart, number>()
    const asked = await askedFor(tx)
    for (const part of ERASED_PARTS)
      page.set(part, await forgetPart(tx, part, { ...request, asked, limit: ROWS_AT_ONCE }))
    const sums = new Map([...page].map(([part, count]) => [part, (counts.get(part) ?? 0) + count] as const))
    const rows = rowsIn({ erased: erasedIn(sums), kept })
    await record(tx, [entryOf({ ...request, action: 'privacy.erased', fingerprints, rows })], clock())
    return page
  })
  for (const [part, count] of pages) counts.set(part, (counts.get(part) ?? 0) + count)
  return [...pages.values()].some(count => count === ROWS_AT_ONCE)
}

const erasedIn = (counts: ReadonlyMap<ErasedPart, number>): Erased[] =>
  ERASED_PARTS.map(part => ({ part, rows: counts.get(part) ?? 0 })).filter(({ rows }) => rows > 0)

async function preview(
  deps: Pick<PrivacyDeps, 'db' | 'clock' | 'terms' | 'askedFor'> & { fingerprints: Fingerprinter },
  request: ErasureRequest,
): Promise<ShownPreview | Failure> {
  const { db, terms, clock, fingerprints } = deps
  const { accountId, subject } = request
  const ambiguity = await ambiguityOf(db, { whose: { accountIds: [accountId] }, subject })
  if (ambiguity !== null) return ambiguity
  const found = await previewErasure(db, request, { terms, now: clock(), asked: await deps.askedFor(db) })
  const confirmation = await fingerprints.text(`${accountId} ${JSON.stringify(subject)} ${shownText(found)}`)
  return { ...found, confirmation }
}

/** Each by the verb of carts, which ends an open one. */
async function eraseCarts(
  { db, carts }: Pick<PrivacyDeps, 'db' | 'carts'>,
  { accountId, subject, by }: ErasureRequest,
): Promise<number> {
  let erased = 0
  for (const id of await findCarts(db, accountId, subject))
    if ((await carts.erase({ accountId, id: { number: id }, by })) === true) erased++
  return erased
}

const rowsIn = ({ erased, kept }: Preview) => ({
  erased: Object.fromEntries(erased.map(({ part, rows }) => [part, rows])),
  kept: Object.fromEntries(kept.map(({ part, rows }) => [part, rows])),
})
