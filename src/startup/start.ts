// The order in which Porteira comes up: database, schema, bank, gateway, HTTP server, demo. Every part that is up is put on the
// stack at once, so that the owner of the stack ends them in reverse order, also when the start stops half-way.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { composeGateway, type Gateway } from '#app.ts'
import { startChildren } from '#cluster/children.ts'
import type { Opened, Orders } from '#cluster/orders.ts'
import type { SealedConfig } from '#config/secrets.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import type { Connection } from '#db/postgres.ts'
import { MIGRATIONS } from '#db/schema/files.ts'
import { reachServer } from '#db/server/given-server.ts'
import { reportingWait } from '#db/server/wait-reports.ts'
import type { DemoSheet } from '#demo/seed.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { NO_MAIL } from '#mail/feature.ts'
import { openPrinter } from '#mail/printed.ts'
import type { Metrics } from '#telemetry/feature.ts'
import type { Snapshot } from '#telemetry/metrics/snapshot.ts'
import { startBank } from './bank-process.ts'
import { readDemoSheet, writeDemoSheet } from './demo-sheet.ts'
import { installationFileIn } from './installation-file.ts'
import { listening, recoveryNotice, welcome } from './welcome.ts'

export interface Tools {
  log: Logger
  clock: Clock
  random: RandomBytes
  /** Shows the operator what happens. */
  say: (sentence: string) => void
  /** Prints a mail where nothing can be sent. */
  show: (text: string) => void
  /** Aborted when the program is asked to stop; the start then goes no further. */
  leaving: AbortSignal
  /** A part that must not end has ended. */
  fail: (sentence: string) => void
}

interface Place {
  connection: Connection
  /** Of the embedded server. */
  cluster?: string
}

const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url))
// A request that hangs must not keep the database from being closed in order.
const MAX_DRAIN_MS = 30_000

/** Answers the text that greets the operator. */
export async function start(resources: AsyncDisposableStack, config: SealedConfig, tools: Tools): Promise<string> {
  stepOf(tools)('Opening the database')
  const { connection, ...place } = await openConnection(resources, config, tools)
  stepOf(tools)('Bringing its schema up to date')
  await reportingWait(migrate(connection, MIGRATIONS, tools), 'the schema to be up to date', tools.say)
  const sandboxUrl = await openBank(resources, config, tools, stepOf(tools))
  const orders = { connection, ...place, sandboxUrl, recover: config.recover }
  if (config.processes > 1) return startAll(resources, config, tools, orders)
  const first = { ...orders, slot: 0, isFirst: true, port: null }
  const { opened, metrics } = await openGateway(resources, config, tools, first)
  const scrape = async () => (metrics === null ? [] : Promise.all([metrics.ofProcess(), metrics.ofGateway()]))
  await serveMetrics(resources, config, tools, scrape)
  return opened.greeting
}

const stepOf = (tools: Tools) => (sentence: string) => {
  tools.leaving.throwIfAborted()
  tools.say(sentence)
}

/** A gateway with its HTTP server, on a database and a bank that are there. */
export async function openGateway(
  resources: AsyncDisposableStack,
  given: SealedConfig,
  tools: Tools,
  { connection, cluster, sandboxUrl, slot, isFirst, recover, port }: Orders,
): Promise<{ opened: Opened; metrics: Metrics | null }> {
  const config = { ...given, recover, port: port ?? given.port }
  const { log, clock, random } = tools
  stepOf(tools)('Opening the gateway')
  const opening = composeGateway({
    config,
    connection,
    log,
    clock,
    random,
    sandboxUrl,
    ...(cluster !== undefined && { cluster }),
    // One file, so one process that writes it.
    ...(slot === 0 && { installation: installationFileIn(config.dataDir) }),
    ...(!config.production && config.mail === null && { sendMail: openPrinter(tools.show) }),
  })
  const gateway = await reportingWait(opening, 'the gateway to open', tools.say)
  resources.defer(() => drained(gateway, tools, config.stopWait_ms))
  const { url } = await gateway.listen().catch(error => {
    throw explained(error, config)
  })
  const hasDemo = isFirst && !config.production && config.psp.kind === 'sandbox'
  const sheet = hasDemo ? await prepareDemo(gateway, config, tools) : null
  const opened = { greeting: await greeting(gateway, config, url, sheet), port: Number(new URL(url).port) }
  return { opened, metrics: gateway.metrics }
}

async function prepareDemo(gateway: Gateway, { dataDir }: SealedConfig, tools: Tools): Promise<DemoSheet | null> {
  stepOf(tools)('Preparing the demo')
  const sheet = await gateway.seedDemo(await readDemoSheet(dataDir))
  if (sheet !== null) await writeDemoSheet(dataDir, sheet)
  return sheet
}

