// Runs the suite: `npm test`, or with patterns of files. `--long` plays the long forms, `--shard 1/3` one part of three for those
// with more machines, `--record` writes down how long each file takes, `--cpu` says who used the processor.
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { inspect, parseArgs } from 'node:util'
import { costliest, watchCpu } from './cpu.ts'
import { TIMES, type Took } from './group.ts'
import { everydayForms, longForms, playAll } from './long.ts'
import { durationsOf, groupsOf, recorded, shardOf } from './plan.ts'

const TIMEOUT_MS = 240_000
/**
 * For what a group's tests have left open; a test that failed may have left something for good. Longer than the 40 s that the client of the database
 * gives a statement: of one whose connection has died it may keep the timer.
 */
const LEFTOVERS_MS = 60_000
const ENDS = `after(() => setTimeout(() => {
  console.error('still open:', process.getActiveResourcesInfo().join(', '))
  process.exit(1)
}, ${LEFTOVERS_MS}).unref())

`
/** What lives briefly is collected half as often as by default: three percent of a file's processor. */
const YOUNG_MB = 64
/** An option that the types do not know of yet. */
const GLOBAL_SETUP = { globalSetupPath: resolve('test/setup.ts') }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean' },
    record: { type: 'boolean' },
    cpu: { type: 'boolean' },
    shard: { type: 'string', default: '1/1' },
  },
})
if (values.long) playAll()
const form = values.long ? 'long' : 'everyday'
const everything = values.long ? longForms : everydayForms
const files = (positionals.length > 0 ? globSync(positionals) : everything()).sort()
if (files.length === 0) throw new Error(`no test file matches ${positionals.join(' ')}`)

const folder = await mkdtemp(join(tmpdir(), 'porteira-suite-'))
const times = join(folder, 'times.jsonl')
if (values.record || values.cpu) process.env[TIMES] = times
const cpu = values.cpu ? watchCpu() : null
try {
  const tests = run({
    ...GLOBAL_SETUP,
    files: await Promise.all(shardOf(groupsOf(files, recorded(form)), values.shard).map(written)),
    // A group waits a third of its time: for a bank, a timer, a page. Two more than there are cores leave none of them idle. One more is for
    // the group that does nothing but wait.
    concurrency: availableParallelism() + 3,
    execArgv: [`--test-timeout=${TIMEOUT_MS}`, `--max-semi-space-size=${YOUNG_MB}`],
  })
  tests.on('test:fail', ({ name, details }) => {
    process.exitCode = 1
    // Printed at once: the report prints it when everything else is over. What contains it has failed with it.
    const { cause, failureType } = details.error as Error & { failureType?: string }
    if (failureType !== 'subtestsFailed') process.stderr.write(`✖ ${name}\n${inspect(cause, { depth: 1 })}\n`)
  })
  const report = tests.compose(new spec())
  report.pipe(process.stdout)
  await finished(report)
  if (cpu !== null) process.stdout.write(`${[...cpu.stop(), ...costliest(await took())].join('\n')}\n`)
  if (values.record) await record()
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** A program that runs the files one after the other, the hooks of each around its own tests only. */
async function written(group: string[], nth: number): Promise<string> {
  const suites = group.map(file => {
    const [name, url] = [file, pathToFileURL(resolve(file)).href].map(text => JSON.stringify(text))
    return `describe(${name}, async () => {\n  timed(${name})\n  await import(${url})\n})\n`
  })
  const path = join(folder, `${basename(dirname(group[0] ?? ''))}-${nth}.mjs`)
  const opening = JSON.stringify(pathToFileURL(resolve('test/group.ts')).href)
  const imports = `import { after, describe } from 'node:test'\nimport { beginGroup, timed } from ${opening}\n\nbeginGroup()\n`
  await writeFile(path, `${imports}${ENDS}${suites.join('')}`)
  return path
}

async function record(): Promise<void> {
  const seconds = (await took()).map(one => [one.file, one.seconds])
  const all = { ...recorded(form), ...Object.fromEntries(seconds) }
  const there = everything()
    .sort()
    .filter(file => file in all)
  const text = JSON.stringify(Object.fromEntries(there.map(file => [file, all[file]])), null, 2)
  await writeFile(durationsOf(form), `${text}\n`)
}

async function took(): Promise<Took[]> {
  const lines = (await readFile(times, 'utf8')).trimEnd().split('\n')
  return lines.map(line => JSON.parse(line))
}
