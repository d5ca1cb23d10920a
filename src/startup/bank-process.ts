// Runs the sandbox bank as a process of its own, in its own session so that a Ctrl-C reaches only the gateway, which ends
// the bank when its own work is done. A bank that dies is started again on the same port. It is given nothing of our
// environment; it ends by itself when the channel to this process closes.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { reportingWait } from '#db/server/wait-reports.ts'
import { asStartProblem, StartProblem } from '#kernel/start-problem.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

export interface BankOptions {
  host: string
  port: number
  /** In whose words it speaks: the Central Bank's, or Efí's. */
  dialect: 'bcb' | 'efi'
  /** Null: the bank's own, lifelike waits. */
  latency_ms: number | null
  dataDir: string
  /** Called when the bank has died and is back, or cannot come back. */
  onTrouble?: (sentence: string) => void
  /** Called with what a start waits for. */
  say?: (sentence: string) => void
  /** Called again and again, so often. */
  sayEvery_ms?: number
  /** For so long a bank that lives, and does not listen, is waited for. */
  timeout_ms?: number
  /** For so long the port may be another program's. */
  portTimeout_ms?: number
  program?: string
  /** Aborted when nobody wants to start any more. */
  leaving?: AbortSignal
}

export interface Bank {
  url: string
  pid(): number | undefined
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))
/** A machine may be very busy. A bank that ends instead is not waited for. */
const START_MS = 5 * MINUTE_MS
const STOP_MS = 10_000
const RESTART_AFTER_MS = 500
// The bank of a killed gateway needs a moment to notice and to give its port back.
const PORT_TIMEOUT_MS = 15_000

/** Throws a StartProblem when the bank does not come up. */
export async function startBank(options: BankOptions): Promise<Bank> {
  await untilFree(options)
  let current = await launch(options)
  const { port } = current
  let stopping = false
  const watch = async () => {
    while (!stopping) {
      await ended(current.child)
      if (!stopping) current = (await relaunch({ ...options, port }, () => stopping)) ?? current
    }
  }
  const watching = watch()
  return {
    url: `http://${addressOf(options.host)}:${port}`,
    pid: () => current.child.pid,
    stop: async () => {
      stopping = true
      await end(current.child)
      await watching
      // One that was just being started again.
      await end(current.child)
    },
  }
}

interface Launched {
  child: ChildProcess
  port: number
}

async function launch(options: BankOptions): Promise<Launched> {
  const { host, port, dialect, latency_ms, dataDir, program = PROGRAM } = options
  const logFile = join(dataDir, 'bank.log')
  const bankDir = join(dataDir, 'bank')
  await mkdir(bankDir, { recursive: true, mode: 0o700 })
  const log = await open(logFile, 'a', 0o600)
  const child = fork(program, {
    detached: true,
    // A bank for trying things out need not be fast: garbage is collected often, also when it rests, and little memory lies idle.
    execArgv: [...process.execArgv.filter(isLoader), '--max-semi-space-size=4', '--expose-gc'],
    env: {
      // One place for all threads from which memory is taken, and given back: each would keep some megabytes of its own.
      MALLOC_ARENA_MAX: '1',
      SANDBOX_HOST: host,
      SANDBOX_PORT: String(port),
      SANDBOX_DATA_DIR: bankDir,
      SANDBOX_DIALECT: dialect,
      ...(latency_ms === null ? {} : { SANDBOX_LATENCY_MS: String(latency_ms) }),
    },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  })
  await log.close()
  const listening = await untilListening(child, options, logFile)
  if (typeof listening === 'number') return { child, port: listening }
  await end(child)
  const words = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-16).join('\n')
  throw new StartProblem(
    `The sandbox bank did not start on SANDBOX_PORT ${port}: ${listening}. Its log (${logFile}) ends:\n${words}`,
  )
}

/** What loads our program as it was built loads the bank's as well. */
const isLoader = (argument: string): boolean => argument.startsWith('--import=')

const NEVER = new AbortController().signal

/** The port; or why there is none. */
function untilListening(
  child: ChildProcess,
  { say = () => {}, sayEvery_ms, timeout_ms = START_MS, leaving = NEVER }: BankOptions,
  logFile: string,
): Promise<number | string> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeout_ms)
  const ready = once(child, 'message', { signal: AbortSignal.any([late.signal, leaving]) }).then(
    ([message]) => (message as { listening?: number }).listening ?? 'it named no port',
    () => `it has not listened for ${timeout_ms / SECOND_MS} s`,
  )
  const gone = ended(child).then(() => `it ended with ${child.signalCode ?? `code ${child.exitCode}`}`)
  const either = Promise.race([ready, gone]).finally(() => clearTimeout(timer))
  return reportingWait(
    either,
    `the sandbox bank to listen (process ${child.pid}, its log: ${logFile})`,
    say,
    sayEvery_ms,
  )
}

async function relaunch(options: BankOptions, stopping: () => boolean): Promise<Launched | null> {
  options.onTrouble?.(
    `The sandbox bank ended by itself (its log: ${join(options.dataDir, 'bank.log')}); starting it again.`,
  )
  while (!stopping()) {
    await sleep(RESTART_AFTER_MS)
    if (stopping()) return null
    try {
      return await launch(options)
    } catch (error) {
      options.onTrouble?.((error as Error).message)
    }
  }
  return null
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit')
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended(child)
  clearTimeout(force)
}

async function untilFree(options: BankOptions): Promise<void> {
  const { host, port, say = () => {}, portTimeout_ms = PORT_TIMEOUT_MS } = options
  const until = performance.now() + portTimeout_ms
  for (let looks = 0; !(await isFree(host, port)); looks++) {
    if (looks === 1) say(`Waiting for port ${port} of the sandbox bank, which another program still has`)
    if (performance.now() > until)
      throw new StartProblem(
        `Port ${port}, where the sandbox bank should listen, is taken by another program. ` +
          'Stop that program, or set SANDBOX_PORT to a free port.',
      )
    await sleep(50)
  }
}

async function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw asStartProblem(`The sandbox bank cannot listen at HOST ${host}, SANDBOX_PORT ${port}`, error)
  } finally {
    probe.close()
  }
}

// An address that means "all of them" to a listener is no address to call.
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
