// Runs the PostgreSQL programs as child processes: makes a cluster, starts the server, waits until it answers. The server gets
// its own session, since a Ctrl-C meant for the gateway must not end the database first, and writes to a file, since an orphan
// that held our pipes would keep their reader waiting for ever.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { asStartProblem, StartProblem } from '#kernel/start-problem.ts'
import type { Programs } from './files.ts'
import { type Home, unfinishedCluster } from './home.ts'
import { settingsOf } from './settings.ts'

/** In the server's folder. */
export const LOG_FILE = 'server.log'
const LOG_BYTES = 5_000_000
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const INITDB = [
  '--username=postgres',
  '--auth-local=peer',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

/** Makes the cluster under another name first: what carries the final name is whole. */
export async function makeCluster(home: Home, programs: Programs, durable: boolean): Promise<void> {
  const unfinished = unfinishedCluster(home)
  await mkdir(unfinished, { mode: 0o700 })
  if (home.user !== null) await chown(unfinished, home.user.uid, home.user.gid)
  const args = ['-D', unfinished, ...INITDB, ...(durable ? [] : ['--no-sync', '--no-data-checksums'])]
  const child = await run(home, programs.initdb, args)
  const code = await ended(child)
  if (code !== 0) throw await failure(home, `initdb ended with code ${code}`)
  await rename(unfinished, home.cluster)
}

/** PostgreSQL writes its own major version into each cluster, and runs no other. */
export async function refuseOtherVersion(home: Home, programs: Programs): Promise<void> {
  const version = await readFile(join(home.cluster, 'PG_VERSION'), 'utf8')
  if (Number(version) === programs.major) return
  throw new StartProblem(
    `The database in ${home.cluster} was made by PostgreSQL ${version.trim()}, and this Porteira brings ${programs.major}. ` +
      'Start the Porteira that made it, or move the data over with a dump.',
  )
}

export interface ServerOptions {
  durable: boolean
  /** Besides those of every server, over which they win. */
  settings?: Record<string, string>
  /** Of a cluster that has others than ours. */
  roles?: readonly string[]
}

const ROLES = ['porteira', 'postgres']

export async function startServer(
  home: Home,
  programs: Pick<Programs, 'postgres'>,
  { durable, settings: more = {}, roles = ROLES }: ServerOptions,
): Promise<ChildProcess> {
  await writeAccess(home, roles)
  // Nobody else runs here, so what lies in the folder is the socket of a server that was killed.
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(join(home.socketFolder, name), { force: true })
  const settings = Object.entries({ ...settingsOf(home, durable), ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  return run(home, programs.postgres, ['-D', home.cluster, ...settings])
}

/** The last words of the server, for a message to the operator. */
export async function failure(home: Home, what: string): Promise<StartProblem> {
  const file = join(home.folder, LOG_FILE)
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.trimEnd().split('\n').slice(-8)
  return new StartProblem(
    `The embedded PostgreSQL does not start: ${what}. Its log (${file}) ends:\n${lines.join('\n')}`,
  )
}

async function run(home: Home, program: string, args: string[]): Promise<ChildProcess> {
  const log = await openLog(join(home.folder, LOG_FILE))
  try {
    const child = spawn(program, args, {
      ...(home.user ?? {}),
      cwd: '/',
      detached: true,
      env: ENVIRONMENT,
      stdio: ['ignore', log.fd, log.fd],
    })
    await once(child, 'spawn')
    child.unref()
    return child
  } catch (error) {
    throw asStartProblem(`${program} cannot be run; DATABASE_URL may name a server of your own instead`, error)
  } finally {
    await log.close()
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  child.ref()
  return once(child, 'exit').then(([code]) => code as number | null)
}

async function openLog(file: string) {
  const size = await stat(file).then(
    found => found.size,
    () => 0,
  )
  if (size > LOG_BYTES) await rename(file, `${file}.1`)
  return open(file, 'a', 0o600)
}

// Only the operating system user of this gateway gets in, also where others reach the socket. Rewritten at each start, since the
// folder may have been handed to another user.
async function writeAccess(home: Home, roles: readonly string[]): Promise<void> {
  const name = quoted(userInfo().username)
  const lines = roles.map(role => `local all "${quoted(role)}" peer map=gateway\n`)
  // For backups. The gateway's own role may not.
  lines.push('local replication postgres peer map=gateway\n')
  await writeReadable(home, 'hba.conf', lines.join(''))
  await writeReadable(home, 'ident.conf', roles.map(role => `gateway "${name}" "${quoted(role)}"\n`).join(''))
}

const quoted = (name: string) => name.replaceAll('"', '""')

async function writeReadable(home: Home, name: string, text: string): Promise<void> {
  const file = join(home.folder, name)
  await rm(file, { force: true })
  await writeFile(file, text, { mode: 0o600 })
  if (home.user !== null) await chown(file, home.user.uid, home.user.gid)
}
