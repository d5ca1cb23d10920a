// A small installation without a gateway, and backups of it as an operator takes them.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { type Ended, porteira } from '../cli/run.ts'

export interface Scene {
  /** What the gateway of this installation is started with. */
  env: Record<string, string>
  /** Everything of a test lies below. */
  folder: string
  backups: string
  identity: string
  recipient: string
  backUp(...more: string[]): Promise<Ended>
  /** Of the backups that are there, the newest. */
  newest(): Promise<string>
}

export interface SceneWithServer extends Scene {
  server: Embedded
}

export async function openScene(resources: AsyncDisposableStack): Promise<SceneWithServer> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-backup-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const server = await startEmbedded({ dataDir, durable: false })
  resources.defer(() => rm(server.folder, { recursive: true, force: true }))
  resources.defer(() => server.stop())
  await migrate(server.connection)
  return { ...(await openBackups(folder, { DATA_DIR: dataDir, ...newKeys() })), server }
}

export const newKeys = () => ({
  ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  AUTH_SECRET: randomBytes(32).toString('hex'),
})

/** Of an installation that is there. */
export async function openBackups(folder: string, env: Record<string, string>): Promise<Scene> {
  const [backups, identity] = [join(folder, 'backups'), join(folder, 'identity')]
  await porteira(['backup', 'key', '--to', identity])
  const recipient = /age1\w+/.exec(await readFile(identity, 'utf8'))?.[0] ?? ''
  return {
    env,
    folder,
    backups,
    identity,
    recipient,
    backUp: (...more) => porteira(['backup', '--to', backups, '--recipient', recipient, ...more], env),
    newest: async () =>
      join(
        backups,
        (await readdir(backups))
          .filter(name => name.endsWith('.age'))
          .toSorted()
          .at(-1) ?? '',
      ),
  }
}
