// Makes an archive: reads one snapshot of the database, so that the books inside agree with each other, compresses, encrypts, and keeps the file in
// parts. A process that dies leaves parts that nobody reads; who takes the archive up begins anew, with a snapshot of its own. Between two parts
// nothing is held but a page of records.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { record, THE_GATEWAY } from '#audit/audit.ts'
import type { Lock } from '#backup/encryption.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import { DAY_MS, later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { about } from '../audit-entry.ts'
import type { LegalRequestDeps } from '../deps.ts'
import type { RecordSet } from '../records/record-set.ts'
import type { LegalRequest } from '../request.ts'
import type { SigningKey } from '../signing/key.ts'
import { findRequest } from '../store.ts'
import type { LeasedArchive } from './archive.ts'
import { tarOf } from './contents.ts'
import { contentsOf } from './gather.ts'
import { inSnapshot } from './snapshot-store.ts'
import { finishArchive, insertPart, removeEarlierParts, renewLease } from './store.ts'

const PART_BYTES = 262_144
/** Longer than a page and its part take; renewed long before. */
export const LEASE_MS = 2 * MINUTE_MS
const RENEW_MS = SECOND_MS
const MEASURING = 40

/** Throws what went wrong, or that another process has taken it up. */
export async function makeArchive(
  deps: LegalRequestDeps & { signingKey: () => Promise<SigningKey>; sets: readonly RecordSet[] },
  archive: LeasedArchive,
  leaving: AbortSignal,
): Promise<void> {
  const { db, clock, secretBox } = deps
  const request = await findRequest(db, archive.requestId)
  if (request === null) throw new Error('an archive of no request')
  await removeEarlierParts(db, archive)
  const lock = lockOf(archive, secretBox)
  const signing = await deps.signingKey()
  const lease = leaseOf(deps, archive, leaving)
  const fileName = `oficio-${request.id}-${archive.id}.tar.gz.age`
  const made = await inSnapshot(db, { isLong: request.subjectKind === 'ACCOUNT' }, async snapshot => {
    const measuring = (part: number) => lease.goOn(part * MEASURING)
    const { contents, manifest, signature } = await contentsOf(
      deps,
      snapshot,
      { request, fileName, signing, at: clock() },
      measuring,
    )
    const rows = { done: 0, all: 2 * contents.measured.reduce((sum, { records }) => sum + records, 0) }
    const watch = {
      read(count: number) {
        rows.done += count
        return lease.goOn(MEASURING + ((100 - MEASURING) * rows.done) / rows.all)
      },
    }
    const kept = await keep(deps, archive, await closed(deps, tarOf(snapshot, contents, watch), lock))
    return { ...kept, manifest, signature }
  })
  await finish(deps, archive, request, { fileName, ...made })
}

function leaseOf({ db, clock }: Pick<LegalRequestDeps, 'db' | 'clock'>, archive: LeasedArchive, leaving: AbortSignal) {
  let renewedMs = clock().getTime()
  return {
    /** `progress`: in per cent. */
    async goOn(progress: number): Promise<void> {
      leaving.throwIfAborted()
      const now = clock()
      if (now.getTime() - renewedMs < RENEW_MS) return
      renewedMs = now.getTime()
      await renewLease(db, archive, Math.min(99, Math.floor(progress)), later(now, LEASE_MS))
    },
  }
}

/** The passphrase was drawn here and is long: the many rounds that protect a short one protect nothing more, and cost memory. */
const WORK_FACTOR = 14

function lockOf({ recipients, passphraseSealed }: LeasedArchive, { open }: Pick<SecretBox, 'open'>): Lock {
  if (recipients.length > 0) return { recipients }
  if (passphraseSealed === null) throw new Error('an archive that nothing closes')
  return { passphrase: open(passphraseSealed), workFactor: WORK_FACTOR }
}

async function closed(
  { encrypted }: Pick<LegalRequestDeps, 'encrypted'>,
  tar: AsyncIterable<Buffer>,
  lock: Lock,
): Promise<Readable> {
  const archive = Readable.from(tar, { objectMode: false })
  const compressed = createGzip()
  archive.on('error', error => compressed.destroy(error))
  return encrypted(archive.pipe(compressed), lock)
}

async function keep({ db }: Pick<LegalRequestDeps, 'db'>, archive: LeasedArchive, file: Readable) {
  const hash = createHash('sha256')
  let [fileBytes, n]: [number, number] = [0, 0]
  for await (const part of partsOf(file)) {
    hash.update(part)
    fileBytes += part.length
    await insertPart(db, archive, n++, part)
  }
  return { fileBytes, fileSha256: hash.digest() }
}

async function* partsOf(file: AsyncIterable<Buffer | Uint8Array>): AsyncGenerator<Buffer> {
  let [chunks, bytes]: [Uint8Array[], number] = [[], 0]
  for await (const chunk of file) {
    chunks.push(chunk)
    bytes += chunk.length
    while (bytes >= PART_BYTES) {
      const all = Buffer.concat(chunks)
      yield all.subarray(0, PART_BYTES)
      chunks = [all.subarray(PART_BYTES)]
      bytes -= PART_BYTES
    }
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}

interface Made {
  fileName: string
  fileBytes: number
  fileSha256: Buffer
  manifest: string
  signature: Buffer
}

/** What was made stands in the audit log too, which nobody changes. */
async function finish(
  { db, clock, keepDays }: Pick<LegalRequestDeps, 'db' | 'clock' | 'keepDays'>,
  archive: LeasedArchive,
  request: LegalRequest,
  made: Made,
) {
  await db.transaction(async tx => {
    const at = clock()
    await finishArchive(tx, archive, { ...made, at, keptUntil: later(at, keepDays * DAY_MS) })
    const manifestSha256 = createHash('sha256').update(made.manifest).digest('hex')
    const detail = {
      archive: archive.id.toString(),
      bytes: made.fileBytes,
      sha256: made.fileSha256.toString('hex'),
      manifestSha256,
    }
    await record(tx, [{ action: 'legal-archive.made', ...about(request), detail, actor: THE_GATEWAY }], at)
  })
}
