// An archive that answers a request: made in the background, encrypted for whoever it is handed to, kept for a while. What it held stands in its
// manifest, which is kept for good.

export const ARCHIVE_STATES = ['WAITING', 'MAKING', 'READY', 'FAILED', 'REMOVED'] as const
export type ArchiveState = (typeof ARCHIVE_STATES)[number]

export interface Archive {
  id: bigint
  requestId: bigint
  state: ArchiveState
  /** Empty: it is closed by a passphrase. */
  recipients: string[]
  /** In per cent. */
  progress: number
  fileName: string | null
  fileBytes: bigint | null
  /** In hexadecimal, as the next one. */
  fileSha256: string | null
  manifestSha256: string | null
  createdByName: string | null
  createdAt: Date
  endedAt: Date | null
  /** When its file goes; null where there is none. */
  keptUntil: Date | null
}

/** What a process has taken up. */
export interface LeasedArchive {
  id: bigint
  requestId: bigint
  recipients: string[]
  passphraseSealed: string | null
  /** Which try it is: what is written under an earlier one is refused. */
  attempt: number
}

/** Another process has taken it up meanwhile. */
export class Superseded extends Error {}
