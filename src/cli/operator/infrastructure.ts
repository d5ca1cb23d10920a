// What a command works on: the configuration, the database and the PSPs of an existing installation, whether its gateway runs or
// not. It makes nothing and migrates nothing; what it opens is put on the stack.
import { readConfig } from '#config/config.ts'
import type { Environment } from '#config/environment-values.ts'
import { type SealedConfig, unsealConfig } from '#config/secrets.ts'
import { joinEmbedded, joinRunning } from '#db/embedded/join.ts'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { refuseNewerSchema } from '#db/schema/older-code.ts'
import { reachServer } from '#db/server/given-server.ts'
import { type KeyedBox, makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { openDirectory, type PspDirectory } from '#psp/directory.ts'
import { type Opened, openBeside } from '#psp/open-account.ts'
import type { PspAccount } from '#psp/store.ts'

export interface CommandInfrastructure {
  config: SealedConfig
  /** Of the database, for a library with a pool of its own. */
  connection: Connection
  db: Database
  secretBox: KeyedBox
  psps: PspDirectory
  /** A PSP account as it might be, beside the one that is kept; to be closed by who has opened it. */
  openAccount(account: PspAccount): Opened
}

const CONNECTIONS = 3

export async function openCommandInfrastructure(
  resources: AsyncDisposableStack,
  environment: Environment,
  onlyRunning: boolean,
): Promise<CommandInfrastructure> {
  const config = await unsealConfig(readConfig(environment))
  const secretBox = makeSecretBox(config.encryptionKey, systemRandom, config.otherEncryptionKey)
  const connection = await connect(resources, config, onlyRunning)
  const db = openDatabase(connection, CONNECTIONS)
  resources.defer(() => db.close())
  await refuseNewerSchema(db)
  // Calls that are under way when a command is interrupted end with the process.
  const opening = {
    secretBox,
    timeoutMs: config.psp.timeout_ms,
    clock: systemClock,
    random: systemRandom,
    // A command prints what it finds out itself.
    log: { info() {} },
    alerts: { raise() {}, raiseOnce() {}, resolve() {} },
    paused: () => false,
  }
  const psps = openDirectory({ ...opening, db })
  const openAccount = (account: PspAccount) => openBeside({ ...opening, kinds: psps.kinds }, account)
  return { config, connection, db, secretBox, psps, openAccount }
}

async function connect(
  resources: AsyncDisposableStack,
  { databaseUrl, dataDir }: SealedConfig,
  onlyRunning: boolean,
): Promise<Connection> {
  if (databaseUrl !== null) return reachServer(databaseUrl)
  if (onlyRunning) return joinRunning({ dataDir })
  const { connection, stop } = await joinEmbedded({
    dataDir,
    onProgress: sentence => process.stderr.write(`${sentence}\n`),
  })
  resources.defer(stop)
  return connection
}
