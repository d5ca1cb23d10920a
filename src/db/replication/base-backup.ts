// A base backup: the server sends the files of its cluster as one tar archive while it goes on working, with the log that makes them
// consistent, and then a list of them with their hashes. Nothing is written here.
import { Readable } from 'node:stream'
import type pg from 'pg'
import { StartProblem } from '#kernel/start-problem.ts'
import { explained, type ReplicationSession } from './session.ts'

export interface BaseBackup {
  start: Position
  /** A whole tar archive. It breaks with the session, and never ends early without an error. */
  archive: Readable
  /** PostgreSQL's own list of what is in the archive, as JSON. Known when the archive has ended. */
  manifest(): string
}

export interface Position {
  /** Such as 0/7000028. */
  lsn: string
  timeline: number
}

/** What the server can keep waiting in memory before it is asked to wait. */
const BUFFERED_BYTES = 4 * 1024 * 1024

/** Resolves when the server has begun to send. */
export async function startBaseBackup(session: ReplicationSession, label: string): Promise<BaseBackup> {
  const begun = Promise.withResolvers<Position>()
  const copy = new Copy(session, begun, label)
  session.client.query(copy)
  session.client.once('error', error => copy.handleError(error))
  const start = await begun.promise
  return { start, archive: copy.archive, manifest: () => copy.manifest }
}

/** What the driver calls as the messages arrive. */
class Copy {
  readonly archive: Readable
  manifest = ''
  #isManifest = false
  #answers = 0
  #tablespaces = 0
  readonly #session: ReplicationSession
  readonly #begun: PromiseWithResolvers<Position>
  readonly #label: string

  constructor(session: ReplicationSession, begun: PromiseWithResolvers<Position>, label: string) {
    this.#session = session
    this.#begun = begun
    this.#label = label
    const { stream } = session.client.connection
    this.archive = new Readable({ highWaterMark: BUFFERED_BYTES, read: () => void stream.resume() })
    // Whoever reads it hears of an error; before that the start does.
    this.archive.on('error', () => {})
  }

  submit(connection: pg.Connection): void {
    const options = [
      `LABEL '${this.#label}'`,
      "CHECKPOINT 'fast'",
      'WAL true',
      "MANIFEST 'yes'",
      "MANIFEST_CHECKSUMS 'SHA256'",
    ]
    connection.query(`BASE_BACKUP (${options.join(', ')})`)
  }

  handleRowDescription(): void {
    this.#answers += 1
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const [lsn, timeline] = fields
    if (this.#answers === 1) this.#begun.resolve({ lsn: lsn ?? '', timeline: Number(timeline) })
    if (this.#answers === 2) this.#tablespaces += 1
    if (this.#tablespaces > 1) this.handleError(new StartProblem(ELSEWHERE))
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const content = chunk.subarray(1)
    switch (String.fromCharCode(chunk[0] ?? 0)) {
      case 'm':
        this.#isManifest = true
        break
      case 'd':
        if (this.#isManifest) this.manifest += content.toString('utf8')
        // The driver reuses its buffer for what comes next.
        else if (!this.archive.push(Buffer.from(content))) this.#session.client.connection.stream.pause()
        break
      default:
    }
  }

  handleError(error: unknown): void {
    const problem = explained(error) as Error
    this.#begun.reject(problem)
    this.archive.destroy(problem)
  }

  handleReadyForQuery(): void {
    if (!this.archive.destroyed) this.archive.push(null)
  }

  handleCommandComplete(): void {}
}

const ELSEWHERE =
  'This server keeps files in tablespaces outside of its own folder, which a backup of Porteira does not hold. Back it up by your own means.'
