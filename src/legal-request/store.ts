// The SQL of requests of authorities.
import sql, { join, raw } from 'sql-template-tag'
import { isLive } from '#db/account/live-accounts.ts'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { AuthorityKind, EndState, LegalRequest, NewRequest, RequestState } from './request.ts'

const COLUMNS = columnsOf<LegalRequest>({
  id: 'legal_request.id',
  authorityKind: 'authority_kind',
  authority: 'authority',
  number: 'number',
  processNumber: 'process_number',
  subjectKind: 'subject_kind',
  subjects: 'subjects',
  from: 'from_at',
  to: 'to_at',
  dueOn: 'due_on',
  notes: 'notes',
  state: 'legal_request.state',
  createdBy: 'legal_request.created_by',
  createdByName: 'person_name(legal_request.created_by)',
  createdAt: 'legal_request.created_at',
  closedByName: 'person_name(closed_by)',
  closedAt: 'closed_at',
  closeNote: 'close_note',
})

export async function insertRequest(
  tx: Transaction,
  asked: NewRequest,
  { by, at, dueAt }: { by: string; at: Date; dueAt: Date },
): Promise<LegalRequest> {
  const [row] = await tx.query<LegalRequest>(sql`
    insert into legal_request (authority_kind, authority, number, process_number, subject_kind, subjects, from_at, to_at, due_on,
      notes, state, created_by, created_at, due_at)
    values (${asked.authorityKind}, ${asked.authority}, ${asked.number}, ${asked.processNumber}, ${asked.subjectKind},
      ${asked.subjects}::text[], ${asked.from}, ${asked.to}, ${asked.dueOn}::date, ${asked.notes}, 'OPEN', ${by}, ${at}, ${dueAt})
    returning ${COLUMNS}`)
  return row as LegalRequest
}

export async function findRequest(db: Queryable, id: bigint): Promise<LegalRequest | null> {
  const [row] = await db.query<LegalRequest>(sql`select ${COLUMNS} from legal_request where id = ${id}`)
  return row ?? null
}

export const findOpenRequests = (db: Queryable): Promise<LegalRequest[]> =>
  db.query<LegalRequest>(
    sql`select ${COLUMNS} from legal_request where legal_request.state = 'OPEN' order by legal_request.id`,
  )

export async function lockRequest(tx: Transaction, id: bigint): Promise<LegalRequest | null> {
  const [row] = await tx.query<LegalRequest>(sql`select ${COLUMNS} from legal_request where id = ${id} for update`)
  return row ?? null
}

export interface RequestQuestion {
  state: RequestState | null
  authorityKind: AuthorityKind | null
  /** A part of the number of the request, of the case, or of the authority's name, in small letters. */
  q: string | null
  below: bigint | null
  limit: number
}

/** Newest first. */
export function listRequests(db: Queryable, { state, authorityKind, q, below, limit }: RequestQuestion) {
  const where = [
    sql`true`,
    state !== null && sql`state = ${state}`,
    authorityKind !== null && sql`authority_kind = ${authorityKind}`,
    q !== null &&
      sql`(strpos(folded(number), ${q}) > 0 or strpos(folded(authority), ${q}) > 0
        or strpos(process_number, regexp_replace(${q}, '[.-]', '', 'g')) > 0)`,
    below !== null && sql`legal_request.id < ${below}`,
  ].filter(one => one !== false)
  return db.query<LegalRequest>(sql`
    select ${COLUMNS} from legal_request where ${join(where, ' and ')} order by legal_request.id desc limit ${limit}`)
}

export const closeRequest = (
  tx: Transaction,
  id: bigint,
  end: { state: EndState; by: string; at: Date; note: string },
): Promise<unknown> =>
  tx.query(sql`
    update legal_request set state = ${end.state}, closed_by = ${end.by}, closed_at = ${end.at}, close_note = ${end.note}, due_at = null
    where id = ${id}`)

export const updateDueDay = (tx: Transaction, id: bigint, { dueOn, dueAt }: { dueOn: string; dueAt: Date }) =>
  tx.query(sql`
    update legal_request set due_on = ${dueOn}::date, reminded = null, due_at = ${dueAt} where id = ${id}`)

/** A seller's, and no test account. */
export async function isLiveSeller(db: Queryable, accountId: number): Promise<boolean> {
  const rows = await db.query(sql`
    select from account where id = ${accountId} and id <> ${raw(String(SUSPENSE_ACCOUNT_ID))} and ${isLive(sql`id`)}`)
  return rows.length > 0
}

export interface HistoryEntry {
  at: Date
  action: string
  by: string | null
  byName: string | null
  reason: string | null
  detail: Record<string, unknown>
}

/** What was done about it, from the audit log: it stands there for good. */
export const findHistory = (db: Queryable, id: bigint): Promise<HistoryEntry[]> =>
  db.query<HistoryEntry>(sql`
    select created_at as at, action, actor_id as by, person_name(actor_id) as "byName", reason, detail from audit
    where account_id = ${raw(String(SUSPENSE_ACCOUNT_ID))} and subject = 'legal_request' and subject_id = ${id.toString()}
    order by audit.id`)
