// Style as a test: which file may import which, files that nothing reaches, banned text, files that grow too long. Every
// complaint names the line and says what to do instead.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = ['src', 'sandbox', 'test', 'bench', 'scripts']
const MOST_LINES = 300

interface Source {
  path: string
  text: string
}

function sourcesOf(folders: string[]): Source[] {
  const paths = folders.flatMap(folder => globSync(`${folder}/**/*.{ts,js}`, { cwd: ROOT }))
  return paths
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !path.startsWith('sandbox/page/assets/'))
    .sort()
    .map(path => ({ path, text: readFileSync(posix.join(ROOT, path), 'utf8') }))
}

// Comments become blanks, so that every line keeps its number.
const COMMENT = /(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm
const codeOf = ({ text }: Source) => text.replace(COMMENT, comment => comment.replace(/[^\n]/g, ' '))
const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

// ---- imports

interface Import {
  path: string
  line: number
  specifier: string
  /** The file, where it is one of ours. */
  target: string | null
  typeOnly: boolean
}

const CLAUSE = String.raw`\*(?:\s+as\s+\w+)?|\{[^}]*\}|\w+(?:\s*,\s*(?:\{[^}]*\}|\*\s+as\s+\w+))?`
const STATEMENT = new RegExp(String.raw`\b(?:import|export)\s+(type\s+)?(${CLAUSE})\s+from\s+'([^']+)'`, 'g')
const BARE_OR_DYNAMIC = /\bimport\s*\(?\s*'([^']+)'/g

function importsOf(source: Source): Import[] {
  const code = codeOf(source)
  const found = (match: RegExpExecArray, specifier: string, typeOnly: boolean) => ({
    path: source.path,
    line: lineAt(code, match.index),
    specifier,
    target: targetOf(source.path, specifier),
    typeOnly,
  })
  return [
    ...code
      .matchAll(STATEMENT)
      .map(match => found(match, match[3] ?? '', match[1] !== undefined || onlyTypes(match[2]))),
    ...code.matchAll(BARE_OR_DYNAMIC).map(match => found(match, match[1] ?? '', false)),
  ]
}

const onlyTypes = (clause = '') =>
  clause.startsWith('{') &&
  (clause.match(/[\w$]+(?:\s+as\s+\w+)?\s*(?=,|\})|type\s+\w+/g) ?? []).every(name => name.startsWith('type '))

function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : null
}

const FLOORS: Record<string, number> = { kernel: 0, db: 1, http: 1, ledger: 2, notification: 2, psp: 2, access: 3 }
const FEATURES = 4
const TOP = 5

const roomOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? null
const floorOf = (path: string) => {
  const room = roomOf(path)
  return room === null ? TOP : (FLOORS[room] ?? FEATURES)
}

/** Why an import is not allowed; null where it is. */
function refusal(given: Import): string | null {
  const { path, specifier, target, typeOnly } = given
  if (target === null) return outsideRefusal(path, specifier)
  if (path.startsWith('sandbox/')) {
    const inside = target.startsWith('sandbox/') || target.startsWith('src/kernel/')
    return inside ? null : 'the sandbox bank stands for another house: of ours it may know only src/kernel'
  }
  if (!path.startsWith('src/')) return null
  if (!target.startsWith('src/')) return 'src knows nothing outside of src; it may only run it as a process'
  if (roomOf(path) === roomOf(target))
    return specifier.startsWith('./') ? null : 'write a file of the own folder as ./file.ts'
  if (!specifier.startsWith('#')) return 'write a file of another folder as #folder/file.ts'
  if (floorOf(target) > floorOf(path))
    return `floor ${floorOf(target)} is above floor ${floorOf(path)}: have app.ts hand it over`
  if (floorOf(target) === floorOf(path) && !typeOnly) return 'sideways only types: have app.ts hand the rest over'
  return null
}

const KERNEL_USES = ['node:crypto', 'node:net', 'node:buffer', 'node:async_hooks', 'ipaddr.js']
/** What reaches outside has few doors. */
const DOORS: Record<string, string[]> = {
  pg: ['src/db/'],
  undici: ['src/http/egress.ts', 'src/psp/http.ts', 'sandbox/callbacks.ts'],
  'node:sqlite': ['sandbox/store/', 'src/db/embedded-lock.ts'],
}
const DEPENDENCIES = Object.keys(JSON.parse(readFileSync(posix.join(ROOT, 'package.json'), 'utf8')).dependencies)

