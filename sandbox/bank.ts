// The only place where the bank's parts meet: its books, its clock, its pending callbacks, and its HTTP server.
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Clock, systemClock, systemRandom } from '#kernel/time.ts'
import { openAccount } from './account.ts'
import { creditBoleto } from './acquirer/buyer.ts'
import { markOverdue } from './acquirer/change.ts'
import { acquirerControlRoutes } from './acquirer/control-routes.ts'
import { noticeWorker } from './acquirer/notices.ts'
import { acquirerRoutes } from './acquirer/routes.ts'
import { appRoutes } from './app/routes.ts'
import { type CallbackTls, callbackWorker, openCaller } from './callbacks.ts'
import { cardControlRoutes } from './card/control-routes.ts'
import { cardRoutes } from './card/routes.ts'
import { CARD_TASKS } from './card/tasks.ts'
import { openBankClock } from './clock.ts'
import { cobRoutes } from './cob/routes.ts'
import { cancelAsPayer, debit, expireCharge, scheduleCharge } from './cobr/day.ts'
import { cobrRoutes } from './cobr/routes.ts'
import { cobvRoutes } from './cobv/routes.ts'
import { controlRoutes } from './control/routes.ts'
import { settingsRoutes } from './control/settings.ts'
import { DEFAULT_CLIENT_SECRET } from './customer.ts'
import { settleDevolucao } from './devolucao/devolve.ts'
import { devolucaoRoutes } from './devolucao/routes.ts'
import { type DialectName, dialectOf } from './dialect/dialect.ts'
import { misbehave } from './fault/misbehave.ts'
import { faultRoutes } from './fault/routes.ts'
import { openHttpServer } from './http/server.ts'
import type { TlsSettings } from './http/tls.ts'
import { DEFAULT_SEED, draws, latencies } from './latency.ts'
import { locrecRoutes } from './locrec/routes.ts'
import { decideInTime, disputePix } from './med/infracao.ts'
import { infracaoRoutes, medRoutes } from './med/routes.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { authorise } from './oauth/tokens.ts'
import { appPageRoutes } from './page/app-routes.ts'
import { boletoPageRoutes } from './page/boleto-routes.ts'
import { cardPageRoutes } from './page/card-routes.ts'
import { pageRoutes } from './page/routes.ts'
import { payloadRoutes } from './payload/routes.ts'
import { payoutRoutes } from './payout/routes.ts'
import { takeStep } from './payout/step.ts'
import { pixRoutes } from './pix/routes.ts'
import { recRoutes } from './rec/routes.ts'
import type { Bank } from './resources.ts'
import { openScheduler } from './scheduler.ts'
import { openSettings } from './settings.ts'
import { carryRequest, expireRequest } from './solicrec/request.ts'
import { solicrecRoutes } from './solicrec/routes.ts'
import { type Database, openDatabase } from './store/database.ts'
import { taskWorker } from './tasks.ts'
import { tedRoutes } from './ted/routes.ts'
import { TOPICS } from './webhook/address.ts'
import { receiverWebhookRoutes } from './webhook/receiver-routes.ts'
import { webhookRoutes } from './webhook/routes.ts'

export interface BankSettings {
  /** Where bank.db lies; ':memory:' keeps nothing. */
  dataDir: string
  /** 0 takes any free port. */
  port: number
  host?: string | undefined
  /** Absent: 300 to 1,500 ms, drawn from the seed; 0: no waits. */
  latencyMs?: number | undefined
  seed?: string | undefined
  clock?: Clock | undefined
  clientSecret?: string | undefined
  /** In whose words it speaks until its settings say otherwise; absent: the Central Bank's. */
  dialect?: DialectName | undefined
  /** Present: the bank listens by https. */
  tls?: TlsSettings | undefined
  /** What the bank shows and trusts where it calls back by https. */
  callbackTls?: CallbackTls | undefined
}

export interface OpenBank {
  url: string
  port: number
  close(): Promise<void>
}

