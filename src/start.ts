// The order in which Porteira comes up: database, schema, bank, house, door, demo. Every part that is up is put on the
// stack at once, so that whoever owns the stack ends them in reverse order, also when the start stops half-way.
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
import { readDemoSheet, writeDemoSheet } from './demo-sheet.ts'
import type { SealedConfig } from './secrets.ts'
import { listening, welcome } from './welcome.ts'

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
  const connection = await openConnection(parts, config, tools)
  step('Bringing its schema up to date')
  await migrate(connection, MIGRATIONS)
  const sandboxUrl = await openBank(parts, config, tools, step)
  step('Opening the gateway')
  const { log, clock, random } = tools
  const house = await openHouse({ config, connection, log, clock, random, sandboxUrl })
  parts.defer(() => drained(house, tools))
  const { url } = await house.listen().catch(error => {
    throw explained(error, config)
  })
  if (config.production || sandboxUrl === null) return listening(config.publicUrl ?? url)
  step('Preparing the demo')
  return demo(house, config, url)
}

async function openConnection(parts: AsyncDisposableStack, config: SealedConfig, tools: Tools): Promise<Connection> {
  if (config.databaseUrl !== null) return reachServer(config.databaseUrl)
  const server = await startEmbedded({ dataDir: config.dataDir, onProgress: tools.say })
  let closing = false
  parts.defer(() => {
    closing = true
    return server.stop()
  })
  void server.ended.then(() => {
    if (!closing) tools.fail(`The embedded PostgreSQL has ended; its log is ${server.folder}/server.log.`)
  })
  return server.connection
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
  step('Opening the sandbox bank')
  const { host, dataDir } = config
  const bank = await startBank({ ...config.sandbox, host, dataDir, onTrouble: sentence => tools.log.error(sentence) })
  parts.defer(() => bank.stop())
  return bank.url
}

async function demo(house: House, config: SealedConfig, url: string): Promise<string> {
  const sheet = await house.seedDemo(await readDemoSheet(config.dataDir))
  if (sheet === null) return listening(config.publicUrl ?? url)
  await writeDemoSheet(config.dataDir, sheet)
  return welcome(sheet, config.dataDir)
}

async function drained(house: House, tools: Tools): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    tools.log.error('the gateway did not drain in time; what it had begun is taken up at the next start')
    late.resolve()
  }, MOST_DRAIN_MS)
  await Promise.race([house.stop(), late.promise]).finally(() => clearTimeout(timer))
}

function explained(error: NodeJS.ErrnoException, { host, port }: SealedConfig): Error {
  if (error.code === 'EADDRINUSE')
    return new StartProblem(`Port ${port} at ${host} is taken by another program. Stop it, or set PORT to a free port.`)
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
    return new StartProblem(`Porteira cannot listen at HOST ${host}, PORT ${port} (${error.code}).`)
  return error
}
