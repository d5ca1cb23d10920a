// The SQL of archives. Every statement of a maker names its attempt: one that was thought dead changes nothing any more.
import sql from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { lease } from '#db/queue/lease.ts'
import { type Archive, type LeasedArchive, Superseded } from './archive.ts'

const COLUMNS = columnsOf<Archive>({
  id: 'id',
  requestId: 'request_id',
  state: 'state',
  recipients: 'recipients',
  progress: 'progress',
  fileName: 'file_name',
  fileBytes: 'file_bytes',
  fileSha256: `encode(file_sha256, 'hex')`,
  manifestSha256: `encode(sha256(convert_to(manifest, 'UTF8')), 'hex')`,
  createdByName: 'person_name(created_by)',
  createdAt: 'created_at',
  endedAt: 'ended_at',
  keptUntil: `case state when 'READY' then due_at end`,
})

export async function insertArchive(
  tx: Transaction,
  archive: { requestId: bigint; recipients: readonly string[]; passphraseSealed: string | null; by: string; at: Date },
): Promise<Archive> {
  const { requestId, recipients, passphraseSealed, by, at } = archive
  const [row] = await tx.query<Archive>(sql`
    insert into legal_archive (request_id, state, recipients, passphrase_sealed, created_by, created_at, due_at)
    values (${requestId}, 'WAITING', ${[...recipients]}::text[], ${passphraseSealed}, ${by}, ${at}, ${at})
    returning ${COLUMNS}`)
  return row as Archive
}

/** Newest first. */
export const listArchives = (db: Queryable, requestId: bigint): Promise<Archive[]> =>
  db.query<Archive>(sql`select ${COLUMNS} from legal_archive where request_id = ${requestId} order by id desc`)

export async function isBeingMade(tx: Transaction, requestId: bigint): Promise<boolean> {
  const rows = await tx.query(sql`
    select from legal_archive where request_id = ${requestId} and state in ('WAITING', 'MAKING')`)
  return rows.length > 0
}

export interface KeptArchive {
  archive: Archive
  manifest: string | null
  /** In base64. */
  signature: string | null
  attempt: number
}

export async function findArchive(db: Queryable, requestId: bigint, id: bigint): Promise<KeptArchive | null> {
  const [row] = await db.query<Archive & { manifest: string | null; signature: string | null; attempt: number }>(sql`
    select ${COLUMNS}, manifest, encode(signature, 'base64') as signature, attempt from legal_archive
    where id = ${id} and request_id = ${requestId}`)
  if (row === undefined) return null
  const { manifest, signature, attempt, ...archive } = row
  return { archive, manifest, signature, attempt }
}

/** One that is due, of a process that died too, which this one begins anew. */
export async function leaseArchive(db: Queryable, now: Date, until: Date): Promise<LeasedArchive | null> {
  const [row] = await db.query<LeasedArchive>(sql`
    with due as (
      select id from legal_archive where due_at <= ${now} and state in ('WAITING', 'MAKING') order by due_at limit 1
      for update skip locked
    ), leased as (${lease('legal_archive', until)})
    update legal_archive set state = 'MAKING', attempt = attempt + 1, progress = 0, due_at = ${until}
    where id in (select id from due)
    returning id, request_id as "requestId", recipients, passphrase_sealed as "passphraseSealed", attempt`)
  return row ?? null
}

type Mine = Pick<LeasedArchive, 'id' | 'attempt'>

const isMine = ({ id, attempt }: Mine) => sql`id = ${id} and attempt = ${attempt} and state = 'MAKING'`

/** It goes on: the lease is renewed. */
export async function renewLease(db: Queryable, mine: Mine, progress: number, until: Date): Promise<void> {
  const rows = await db.query(sql`
    with due as (
      update legal_archive set progress = greatest(progress, ${progress}::smallint), due_at = ${until}
      where ${isMine(mine)} returning id
    ), leased as (${lease('legal_archive', until)})
    select id from due`)
  if (rows.length === 0) throw new Superseded(`archive ${mine.id}`)
}

export const removeEarlierParts = (db: Queryable, { id, attempt }: Mine) =>
  db.query(sql`delete from legal_archive_part where archive_id = ${id} and attempt < ${attempt}`)

export async function insertPart(db: Queryable, mine: Mine, n: number, bytes: Buffer): Promise<void> {
  const rows = await db.query(sql`
    insert into legal_archive_part (archive_id, attempt, n, bytes)
    select id, attempt, ${n}::int, ${bytes}::bytea from legal_archive where ${isMine(mine)} returning n`)
  if (rows.length === 0) throw new Superseded(`archive ${mine.id}`)
}

export async function readPart(db: Queryable, { id, attempt }: Mine, n: number): Promise<Buffer | null> {
  const [row] = await db.query<{ bytes: Buffer }>(sql`
    select bytes from legal_archive_part where archive_id = ${id} and attempt = ${attempt} and n = ${n}`)
  return row?.bytes ?? null
}

export interface Finished {
  fileName: string
  fileBytes: number
  fileSha256: Buffer
  manifest: string
  signature: Buffer
  at: Date
  keptUntil: Date
}

export async function finishArchive(tx: Transaction, mine: Mine, made: Finished): Promise<void> {
  const rows = await tx.query(sql`
    update legal_archive set state = 'READY', progress = 100, passphrase_sealed = null, file_name = ${made.fileName},
      file_bytes = ${made.fileBytes}, file_sha256 = ${made.fileSha256}, manifest = ${made.manifest}, signature = ${made.signature},
      ended_at = ${made.at}, due_at = ${made.keptUntil}
    where ${isMine(mine)} returning id`)
  if (rows.length === 0) throw new Superseded(`archive ${mine.id}`)
}

export async function failArchive(tx: Transaction, mine: Mine, failure: string, at: Date): Promise<void> {
  await tx.query(sql`
    update legal_archive set state = 'FAILED', failure = ${failure}, passphrase_sealed = null, ended_at = ${at}, due_at = null
    where ${isMine(mine)}`)
  await tx.query(sql`delete from legal_archive_part where archive_id = ${mine.id}`)
}

/** Files whose time is over; manifests stay. */
export const removeFiles = (db: Queryable, now: Date) =>
  db.query(sql`
    with over as (
      update legal_archive set state = 'REMOVED', due_at = null where state = 'READY' and due_at <= ${now} returning id
    )
    delete from legal_archive_part where archive_id in (select id from over)`)
