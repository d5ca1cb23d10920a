// Requests of authorities for records as the rest of the gateway sees them: they are recorded, watched until they are answered, and answered by
// archives that are made in the background. It ends with what it has begun.
import type { Queryable } from '#db/postgres.ts'
import type { RecordAction } from '#http/audited-action.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Archive } from './archive/archive.ts'
import { type Download, download } from './archive/download.ts'
import { type AskedArchive, askForArchive } from './archive/request-archive.ts'
import { findArchive, type KeptArchive, listArchives } from './archive/store.ts'
import { startArchiveWork } from './archive/worker.ts'
import { startDeadlines } from './deadline/worker.ts'
import type { LegalRequestDeps } from './deps.ts'
import { type Acting, changeDueDay, endRequest, recordRequest } from './manage.ts'
import { ACCOUNTS, ACTS, API_KEYS, PEOPLE, REQUESTS, SESSIONS } from './records/account-store.ts'
import { type AskedFor, findAskedFor } from './records/asked-for-store.ts'
import { statementSet } from './records/ledger-store.ts'
import { DISPUTES, RECEIPTS, RECURRENCES, REFUNDS, SALES } from './records/payment-store.ts'
import { BENEFICIARIES, CASHOUTS, DECISIONS, HOLDS } from './records/payout-store.ts'
import type { EndState, LegalRequest, NewRequest } from './request.ts'
import type { SigningKey } from './signing/key.ts'
import { ensureSigningKey, ownSigningKey } from './signing/own-key.ts'
import { findHistory, findRequest, type HistoryEntry, listRequests, type RequestQuestion } from './store.ts'

export interface WholeRequest {
  request: LegalRequest
  archives: Archive[]
  history: HistoryEntry[]
}

export interface LegalRequests extends AsyncDisposable {
  list(question: RequestQuestion): Promise<LegalRequest[]>
  find(id: bigint): Promise<WholeRequest | null>
  record(asked: NewRequest, acting: Acting): Promise<LegalRequest | Failure>
  changeDueDay(id: bigint, dueOn: LocalDate, acting: Acting): Promise<LegalRequest | Failure>
  close(id: bigint, end: { state: EndState; text: string }, acting: Acting): Promise<LegalRequest | Failure>
  askForArchive(requestId: bigint, recipients: readonly string[], acting: Acting): Promise<AskedArchive | Failure>
  findArchive(requestId: bigint, id: bigint): Promise<KeptArchive | null>
  download(key: { requestId: bigint; id: bigint }, recordAction: RecordAction): Promise<Download | Failure>
  /** What they have asked for, and nobody may forget yet. */
  findAskedFor(db: Queryable, only?: string): Promise<AskedFor>
  signingKey(): Promise<SigningKey>
  ensureSigningKey(): Promise<void>
}

export function openLegalRequests(deps: LegalRequestDeps): LegalRequests {
  const { db } = deps
  const signingKey = () => ownSigningKey(deps)
  const sets = [
    ACCOUNTS,
    PEOPLE,
    SESSIONS,
    API_KEYS,
    statementSet(deps.statement.describe),
    SALES,
    RECEIPTS,
    REFUNDS,
    DISPUTES,
    RECURRENCES,
    CASHOUTS,
    BENEFICIARIES,
    HOLDS,
    DECISIONS,
    ACTS,
    REQUESTS,
  ]
  const resources = new AsyncDisposableStack()
  const archives = startArchiveWork({ ...deps, sets, signingKey })
  resources.defer(() => archives.stop())
  const deadlines = startDeadlines(deps)
  resources.defer(() => deadlines.stop())
  return {
    list: question => listRequests(db, question),
    async find(id) {
      const request = await findRequest(db, id)
      if (request === null) return null
      return { request, archives: await listArchives(db, id), history: await findHistory(db, id) }
    },
    async record(asked, acting) {
      const recorded = await recordRequest(deps, asked, acting)
      deadlines.wake()
      return recorded
    },
    async changeDueDay(id, dueOn, acting) {
      const changed = await changeDueDay(deps, id, dueOn, acting)
      deadlines.wake()
      return changed
    },
    close: (id, end, acting) => endRequest(deps, id, end, acting),
    async askForArchive(requestId, recipients, acting) {
      const asked = await askForArchive(deps, requestId, recipients, acting)
      archives.wake()
      return asked
    },
    findArchive: (requestId, id) => findArchive(db, requestId, id),
    download: (key, recordAction) => download(deps, key, recordAction),
    findAskedFor,
    signingKey,
    ensureSigningKey: () => ensureSigningKey(deps),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
