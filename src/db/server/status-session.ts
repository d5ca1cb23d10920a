// A session at one server that does nothing but look how the server stands. It is kept from look to look, and opened again when it breaks.
import pg from 'pg'
import type { Connection } from '../postgres.ts'
import type { ServerAddress } from './server-list.ts'
import { type ServerStatus, serverStatusOf } from './status.ts'

export interface StatusSession {
  readonly server: ServerAddress
  /** Answers why it could not be asked in the place of throwing that. One look at a time. */
  look(): Promise<ServerStatus | Error>
  close(): void
}

const CONNECT_MS = 2_000
const ANSWER_MS = 1_500

export function openStatusSession(base: Connection, server: ServerAddress): StatusSession {
  let client: pg.Client | null = null
  let underWay: Promise<ServerStatus | Error> | null = null

  function drop(): void {
    client?.connection.stream.destroy()
    client = null
  }

  async function look(): Promise<ServerStatus | Error> {
    try {
      client ??= await opened(base, server)
      return await serverStatusOf(client, ANSWER_MS)
    } catch (error) {
      drop()
      return error as Error
    }
  }

  return {
    server,
    look() {
      underWay ??= look().finally(() => {
        underWay = null
      })
      return underWay
    },
    close: drop,
  }
}

async function opened(base: Connection, server: ServerAddress): Promise<pg.Client> {
  const client = clientAt(server, { ...base, connectionTimeoutMillis: CONNECT_MS, application_name: 'porteira-look' })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
  // It keeps no process alive.
  ;(client as pg.Client & { unref(): void }).unref()
  return client
}

/** One that connects to this server, whatever its settings name. */
function clientAt(server: ServerAddress, config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config)
  pointAt(client, server)
  return client
}

export function pointAt(client: pg.Client, { host, port }: ServerAddress): void {
  client.host = host
  client.port = port
  // Where the driver looks for a password in a file.
  Object.assign((client as unknown as { connectionParameters: object }).connectionParameters, { host, port })
}
