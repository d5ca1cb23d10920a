// The folder that backups are kept in. A file has its name when it is whole and on the disk, and not before; the newest are kept.
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartProblem } from '#kernel/start-problem.ts'
import { type Clock, HOUR_MS, type RandomBytes } from '#kernel/time.ts'
import { type BackupFile, backupsAmong, isUnfinished, unfinishedNameOf } from './names.ts'

const OWNER_ONLY = 0o600
const CHANCE_BYTES = 4

export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(error => {
    throw explainedFor(folder, error)
  })
}

export interface Writing {
  folder: string
  source: Readable
  /** Asked when all of it is there. */
  name: () => string
  /** Broken off by it. */
  leaving: AbortSignal
}

/** Answers the bytes of the file. Where it does not come to an end nothing is left. */
export async function writeWhole(
  { folder, source, name, leaving }: Writing,
  { clock, random }: { clock: Clock; random: RandomBytes },
): Promise<number> {
  const beside = join(folder, unfinishedNameOf(clock(), random(CHANCE_BYTES)))
  try {
    await pipeline(source, createWriteStream(beside, { flags: 'wx', mode: OWNER_ONLY, flush: true }), {
      signal: leaving,
    })
    const { size } = await stat(beside)
    await rename(beside, join(folder, name()))
    await syncFolder(folder)
    return size
  } catch (error) {
    await rm(beside, { force: true })
    throw explainedFor(folder, error)
  }
}

/** The new name of a file lasts only when its folder is on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Removes what a backup that was killed has left. */
export async function removeUnfinished(folder: string, clock: Clock): Promise<void> {
  for (const name of (await readdir(folder)).filter(isUnfinished)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < clock().getTime() - HOUR_MS) await rm(join(folder, name), { force: true })
  }
}

/**
 * Removes all but the newest of a cluster. The one that was written just now stays, whatever the clock has said. Answers the names
 * that are gone, and the first file of the log that one which stays needs.
 */
export async function removeOld(
  folder: string,
  { written, keep }: { written: BackupFile; keep: number },
): Promise<{ removed: string[]; firstWal: string }> {
  const others = backupsAmong(await readdir(folder)).filter(
    ({ name, cluster }) => cluster === written.cluster && name !== written.name,
  )
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)))
  for (const { name } of old) await rm(join(folder, name), { force: true })
  const stay = [...others.slice(old.length), written]
  const [firstWal = written.wal] = stay.map(({ wal }) => wal).toSorted()
  return { removed: old.map(({ name }) => name), firstWal }
}

const WORDS: Record<string, string> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its quota is used up',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it can only be read',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it is no folder',
}

function explainedFor(folder: string, error: unknown): unknown {
  const words = WORDS[(error as NodeJS.ErrnoException).code ?? '']
  return words === undefined ? error : new StartProblem(`Nothing was written to ${folder}: ${words}.`, { cause: error })
}
