// The order in which Porteira comes up: database, schema, bank, house, door, demo. Every part that is up is put on the
// stack at once, so that whoever owns the stack ends them in reverse order, also when the start stops half-way.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { startEmbedded } from '#db/embedded.ts'
import { reachServer } from '#db/given-server.ts'
import { migrate } from '#db/migrate.ts'
import type { Connection } from '#db/postgres.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { type House, openHouse } from './app.ts'
import { startBank } from './bank-process.ts'
import { type DemoSheet, readDemoSheet, writeDemoSheet } from './demo-sheet.ts'
import { installationFileIn } from './installation-file.ts'
import type { SealedConfig } from './secrets.ts'
import { listening, recoveryNotice, welcome } from './welcome.ts'

export interface Tools {
  log: Logger
  clock: Clock
  random: RandomBytes
  /** Shows the operator what happens. */
  say: (sentence: string) => void
  /** Aborted when somebody asks to stop; the start then goes no further. */
  leaving: AbortSignal
  /** A part that must not end has ended. */
  fail: (sentence: string) => void
}

interface Place {
  connection: Connection
  /** Of the embedded server. */
  cluster?: string
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
// A request that hangs must not keep the database from being closed in order.
const MOST_DRAIN_MS = 30_000

/** Answers the text that greets the operator. */
export async function start(parts: AsyncDisposableStack, config: SealedConfig, tools: Tools): Promise<string> {
  const step = (sentence: string) => {
    tools.leaving.throwIfAborted()
    tools.say(sentence)
  }
  step('Opening the database')
  const { connection, ...place } = await openConnection(parts, config, tools)
  step('Bringing its schema up to date')
  await migrate(connection, MIGRATIONS)
  const sandboxUrl = await openBank(parts, config, tools, step)
  step('Opening the gateway')
  const { log, clock, random } = tools
  const installation = installationFileIn(config.dataDir)
  const house = await openHouse({ config, connection, ...place, installation, log, clock, random, sandboxUrl })
  parts.defer(() => drained(house, tools))
  const { url } = await house.listen().catch(error => {
    throw explained(error, config)
  })
  if (config.production || sandboxUrl === null) return greeting(house, config, url, null)
  step('Preparing the demo')
  const sheet = await house.seedDemo(await readDemoSheet(config.dataDir))
  if (sheet !== null) await writeDemoSheet(config.dataDir, sheet)
  return greeting(house, config, url, sheet)
}

async function openConnection(parts: AsyncDisposableStack, config: SealedConfig, tools: Tools): Promise<Place> {
  if (config.databaseUrl !== null) return { connection: await reachServer(config.databaseUrl) }
  const server = await startEmbedded({ dataDir: config.dataDir, onProgress: tools.say })
  let closing = false
  parts.defer(() => {
    closing = true
    return server.stop()
  })
  void server.ended.then(() => {
    if (!closing) tools.fail(`The embedded PostgreSQL has ended; its log is ${server.folder}/server.log.`)
  })
  return { connection: server.connection, cluster: join(server.folder, 'cluster') }
}

/** Null when the PSP is a real one. A sandbox that runs elsewhere is named by PSP_BASE_URL. */
async function openBank(
  parts: AsyncDisposableStack,
  config: SealedConfig,
  tools: Tools,
  step: (sentence: string) => void,
): Promise<string | null> {
  if (config.psp.kind !== 'sandbox') return null
  if (config.psp.baseUrl !== null) return config.psp.baseUrl
  if (config.callback !== null)
    throw new StartProblem(
      'CALLBACK_PORT asks callers for certificates, and the sandbox bank that Porteira starts has none. ' +
        'Unset CALLBACK_PORT, or set PSP_BASE_URL to a sandbox bank that was started with certificates.',
    )
  step('Opening the sandbox bank')
  const { host, dataDir } = config
  const bank = await startBank({ ...config.sandbox, host, dataDir, onTrouble: sentence => tools.log.error(sentence) })
  parts.defer(() => bank.stop())
  return bank.url
}

async function greeting(house: House, config: SealedConfig, url: string, sheet: DemoSheet | null): Promise<string> {
  const at = config.publicUrl ?? url
  const greeting = sheet === null ? listening(at) : welcome(sheet, config.dataDir)
  const status = await house.recovery.status()
  return status.recovering === null ? greeting : greeting + recoveryNotice(status, at, sheet?.operator ?? null)
}

async function drained(house: House, tools: Tools): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    tools.log.error('the gateway did not drain in time; what it had begun is taken up at the next start')
    late.resolve()
  }, MOST_DRAIN_MS)
  await Promise.race([house.stop(), late.promise]).finally(() => clearTimeout(timer))
}

function explained(error: NodeJS.ErrnoException & { port?: number }, config: SealedConfig): Error {
  const { callback } = config
  const isCallback = callback !== null && error.port === callback.port
  const { host, port } = isCallback ? callback : config
  const before = isCallback ? 'CALLBACK_' : ''
  if (error.code === 'EADDRINUSE')
    return new StartProblem(
      `Port ${port} at ${host} is taken by another program. Stop it, or set ${before}PORT to a free port.`,
    )
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
    return new StartProblem(`Porteira cannot listen at ${before}HOST ${host}, ${before}PORT ${port} (${error.code}).`)
  return error
}
