// What a migration says, statement by statement: without comments, each blank one space, in small letters outside of quotes. Enough to
// judge what a statement does to a table; no parser of SQL.

const DOWN = /^-- Down Migration$/m
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|\s+|[\s\S]/g
const QUOTED = /^['"$]./s

/** Those that bring the schema forward. */
export function statementsIn(text: string): string[] {
  const [up = ''] = text.split(DOWN)
  const statements = ['']
  for (const [token] of up.matchAll(TOKEN)) {
    if (token === ';') statements.push('')
    else statements.push(statements.pop() + plain(token))
  }
  return statements.map(statement => statement.replace(/ +/g, ' ').trim()).filter(statement => statement !== '')
}

function plain(token: string): string {
  if (token.startsWith('--') || token.startsWith('/*') || /^\s/.test(token)) return ' '
  return QUOTED.test(token) ? token : token.toLowerCase()
}

export interface TableChange {
  table: string
  /** As in "add column name text". */
  actions: string[]
}

/** Of a table, with its schema and its quotes where it is written with them. */
export const NAME = '((?:"[^"]+"|\\w+)(?:\\.(?:"[^"]+"|\\w+))?)'

const ALTER = new RegExp(`^alter table (?:if exists )?(?:only )?${NAME} (.*)$`, 's')

/** Of an `alter table`, each of the things that it does. */
export function tableChange(statement: string): TableChange | null {
  const [, table, actions] = ALTER.exec(statement) ?? []
  return table === undefined || actions === undefined ? null : { table, actions: betweenCommas(actions) }
}

/** Commas inside of brackets and quotes separate nothing. */
function betweenCommas(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === ',' && depth === 0) parts.push('')
    else parts.push(parts.pop() + token)
  }
  return parts.map(part => part.trim())
}

const CREATED = new RegExp(`^create (?:unlogged )?table (?:if not exists )?${NAME}`)

/** Tables that were not there before: whatever is done to them waits for nobody, and nobody uses them yet. */
export const tablesMadeBy = (statements: string[]): Set<string> =>
  new Set(statements.map(statement => CREATED.exec(statement)?.[1]).filter(table => table !== undefined))

const PROGRAM = /^do (?:language \w+ )?\$(\w*)\$([\s\S]*)\$\1\$/

/** The statements inside of a `do`, as far as they are written out; null where it is none. */
export function programIn(statement: string): string[] | null {
  const body = PROGRAM.exec(statement)?.[2]
  return body === undefined
    ? null
    : statementsIn(body).map(inner => inner.replace(/^.*?\b(?:begin|then|loop|else) /s, ''))
}
