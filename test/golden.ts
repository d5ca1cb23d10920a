// The catalogues of everything public, as text files that are reviewed as diffs: which routes there are and who may call them, every
// refusal of every route, the names of operations, the bodies of every form, and the states with the events of each. `npm run golden` writes them anew; the suite
// compares. As the routes are at hand, a linter looks at the two documents that describe them.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type CashoutState, STATES, mayBecome as withdrawalMayBecome } from '#cashout/cashout.ts'
import { type DialectName, dress } from '#http/failures.ts'
import { audienceOf } from '#http/openapi/audience.ts'
import { operationIdOf } from '#http/openapi/operation-id.ts'
import type { DescribedRoute } from '#http/openapi/route-schema.ts'
import { refusesUnknownQuery } from '#http/request/query-names.ts'
import { failsOf, type RouteRules } from '#http/route.ts'
import { FAILURE_CODES, Failure, type FailureCode } from '#kernel/failure.ts'
import { EVENTS } from '#notification/events/catalogue.ts'
import { EVENTS_BY_STATE, SALE_STATUSES, mayBecome as saleMayBecome } from '#sale/sale.ts'
import type { ApiDocument } from '../sdk/generate/document.ts'
import { generatedFiles } from '../sdk/generate/files.ts'
import { BODIES } from './contract/examples.ts'
import { openTestGateway, type TestGateway } from './gateway.ts'
import { lint } from './openapi/lint.ts'
import { globalSetup, globalTeardown } from './setup.ts'

type Route = DescribedRoute

const FOLDER = 'test/golden/'
/** Of a path below the project's root. */
const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** File name -> text. */
export function catalogues(routes: readonly Route[]): Record<string, string> {
  const ordered = routes.toSorted((one, other) => compare(one.url, other.url) || compare(one.method, other.method))
  return {
    'routes.txt': columns([
      ['method', 'path', 'guard', 'dialect', 'scope, or roles'],
      ...ordered.map(({ method, url, rules }) => [method, url, rules.guard, rules.dialect, permissionOf(rules)]),
    ]),
    'refusals.txt': [ELSEWHERE, ...ordered.map(refusalsOf)].join('\n\n'),
    'bodies.txt': Object.entries(BODIES).map(bodyOf).join('\n\n'),
    'operations.txt': columns([
      ['document', 'operation', 'method and path'],
      ...ordered.flatMap(route => {
        const audience = audienceOf(route)
        return audience === null ? [] : [[audience, operationIdOf(route), `${route.method} ${route.url}`]]
      }),
    ]),
    'states.txt': [withdrawalStates(), saleStates(), events()].join('\n\n'),
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

function permissionOf({ guard, scope, roles }: RouteRules): string {
  if (guard === 'session') return roles?.join(' ') ?? 'every member'
  return scope ?? ''
}

function columns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function refusal(code: FailureCode, dialect: DialectName): string {
  const { status, body } = dress(new Failure(code, '…'), dialect)
  return `  ${status} ${JSON.stringify(body)}`
}

/** In order of precedence, what the parser cannot read included. */
export function refusalsOf({ method, url, rules }: Route): string {
  const readsMore = method !== 'GET' || refusesUnknownQuery(method, url)
  const codes = new Set<FailureCode>([...failsOf(rules), ...(readsMore ? ['MALFORMED_REQUEST' as const] : [])])
  const lines = FAILURE_CODES.filter(code => codes.has(code)).map(code => refusal(code, rules.dialect))
  return [`${method} ${url}`, ...new Set(lines)].join('\n')
}

const ELSEWHERE = [
  'any other path or method',
  refusal('NOT_FOUND', 'panel'),
  '',
  'what is no readable HTTP',
  refusal('MALFORMED_REQUEST', 'panel'),
].join('\n')

/** For eyes; the order of keys is that of the wire, which has no blanks. */
function bodyOf([name, text]: [string, string]): string {
  if (!text.startsWith('{')) return `${name}\n${text}`
  const body = JSON.parse(text)
  if (JSON.stringify(body) !== text) throw new Error(`${name} is not compact JSON`)
  return `${name}\n${JSON.stringify(body, null, 2)}`
}

function withdrawalStates(): string {
  const names = Object.keys(STATES) as CashoutState[]
  return columns([
    ['withdrawal', 'resource', 'notification', 'unsigned webhook', 'signed event', 'becomes'],
    ...names.map(name => {
      const { resource, body, unsigned, event } = STATES[name]
      const next = names.filter(other => withdrawalMayBecome(name, other))
      return [name, resource, body, unsigned ? 'yes' : 'no', event ?? '-', next.join(' ')]
    }),
  ])
}

function saleStates(): string {
  return columns([
    ['sale', 'signed event', 'postback', 'becomes'],
    ...SALE_STATUSES.map(status => {
      const next = SALE_STATUSES.filter(other => saleMayBecome(status, other))
      return [
        status,
        EVENTS_BY_STATE[status].event ?? '-',
        EVENTS_BY_STATE[status].postback ? 'yes' : 'no',
        next.join(' '),
      ]
    }),
  ])
}

const events = () => columns([['event', 'means'], ...Object.entries(EVENTS)])

/** What differs from the file, line by line; '' where nothing does. */
export async function difference(path: string, text: string): Promise<string> {
  const golden = await readFile(fileOf(path), 'utf8').catch(() => '')
  if (golden === `${text}\n`) return ''
  const [was, is] = [golden.split('\n'), `${text}\n`.split('\n')]
  const lost = was.filter(line => !is.includes(line)).map(line => `- ${line}`)
  const found = is.filter(line => !was.includes(line)).map(line => `+ ${line}`)
  const lines = lost.length + found.length === 0 ? ['the same lines in another order or number'] : [...lost, ...found]
  return [`${path} (if this is meant: npm run golden, and look at the diff)`, ...lines].join('\n')
}

/** Path -> text: the catalogues, and what the SDKs have of the public document. */
async function everything({ url, gateway }: TestGateway): Promise<Record<string, string>> {
  const texts = Object.entries(catalogues(gateway.routes)).map(([name, text]) => [`${FOLDER}${name}`, text])
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument
  return { ...Object.fromEntries(texts), ...generatedFiles(document) }
}

async function run(write: boolean): Promise<void> {
  await globalSetup()
  try {
    await using gateway = await openTestGateway()
    for (const [path, text] of Object.entries(await everything(gateway))) {
      const differs = await difference(path, text)
      if (write) await writeFile(fileOf(path), `${text}\n`)
      if (differs !== '') process.stdout.write(`${differs}\n`)
      if (differs !== '' && !write) process.exitCode = 1
    }
    for (const complaint of await lint(gateway.gateway.routes)) {
      process.stdout.write(`${complaint}\n`)
      process.exitCode = 1
    }
  } finally {
    await globalTeardown()
  }
}

if (import.meta.main) {
  await mkdir(fileOf(FOLDER), { recursive: true })
  await run(process.argv.includes('--write'))
}
