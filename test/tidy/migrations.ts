// A rolling update has two versions on one schema. So a migration says in its head which older code can run with what it leaves, and this
// looks whether that can be true: one that expands only adds, and one that contracts takes away what no released version uses any more.
import { readFileSync } from 'node:fs'
import { type Declaration, declarationIn } from '#db/schema/declaration.ts'
import { namesIn } from '#db/schema/files.ts'
import { NAME, programIn, statementsIn, tableChange, tablesMadeBy } from '#db/schema/statements.ts'

/** Those before it say nothing, and only code that knows them runs with them. */
const FIRST_DECLARED = '0137'

interface Release {
  version: string
  /** Its last migration. */
  last: string
}

type Breach = readonly [pattern: RegExp, instead: string]

const NO_DEFAULT = 'older code inserts rows without it: give it a default'

const OF_ACTIONS: readonly Breach[] = [
  [/^drop /, 'stop using it, release that, and drop it in a later release'],
  [/^rename/, 'add the new one, write to both, and drop the old one in a later release'],
  [/^alter (?:column )?"?\w+"? (?:set data )?type/, 'add a column of the new type beside it'],
  [
    /^alter (?:column )?"?\w+"? set not null/,
    'older code may leave it empty: give it a default, and demand it in a later release',
  ],
  [/^alter (?:column )?"?\w+"? drop default/, 'older code may rely on it: drop it in a later release'],
  [
    /^add (?:column )?(?!constraint|check|unique|primary|foreign|exclude)(?=.* not null)(?!.* default | generated )/s,
    NO_DEFAULT,
  ],
]

const CONSTRAINT = /^add (?:constraint "?(\w+)"? )?(?:check|unique|primary key|foreign key|exclude)/
const UNIQUE_INDEX = new RegExp(`^create unique index .*?\\bon (?:only )?${NAME}`, 's')
const GONE = /^drop (?!trigger|index)|^alter \w+ \S+ rename /

/** Why a migration cannot be what it says, one sentence a statement. */
export function breachesOf(text: string): string[] {
  const statements = statementsIn(text).flatMap(statement => programIn(statement) ?? [statement])
  const made = tablesMadeBy(statements)
  const changes = statements.flatMap(statement => tableChange(statement) ?? [])
  const actions = changes.filter(({ table }) => !made.has(table)).flatMap(({ actions: all }) => all)
  const dropped = actions.flatMap(action => /^drop constraint (?:if exists )?"?(\w+)/.exec(action)?.[1] ?? [])
  const added = actions.flatMap(
    action => /^add (?:column )?(?:if not exists )?(?!constraint )"?(\w+)"? /.exec(action)?.[1] ?? [],
  )
  return [
    ...actions.flatMap(action => breachOfAction(action, { dropped, added })),
    ...statements.flatMap(statement => breachOfStatement(statement, { made, added })),
  ]
}

function breachOfAction(action: string, { dropped, added }: { dropped: string[]; added: string[] }): string[] {
  const constraint = CONSTRAINT.exec(action)
  if (constraint !== null) {
    // One that takes more is dropped and added again; one about a new column says nothing of rows that older code writes.
    const isWider = dropped.includes(constraint[1] ?? '')
    return isWider || mentions(action, added) ? [] : [`"${action}": older code may write rows that it refuses`]
  }
  // Without its constraint a table only takes more.
  if (action.startsWith('drop constraint')) return []
  return OF_ACTIONS.filter(([pattern]) => pattern.test(action)).map(([, instead]) => `"${action}": ${instead}`)
}

function breachOfStatement(statement: string, { made, added }: { made: Set<string>; added: string[] }): string[] {
  const [, indexed] = UNIQUE_INDEX.exec(statement) ?? []
  if (indexed !== undefined && !made.has(indexed) && !mentions(statement, added))
    return [`"${statement}": older code may write rows that it refuses`]
  return GONE.test(statement) ? [`"${statement}": stop using it, release that, and drop it in a later release`] : []
}

const mentions = (text: string, names: string[]) => names.some(name => new RegExp(`\\b${name}\\b`).test(text))

/** `read` answers the text of a migration; `releases` are those that were made, the oldest first. */
export function careless(
  names: readonly string[],
  read: (name: string) => string,
  releases: readonly Release[],
): string[] {
  return names
    .filter(name => name >= FIRST_DECLARED)
    .flatMap(name =>
      complaintsAbout(name, read(name), releases).map(complaint => `migrations/${name}.sql: ${complaint}`),
    )
}

function complaintsAbout(name: string, text: string, releases: readonly Release[]): string[] {
  const declared = declarationIn(text)
  if (declared === null)
    return [
      'say "-- Expand" or "-- Contract: since <migration>" below "-- Up Migration" (CONTRIBUTING.md, Adding a migration)',
    ]
  return declared.kind === 'expand' ? breachesOf(text) : tooEarly(name, declared, releases)
}

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
