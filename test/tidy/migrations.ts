// A rolling update has two versions on one schema. So a migration says in its head which older code can run with what it leaves, and this
// looks whether that can be true: one that expands only adds, and one that contracts takes away what no released version uses any more.
import { readFileSync } from 'node:fs'
import { type Declaration, declarationIn } from '#db/schema/declaration.ts'
import { namesIn } from '#db/schema/files.ts'
import { breachesOf } from './older-code.ts'

/** Those before it say nothing, and only code that knows them runs with them. */
const FIRST_DECLARED = '0138'

interface Release {
  version: string
  /** Its last migration. */
  last: string
}

/** `read` answers the text of a migration; `releases` are those that were made, the oldest first. */
export function careless(
  names: readonly string[],
  read: (name: string) => string,
  releases: readonly Release[],
): string[] {
  return names
    .filter(name => name >= FIRST_DECLARED)
    .flatMap(name => complaintsAbout(name, names, { read, releases }).map(about => `migrations/${name}.sql: ${about}`))
}

interface Known {
  read: (name: string) => string
  releases: readonly Release[]
}

function complaintsAbout(name: string, names: readonly string[], { read, releases }: Known): string[] {
  const text = read(name)
  const declared = declarationIn(text)
  if (declared === null)
    return [
      'say "-- Expand" or "-- Contract: since <migration>" below "-- Up Migration" (CONTRIBUTING.md, Adding a migration)',
    ]
  if (declared.kind === 'expand') return breachesOf(text, names.slice(0, names.indexOf(name)).map(read))
  if (!names.includes(declared.runsWith)) return [`no migration has the name ${declared.runsWith}`]
  return tooEarly(name, declared, releases)
}

/** Migrations are applied in their order, so a release has each one up to its last. */

function tooEarly(name: string, { runsWith }: Declaration, releases: readonly Release[]): string[] {
  const released = releases.find(({ last }) => runsWith <= last && last < name)
  return released === undefined
    ? [`takes away what the last release still uses: no release before it has ${runsWith}, so that goes into one first`]
    : []
}

export const carelessMigrations = (folder = 'migrations'): string[] =>
  careless(
    namesIn(folder),
    name => readFileSync(`${folder}/${name}.sql`, 'utf8'),
    JSON.parse(readFileSync('scripts/releases.json', 'utf8')),
  )
