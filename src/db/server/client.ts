// A client of the driver for any connection. At servers that DATABASE_URL names it connects to the one that takes writes, and looks how
// the server stands before it is handed to anybody. All clients are made here, those of the pools too.
import pg from 'pg'
import type { Connection } from '../postgres.ts'
import { type Servers, serversOf } from './servers.ts'
import { serverStatusOf } from './status.ts'
import { pointAt } from './status-session.ts'

/** `more` are settings of the driver. */
export function clientFor(connection: Connection, more: pg.ClientConfig = {}): pg.Client {
  const Client = clientClassFor(connection)
  return new Client({ ...connection, ...more })
}

/** For a pool, which makes its clients by itself. */
export function clientClassFor(connection: Connection): typeof pg.Client {
  const servers = serversOf(connection)
  if (servers === null) return pg.Client
  return class extends WritingClient {
    constructor(config?: string | pg.ClientConfig) {
      super(servers as Servers, config)
    }
  }
}

type Callback = (error: Error | null) => void

class WritingClient extends pg.Client {
  readonly #servers: Servers

  constructor(servers: Servers, config?: string | pg.ClientConfig) {
    super(config)
    this.#servers = servers
    // A server may end the session while it is looked at, when nobody else listens yet.
    this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
  override connect(callback?: unknown): Promise<pg.Client> | undefined {
    const connected = this.#connect()
    if (callback === undefined) return connected
    const report = callback as Callback
    connected.then(() => report(null), report)
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    const servers = this.#servers
    const server = await servers.writable()
    // The pool gives up by this, and would not hear of a session that is opened all the same.
    if (this.connection.stream.destroyed) throw new Error('timeout expired')
    if (server !== null) pointAt(this, server)
    try {
      await super.connect()
      if (!speaksReplication(this)) servers.admit(server, await serverStatusOf(this))
    } catch (error) {
      servers.doubt(server)
      this.connection.stream.destroy()
      throw error
    }
    servers.join(this, server)
    return this
  }
}

/** In such a session no statement is possible. */
const speaksReplication = (client: pg.Client) => Boolean((client as { replication?: unknown }).replication)
