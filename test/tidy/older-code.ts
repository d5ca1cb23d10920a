// What a migration that says "Expand" does to code that does not know it. It may add what such code need not know, and take away only what
// no statement of that code leans on: a check, a foreign key, an index that is not unique (`on conflict` needs those that are).
import { NAME, programIn, statementsIn, tableChange, tablesMadeBy } from '#db/schema/statements.ts'

type Breach = readonly [pattern: RegExp, instead: string]

const LATER = 'stop using it, release that, and drop it in a later release'
const NO_DEFAULT = 'older code inserts rows without it: give it a default'
const REFUSES = 'older code may write rows that it refuses'

const COLUMN = String.raw`(?:column )?(?:if not exists )?(?!(?:constraint|check|unique|primary|foreign|exclude)\b)`

const OF_ACTIONS: readonly Breach[] = [
  [/^drop (?!constraint )/, LATER],
  [/^rename/, 'add the new one, write to both, and drop the old one in a later release'],
  [/^alter (?:column )?"?\w+"? (?:set data )?type/, 'add a column of the new type beside it'],
  [
    /^alter (?:column )?"?\w+"? set not null/,
    'older code may leave it empty: give it a default, and demand it in a later release',
  ],
  [/^alter (?:column )?"?\w+"? drop default/, 'older code may rely on it: drop it in a later release'],
  [new RegExp(`^add ${COLUMN}(?=.* not null)(?!.* default | generated )`, 's'), NO_DEFAULT],
]

const DROPPED = /^drop constraint (?:if exists )?"?(\w+)"?/
const ADDED = new RegExp(`^add ${COLUMN}"?(\\w+)"? (.*)$`, 's')
const CONSTRAINT = /^add (?:constraint "?(\w+)"? )?(check|unique|primary key|foreign key|exclude)\b(.*)$/s
const UNIQUE_INDEX = new RegExp(`^create unique index .*?\\bon (?:only )?${NAME}(.*)$`, 's')
const GONE = /^drop (?!trigger|index)|^alter \w+ \S+ rename /
const INDEX_GONE = /^drop index (?:concurrently )?(?:if exists )?"?(\w+)"?/
const TRIGGER_GONE = /^drop trigger (?:if exists )?"?(\w+)"?/

/** What the judgement of one statement needs of the others. */
interface Scene {
  text: string
  /** Statements of the migrations before. */
  before: string[]
  made: Set<string>
  dropped: string[]
  statements: string[]
  /** Columns that older code leaves empty. */
  empty: Set<string>
}

/** Why a migration cannot be what it says, one sentence a statement. `before` are the texts of those before it. */
export function breachesOf(text: string, before: string[]): string[] {
  const [statements, earlier] = [flat(text), before.flatMap(flat)]
  const made = tablesMadeBy(statements)
  const changes = statements.flatMap(statement => tableChange(statement) ?? [])
  const actions = changes.filter(({ table }) => !made.has(table)).flatMap(({ actions: all }) => all)
  const dropped = actions.flatMap(action => DROPPED.exec(action)?.[1] ?? [])
  const empty = actions.flatMap(action => (/ default | generated /.test(action) ? [] : (ADDED.exec(action)?.[1] ?? [])))
  const scene = { text, before: earlier, made, dropped, statements, empty: new Set(empty) }
  return [
    ...actions.flatMap(action => why(action, breachOfAction(action, scene))),
    ...statements.flatMap(statement => why(statement, breachOfStatement(statement, scene))),
  ]
}

const flat = (text: string) => statementsIn(text).flatMap(statement => programIn(statement) ?? [statement])
const why = (statement: string, breach: string | null) => (breach === null ? [] : [`"${statement}": ${breach}`])

function breachOfAction(action: string, scene: Scene): string | null {
  const [, gone] = DROPPED.exec(action) ?? []
  if (gone !== undefined) return breachOfDrop(gone, scene)
  const [found, name = '', kind = '', rest = ''] = CONSTRAINT.exec(action) ?? []
  if (found !== undefined) return breachOfConstraint({ name, kind, rest }, scene)
  const listed = OF_ACTIONS.find(([pattern]) => pattern.test(action))?.[1]
  if (listed !== undefined) return listed
  const [, column = '', definition = ''] = ADDED.exec(action) ?? []
  return holdsForOlderRows(column, definition) ? null : REFUSES
}

