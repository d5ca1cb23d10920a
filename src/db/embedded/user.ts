// Which operating system user runs the embedded server. PostgreSQL refuses to run as root, so root hands it to the system
// user `porteira`, made on the first start, or to `nobody` where users cannot be made. Anyone else runs it as themselves.
import { spawnSync } from 'node:child_process'
import { StartProblem } from '#kernel/start-problem.ts'

export interface ServerUser {
  uid: number
  gid: number
}

const NAME = 'porteira'
// Root's own PATH may lack the folders of useradd (su without a dash).
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The user for a new cluster that root starts. */
export function serverUserForRoot(): ServerUser {
  const user = idsOf(NAME) ?? (makeUser() ? idsOf(NAME) : null) ?? idsOf('nobody')
  if (user !== null) return user
  throw new StartProblem(
    'PostgreSQL must not run as root, and no other user was found for it. ' +
      'Start Porteira as an ordinary user, or set DATABASE_URL to a server of your own.',
  )
}

function idsOf(name: string): ServerUser | null {
  const [uid, gid] = [idOf('-u', name), idOf('-g', name)]
  return uid === null || gid === null ? null : { uid, gid }
}

function idOf(flag: string, name: string): number | null {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8', env: ENVIRONMENT })
  return status === 0 && /^\d+$/.test(stdout.trim()) ? Number(stdout) : null
}

function makeUser(): boolean {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  return spawnSync('useradd', [...args, '--shell', '/usr/sbin/nologin', NAME], { env: ENVIRONMENT }).status === 0
}
