// Text that has no place in the source, with what to write instead.
import { codeOf, FOLDERS, lineAt, type Source } from './sources.ts'

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

export const MOST_LINES = 300

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
    except: { 'src/main.ts': 'the program', 'src/cli.ts': 'the program', 'sandbox/main.ts': 'the program' },
  },
  {
    text: /\bfetch\(/,
    instead: 'go out through http/egress.ts or psp/http.ts',
    where: ['src/'],
    except: { 'src/demo.ts': 'plays the buyer at the sandbox bank' },
  },
  {
    text: /\bconsole\./,
    instead: 'take the logger that is handed in; a program writes to process.stdout',
    where: HOUSE,
  },
  { text: /['"][.#][^'"]*\.js['"]/, instead: 'Node runs the .ts file: name that', where: HOUSE },
  { text: /\bparseFloat\b|[\w)\]]\s*\*\s*100\b(?!n)/, instead: 'money goes through kernel/money.ts', where: HOUSE },
  {
    text: /\btoJSON\b/,
    instead: 'write the form in wire.ts: JSON.stringify must go on to throw on a bigint',
    where: HOUSE,
  },
  { text: /\bexport default\b/, instead: 'export it by its name', where: ALL },
  { text: /\b(TODO|FIXME|XXX)\b/, instead: 'do it', where: ALL, everywhere: true },
  {
    text: /timers\/promises/,
    instead: 'wait for a fact with until()',
    where: ['test/'],
    except: {
      'test/until.ts': 'where the waiting is',
      'test/storm/people.ts': 'buyers who let a code expire, and people who try again',
      'test/storm/storm.ts': 'the weather, which looks at the clock',
    },
  },
]

const THESE_RULES = /^test\/tidy/

export function bannedIn(source: Source): string[] {
  if (THESE_RULES.test(source.path)) return []
  const code = codeOf(source)
  return BANS.filter(ban => ban.where.some(prefix => source.path.startsWith(prefix))).flatMap(ban => {
    if (ban.except?.[source.path] !== undefined) return []
    const text = ban.everywhere ? source.text : code
    return [...text.matchAll(new RegExp(ban.text, 'g'))].map(
      match => `${source.path}:${lineAt(text, match.index)} ${match[0].trim()} is banned here: ${ban.instead}`,
    )
  })
}

export const needlessExceptions = (sources: Source[]) =>
  BANS.flatMap(ban => Object.keys(ban.except ?? {}).map(path => ({ ban, path })))
    .filter(({ ban, path }) => !ban.text.test(sources.find(source => source.path === path)?.text ?? ''))
    .map(({ ban, path }) => `${path} is an exception to ${ban.text} and does not need to be`)

export const tooLong = ({ path, text }: Source) => {
  const lines = text.split('\n').length - 1
  return lines > MOST_LINES ? [`${path} has ${lines} lines: divide it, ${MOST_LINES} are the most`] : []
}