function outsideRefusal(path: string, specifier: string): string | null {
  if (!/^(src|sandbox)\//.test(path)) return null
  if (path.startsWith('src/kernel/') && !KERNEL_USES.includes(specifier))
    return 'the kernel does no I/O and needs no package'
  const doors = DOORS[specifier]
  if (doors !== undefined && !doors.some(door => path.startsWith(door))) return `only ${doors.join(', ')} may use it`
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const known = specifier.startsWith('node:') || DEPENDENCIES.includes(name)
  return known ? null : 'not among the dependencies in package.json, so a production install lacks it'
}

const importComplaints = (sources: Source[]) =>
  sources.flatMap(importsOf).flatMap(given => {
    const said = refusal(given)
    return said === null ? [] : [`${given.path}:${given.line} imports ${given.specifier}: ${said}`]
  })

// ---- files that nothing reaches

const PROGRAMS = ['src/main.ts', 'sandbox/main.ts']

function unreached(sources: Source[]): string[] {
  const byPath = new Map(sources.map(source => [source.path, source]))
  const reached = new Set<string>()
  const left = [...PROGRAMS]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const source = byPath.get(path)
    if (source === undefined || reached.has(path)) continue
    reached.add(path)
    left.push(...importsOf(source).flatMap(({ target }) => target ?? []))
  }
  return [...byPath.keys()].filter(path => !reached.has(path)).map(path => `${path}: no program reaches it; delete it`)
}

// ---- banned text

interface Ban {
  text: RegExp
  instead: string
  /** Path prefixes. */
  where: string[]
  /** In comments too. */
  everywhere?: true
  /** File -> why it may. */
  except?: Record<string, string>
}

const HOUSE = ['src/', 'sandbox/']
const ALL = FOLDERS.map(folder => `${folder}/`)

const BANS: Ban[] = [
  {
    text: /\bDate\.now\(\)|\bnew Date\(\)|\bDate\(\)/,
    instead: 'take the clock that is handed in (kernel/time.ts)',
    where: HOUSE,
    except: { 'src/kernel/time.ts': 'the system clock itself' },
  },
  {
    text: /\bMath\.random\b/,
    instead: 'take the randomness that is handed in (kernel/time.ts)',
    where: HOUSE,
    except: { 'src/db/postgres.ts': 'spreads the retries of deadlocked transactions, decides nothing' },
  },
  {
    text: /\bprocess\.env\b|\benv\b[^\n=]*=\s*process\b/,
    instead: 'take it from the config: only a program reads the environment',
    where: HOUSE,
    except: { 'src/main.ts': 'the program', 'sandbox/main.ts': 'the program' },
  },
  { text: /\bfetch\(/, instead: 'go out through http/egress.ts or psp/http.ts', where: ['src/'] },
  { text: /\bconsole\./, instead: 'take the logger that is handed in, or process.stdout in a program', where: ALL },
  { text: /['"][.#][^'"]*\.js['"]/, instead: 'Node runs the .ts file: name that', where: HOUSE },
  { text: /\bparseFloat\b|[\w)\]]\s*\*\s*100\b(?!n)/, instead: 'money goes through kernel/money.ts', where: HOUSE },
  {
    text: /\btoJSON\b/,
    instead: 'write the form in wire.ts: JSON.stringify must go on to throw on a bigint',
    where: HOUSE,
  },
  { text: /\bexport default\b/, instead: 'export it by its name', where: ALL },
  { text: /\b(TODO|FIXME|XXX)\b/, instead: 'do it, or say it in an issue', where: ALL, everywhere: true },
  {
    text: /timers\/promises|\bsleep\(/,
    instead: 'wait for a fact with until()',
    where: ['test/'],
    except: { 'test/until.ts': 'where the waiting is' },
  },
]

const THIS_FILE = 'test/tidy.test.ts'

