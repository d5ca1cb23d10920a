// The data of customers as the rest of the gateway sees it: what is held about one of them, what can be erased and is, and what is forgotten by
// itself when its time is over. It ends with what it has begun.
import type { FastifyBaseLogger } from 'fastify'
import { type Actor, record } from '#audit/audit.ts'
import type { Carts } from '#cart/feature.ts'
import type { Database } from '#db/postgres.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import { Failure } from '#kernel/failure.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { elsewhereFor } from './data-map/elsewhere.ts'
import { type DataMap, dataMapOf } from './data-map/records.ts'
import { entryOf } from './entry.ts'
import {
  type ConfirmedErasure,
  type Erasure,
  type ErasureRequest,
  eraseSubject,
  type ShownPreview,
  showErasure,
} from './erasure/erase.ts'
import type { FindAskedFor } from './erasure/parts-store.ts'
import type { RetentionTerms } from './retention/terms.ts'
import { startRetention } from './retention/worker.ts'
import type { SubjectExport } from './subject/export.ts'
import { openFingerprints } from './subject/fingerprint.ts'
import { ambiguityOf, readSubject, type SubjectPage } from './subject/read.ts'
import { countSubject, type SubjectQuestion } from './subject/store.ts'
import type { Subject } from './subject/subject.ts'

export interface PrivacyDeps {
  db: Database
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  secretBox: SecretBox
  terms: RetentionTerms
  carts: Pick<Carts, 'erase'>
  recovering: () => boolean
  /** What authorities have asked for, and nobody may forget yet. */
  askedFor: FindAskedFor
}

export interface ExportRequest {
  /** Null: in all live accounts. */
  accountId: number | null
  subject: Subject
  by: Actor
  reason: string | null
}

export interface Privacy extends AsyncDisposable {
  /** Everything that is held; the audit log keeps who asked, and how much there was. */
  export(request: ExportRequest): Promise<SubjectExport | Failure>
  /** What an erasure would erase and what it would keep; the audit log keeps who looked. */
  preview(request: ErasureRequest): Promise<ShownPreview | Failure>
  erase(request: ConfirmedErasure): Promise<Erasure | Failure>
  /** Everything that is held of somebody, in pages, for others who have to answer about a person. It records nothing. */
  read(question: SubjectQuestion): AsyncGenerator<SubjectPage>
  /** By what a person, or words about one, are recognised in the audit log without standing in it. */
  fingerprint(text: string): Promise<string>
  /** What is held of customers, what for, and for how long. */
  dataMap(): DataMap
}

export function openPrivacy(deps: PrivacyDeps): Privacy {
  const fingerprints = openFingerprints(deps)
  const retention = startRetention(deps)
  const erasing = { ...deps, fingerprints }
  return {
    export: request => exportSubject(deps, fingerprints, request),
    preview: request => showErasure(erasing, request),
    erase: request => eraseSubject(erasing, request),
    read: question => readSubject(deps.db, question),
    fingerprint: fingerprints.text,
    dataMap: () => dataMapOf(deps.terms),
    [Symbol.asyncDispose]: () => retention.stop(),
  }
}

async function exportSubject(
  { db, clock, terms }: PrivacyDeps,
  fingerprints: ReturnType<typeof openFingerprints>,
  { accountId, subject, by, reason }: ExportRequest,
): Promise<SubjectExport | Failure> {
  const question = { whose: accountId === null ? ('all' as const) : { accountIds: [accountId] }, subject }
  const ambiguity = await ambiguityOf(db, question)
  if (ambiguity instanceof Failure) return ambiguity
  const [counts, prints, now] = [await countSubject(db, question), await fingerprints.of(subject), clock()]
  const entry = {
    accountId,
    by,
    reason,
    action: 'privacy.exported' as const,
    fingerprints: prints,
    rows: { exported: counts },
  }
  await db.transaction(tx => record(tx, [entryOf(entry)], now))
  const namesAccounts = accountId === null
  return { subject, counts, now, pages: readSubject(db, question), elsewhere: elsewhereFor(terms), namesAccounts }
}
