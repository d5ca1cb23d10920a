// Text that has no place in the source, with what to write instead.
import { codeOf, FOLDERS, lineAt, type Source } from './sources.ts'

interface Ban {
  text: RegExp
  instead: string
  /** Path prefixes. */
  where: string[]
  /** In comments too. */
  everywhere?: true
  /** Files whose name says that it is there. */
  unless?: RegExp
  /** File, or folder with its slash -> why it may. */
  except?: Record<string, string>
}

export const MAX_LINES = 300

const PROGRAMS = ['src/', 'sandbox/']
const ALL = FOLDERS.map(folder => `${folder}/`)

const BANS: Ban[] = [
  {
    text: /\bsql`/,
    instead: 'write the statement in store.ts or …-store.ts of the feature, or in row.ts where it is the form of a row',
    where: ['src/'],
    unless: /[/-](?:store|row)\.ts$/,
    except: { 'src/db/': 'the floor of SQL', 'src/doctor/': 'what is surveyed is a statement' },
  },
  {
    text: /\bDate\.now\(\)|\bnew Date\(\)|\bDate\(\)/,
    instead: 'take the clock that is handed in (kernel/time.ts)',
    where: PROGRAMS,
    except: { 'src/kernel/time.ts': 'the system clock itself' },
  },
  {
    text: /(?<![.\w])now\(\)|\bclock_timestamp\b|\bcurrent_(?:date|timestamp)\b/,
    instead: 'give the statement the time of the clock that is handed in',
    where: ['src/'],
    except: {
      'src/db/migrate.ts': 'the days of partitions, which are the server’s own',
      'src/db/by-day/past-days.ts': 'the days of partitions, which are the server’s own',
      'src/notification/backlog/sender-store.ts': 'processes on several machines, whose clocks may differ',
    },
  },
  {
    text: /\bgetByText\((?:[^()\n]|\([^()\n]*\))*\)\s*\.waitFor\(\)/,
    instead: 'take appears(…) of test/panel/browser.ts: the page may show it twice',
    where: ['test/'],
  },
  {
    // Files of a group are imported before the first of them runs: what one opens there would work beside all of them.
    text: /\n(?:export )?const [^=\n]+ = await open\w*\(|\b(?:describe|slowSuite)\([^\n]*async \(\) => \{\n(?: {2}.*\n|\n)*? {2}const [^\n]*\bawait open/,
    instead: 'open it in before(…), close it in after(…): all files of a group are imported before the first one runs',
    where: ['test/'],
    unless: /-program\.ts$/,
    except: { 'test/db/embedded.test.ts': 'a folder that nothing runs in yet' },
  },
  {
    text: /\bMath\.random\b/,
    instead: 'take the randomness that is handed in (kernel/time.ts)',
    where: PROGRAMS,
    except: { 'src/db/postgres.ts': 'spreads the retries of deadlocked transactions, decides nothing' },
  },
  {
    text: /\brandom(?:UUID(?:v7)?|Bytes|Int)\b|\bgetRandomValues\b/,
    instead: 'mint it from the randomness that is handed in (kernel/ids.ts)',
    where: ['src/'],
    except: {
      'src/kernel/time.ts': 'the system randomness itself',
      'src/access/passwords/password.ts': 'salts, which nothing else may ever foresee',
      'src/http/server.ts': 'request ids, by which nothing but a log is found',
      'src/config/private-file.ts': 'names of files that are renamed at once',
      'src/db/embedded/files.ts': 'names of folders on this machine',
      'src/db/embedded/home.ts': 'names of folders on this machine',
    },
  },
  {
    // Relies on the clock of the machine, and cannot be moved by a test.
    text: /\bperformance\b|\bhrtime\b/,
    instead: 'take the clock that is handed in (kernel/time.ts): only waits for the world outside are measured',
    where: ['src/'],
    except: {
      'src/db/': 'servers that start and end',
      'src/cluster/': 'processes that live and die',
      'src/startup/bank-process.ts': 'a process that starts and ends',
      'src/demo/seed.ts': 'a bank that pays',
      'src/cli/operator/psp-check.ts': 'shows how long a PSP took',
      'src/cli/seller/listen/forward.ts': 'shows how long a server took',
      'src/doctor/examine.ts': 'shows how long it took',
      'src/http/egress/deadlines.ts': 'deadlines of sockets',
      'src/http/egress/exchange.ts': 'notes how long a receiver took',
      'src/kernel/concurrency/batch.ts': 'how long requests wait for a batch',
      'src/telemetry/': 'measures how long work takes',
      'src/kernel/concurrency/pressure.ts': 'how long work in the background gives way to requests',
      'src/psp/client/conversation.ts': 'the deadline of a call',
      'src/notification/backlog/backlog.ts': 'what this process has read, and when it looks again',
      'src/notification/delivery/dispatcher.ts': 'turns and rests of receivers in this process',
      'src/notification/events/settled.ts': 'how long a caller is kept waiting',
      'src/notification/backlog/sender.ts': 'its own silence, which a clock that jumps must not make longer',
      'src/notification/delivery/queue.ts': 'turns and rests of receivers in this process',
    },
  },
  {
    text: /\bset(?:Timeout|Interval|Immediate)\b|\btimers\/promises\b|\bAbortSignal\.timeout\b/,
    instead: 'what is due is a row with its time, which db/due.ts looks for',
    where: ['src/'],
    except: {
      'src/telemetry/traces/traces.ts': 'a stop does not wait for a collector that is away',
      'src/db/': 'the loop that looks for what is due, and waits for servers',
      'src/backup/log/follow.ts': 'what a server has sent is written every few seconds, in a program without rows',
      'src/cli/operator/backup/follow.ts': 'waits for a server that is away',
      'src/cluster/': 'waits for processes',
      'src/startup/bank-process.ts': 'waits for a process',
      'src/kernel/concurrency/batch.ts': 'lets the requests that have come with this one be heard',
      'src/kernel/concurrency/in-time.ts': 'how long a caller waits for work that goes on by itself',
      'src/request-log/buffer.ts': 'masks when the answers are out; what is logged is not in the database yet',
      'src/main.ts': 'looks whether its parent lives',
      'src/app.ts': 'a gateway that stops serves on until its proxy has noticed',
      'src/startup/start.ts': 'the bound of a stop',
      'src/demo/seed.ts': 'waits for the bank',
      'src/alert/queue.ts': 'alerts wait for a database that is away, so in no row',
      'src/health/routes.ts': 'the bound of a probe',
      'src/access/feature.ts': 'the turn of a guess at a password, for which a request waits',
      'src/kernel/concurrency/pressure.ts': 'how long work in the background gives way to requests',
      'src/http/after-reply.ts': 'a caller who does not read the answer',
      'src/http/drain.ts': 'the bound of a stop',
      'src/http/egress/': 'deadlines of sockets',
      'src/http/response/export.ts': 'the deadline of a socket',
      'src/psp/client/conversation.ts': 'the deadline of a call',
      'src/psp/client/token.ts': 'the deadline of a call',
      'src/psp/collect/call-count.ts': 'gathers what goes into one statement',
      'src/pay-page/zip-code/lookup.ts': 'the deadline of a call',
      'src/notification/backlog/backlog.ts': 'wakes for the row that is due next',
      'src/notification/delivery/completions.ts': 'gathers what goes into one statement',
      'src/notification/delivery/dispatcher.ts': 'gives lanes their turns',
      'src/notification/events/settled.ts': 'keeps a caller waiting for what is being committed',
      'src/cli/seller/': 'runs on a seller’s machine: deadlines of calls, and waits between tries',
      'src/notification/backlog/sender.ts': 'beats',
    },
  },
  {
    text: /\bprocess\.env\b|\benv\b[^\n=]*=\s*process\b/,
    instead: 'take it from the config: only a program reads the environment',
    where: PROGRAMS,
    except: {
      'src/main.ts': 'the program',
      'src/cli/main.ts': 'the program',
      'src/cli/seller/main.ts': 'the program',
      'sandbox/main.ts': 'the program',
    },
  },
  {
    text: /\bfetch\(/,
    instead: 'go out through http/egress.ts or psp/http.ts',
    where: ['src/'],
    except: {
      'src/demo/seed.ts': 'plays the buyer at the sandbox bank',
      'src/http/openapi/samples/languages.ts': 'writes it in a program that the reader runs',
      'src/pay-page/zip-code/lookup.ts': 'asks at the one address that the operator has set',
      'src/cli/seller/': 'runs on a seller’s machine: calls the gateway that was named, and the seller’s own server',
    },
  },
  {
    text: /\bconsole\./,
    instead: 'take the logger that is handed in; a program writes to process.stdout',
    where: PROGRAMS,
    except: { 'src/http/openapi/samples/languages.ts': 'writes it in a program that the reader runs' },
  },
  { text: /['"][.#][^'"]*\.js['"]/, instead: 'Node runs the .ts file: name that', where: PROGRAMS },
  { text: /\bparseFloat\b|[\w)\]]\s*\*\s*100\b(?!n)/, instead: 'money goes through kernel/money.ts', where: PROGRAMS },
  {
    text: /\btoJSON\b/,
    instead: 'write the form in wire.ts: JSON.stringify must go on to throw on a bigint',
    where: PROGRAMS,
  },
  {
    text: /(?:\bisError|\berror !== null)\)? (?:return|&&|\?) <ErrorState/,
    instead: 'take isLoadingError: where an answer is there it stays, and with it a form that is being filled in',
    where: ['panel/src/'],
  },
  {
    text: /\bexport default\b/,
    instead: 'export it by its name',
    where: ALL,
    except: { 'panel/vite.config.ts': 'Vite calls it' },
  },
  { text: /\b(TODO|FIXME|XXX)\b/, instead: 'do it', where: ALL, everywhere: true },
  {
    text: /timers\/promises/,
    instead: 'wait for a fact with until()',
    where: ['test/'],
    except: {
      'test/until.ts': 'where the waiting is',
      'test/storm/people.ts': 'buyers who let a code expire, and people who try again',
      'test/storm/storm.ts': 'the weather, which looks at the clock',
      'test/torture/crowd.ts': 'people who try again',
      'test/torture/watcher.ts': 'a look at the sums, ten times a second',
    },
  },
]

const THESE_RULES = /^test\/tidy/

export function bannedIn(source: Source): string[] {
  if (THESE_RULES.test(source.path)) return []
  const code = codeOf(source)
  return BANS.filter(ban => ban.where.some(prefix => source.path.startsWith(prefix))).flatMap(ban => {
    if (ban.unless?.test(source.path)) return []
    if (Object.keys(ban.except ?? {}).some(place => isAt(source, place))) return []
    const text = ban.everywhere ? source.text : code
    return [...text.matchAll(new RegExp(ban.text, 'g'))].map(
      match => `${source.path}:${lineAt(text, match.index)} ${match[0].trim()} is banned here: ${ban.instead}`,
    )
  })
}

const isAt = ({ path }: Source, place: string) => path === place || (place.endsWith('/') && path.startsWith(place))

export const needlessExceptions = (sources: Source[]) =>
  BANS.flatMap(ban => Object.keys(ban.except ?? {}).map(path => ({ ban, path })))
    .filter(({ ban, path }) => !sources.some(source => isAt(source, path) && ban.text.test(codeOf(source))))
    .map(({ ban, path }) => `${path} is an exception to ${ban.text} and does not need to be`)

export const tooLong = ({ path, text }: Source) => {
  const lines = text.split('\n').length - 1
  return lines > MAX_LINES ? [`${path} has ${lines} lines: divide it, ${MAX_LINES} are the most`] : []
}
