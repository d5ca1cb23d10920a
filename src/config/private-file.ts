// Files in the data folder that only their owner may read. They are written beside and renamed, so that a reader finds the
// old file or the new one, and a crash never leaves half of one.
import { randomBytes } from 'node:crypto'
import { type FileHandle, link, open, readFile, rename, rm } from 'node:fs/promises'

const OWNER_ONLY = 0o600

/** The moment at which a file was made, which nobody can set and no copy takes along; null where the system keeps none. */
export type CreationTime = string | null

export async function replacePrivateFile(file: string, text: string): Promise<void> {
  await rename(await writeBeside(file, text), file)
}

/** Of a file that knows its own birth. */
export async function replaceFileWithCreationTime(
  file: string,
  textOf: (creationTime: CreationTime) => string,
): Promise<void> {
  const isLasting = await writeBesideThen(file, async (handle, beside) => {
    const creationTime = await creationTimeOf(handle)
    await fill(handle, textOf(creationTime))
    await rename(beside, file)
    return (await creationTimeOf(handle)) === creationTime
  })
  // Where a system takes the last change of a file for its birth, this file would soon not be itself any more.
  if (!isLasting) await replacePrivateFile(file, textOf(null))
}

/** Text and birth of one and the same file, however often it is replaced meanwhile; null when there is none. */
export async function readFileWithCreationTime(file: string): Promise<{ text: string; birth: CreationTime } | null> {
  const handle = await open(file).catch(ifAbsent)
  if (handle === null) return null
  try {
    return { text: await handle.readFile('utf8'), birth: await creationTimeOf(handle) }
  } finally {
    await handle.close()
  }
}

/** False when the file is already there; then nothing has changed. */
export async function createPrivateFile(file: string, text: string): Promise<boolean> {
  const beside = await writeBeside(file, text)
  try {
    await link(beside, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(beside, { force: true })
  }
}

/** Null when there is no such file. */
export async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(ifAbsent)
}

function ifAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function creationTimeOf(handle: FileHandle): Promise<CreationTime> {
  const { birthtimeNs } = await handle.stat({ bigint: true })
  return birthtimeNs > 0n ? new Date(Number(birthtimeNs / 1_000_000n)).toISOString() : null
}

async function writeBeside(file: string, text: string): Promise<string> {
  return writeBesideThen(file, async (handle, beside) => {
    await fill(handle, text)
    return beside
  })
}

async function writeBesideThen<T>(file: string, work: (handle: FileHandle, beside: string) => Promise<T>): Promise<T> {
  const beside = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(beside, 'wx', OWNER_ONLY)
  try {
    return await work(handle, beside)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

async function fill(handle: FileHandle, text: string): Promise<void> {
  await handle.chmod(OWNER_ONLY)
  await handle.writeFile(text)
  await handle.sync()
}
