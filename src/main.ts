// The process: the only reader of the real environment, clock and chance, and of signals. It starts everything, waits
// until it is asked to leave, and ends everything in reverse order. However often it is asked, the end stays orderly.
import { inspect } from 'node:util'
import { pino } from 'pino'
import { StartProblem } from '#kernel/start-problem.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { readArguments } from './arguments.ts'
import { readConfig } from './config.ts'
import { sealConfig } from './secrets.ts'
import { start } from './start.ts'

const PARENT_LOOK_MS = 500

const leaving = new AbortController()
const left = new Promise(resolve => leaving.signal.addEventListener('abort', resolve))
let exitCode = 0
let began = false

function leave(): void {
  leaving.abort()
}

function fail(sentence: string): void {
  exitCode = 1
  process.stderr.write(`\n${sentence}\n`)
  leave()
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function listenForTheEnd(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave)
  process.on('uncaughtException', error => fail(inspect(error)))
  // A terminal that has gone away cannot be written to, and that must not disturb the orderly end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // npm may be killed without a word to us; nobody could then stop this process with Ctrl-C.
  const parent = process.ppid
  const orphaned = () => process.ppid !== parent && leave()
  if (process.env.npm_lifecycle_event !== undefined) setInterval(orphaned, PARENT_LOOK_MS).unref()
}

async function run(parts: AsyncDisposableStack): Promise<void> {
  const { recover } = readArguments(process.argv.slice(2))
  const config = await sealConfig(readConfig(process.env), systemRandom)
  began = true
  const log = pino({ level: config.logLevel })
  const tools = { log, clock: systemClock, random: systemRandom, leaving: leaving.signal, fail }
  const greeting = await start(
    parts,
    { ...config, recover: config.recover || recover },
    { ...tools, say: sentence => say(`  ${sentence} ...`) },
  )
  leaving.signal.throwIfAborted()
  say(greeting)
  await left
}

listenForTheEnd()
const parts = new AsyncDisposableStack()
try {
  await run(parts)
} catch (error) {
  if (!leaving.signal.aborted) fail(error instanceof StartProblem ? error.message : inspect(error))
}
if (began) say('\n  Closing ...')
await parts.disposeAsync().catch(error => fail(inspect(error)))
process.exit(exitCode)
