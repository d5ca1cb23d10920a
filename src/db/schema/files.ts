// The migrations that come with this gateway, by name and as text.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** In their order, as they are noted in the table of those that were applied. */
export const namesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter(name => name.endsWith('.sql'))
    .map(name => basename(name, '.sql'))
    .toSorted()

export const textOf = (dir: string, name: string): string => readFileSync(join(dir, `${name}.sql`), 'utf8')
