// Where a backup is brought to life, and by which PostgreSQL: the one that comes with Porteira for what it has made, the operator's
// own for what theirs has made.
import { execFile } from 'node:child_process'
import { chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { BackupDescription } from '#backup/description.ts'
import { findPackage, majorOf, type Programs, preparePrograms } from '#db/embedded/files.ts'
import { type Home, openHome, ROOT_SHELF, removeUnfinished } from '#db/embedded/home.ts'
import { lockFolder } from '#db/embedded/lock.ts'
import { isRoot, type ServerUser, serverUserForRoot } from '#db/embedded/user.ts'
import { StartProblem } from '#kernel/start-problem.ts'

export interface Place {
  home: Home
  programs: Pick<Programs, 'postgres'>
}

/** An empty DATA_DIR. Nobody else starts there until the resources are given back. */
export async function embeddedPlace(
  resources: AsyncDisposableStack,
  dataDir: string,
  about: BackupDescription,
): Promise<Place> {
  refuseOtherMajor(about)
  await refuseForRoot(dataDir)
  const home = await openHome(dataDir, ROOT_SHELF)
  const lock = lockFolder(home.folder, dataDir)
  resources.defer(() => lock.release())
  await removeUnfinished(home)
  await refuseFilled(home.cluster, 'set DATA_DIR to an empty folder')
  const programs = await preparePrograms(findPackage(), home.shelf, home.user !== null)
  return { home, programs }
}

/** Before anything is made: a PostgreSQL starts on the files of its own major version alone. */
function refuseOtherMajor({ postgres, release }: BackupDescription): void {
  const ours = majorOf(findPackage().version)
  if (ours === postgres.major) return
  throw new StartProblem(
    `This backup is of PostgreSQL ${postgres.major}, and this Porteira brings ${ours}, which does not start on its files. ` +
      `Restore it with a Porteira that brings ${postgres.major}, such as the one that took it (${release}), and move the data over with a dump. Nothing was restored.`,
  )
}

/** A database that root restores is started by root alone, and who owns the folder is who starts there. */
async function refuseForRoot(dataDir: string): Promise<void> {
  const owner = isRoot() ? await stat(dataDir).catch(() => null) : null
  if (owner === null || owner.uid === 0) return
  throw new StartProblem(
    `${dataDir} belongs to user ${owner.uid}, who could not start what root restores there. Restore as that user: ` +
      'the guide to backups shows how with systemd-run. Nothing was restored.',
  )
}

/** A folder that a server of the operator's own will be started on. */
export async function foreignPlace(
  resources: AsyncDisposableStack,
  { into, programs: folder }: { into: string; programs: string },
  about: BackupDescription,
): Promise<Place> {
  const cluster = resolve(into)
  await refuseFilled(cluster, 'name a folder that is empty, or not there yet')
  await refuseMountPoint(cluster)
  const programs = { postgres: join(folder, 'postgres') }
  const major = await majorOfProgram(programs.postgres)
  if (major !== about.postgres.major)
    throw new StartProblem(
      `This backup is of PostgreSQL ${about.postgres.major}, and the one in ${folder} is ${major}. Name the folder of the programs of ${about.postgres.major} with --programs, such as /usr/lib/postgresql/${about.postgres.major}/bin. Nothing was restored.`,
    )
  const work = await mkdtemp(join(tmpdir(), 'porteira-restore-'))
  resources.defer(() => rm(work, { recursive: true, force: true }))
  const user = isRoot() ? await ownerOf(cluster) : null
  if (user !== null) await chown(work, user.uid, user.gid)
  return { home: { folder: work, cluster, socketFolder: work, shelf: work, user }, programs }
}

/** A place that is gone when the resources are given back. */
export async function scratchPlace(
  resources: AsyncDisposableStack,
  { scratch, programs }: { scratch: string; programs: string | null },
  about: BackupDescription,
): Promise<Place> {
  const folder = await mkdtemp(join(resolve(scratch), 'porteira-verify-'))
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  if (about.embedded) {
    const place = await embeddedPlace(resources, folder, about)
    resources.defer(() => rm(place.home.folder, { recursive: true, force: true, maxRetries: 10 }))
    return place
  }
  if (programs === null)
    throw new StartProblem(
      `This backup is of a PostgreSQL ${about.postgres.major} of your own: name the folder of its programs with --programs, such as /usr/lib/postgresql/${about.postgres.major}/bin.`,
    )
  if (isRoot()) {
    const { uid, gid } = serverUserForRoot()
    await chown(folder, uid, gid)
  }
  return foreignPlace(resources, { into: join(folder, 'cluster'), programs }, about)
}

async function refuseFilled(cluster: string, remedy: string): Promise<void> {
  const names = await readdir(cluster).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length > 0)
    throw new StartProblem(
      `There is something in ${cluster} already, and a restore never overwrites a database: ${remedy}.`,
    )
}

/** The files get their name at the end, and nothing takes the name of a mount point. */
async function refuseMountPoint(cluster: string): Promise<void> {
  const [own, parent] = [await stat(cluster).catch(() => null), await stat(dirname(cluster)).catch(() => null)]
  if (own === null || parent === null || own.dev === parent.dev) return
  throw new StartProblem(
    `${cluster} is another disk than the folder that it lies in, and a restore is given its name when it is whole. Name a folder on that disk.`,
  )
}

async function majorOfProgram(postgres: string): Promise<number> {
  const { stdout } = await promisify(execFile)(postgres, ['--version']).catch(error => {
    throw new StartProblem(`${postgres} cannot be run (${error.code}): name the folder of PostgreSQL's programs.`)
  })
  return majorOf(/\d+/.exec(stdout)?.[0] ?? '')
}

async function ownerOf(cluster: string): Promise<ServerUser> {
  const { uid, gid } = await stat(cluster).catch(() => stat(dirname(cluster)))
  if (uid !== 0) return { uid, gid }
  throw new StartProblem(
    `PostgreSQL must not run as root, who owns ${cluster}. Make the folder for the user that it runs as first.`,
  )
}