/** Without its check a table takes what older code may not be able to read. */
function breachOfDrop(name: string, { text, before }: Scene): string | null {
  const kind = kindOf(name, before)
  if (kind === 'foreign key') return null
  if (kind === 'check') return isExplained(name, text) ? null : EXPLAIN(name)
  return `only a check or a foreign key may go, since "on conflict" of older code needs the others: ${LATER}`
}

const EXPLAIN = (name: string) =>
  `the next version may write what older code cannot read: be a Contract, or say "-- Older code with ${name}: <why it goes on>"`

const isExplained = (name: string, text: string) => new RegExp(`^-- Older code with ${name}: \\S+ `, 'm').test(text)

function kindOf(name: string, before: string[]): 'check' | 'foreign key' | null {
  const defined = new RegExp(`constraint "?${name}"? (check|foreign key|references|unique|primary|exclude)`)
  const kind = before.flatMap(statement => defined.exec(statement)?.[1] ?? []).at(-1)
  // As PostgreSQL calls them where the migration gives no name.
  if (kind === 'check' || (kind === undefined && name.endsWith('_check'))) return 'check'
  const isReference = kind === 'foreign key' || kind === 'references' || (kind === undefined && name.endsWith('_fkey'))
  return isReference ? 'foreign key' : null
}

interface Constraint {
  name: string
  kind: string
  rest: string
}

function breachOfConstraint({ name, kind, rest }: Constraint, { dropped, empty, text }: Scene): string | null {
  if (kind === 'check' || kind === 'foreign key') {
    // One that takes more is dropped and added again under its name.
    if (dropped.includes(name)) return isExplained(name, text) ? null : EXPLAIN(name)
    const letsEmptyPass = kind === 'check' ? firstIsNull(rest, empty) : hasEmpty(rest, empty)
    return letsEmptyPass || isExplained(name, text) ? null : REFUSES
  }
  return kind === 'unique' && hasEmpty(rest, empty) ? null : REFUSES
}

function firstIsNull(check: string, empty: Set<string>): boolean {
  const [, column = ''] = /^ ?\( ?"?(\w+)"? is null or /.exec(check) ?? []
  return empty.has(column)
}

/** Rows with an empty column are like no other ones, and refer to nothing. */
function hasEmpty(rest: string, empty: Set<string>): boolean {
  if (rest.includes('nulls not distinct') || rest.includes('match full')) return false
  const columns = /^.*?\(([^()]*)\)/.exec(rest)?.[1]?.split(',') ?? []
  return columns.some(column => empty.has(column.trim().replaceAll('"', '')))
}

const PLAIN = /^(?:and|or|in|is|not|null|between|like|length|char_length|true|false|\d+)$/

/** Of a new column's own constraints: older code leaves it at its default, which has been checked where it is all that they name. */
function holdsForOlderRows(column: string, definition: string): boolean {
  const hasDefault = / default | generated /.test(` ${definition}`)
  if (/\bprimary key\b/.test(definition) || (hasDefault && /\bunique\b/.test(definition))) return false
  const check = /\bcheck ?\((.*)\)/s.exec(definition)?.[1]?.replace(/'(?:[^']|'')*'/g, '')
  if (check === undefined || (!hasDefault && new RegExp(`^${column} is null or `).test(check))) return true
  const isAboutItself = (check.match(/\w+/g) ?? []).every(word => word === column || PLAIN.test(word))
  return isAboutItself && (hasDefault || !check.includes('is not null'))
}

function breachOfStatement(statement: string, { before, made, empty, statements }: Scene): string | null {
  const [, indexed, rest = ''] = UNIQUE_INDEX.exec(statement) ?? []
  if (indexed !== undefined && !made.has(indexed) && !hasEmpty(rest, empty)) return REFUSES
  const [, index] = INDEX_GONE.exec(statement) ?? []
  if (index !== undefined && !isPlainIndex(index, before))
    return `only an index that is not unique may go, since "on conflict" of older code needs the others: ${LATER}`
  const [, trigger] = TRIGGER_GONE.exec(statement) ?? []
  const isReplaced = new RegExp(`^create (?:or replace )?(?:constraint )?trigger "?${trigger}"? `)
  if (trigger !== undefined && !statements.some(other => isReplaced.test(other))) return LATER
  return GONE.test(statement) ? LATER : null
}

const isPlainIndex = (name: string, before: string[]) =>
  before.flatMap(
    statement => new RegExp(`^create (unique )?index (?:if not exists )?"?${name}"? `).exec(statement) ?? [],
  ).length > 0 &&
  before.every(statement => !new RegExp(`^create unique index (?:if not exists )?"?${name}"? `).test(statement))
