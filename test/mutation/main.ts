// Mutation testing of the pure money modules, as a command for a person: npm run mutation. Each mutant is written into a copy of the
// project, and the unit tests of its module are run: they must fail. It changes nothing here, and ends by itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../setup.ts'
import { type Mutant, mutantsOf } from './mutants.ts'

const HELP = `npm run mutation -- [--only FILE] [--at-once N]

Changes one operator, number, constant or branch of a pure money module at a time, in a copy of the project, and runs the unit tests
of that module, which must notice. Prints what they did not notice, and how many of all they did. The exit code is 1 below 80 %.

  --only FILE   one of the modules, by a part of its path
  --at-once N   tests that run at the same time (2)
`

interface Module {
  path: string
  /** What node --test is given. */
  tests: string[]
}

const MODULES: Module[] = [
  { path: 'src/kernel/money.ts', tests: ['test/kernel/money.test.ts'] },
  { path: 'src/kernel/terms/terms.ts', tests: ['test/kernel/terms.test.ts'] },
  { path: 'src/kernel/terms/limits.ts', tests: ['test/kernel/limits.test.ts'] },
  { path: 'src/kernel/boleto/check-digits.ts', tests: ['test/kernel/boleto/line.test.ts'] },
  { path: 'src/kernel/boleto/line.ts', tests: ['test/kernel/boleto/line.test.ts'] },
  { path: 'src/kernel/boleto/due-factor.ts', tests: ['test/kernel/boleto/due-days.test.ts'] },
  { path: 'src/kernel/boleto/due-days.ts', tests: ['test/kernel/boleto/due-days.test.ts'] },
  { path: 'src/kernel/boleto/late-charges.ts', tests: ['test/kernel/boleto/due-days.test.ts'] },
  { path: 'src/ledger/ledger.ts', tests: ['test/ledger/post.test.ts'] },
  { path: 'src/ledger/chain.ts', tests: ['--test-name-pattern=known entries', 'test/ledger/chain.test.ts'] },
]

const MIN_KILLED = 0.8
/** A mutant that never ends is noticed, too. */
const MAX_MS = 60_000
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COPIED = ['src', 'sandbox', 'test', 'migrations', 'package.json', 'tools', 'tsconfig.json']

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: '2' },
  },
})
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Every worker has one: a mutant must not be seen by the tests of another. */
async function copyProject(resources: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-mutation-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function passes(folder: string, { tests }: Module): Promise<boolean> {
  const child = spawn(process.execPath, ['--test', '--test-force-exit', ...tests], { cwd: folder, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code === 0
}

interface Tally {
  killed: number
  total: number
}

async function mutate(folders: string[], module: Module): Promise<Tally> {
  const source = await readFile(join(ROOT, module.path), 'utf8')
  if (!(await passes(folders[0] as string, module)))
    throw new Error(`the tests of ${module.path} fail without a mutant`)
  const mutants = mutantsOf(source)
  const left = mutants.values()
  const survivors: Mutant[] = []
  await Promise.all(
    folders.map(async folder => {
      for (const mutant of left) {
        await writeFile(join(folder, module.path), mutant.text)
        if (await passes(folder, module)) survivors.push(mutant)
      }
      await writeFile(join(folder, module.path), source)
    }),
  )
  const killed = mutants.length - survivors.length
  say(`${module.path}: ${killed} of ${mutants.length} killed`)
  for (const { line, was, is } of survivors)
    say(`  line ${line} lives with ${JSON.stringify(is)} for ${JSON.stringify(was)}`)
  return { killed, total: mutants.length }
}

async function main(): Promise<void> {
  const modules = MODULES.filter(({ path }) => path.includes(values.only))
  const atOnce = Number(values['at-once'])
  if (values.help || modules.length === 0 || !(atOnce >= 1)) {
    say(HELP)
    process.exitCode = values.help ? 0 : 1
    return
  }
  await using resources = new AsyncDisposableStack()
  const folders = await Promise.all(Array.from({ length: atOnce }, () => copyProject(resources)))
  // The tests of the chain read the database's own hashes.
  await globalSetup()
  resources.defer(globalTeardown)
  const tallies: Tally[] = []
  for (const module of modules) tallies.push(await mutate(folders, module))
  const killed = tallies.reduce((sum, tally) => sum + tally.killed, 0)
  const total = tallies.reduce((sum, tally) => sum + tally.total, 0)
  say(`${killed} of ${total} mutants killed: ${((killed * 100) / total).toFixed(1)} %`)
  if (killed / total < MIN_KILLED) process.exitCode = 1
}

await main()
