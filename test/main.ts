// Runs the suite: `npm test`, or with patterns of files; `--long` the long forms. Files of one folder share a process, a dozen at
// most, each as a suite of its own: what a process loads and compiles before its first house is open costs more than most files do.
import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { LONG_FORMS, playAll } from './long.ts'

const GROUP_SIZE = 12
/** As many as cores of a small machine: a browser, its gateway, database and bank fill one. */
const AT_ONCE = 2
const TIMEOUT_MS = 240_000
/** For what a group's tests have left open; a test that failed may have left something for good. */
const LEFTOVERS_MS = 30_000
const ENDS = `after(() => setTimeout(() => {
  console.error('still open:', process.getActiveResourcesInfo().join(', '))
  process.exit(1)
}, ${LEFTOVERS_MS}).unref())

`
/** An option that the types do not know of yet. */
const GLOBAL_SETUP = { globalSetupPath: resolve('test/setup.ts') }
/** These watch what the whole process uses. */
const ALONE = new Set([
  'test/http/egress-many-hosts.test.ts',
  'test/notification/torture/come-and-go.test.ts',
  'test/notification/torture/many-hosts.test.ts',
  'test/statement/export.test.ts',
])

const [form, ...given] = process.argv.slice(2)
if (form === '--long') playAll()
const patterns = form === '--long' ? [...LONG_FORMS, ...given] : [form ?? 'test/**/*.test.ts', ...given]
const files = globSync(patterns).sort()
if (files.length === 0) throw new Error(`no test file matches ${patterns.join(' ')}`)

const folder = await mkdtemp(join(tmpdir(), 'porteira-suite-'))
try {
  const groups = await Promise.all(groupsOf(files).map(written))
  const tests = run({
    ...GLOBAL_SETUP,
    files: groups,
    concurrency: AT_ONCE,
    execArgv: [`--test-timeout=${TIMEOUT_MS}`],
  })
  tests.on('test:fail', () => {
    process.exitCode = 1
  })
  const report = tests.compose(new spec())
  report.pipe(process.stdout)
  await finished(report)
} finally {
  await rm(folder, { recursive: true, force: true })
}

function groupsOf(all: string[]): string[][] {
  const shared = Map.groupBy(
    all.filter(file => !ALONE.has(file)),
    dirname,
  )
  const chunks = [...shared.values()].flatMap(some =>
    Array.from({ length: Math.ceil(some.length / GROUP_SIZE) }, (_, nth) =>
      some.slice(nth * GROUP_SIZE, (nth + 1) * GROUP_SIZE),
    ),
  )
  return [...chunks, ...all.filter(file => ALONE.has(file)).map(file => [file])]
}

/** A program that runs the files one after the other, the hooks of each around its own tests only. */
async function written(group: string[], nth: number): Promise<string> {
  const suites = group.map(file => {
    const [name, url] = [file, pathToFileURL(resolve(file)).href].map(text => JSON.stringify(text))
    return `describe(${name}, async () => {\n  await import(${url})\n})\n`
  })
  const path = join(folder, `${basename(dirname(group[0] ?? ''))}-${nth}.mjs`)
  await writeFile(path, `import { after, describe } from 'node:test'\n\n${ENDS}${suites.join('')}`)
  return path
}
