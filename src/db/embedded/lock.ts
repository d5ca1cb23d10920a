// One gateway per database folder: an operating system's file lock, held through SQLite because Node has no lock call of
// its own. The system drops it when the process ends, however it ends; it must never be guessed from a pid in a file.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartProblem } from '#kernel/start-problem.ts'

export interface FolderLock {
  release(): void
}

// A gateway that was killed a moment ago may still be on its way out.
const TIMEOUT_MS = 500
const SQLITE_BUSY = 5

/** Another live process holds the folder. */
export class FolderHeld extends StartProblem {}

/** Throws FolderHeld when another live process holds the folder. */
export function lockFolder(folder: string, dataDir: string): FolderLock {
  const holder = join(folder, 'gateway.pid')
  const file = join(folder, 'gateway.lock')
  writeFileSync(file, '', { flag: 'a', mode: 0o600 })
  const handle = new DatabaseSync(file, { timeout: TIMEOUT_MS })
  try {
    handle.exec('begin exclusive')
  } catch (error) {
    handle.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new FolderHeld(
      `Another Porteira (process ${pidIn(holder)}) is running on the data folder ${dataDir}. ` +
        'Stop it first, or give this one a folder of its own with DATA_DIR.',
    )
  }
  writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 })
  return { release: () => handle.close() }
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
