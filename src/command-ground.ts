// What a command works on: the configuration, the database and the PSPs of a house that is there, whether its gateway runs or
// not. It makes nothing and migrates nothing; what it opens is put on the stack.
import { joinEmbedded } from '#db/embedded-join.ts'
import { reachServer } from '#db/given-server.ts'
import { refuseNewerSchema } from '#db/migrate.ts'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { makeSeal, type Seal } from '#kernel/seal.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { openDirectory, type PspDirectory } from '#psp/directory.ts'
import { readConfig } from './config.ts'
import type { Environment } from './environment-values.ts'
import { type SealedConfig, unsealConfig } from './secrets.ts'

export interface CommandGround {
  config: SealedConfig
  /** Of the database, for a library with a pool of its own. */
  connection: Connection
  db: Database
  seal: Seal
  psps: PspDirectory
}

const CONNECTIONS = 3

export async function openCommandGround(parts: AsyncDisposableStack, environment: Environment): Promise<CommandGround> {
  const config = await unsealConfig(readConfig(environment))
  const seal = makeSeal(config.encryptionKey, systemRandom)
  const connection = await connect(parts, config)
  const db = openDatabase(connection, CONNECTIONS)
  parts.defer(() => db.close())
  await refuseNewerSchema(db)
  // Calls that are under way when a command is interrupted end with the process.
  const psps = openDirectory({
    db,
    open: seal.open,
    timeoutMs: config.psp.timeout_ms,
    clock: systemClock,
    random: systemRandom,
    // What a command finds out it tells by itself.
    log: { info() {} },
    alarm() {},
    parked: () => false,
  })
  return { config, connection, db, seal, psps }
}

async function connect(parts: AsyncDisposableStack, { databaseUrl, dataDir }: SealedConfig): Promise<Connection> {
  if (databaseUrl !== null) return reachServer(databaseUrl)
  const { connection, stop } = await joinEmbedded({
    dataDir,
    onProgress: sentence => process.stderr.write(`${sentence}\n`),
  })
  parts.defer(stop)
  return connection
}
