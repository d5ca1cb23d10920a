// The SQL of the request log: many rows at once in, pages and single rows out. Rows are found by the account and the id, which holds the
// time: an id names its day, and a look-up reads one partition.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { copyText } from '#db/bulk/copy.ts'
import { columnsOf } from '#db/columns.ts'
import { countUpTo, type Totals } from '#db/counted.ts'
import { type OpenDatabase, type Queryable, sqlState } from '#db/postgres.ts'
import type { Period } from '#http/request/period.ts'
import { firstIdAt, type LoggedRequest, timeOfId } from './request.ts'

const COLUMNS = columnsOf<LoggedRequest>({
  accountId: 'account_id',
  id: 'id',
  createdAt: 'created_at',
  keyId: 'key_id',
  durationMs: 'duration_ms',
  requestBytes: 'request_bytes',
  answerBytes: 'answer_bytes',
  status: 'status',
  replayed: 'replayed',
  method: 'method',
  route: 'route',
  path: 'path',
  ip: 'ip',
  errorCode: 'error_code',
  idempotencyKey: 'idempotency_key',
  subject: 'subject',
  subjectUuid: 'subject_uuid',
  requestBody: 'request_body',
  answerBody: 'answer_body',
})

const WRITTEN = [
  'account_id, id, created_at, key_id, duration_ms, request_bytes, answer_bytes, status, replayed, method, route, path, ip',
  'error_code, idempotency_key, subject, subject_uuid, request_body, answer_body',
].join(', ')

/** What is written of a request; an empty text is none. One template: there is one of these for every request. */
export function requestLine(row: LoggedRequest): string {
  const { accountId, id, keyId, durationMs, requestBytes, answerBytes, status, replayed, method, ip } = row
  const [code, key] = [row.errorCode || null, row.idempotencyKey || null].map(copyText)
  const numbers = `${durationMs}\t${requestBytes}\t${answerBytes}\t${status}\t${replayed}`
  const place = `${method}\t${copyText(row.route)}\t${copyText(row.path)}\t${ip}`
  const about = `${copyText(row.subject)}\t${copyText(row.subjectUuid)}`
  const bodies = `${copyText(row.requestBody)}\t${copyText(row.answerBody)}`
  return `${accountId}\t${id}\t${row.createdAt.toISOString()}\t${keyId}\t${numbers}\t${place}\t${code}\t${key}\t${about}\t${bodies}\n`
}

const THERE_ALREADY = '23505'

/** A row that is there already stays: its writing was answered too late. Then halves are tried, down to the row. */
export async function insertRequests(db: Pick<OpenDatabase, 'copy'>, lines: readonly string[]): Promise<void> {
  try {
    await db.copy(`copy request_log (${WRITTEN}) from stdin`, lines.join(''))
  } catch (error) {
    if (sqlState(error) !== THERE_ALREADY) throw error
    if (lines.length === 1) return
    const half = Math.ceil(lines.length / 2)
    await insertRequests(db, lines.slice(0, half))
    await insertRequests(db, lines.slice(half))
  }
}

export interface RequestFilter extends Period {
  method?: string | undefined
  route?: string | undefined
  /** From this status to the one after the last. */
  statuses?: readonly [number, number] | undefined
  errorCode?: string | undefined
  keyId?: string | undefined
  subjectUuid?: string | undefined
}

/** So many of an account's requests are looked through for a page: a filter that few of them pass makes no statement long. */
const LOOKED_THROUGH = raw('20000')

export interface RequestPage {
  requests: LoggedRequest[]
  /** The id below which the next page begins; null: nothing is older. */
  next: string | null
}

/** Newest first. A page may have fewer rows than `rows`, or none, and yet be followed by another. */
export async function listRequests(
  db: Queryable,
  accountId: number,
  filter: RequestFilter,
  { below, rows }: { below: string | null; rows: number },
): Promise<RequestPage> {
  const scope = join([sql`account_id = ${accountId}`, ...scopeOf(filter, below)], ' and ')
  const where = join([sql`true`, ...conditions(filter)], ' and ')
  const found = await db.query<LoggedRequest>(sql`
    select ${COLUMNS} from (select * from request_log where ${scope} order by id desc limit ${LOOKED_THROUGH}) request
    where ${where} order by id desc limit ${rows + 1}`)
  const requests = found.slice(0, rows)
  if (found.length > rows) return { requests, next: requests.at(-1)?.id ?? null }
  const [last] = await db.query<{ id: string }>(sql`
    select id from request_log where ${scope} order by id desc offset ${LOOKED_THROUGH} - 1 limit 1`)
  return { requests, next: last?.id ?? null }
}

/** How many there are, looked through as far as a count goes. */
export const countRequests = (db: Queryable, accountId: number, filter: RequestFilter): Promise<Totals> =>
  countUpTo(db, {
    from: sql`request_log where ${join([sql`account_id = ${accountId}`, ...scopeOf(filter, null)], ' and ')}`,
    order: sql`id desc`,
    where: join([sql`true`, ...conditions(filter)], ' and '),
    amount: sql`0`,
  })

/** What is found by an index, and bounds the days that are read. */
function scopeOf({ from, to, subjectUuid }: RequestFilter, below: string | null): Sql[] {
  return [
    from !== null && sql`id >= ${firstIdAt(from)}::uuid and created_at >= ${from}`,
    to !== null && sql`id < ${firstIdAt(to)}::uuid and created_at < ${to}`,
    below !== null && sql`id < ${below}::uuid and created_at <= ${timeOfId(below)}`,
    subjectUuid !== undefined && sql`subject_uuid = ${subjectUuid}::uuid`,
  ].filter(condition => typeof condition === 'object')
}

function conditions({ method, route, statuses, errorCode, keyId }: RequestFilter): Sql[] {
  return [
    method !== undefined && sql`method = ${method}`,
    route !== undefined && sql`route = ${route}`,
    statuses !== undefined && sql`status >= ${statuses[0]} and status < ${statuses[1]}`,
    errorCode !== undefined && sql`error_code = ${errorCode}`,
    keyId !== undefined && sql`key_id = ${keyId}::uuid`,
  ].filter(condition => typeof condition === 'object')
}

export async function findRequest(db: Queryable, accountId: number, id: string): Promise<LoggedRequest | null> {
  const [request] = await db.query<LoggedRequest>(sql`
    select ${COLUMNS} from request_log
    where account_id = ${accountId} and id = ${id}::uuid and created_at = ${timeOfId(id)}`)
  return request ?? null
}

/** Of whichever account: for the operator. One look at the index of one day for each account. */
export async function findRequestOfAny(db: Queryable, id: string): Promise<LoggedRequest | null> {
  const [request] = await db.query<LoggedRequest>(sql`
    select request.* from account cross join lateral (
      select ${COLUMNS} from request_log
      where account_id = account.id and request_log.id = ${id}::uuid and request_log.created_at = ${timeOfId(id)}
    ) request limit 1`)
  return request ?? null
}
