// Compares the files of a cluster, as they lie on the disk, with PostgreSQL's own list of what it has sent.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { StartProblem } from '#kernel/start-problem.ts'
import { MANIFEST } from './archive.ts'

interface Listed {
  Path?: string
  /** In hexadecimal, where a path is no UTF-8. */
  'Encoded-Path'?: string
  Size: number
  Checksum: string
}

interface Manifest {
  Files: Listed[]
  'Manifest-Checksum': string
}

const AT_ONCE = 4
/** What the hash of the list itself does not cover. */
const LAST_LINE = /"Manifest-Checksum":[^\n]*\n?$/

/** Answers how many files it has compared. Throws a StartProblem that names the first one that differs. */
export async function compareWithManifest(folder: string): Promise<number> {
  const text = await readFile(join(folder, MANIFEST), 'utf8')
  const { Files: files, 'Manifest-Checksum': checksum } = JSON.parse(text) as Manifest
  const ofList = createHash('sha256').update(text.replace(LAST_LINE, '')).digest('hex')
  if (ofList !== checksum) throw new StartProblem("PostgreSQL's list of the files in this backup is damaged.")
  const limit = pLimit(AT_ONCE)
  await limit.map(files, file => compare(folder, file))
  return files.length
}

async function compare(folder: string, { Path, 'Encoded-Path': encoded = '', Size, Checksum }: Listed): Promise<void> {
  const path = Path ?? Buffer.from(encoded, 'hex').toString('latin1')
  const file = join(folder, path)
  const found = await stat(file).catch(() => null)
  if (found === null) throw new StartProblem(`The file ${path} of the database is missing in this backup.`)
  if (found.size !== Size || (await hashOf(file)) !== Checksum)
    throw new StartProblem(`The file ${path} of the database is another one than PostgreSQL has sent.`)
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
