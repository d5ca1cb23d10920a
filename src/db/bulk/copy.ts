// Many rows at once, by COPY: the server parses no statement for them, plans nothing, and writes whole pages of its log. All of them or none;
// a row that is there already fails all. Nobody waits until the disk has them, nor do the commits of money share the disk with them: a
// server that crashes forgets the last second of them. So this is for logs.
import pg from 'pg'

/** As COPY reads texts: a backslash begins an escape, and what ends a value or a row must not stand in one. */
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const ESCAPED = /[\\\t\n\r]/
const EACH_ESCAPED = new RegExp(ESCAPED, 'g')

/** A value of a row, which tabs part from the others and a line's end from the next row. */
export function copyText(text: string | null): string {
  if (text === null) return '\\N'
  return ESCAPED.test(text) ? text.replace(EACH_ESCAPED, one => ESCAPES[one] ?? '') : text
}

/** The driver lets its own kind of query alone share a connection with others. */
class CopyIn extends pg.Query {
  readonly #lines: string
  callback: (error: Error | null) => void

  constructor(statement: string, lines: string, callback: (error: Error | null) => void) {
    super(`set local synchronous_commit = off; ${statement}`)
    this.#lines = lines
    this.callback = callback
  }

  handleCopyInResponse(connection: pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }) {
    connection.sendCopyFromChunk(Buffer.from(this.#lines))
    connection.endCopyFrom()
  }
}

/** `statement` is a COPY from STDIN. */
export async function copyIn(pool: pg.Pool, statement: string, lines: string): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      client.query(new CopyIn(statement, lines, error => (error === null ? resolve() : reject(error))))
    })
  } catch (error) {
    // What the server refuses leaves the connection as it was.
    if (!(error instanceof pg.DatabaseError)) broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}
