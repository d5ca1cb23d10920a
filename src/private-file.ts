// Files in the data folder that only their owner may read. They are written beside and renamed, so that a reader finds the
// old file or the new one, and a crash never leaves half of one.
import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'

const OWNER_ONLY = 0o600

export async function replacePrivateFile(file: string, text: string): Promise<void> {
  await rename(await writeBeside(file, text), file)
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
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

async function writeBeside(file: string, text: string): Promise<string> {
  const beside = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(beside, 'wx', OWNER_ONLY)
  try {
    await handle.chmod(OWNER_ONLY)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return beside
}
