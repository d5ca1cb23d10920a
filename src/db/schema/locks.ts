// What a migration locks for as long as it works through a whole table: told from its statements alone. What is finished at once, such
// as a column that is added empty, is not named, though it waits for a lock too (`migrate.ts` gives up and tries again).
import { NAME, programIn, statementsIn, tableChange, tablesMadeBy } from './statements.ts'

export interface TableLock {
  /** Null: the statement is composed while it runs. */
  table: string | null
  work: keyof typeof WORK
}

/** What is done to every row, and what the others wait with meanwhile. */
export const WORK = {
  rewrite: 'it is written anew, and neither read nor written by others meanwhile',
  check: 'every row is checked, and it is neither read nor written by others meanwhile',
  index: 'an index is built, and others do not write to it meanwhile',
  update: 'rows are changed, and others who change the same ones wait',
  composed: 'what it does is composed while it runs: read it',
} as const

type Rule = readonly [pattern: RegExp, work: TableLock['work']]

/** Functions that are called once, and not for each row. */
const CALLED_ONCE = 'now|decode|repeat|make_interval'

const OF_ACTIONS: readonly Rule[] = [
  [/^alter (?:column )?"?\w+"? (?:set data )?type /, 'rewrite'],
  [/^add (?:column )?(?!constraint).* generated /, 'rewrite'],
  [/^add (?:column )?(?:if not exists )?"?\w+"? \w*serial\b/, 'rewrite'],
  [new RegExp(`^add (?:column )?(?!constraint).* default (?!(?:${CALLED_ONCE})\\()[\\w.]+\\(`), 'rewrite'],
  [/^set (?:tablespace|logged|unlogged)/, 'rewrite'],
  [/^add (?:constraint "?\w+"? )?(?:unique|primary key|exclude)(?!.* using index )/, 'index'],
  [/^add (?:column )?(?!constraint).* (?:unique|primary key)/, 'index'],
  [/^add (?:constraint "?\w+"? )?(?:check|foreign key)(?!.* not valid)/s, 'check'],
  [/^add (?:column )?(?!constraint).* check ?\(/s, 'check'],
  [/^add (?:column )?(?!constraint).* default .* references /s, 'check'],
  [/^alter (?:column )?"?\w+"? set not null/, 'check'],
]

const OF_STATEMENTS: readonly Rule[] = [
  [new RegExp(`^create (?:unique )?index (?!concurrently).*?\\bon (?:only )?${NAME}`, 's'), 'index'],
  [new RegExp(`^reindex (?:\\(.*?\\) )?table (?!concurrently)${NAME}`), 'index'],
  [new RegExp(`^(?:cluster|vacuum full) ${NAME}`), 'rewrite'],
  [/^select keep_sealed\('([\w.]+)'/, 'rewrite'],
  [new RegExp(`^(?:with .*? )?update (?:only )?${NAME} `, 's'), 'update'],
  [new RegExp(`^(?:with .*? )?delete from (?:only )?${NAME}`, 's'), 'update'],
]

const COMPOSED = /\bexecute (?:format ?\(|'|[a-z_]+\b(?! function))/

/** Each table and kind of work once, in the order of the file. */
export function locksOf(text: string): TableLock[] {
  const statements = statementsIn(text)
  const made = tablesMadeBy(statements)
  const locks = statements.flatMap(locksOfStatement).filter(({ table }) => table === null || !made.has(table))
  return [...new Map(locks.map(lock => [`${lock.table} ${lock.work}`, lock])).values()]
}

function locksOfStatement(statement: string): TableLock[] {
  const program = programIn(statement)
  if (program !== null) return program.flatMap(locksInProgram)
  const change = tableChange(statement)
  if (change !== null)
    return change.actions.flatMap(action =>
      OF_ACTIONS.filter(([pattern]) => pattern.test(action)).map(([, work]) => ({ table: change.table, work })),
    )
  return OF_STATEMENTS.flatMap(([pattern, work]) => {
    const table = pattern.exec(statement)?.[1]
    return table === undefined ? [] : [{ table, work }]
  })
}

const locksInProgram = (statement: string): TableLock[] =>
  COMPOSED.test(statement) ? [{ table: null, work: 'composed' }] : locksOfStatement(statement)
