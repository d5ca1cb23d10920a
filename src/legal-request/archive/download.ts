// The file of an archive, part by part. That it goes to somebody stands in the audit log before the first byte does.
import { Readable } from 'node:stream'
import { type Database, patiently } from '#db/postgres.ts'
import type { RecordAction } from '#http/audited-action.ts'
import { type Failure, notFound, Failure as Refusal } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { about } from '../audit-entry.ts'
import { findArchive, readPart } from './store.ts'

export interface Download {
  fileName: string
  bytes: number
  file: Readable
}

export async function download(
  { db, clock }: { db: Database; clock: Clock },
  { requestId, id }: { requestId: bigint; id: bigint },
  recordAction: RecordAction,
): Promise<Download | Failure> {
  const kept = await findArchive(db, requestId, id)
  if (kept === null) return notFound('archive')
  const { state, fileName, fileBytes, fileSha256 } = kept.archive
  if (state !== 'READY' || fileName === null) return new Refusal('CONFLICT', WHY_NOT[state])
  await db.transaction(tx => {
    const detail = { archive: id.toString(), sha256: fileSha256 }
    return recordAction(tx, { action: 'legal-archive.downloaded', ...about({ id: requestId }), detail }, clock())
  })
  const file = Readable.from(partsOf(db, { id, attempt: kept.attempt }), { objectMode: false })
  return { fileName, bytes: Number(fileBytes), file }
}

const WHY_NOT = {
  WAITING: 'This archive is being made',
  MAKING: 'This archive is being made',
  READY: 'This archive has no file',
  FAILED: 'This archive could not be made: ask for another one',
  REMOVED: 'The file of this archive was removed when its time was over: ask for another one',
}

async function* partsOf(db: Database, mine: { id: bigint; attempt: number }): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const part = await patiently(() => readPart(db, mine, n))
    if (part === null) return
    yield part
  }
}
