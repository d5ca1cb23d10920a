// The log of all changes, as the server writes it: received in order, from a position that a slot keeps for us. The server is told how
// far it is safe with us, and may remove nothing behind that; a server with synchronous replication waits for it.
import type pg from 'pg'
import { explained, type ReplicationSession } from './session.ts'

export interface LogStream {
  /** Has to be called often: how far all is on the disk, if further than the last time. */
  confirm(position?: bigint): void
  /** Resolves when the server has ended it, rejects when the connection broke. */
  ended: Promise<void>
}

export interface LogStreamOptions {
  slot: string
  from: bigint
  /** On the disk already, from earlier. */
  confirmed: bigint
  timeline: number
  onData: (position: bigint, data: Buffer) => void
}

export const positionOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const lsnOf = (position: bigint): string =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffff_ffffn).toString(16).toUpperCase()}`

const HEADER_BYTES = 25
const STATUS_BYTES = 34

export function startLogStream(session: ReplicationSession, options: LogStreamOptions): LogStream {
  const ended = Promise.withResolvers<void>()
  const { connection } = session.client
  let { confirmed } = options
  const receiver = new Receiver(options, ended, () => answer(connection, confirmed))
  session.client.query(receiver)
  session.client.once('error', error => ended.reject(error))
  session.client.once('end', () => ended.resolve())
  return {
    ended: ended.promise,
    confirm(position = confirmed) {
      confirmed = position
      answer(connection, confirmed)
    },
  }
}

/** Written, flushed and applied are one here. The server's clock alone is compared with, and not with ours: it may be zero. */
function answer(connection: pg.Connection, position: bigint): void {
  const message = Buffer.alloc(STATUS_BYTES)
  message.write('r', 0, 'latin1')
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(position, at)
  ;(connection as unknown as { sendCopyFromChunk(chunk: Buffer): void }).sendCopyFromChunk(message)
}

/** What the driver calls as the messages arrive. */
class Receiver {
  readonly #options: LogStreamOptions
  readonly #ended: PromiseWithResolvers<void>
  readonly #answer: () => void

  constructor(options: LogStreamOptions, ended: PromiseWithResolvers<void>, answerNow: () => void) {
    this.#options = options
    this.#ended = ended
    this.#answer = answerNow
  }

  submit(connection: pg.Connection): void {
    const { slot, from, timeline } = this.#options
    connection.query(`START_REPLICATION SLOT ${slot} PHYSICAL ${lsnOf(from)} TIMELINE ${timeline}`)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    // The driver reuses its buffer for what comes next.
    if (kind === 'w') this.#options.onData(chunk.readBigUInt64BE(1), Buffer.from(chunk.subarray(HEADER_BYTES)))
    // A sign of life, which may ask for one of ours.
    if (kind === 'k' && chunk[17] === 1) this.#answer()
  }

  handleError(error: unknown): void {
    this.#ended.reject(explained(error))
  }

  handleReadyForQuery(): void {
    this.#ended.resolve()
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
