// What the tests of the embedded server share: a folder that the server's user can reach, statements, and gateways that can be killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'

const PROGRAM = fileURLToPath(new URL('./embedded-program.ts', import.meta.url))

export interface Scene {
  folder: string
  /** A data folder that does not exist yet. */
  dataDir(name: string): string
  start(dataDir: string): Promise<Embedded>
  /** A process of its own that starts the server and holds it; `user` is for root alone. */
  gateway(dataDir: string, user?: number): Promise<Gateway>
  remove(): Promise<void>
}

export interface Gateway {
  child: ChildProcess
  server: Pick<Embedded, 'pid' | 'folder' | 'connection'>
  /** As kill -9 does. */
  kill(): Promise<void>
}

export async function openScene(): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-embedded-'))
  await chmod(folder, 0o755)
  const rootShelf = join(folder, 'shelf')
  const resources = new AsyncDisposableStack()
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  return {
    folder,
    dataDir: name => join(folder, name),
    async start(dataDir) {
      const server = await startEmbedded({ dataDir, rootShelf, durable: false })
      resources.defer(() => server.stop())
      return server
    },
    async gateway(dataDir, user) {
      const started = await gateway([PROGRAM, dataDir, rootShelf], user)
      resources.defer(() => endGateway(started))
      return started
    },
    remove: () => resources.disposeAsync(),
  }
}

async function gateway(args: string[], user?: number): Promise<Gateway> {
  const identity = user === undefined ? {} : { uid: user, gid: user }
  const child = spawn(process.execPath, args, { ...identity, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(child.stdout, 'data'), ended.then(() => ['null'])])
  const server = JSON.parse(String(line))
  if (server === null) throw new Error('the gateway ended before its server was there')
  return {
    child,
    server,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

// A test that failed may have left both behind.
async function endGateway({ kill, server }: Gateway): Promise<void> {
  await kill()
  const folder = await realpath(`/proc/${server.pid}/cwd`).catch(() => '')
  if (folder.startsWith(server.folder)) process.kill(server.pid, 'SIGQUIT')
}

export async function query(connection: object, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A zombie is not alive. */
export async function isAlive(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    return stat !== '' && !/\) Z /.test(stat)
  }
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