function bannedIn(source: Source): string[] {
  if (source.path === THIS_FILE) return []
  const code = codeOf(source)
  return BANS.filter(ban => ban.where.some(prefix => source.path.startsWith(prefix))).flatMap(ban => {
    if (ban.except?.[source.path] !== undefined) return []
    const text = ban.everywhere ? source.text : code
    return [...text.matchAll(new RegExp(ban.text, 'g'))].map(
      match => `${source.path}:${lineAt(text, match.index)} ${match[0].trim()} is banned here: ${ban.instead}`,
    )
  })
}

const needlessExceptions = (sources: Source[]) =>
  BANS.flatMap(ban => Object.keys(ban.except ?? {}).map(path => ({ ban, path })))
    .filter(({ ban, path }) => !ban.text.test(sources.find(source => source.path === path)?.text ?? ''))
    .map(({ ban, path }) => `${path} is an exception to ${ban.text} and does not need to be`)

const tooLong = ({ path, text }: Source) => {
  const lines = text.split('\n').length - 1
  return lines > MOST_LINES ? [`${path} has ${lines} lines: divide it, ${MOST_LINES} are the most`] : []
}

// ---- the tests

const none = (complaints: string[]) => assert.equal(complaints.join('\n'), '')

describe('the source', () => {
  const sources = sourcesOf(FOLDERS)
  const programs = sources.filter(({ path }) => /^(src|sandbox)\//.test(path))

  it('imports downwards, and sideways only types', () => none(importComplaints(programs)))
  it('holds no file that no program reaches', () => none(unreached(programs)))
  it('holds no banned text', () => none(sources.flatMap(bannedIn)))
  it('needs every exception that it was given', () => none(needlessExceptions(sources)))
  it(`holds no file of more than ${MOST_LINES} lines`, () => none(sources.flatMap(tooLong)))
})

describe('these rules', () => {
  const caught: [path: string, text: string, complaint: RegExp | null][] = [
    ['src/kernel/a.ts', "import { x } from '#db/postgres.ts'", /^src\/kernel\/a\.ts:1 .* floor 1 is above floor 0/],
    ['src/kernel/a.ts', "\nimport { x } from 'node:fs'", /a\.ts:2 .* no I\/O/],
    ['src/sale/a.ts', "import {\n  type A,\n  b,\n} from '#cashout/b.ts'", /sideways only types/],
    ['src/sale/a.ts', "import { type A, type B } from '#cashout/b.ts'", null],
    ['src/sale/a.ts', "import type { A } from '#cashout/b.ts'", null],
    ['src/sale/a.ts', "import type { House } from '#app.ts'", /above floor 4/],
    ['src/sale/a.ts', "import { b } from '#sale/b.ts'", /own folder as \.\/file\.ts/],
    ['src/sale/a.ts', "import { b } from '../psp/b.ts'", /#folder\/file\.ts/],
    ['src/sale/a.ts', "import pg from 'pg'", /only src\/db\//],
    ['src/sale/a.ts', "await import('left-pad')", /not among the dependencies/],
    ['src/app.ts', "export { b } from '#sale/b.ts'", null],
    ['sandbox/a.ts', "import { b } from '#http/server.ts'", /only src\/kernel/],
    ['src/a.ts', '// Date.now() in a comment\nconst at = Date.now()', /^src\/a\.ts:2 Date\.now\(\) is banned/],
    ['src/a.ts', 'const { env } = process', /config/],
    ['src/a.ts', 'const cents = (reais) * 100', /money\.ts/],
    ['src/a.ts', 'const cents = reais * 100n + 3 * 1000', null],
    ['src/a.ts', "import { b } from './b.js'", /\.ts file/],
    ['test/a.ts', '// TODO later', /do it/],
    ['bench/a.ts', 'console.log(1)', /logger/],
    ['src/a.ts', 'x\n'.repeat(301), /has 301 lines/],
    ['src/a.ts', 'x\n', /no program reaches it/],
  ]
  for (const [path, text, complaint] of caught) {
    const source = { path, text }
    const programs = [{ path: 'src/main.ts', text: '' }, source]
    it(`${complaint === null ? 'allow' : 'catch'} ${JSON.stringify(text.slice(0, 50))} in ${path}`, () => {
      const said = [...importComplaints([source]), ...bannedIn(source), ...tooLong(source)]
      if (complaint === null) none(said)
      else assert.match([...said, ...unreached(programs)].join('\n'), complaint)
    })
  }
})
