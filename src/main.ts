// The process: the only reader of the real environment, clock and chance, and of signals. It starts everything, waits
// until it is asked to leave, and ends everything in reverse order. However often it is asked, the end stays orderly.
import { inspect } from 'node:util'
import { answerScrapes, CHILD_ARGUMENT, ordersOfParent, refuseToOpen, reportOpen } from '#cluster/child.ts'
import { readConfig } from '#config/config.ts'
import { type SealedConfig, sealConfig } from '#config/secrets.ts'
import { ConnectionTrouble } from '#db/postgres.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { readArguments } from '#startup/arguments.ts'
import { collectAfterStart } from '#startup/collect.ts'
import { openLogger } from '#startup/logger.ts'
import { openGateway, start } from '#startup/start.ts'

const PARENT_LOOK_MS = 500
const isChild = process.argv[2] === CHILD_ARGUMENT && process.connected

const leaving = new AbortController()
const left = new Promise(resolve => leaving.signal.addEventListener('abort', resolve))
let exitCode = 0
let began = false

function leave(): void {
  leaving.abort()
}

function fail(sentence: string): void {
  exitCode = 1
  // Until it is open a child's words are its parent's to say.
  if (!(isChild && refuseToOpen(sentence))) process.stderr.write(`\n${sentence}\n`)
  leave()
}

/** For people: standard output is the log's alone. */
function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

function listenForTheEnd(): void {
  // What a terminal sends to all of its processes is for the parent to pass on.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, isChild ? () => {} : leave)
  process.on('SIGTERM', leave)
  process.on('uncaughtException', error => fail(inspect(error)))
  // A terminal that has gone away cannot be written to, and that must not disturb the orderly end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // npm may be killed without a word to us; nobody could then stop this process with Ctrl-C.
  const parent = process.ppid
  const orphaned = () => process.ppid !== parent && leave()
  if (process.env.npm_lifecycle_event !== undefined) setInterval(orphaned, PARENT_LOOK_MS).unref()
}

async function run(resources: AsyncDisposableStack): Promise<void> {
  const { recover } = readArguments(process.argv.slice(2))
  const config = await sealConfig(readConfig(process.env), systemRandom)
  began = true
  const greeting = await start(
    resources,
    { ...config, recover: config.recover || recover },
    { ...toolsOf(config), say: sentence => say(`  ${sentence} ...`) },
  )
  leaving.signal.throwIfAborted()
  say(greeting)
  collectAfterStart()
  await left
}

/** One of several behind one port. Its parent shows what happens, and has read the arguments. */
async function runAsChild(resources: AsyncDisposableStack): Promise<void> {
  const config = await sealConfig(readConfig(process.env), systemRandom)
  const orders = await Promise.race([ordersOfParent(leave), left.then(() => null)])
  if (orders === null) return
  const { opened, metrics } = await openGateway(resources, config, { ...toolsOf(config), say() {} }, orders)
  answerScrapes(metrics)
  reportOpen(opened)
  collectAfterStart()
  await left
}

function reasonOf(error: unknown): string {
  if (error instanceof StartProblem) return error.message
  if (error instanceof ConnectionTrouble)
    return `The database went away while Porteira was starting (${error.message}). Start it again when the database is there.`
  return inspect(error)
}

const toolsOf = (config: SealedConfig) => ({
  log: openLogger(config),
  clock: systemClock,
  random: systemRandom,
  show: say,
  leaving: leaving.signal,
  fail,
})

listenForTheEnd()
const resources = new AsyncDisposableStack()
try {
  await (isChild ? runAsChild(resources) : run(resources))
} catch (error) {
  if (!leaving.signal.aborted) fail(reasonOf(error))
}
if (began) say('\n  Closing ...')
await resources.disposeAsync().catch(error => fail(inspect(error)))
process.exit(exitCode)