/** Several gateways behind one port; this process keeps their ground. */
async function startAll(
  resources: AsyncDisposableStack,
  config: SealedConfig,
  tools: Tools,
  orders: Omit<Orders, 'slot' | 'isFirst' | 'port'>,
): Promise<string> {
  const { processes: count, host, port, stopWait_ms: stopWaitMs } = config
  const { log, leaving } = tools
  stepOf(tools)(`Opening ${count} gateways behind one port`)
  const { say } = tools
  const at = { host, port }
  const { openScrapes } = await import('#telemetry/metrics/processes.ts')
  const deps = { count, program: PROGRAM, orders, at, stopWaitMs, log, leaving, say, scrapes: openScrapes() }
  const children = await startChildren(deps).catch(error => {
    throw explained(error, config)
  })
  resources.defer(() => children.stop())
  await serveMetrics(resources, config, tools, children.scrape)
  return children.greeting
}

/** Once, however many processes there are. */
async function serveMetrics(
  resources: AsyncDisposableStack,
  { metrics }: SealedConfig,
  { log }: Tools,
  scrape: () => Promise<Snapshot[]>,
): Promise<void> {
  if (metrics === null) return
  const { openMetricsListener } = await import('#telemetry/metrics/listener.ts')
  resources.use(await openMetricsListener({ ...metrics, scrape, log }))
}

async function openConnection(resources: AsyncDisposableStack, config: SealedConfig, tools: Tools): Promise<Place> {
  const { databaseUrl, databaseWait_ms: waitMs, dataDir } = config
  const { say, leaving, log } = tools
  if (databaseUrl !== null) {
    const reaching = reachServer(databaseUrl, { waitMs, say, leaving })
    return { connection: await reportingWait(reaching, 'the database that DATABASE_URL names', say) }
  }
  const onTrouble = (sentence: string) => log.error(sentence)
  const server = await startEmbedded({ dataDir, onProgress: say, onTrouble })
  let closing = false
  resources.defer(() => {
    closing = true
    return server.stop()
  })
  void server.ended.then(reason => {
    if (!closing) tools.fail(reason)
  })
  return { connection: server.connection, cluster: join(server.folder, 'cluster') }
}

/** Null when the PSP is a real one and test mode is off. A sandbox that runs elsewhere is named by PSP_BASE_URL. */
async function openBank(
  resources: AsyncDisposableStack,
  config: SealedConfig,
  tools: Tools,
  step: (sentence: string) => void,
): Promise<string | null> {
  if (config.testMode) return openOwnBank(resources, config, { tools, step, host: LOOPBACK })
  if (config.psp.kind !== 'sandbox') return null
  if (config.psp.baseUrl !== null) return config.psp.baseUrl
  if (config.callback !== null)
    throw new StartProblem(
      'CALLBACK_PORT asks callers for certificates, and the sandbox bank that Porteira starts has none. ' +
        'Unset CALLBACK_PORT, or set PSP_BASE_URL to a sandbox bank that was started with certificates.',
    )
  return openOwnBank(resources, config, { tools, step, host: config.host })
}

/** Whoever reaches it may pay with its play money: in test mode only the gateway does. */
const LOOPBACK = '127.0.0.1'

async function openOwnBank(
  resources: AsyncDisposableStack,
  config: SealedConfig,
  { tools, step, host }: { tools: Tools; step: (sentence: string) => void; host: string },
): Promise<string> {
  step('Opening the sandbox bank')
  const { dataDir } = config
  const { log, say, leaving } = tools
  const onTrouble = (sentence: string) => log.error(sentence)
  const bank = await startBank({ ...config.sandbox, host, dataDir, onTrouble, say, leaving })
  resources.defer(() => bank.stop())
  return bank.url
}

async function greeting(gateway: Gateway, config: SealedConfig, url: string, sheet: DemoSheet | null): Promise<string> {
  const at = config.publicUrl ?? url
  const greeting = sheet === null ? listening(at, mailNotice(config)) : welcome(sheet, config.dataDir)
  const status = await gateway.recovery.status()
  return status.recovering === null ? greeting : greeting + recoveryNotice(status, at, sheet?.operator ?? null)
}

const mailNotice = ({ production, mail }: SealedConfig) => (production && mail === null ? NO_MAIL : null)

async function drained(gateway: Gateway, tools: Tools, waitMs: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    tools.log.error('the gateway did not drain in time; what it had begun is taken up at the next start')
    late.resolve()
  }, waitMs + MAX_DRAIN_MS)
  await Promise.race([gateway.stop(), late.promise]).finally(() => clearTimeout(timer))
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
