// An archive is asked for: closed to the recipients that the authority has named, or by a passphrase, which is drawn here, shown once, and
// forgotten when the archive is made.

import { type Failure, notFound, Failure as Refusal } from '#kernel/failure.ts'
import type { RandomBytes } from '#kernel/time.ts'
import { about } from '../audit-entry.ts'
import type { LegalRequestDeps } from '../deps.ts'
import type { Acting } from '../manage.ts'
import { lockRequest } from '../store.ts'
import type { Archive } from './archive.ts'
import { insertArchive, isBeingMade } from './store.ts'

export interface AskedArchive {
  archive: Archive
  /** Null: it is closed to recipients. */
  passphrase: string | null
}

/** Also for a request that was answered: what was handed over may be asked for again. */
export async function askForArchive(
  { db, clock, random, secretBox }: LegalRequestDeps,
  requestId: bigint,
  recipients: readonly string[],
  { by, recordAction }: Acting,
): Promise<AskedArchive | Failure> {
  const passphrase = recipients.length > 0 ? null : drawPassphrase(random)
  return db.transaction(async tx => {
    const request = await lockRequest(tx, requestId)
    if (request === null) return notFound('legal request')
    if (request.state === 'WITHDRAWN')
      return new Refusal('CONFLICT', 'This request was withdrawn: nothing is handed over')
    if (await isBeingMade(tx, requestId)) return new Refusal('CONFLICT', 'An archive of this request is being made')
    const at = clock()
    const passphraseSealed = passphrase === null ? null : secretBox.seal(passphrase)
    const archive = await insertArchive(tx, { requestId, recipients, passphraseSealed, by, at })
    const detail = { archive: archive.id.toString(), closedBy: passphrase === null ? 'RECIPIENTS' : 'PASSPHRASE' }
    await recordAction(tx, { action: 'legal-archive.requested', ...about(request), detail }, at)
    return { archive, passphrase }
  })
}

/** Without letters and digits that people take for each other. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 6
const GROUP = 4

/** 120 bits, in groups that can be read out. */
function drawPassphrase(random: RandomBytes): string {
  const letters = [...random(GROUPS * GROUP)].map(byte => LETTERS.charAt(byte % LETTERS.length))
  return Array.from({ length: GROUPS }, (_, n) => letters.slice(n * GROUP, (n + 1) * GROUP).join('')).join('-')
}
