// Where the embedded database lives. An ordinary user's cluster is DATA_DIR/postgres. Root's lies under /var/lib/porteira,
// because the server runs as a user who may not reach DATA_DIR; a pointer file in DATA_DIR names it, so that a deleted
// DATA_DIR means a fresh start. Nothing here ever deletes a cluster.
import { createHash, randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartProblem } from '#kernel/start-problem.ts'
import { isRoot, type ServerUser, serverUserForRoot } from './user.ts'

export interface Home {
  /** Holds everything of one cluster; to remove it is to remove the database. */
  folder: string
  cluster: string
  socketFolder: string
  /** Where the programs are copied to when they cannot run in place. */
  shelf: string
  /** Null: the server runs as the user who starts it. */
  user: ServerUser | null
}

export const ROOT_SHELF = '/var/lib/porteira'
const POINTER = 'postgres.location'
const BELONGS_TO = 'belongs-to'
// The least that a supported system allows for a socket's address (macOS), its end included.
const SOCKET_PATH_BYTES = 103

export async function openHome(dataDir: string, rootShelf: string): Promise<Home> {
  await makeFolder(dataDir)
  return isRoot() ? homeOfRoot(await realpath(dataDir), rootShelf) : homeOfUser(await realpath(dataDir))
}

/** Makes the folder for its owner alone; a folder that is there keeps the mode its owner gave it. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await chmod(folder, 0o700)
}

async function homeOfUser(dataDir: string): Promise<Home> {
  const pointed = await readPointer(dataDir)
  if (pointed !== null)
    throw new StartProblem(
      `The database of ${dataDir} was made by root and lies in ${pointed}. Start Porteira as root.`,
    )
  const folder = join(dataDir, 'postgres')
  await makeFolder(folder)
  const cluster = join(folder, 'cluster')
  const owner = await ownerOf(cluster)
  if (owner !== null && owner.uid !== process.getuid?.())
    throw new StartProblem(`The database in ${cluster} belongs to user ${owner.uid}. Start Porteira as that user.`)
  return { folder, cluster, socketFolder: await socketFolderFor(folder), shelf: folder, user: null }
}

async function homeOfRoot(dataDir: string, shelf: string): Promise<Home> {
  const inPlace = join(dataDir, 'postgres', 'cluster')
  const before = await ownerOf(inPlace)
  if (before !== null)
    throw new StartProblem(`The database in ${inPlace} was made by user ${before.uid}. Start Porteira as that user.`)
  await mkdir(shelf, { recursive: true })
  await chmod(shelf, 0o755)
  const folder = (await readPointer(dataDir)) ?? (await newFolder(dataDir, shelf))
  await refuseLost(folder, dataDir)
  const cluster = join(folder, 'cluster')
  const user = (await ownerOf(cluster)) ?? serverUserForRoot()
  // The server's user passes through and reads its configuration, and owns only what lies below.
  await chown(folder, 0, user.gid)
  await chmod(folder, 0o750)
  const socketFolder = join(folder, 'socket')
  await makeFolder(socketFolder)
  await chown(socketFolder, user.uid, user.gid)
  return { folder, cluster, socketFolder, shelf, user }
}

async function readPointer(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, POINTER), 'utf8').catch(ifAbsent)
  return text === null ? null : text.trim()
}

async function newFolder(dataDir: string, shelf: string): Promise<string> {
  const folder = join(shelf, randomBytes(8).toString('hex'))
  await mkdir(folder, { mode: 0o700 })
  await writeFile(join(folder, BELONGS_TO), `${dataDir}\n`, { mode: 0o600 })
  // A link appears whole, and only one of two starters can make it.
  const unfinished = join(dataDir, `${POINTER}.${process.pid}`)
  await writeFile(unfinished, `${folder}\n`, { mode: 0o600, flush: true })
  try {
    await link(unfinished, join(dataDir, POINTER))
    return folder
  } catch (error) {
    const other = await readPointer(dataDir)
    await rm(folder, { recursive: true, force: true })
    if (other === null) throw error
    return other
  } finally {
    await rm(unfinished, { force: true })
  }
}

// An empty database in the place of a lost one, or of another folder's, would be worse than not starting.
async function refuseLost(folder: string, dataDir: string): Promise<void> {
  const owner = await readFile(join(folder, BELONGS_TO), 'utf8').catch(ifAbsent)
  if (owner === null)
    throw new StartProblem(
      `${join(dataDir, POINTER)} says that the database lies in ${folder}, but it is not there. ` +
        `Bring it back, or delete ${dataDir} to begin with an empty database.`,
    )
  const origin = owner.trim()
  if (origin === dataDir) return
  if ((await readPointer(origin)) === folder)
    throw new StartProblem(
      `${dataDir} is a copy of ${origin}, and both point at the database in ${folder}. ` +
        `Delete the copy to begin with an empty database, or set DATA_DIR=${origin}.`,
    )
  await writeFile(join(folder, BELONGS_TO), `${dataDir}\n`, { mode: 0o600 })
}

async function ownerOf(path: string): Promise<ServerUser | null> {
  const found = await stat(path).catch(ifAbsent)
  return found === null ? null : { uid: found.uid, gid: found.gid }
}

// Beside the cluster, unless its path is too long for a socket's address or would need quoting in a setting.
async function socketFolderFor(folder: string): Promise<string> {
  const beside = join(folder, 'socket')
  const fits = Buffer.byteLength(join(beside, '.s.PGSQL.5432')) <= SOCKET_PATH_BYTES
  if (fits && /^[\w./-]+$/.test(beside)) {
    await makeFolder(beside)
    return beside
  }
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const short = `/tmp/porteira-${process.getuid?.()}-${name}`
  await makeFolder(short)
  await refuseForeign(short)
  return short
}

// In a folder that all may write to, another user could have made it first.
async function refuseForeign(folder: string): Promise<void> {
  const found = await lstat(folder)
  if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0) return
  throw new StartProblem(`${folder} is not ours alone. Remove it, or set DATA_DIR to a shorter path.`)
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function ifAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

/** Where the cluster is made. Not a name that a person would give to one that is set aside, such as `cluster.20260131`. */
export function unfinishedCluster(home: Home): string {
  return join(dirname(home.cluster), `cluster.unfinished-${randomBytes(4).toString('hex')}`)
}

/** The log that is replayed over it. */
export const openedLogOf = (unfinished: string): string => `${unfinished}.log`

const isUnfinished = (name: string): boolean => /^cluster\.unfinished-[0-9a-f]{8}(\.log)?$/.test(name)

/** What was left by one that was killed while it made or restored its cluster, and nothing that a person has put there. */
export async function removeUnfinished({ cluster }: Home): Promise<void> {
  const parent = dirname(cluster)
  for (const name of await readdir(parent))
    if (isUnfinished(name)) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 10 })
}
