// The archive within a backup: what it says of itself, then the cluster as PostgreSQL sends it, then PostgreSQL's list of that with
// hashes. Any tar reads it.
import { packTar } from 'modern-tar'
import type { BaseBackup } from '#db/replication/base-backup.ts'
import { type BackupDescription, descriptionText } from './description.ts'

export const ABOUT = 'porteira-backup.json'
/** As PostgreSQL's own tools call it. */
export const MANIFEST = 'backup_manifest'

/** Two empty blocks. */
const END_BYTES = 1024

export async function* archiveOf(about: BackupDescription, backup: BaseBackup): AsyncGenerator<Uint8Array> {
  yield await entry(ABOUT, descriptionText(about))
  yield* withoutEnd(backup.archive)
  yield await entry(MANIFEST, backup.manifest())
  yield new Uint8Array(END_BYTES)
}

async function entry(name: string, text: string): Promise<Uint8Array> {
  const body = Buffer.from(text)
  const archive = await packTar([{ header: { name, size: body.length, mode: 0o600, type: 'file' }, body }])
  return archive.subarray(0, archive.length - END_BYTES)
}

async function* withoutEnd(archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer = Buffer.alloc(0)
  for await (const chunk of archive) {
    const known: Buffer = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    const sure = Math.max(0, known.length - END_BYTES)
    if (sure > 0) yield known.subarray(0, sure)
    kept = known.subarray(sure)
  }
  if (kept.length !== END_BYTES || kept.some(byte => byte !== 0))
    throw new Error('the archive of the server does not end as an archive does')
}
