// Runs once around the whole suite: one real PostgreSQL that flushes nothing to the disk, with a migrated template that
// every house copies. The test processes learn its address from the environment.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Embedded, startEmbedded } from '#db/embedded.ts'
import { makePartitions, migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/postgres.ts'

export const CONNECTION_VARIABLE = 'PORTEIRA_TEST_CONNECTION'
export const TEMPLATE = 'house_template'

let server: Embedded
let folder: string

export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'porteira-test-'))
  server = await startEmbedded({ dataDir: folder, durable: false })
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const connection = { ...server.connection, database: TEMPLATE }
  await migrate(connection)
  const template = openDatabase(connection, 1)
  await makePartitions(template)
  await template.close()
  process.env[CONNECTION_VARIABLE] = JSON.stringify(server.connection)
}

export async function globalTeardown(): Promise<void> {
  await server.stop()
  await rm(server.folder, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}