export async function openBank(settings: BankSettings): Promise<OpenBank> {
  const resources = new AsyncDisposableStack()
  try {
    return await openParts(resources, settings)
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

/** What is opened last is closed first: nobody is let in when the books close. */
async function openParts(resources: AsyncDisposableStack, settings: BankSettings): Promise<OpenBank> {
  const database = openDatabase(fileIn(settings.dataDir))
  resources.defer(() => database.close())
  const listener = { host: settings.host ?? '127.0.0.1', port: settings.port }
  const bank = bankOf(database, settings, () => `${inUrl(listener.host)}:${listener.port}`)
  database.transaction(() => openAccount(bank))

  const wake = () => scheduler.wake()
  const caller = openCaller(settings.callbackTls)
  const tasks = taskWorker(bank, {
    'payout step': takeStep,
    'settle devolucao': settleDevolucao,
    'schedule charge': scheduleCharge,
    debit,
    'expire charge': expireCharge,
    'cancel by payer': cancelAsPayer,
    'carry request': carryRequest,
    'expire request': expireRequest,
    'credit boleto': creditBoleto,
    'boleto overdue': markOverdue,
    'dispute pix': disputePix,
    'decide dispute': decideInTime,
    ...CARD_TASKS,
  })
  const workers = [tasks, callbackWorker(bank, caller, wake), noticeWorker(bank, caller, wake)]
  const scheduler = openScheduler(bank.clock, () => database.writes, workers)
  resources.defer(() => scheduler.stop())
  const httpServer = openHttpServer({
    authorise: (authorization, scope) => authorise(bank, authorization, scope),
    afterAnswer: wake,
    dress: refused => bank.dialect().refusal(refused),
    tls: settings.tls,
  })
  resources.defer(() => httpServer.close())
  const routes = misbehave(httpServer, bank, wake)
  oauthRoutes(httpServer, bank)
  cobRoutes(httpServer, bank)
  cobvRoutes(httpServer, bank)
  pixRoutes(httpServer, bank)
  devolucaoRoutes(httpServer, bank)
  webhookRoutes(httpServer, bank, caller)
  for (const topic of TOPICS) receiverWebhookRoutes(httpServer, bank, caller, topic)
  locrecRoutes(httpServer, bank)
  recRoutes(httpServer, bank)
  solicrecRoutes(httpServer, bank)
  cobrRoutes(httpServer, bank)
  appRoutes(httpServer, bank)
  payoutRoutes(httpServer, bank, wake)
  infracaoRoutes(httpServer, bank)
  controlRoutes(httpServer, bank)
  medRoutes(httpServer, bank)
  settingsRoutes(httpServer, bank)
  faultRoutes(httpServer, bank, routes)
  payloadRoutes(httpServer, bank)
  pageRoutes(httpServer, bank)
  appPageRoutes(httpServer, bank)
  acquirerRoutes(httpServer, bank)
  acquirerControlRoutes(httpServer, bank)
  tedRoutes(httpServer, bank)
  cardRoutes(httpServer, bank, wake)
  cardControlRoutes(httpServer, bank)
  cardPageRoutes(httpServer, bank)
  boletoPageRoutes(httpServer, bank)

  await httpServer.listen(listener)
  listener.port = (httpServer.server.address() as AddressInfo).port
  scheduler.wake()
  return { url: bank.origin(), port: listener.port, close: () => resources.disposeAsync() }
}

const schemeOf = ({ tls }: BankSettings) => (tls === undefined ? 'http' : 'https')

function bankOf(database: Database, settings: BankSettings, host: () => string): Bank {
  const book = openSettings(database, { ...(settings.dialect && { dialect: settings.dialect }) })
  const usualLatencyOf = latencies(settings.seed ?? DEFAULT_SEED, settings.latencyMs)
  return {
    database,
    clock: openBankClock(database, settings.clock ?? systemClock),
    random: systemRandom,
    clientSecret: settings.clientSecret ?? DEFAULT_CLIENT_SECRET,
    settings: book,
    dialect: () => dialectOf(book.read().dialect),
    latencyOf: (subject, wait) => book.read().latencyMs ?? usualLatencyOf(subject, wait),
    drawOf: draws(settings.seed ?? DEFAULT_SEED),
    host,
    origin: () => `${schemeOf(settings)}://${host()}`,
  }
}

function fileIn(dataDir: string): string {
  if (dataDir === ':memory:') return dataDir
  mkdirSync(dataDir, { recursive: true })
  return join(dataDir, 'bank.db')
}

/** A bank that listens everywhere is named by its loopback address. */
function inUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
