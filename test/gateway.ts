// Opens a fresh gateway for a test: its own database, its own sandbox bank, its own port, and everything over HTTP. Use it
// with `await using`, so that nothing is left running.
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DestinationStream } from 'pino'
import { createCredential } from '#account/credential.ts'
import { openAccount } from '#account/open.ts'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { orThrow } from '#kernel/failure.ts'
import { systemRandom } from '#kernel/time.ts'
import type { Message, SendMail } from '#mail/mail.ts'
import { type OpenBank, openBank } from '../sandbox/bank.ts'
import { composeGateway, type Gateway } from '../src/app.ts'
import type { GatewayDeps } from '../src/composition/infrastructure.ts'
import { readConfig } from '../src/config/config.ts'
import type { SealedConfig } from '../src/config/secrets.ts'
import { openLogger } from '../src/startup/logger.ts'
import { type Answer, call } from './http.ts'
import './http/answers.ts'
import { watchAnswers } from './openapi/answers.ts'
import { CONNECTION_VARIABLE, TEMPLATE } from './setup.ts'
import { serveMetrics } from './telemetry/listener.ts'
import { liveAt, testBankOf } from './test-mode/bank.ts'
import { until } from './until.ts'

export interface TestGateway extends AsyncDisposable {
  url: string
  bankUrl: string
  /** Where the figures are; null where METRICS is off. */
  metricsUrl: string | null
  /** Of the test bank beside it, in a gateway with test mode. */
  testBankUrl: string | null
  gateway: Gateway
  db: Database
  connection: Connection
  /** What was sent by mail, the oldest first. Empty where the test has said how mail is sent, and in production. */
  mails: Message[]
  /** Time as the gateway sees it: the real one, moved by `advance`. */
  advance(ms: number): void
  /** What the gateway's clock shows. */
  now(): Date
  /** A seller with a key pair; `funds` come from a sale that was paid at the bank. */
  seller(options?: { funds?: number }): Promise<Seller>
  /** Pays a code at the bank, as its buyer. */
  pay(brCode: string, more?: Record<string, unknown>): Promise<Answer>
}

export interface Seller {
  accountId: number
  publicKey: string
  privateKey: string
  /** Calls the public API with the seller's keys. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Sells by PIX and answers the Sale. */
  sell(
    amount: number,
    more?: Record<string, unknown>,
  ): Promise<Record<string, never> & { uuid: string; id: number; pixKey: string }>
  /** Waits until the sale or the cashout at this path has the status. */
  reaches(path: string, status: string): Promise<Record<string, unknown>>
}

/** A copy of the template, or of another database that no gateway uses. */
export async function freshDatabase(
  template = TEMPLATE,
): Promise<{ connection: Connection; drop: () => Promise<void> }> {
  const server: Connection = JSON.parse(process.env[CONNECTION_VARIABLE] ?? 'null')
  if (server === null) throw new Error('run tests with --test-global-setup=test/setup.ts')
  const name = `t_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    connection: { ...server, database: name },
    drop: () => dropped(server, name),
  }
}

/** The server's own housekeeping may be looking into the database, and only ends when it is done. */
const dropped = async (server: Connection, name: string): Promise<void> => {
  const drop = () => administer(server, `drop database if exists ${name} with (force)`)
  const refused = (error: { code?: string }) => {
    if (error.code === '42501') return null
    throw error
  }
  await until(() => drop().then(() => true, refused), `${name} to be dropped`)
}

async function administer(server: Connection, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** What a machine remembers of its database is nothing where no file is given, so that tests share nothing; calls of PSPs are stored at once. */
export interface TestGatewayOptions extends Pick<GatewayDeps, 'installation' | 'pspKinds' | 'callsGatheredMs'> {
  /** Environment variables of the gateway. */
  env?: Record<string, string>
  bank?: Partial<Parameters<typeof openBank>[0]>
  /** The bank is a real PSP, and a test bank runs beside it. */
  testMode?: true
  /** A database and a bank that outlive the gateway: for restarts. */
  on?: { connection: Connection; bank: OpenBank }
  /** When it is in the beginning, for the gateway and its bank; then each has a clock of its own. */
  startsAt?: Date
  /** Keys and secrets, where they have been changed since an earlier gateway, or are being changed. */
  secrets?: Partial<Pick<SealedConfig, 'encryptionKey' | 'otherEncryptionKey' | 'authSecret' | 'otherAuthSecret'>>
  /** Sends the gateway's mail, in the place of the one that keeps it for the test. */
  sendMail?: SendMail
  /** Gets the lines of the log; absent: standard output. */
  logTo?: DestinationStream
}

export async function openTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const resources = new AsyncDisposableStack()
  try {
    return await openParts(resources, options)
  } catch (error) {
    // Or the bank would stay open, and the test file with it.
    await resources.disposeAsync()
    throw error
  }
}

async function openParts(
  resources: AsyncDisposableStack,
  {
    env: given = {},
    bank: bankOptions = {},
    testMode,
    on,
    startsAt,
    secrets,
    sendMail,
    logTo,
    ...rest
  }: TestGatewayOptions,
): Promise<TestGateway> {
  const { connection } = on ?? { connection: await ownDatabase(resources) }
  let ahead = startsAt === undefined ? 0 : startsAt.getTime() - Date.now()
  const clock = () => new Date(Date.now() + ahead)
  const start = ahead
  const bankClock = () => new Date(Date.now() + start)
  const bank =
    on?.bank ?? (await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0, clock: bankClock, ...bankOptions }))
  if (on === undefined) resources.defer(() => bank.close())
  const testBank = testMode ? await testBankOf(resources, bankClock) : null
  const env = { ...(testBank !== null && { ...liveAt(bank.url), TEST_MODE: 'on' }), ...(startsAt && KEPT), ...given }
  const config = {
    ...readConfig({ ...TEST_ENV, ...env }),
    encryptionKey: Buffer.alloc(32, 7),
    authSecret: 'a secret for tests, which is long enough',
    ...secrets,
  }
  const log = openLogger({ ...config, logFormat: 'json' }, logTo)
  const mails: Message[] = []
  const keeping: SendMail = async message => void mails.push(message)
  // Production sends by the server of its settings, or not at all.
  const send = sendMail ?? (config.production || config.mail !== null ? undefined : keeping)
  const gateway = await composeGateway({
    config,
    connection,
    connections: CONNECTIONS,
    log,
    clock,
    random: systemRandom,
    sandboxUrl: testBank?.url ?? bank.url,
    figuresFreshMs: 0,
    callsGatheredMs: 0,
    ...(send !== undefined && { sendMail: send }),
    ...rest,
  })
  resources.defer(() => gateway.stop())
  const { url } = await gateway.listen()
  watchAnswers(url, gateway.routes)
  const db = openDatabase(connection, 3)
  resources.defer(() => db.close())

  const pay = (brCode: string, more = {}) =>
    call(bank.url, 'POST', '/sandbox/pay', { body: { pixCopiaECola: brCode, ...more } })
  const test: TestGateway = {
    url,
    bankUrl: bank.url,
    metricsUrl: await serveMetrics(resources, gateway.metrics),
    testBankUrl: testBank?.url ?? null,
    gateway,
    db,
    connection,
    mails,
    advance: ms => {
      ahead += ms
    },
    now: clock,
    pay,
    seller: ({ funds } = {}) => newSeller(test, clock, funds),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
  return test
}

/** Each plans anew what it is asked first, and in a database of its own nothing is known yet: that is most of what a gateway costs. */
const CONNECTIONS = 8

/** Waits between lookups, to be added to the first ones: when all are used up, the next comes an hour later, which a loaded machine may reach. */
export const MORE_LOOKUPS = ',1000'.repeat(60)

/** The database drops days by its own clock: those of a gateway that is set back are past, sooner or later. */
const KEPT = { NOTIFICATION_DAYS: '1800', REQUEST_LOG_DAYS: '1800' }

/** Quiet, quick, and on a free port. */
const TEST_ENV = {
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  WEBHOOK_RETRY_WAITS_MS: '50,100',
  PSP_LOOKUP_WAITS_MS: `100,200,400${MORE_LOOKUPS}`,
  // What is answered is answered by then, also on a busy machine. Tests of silence say how long they wait for it.
  PSP_TIMEOUT_MS: '5000',
  // Tests of the sweep set a quicker one; elsewhere it must not hide a callback that was lost.
  SWEEP_EVERY_MS: '60000',
  // Where the clock is moved by days, the bank is not called about each of them, and no day is closed.
  DAILY_RECONCILIATION: 'off',
  // All buyers of a test come from one address. Tests of the bounds switch them on.
  CHECKOUT_LIMITS: 'off',
}

async function ownDatabase(resources: AsyncDisposableStack): Promise<Connection> {
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  return connection
}

async function newSeller(gateway: TestGateway, clock: () => Date, funds = 0): Promise<Seller> {
  const person = { id: randomUUID(), name: 'Loja de Teste', email: 'loja@example.com' }
  const accountId = await openAccount(gateway.db, { person, status: 'ACTIVE', now: clock() })
  const deps = { db: gateway.db, clock, random: systemRandom }
  const request = { name: 'test', scopes: null, expiresAt: null }
  const { credential, privateKey } = orThrow(await createCredential(deps, accountId, request))
  const seller = sellerWith(gateway, accountId, credential.publicKey, privateKey)
  if (funds > 0) {
    const sale = await seller.sell(funds)
    await gateway.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  }
  return seller
}

/** What a person sells by the API in the account that they work in: with a pair of keys made for it. */
export async function sellerOf(
  gateway: Pick<TestGateway, 'url'>,
  { accountId, call: asPerson }: { accountId: number; call: (...asked: [string, string, unknown]) => Promise<Answer> },
): Promise<Seller> {
  const made = await asPerson('POST', '/api/credentials', {})
  if (made.status !== 201) throw new Error(`no keys were made: ${made.status} ${made.text}`)
  return sellerWith(gateway, accountId, made.body.publicKey, made.body.privateKey)
}

/** For a sale that is refused with 503: on a busy machine the bank is slow, and then it is left alone for a while. */
const SALE_TRIES_MS = 30_000

export function sellerWith(
  gateway: Pick<TestGateway, 'url'>,
  accountId: number,
  publicKey: string,
  privateKey: string,
): Seller {
  const keys = { 'x-api-public-key': publicKey, 'x-api-private-key': privateKey }
  const api: Seller['api'] = (method, path, body, headers = {}) =>
    call(gateway.url, method, path, { body, headers: { ...keys, ...headers } })
  return {
    accountId,
    publicKey,
    privateKey,
    api,
    sell: (amount, more = {}) =>
      until(
        async () => {
          const answer = await api('POST', '/api/transactions', { ...SALE, amount, ...more })
          if (answer.status === 201) return answer.body
          if (answer.status !== 503) throw new Error(`the sale was refused: ${answer.status} ${answer.text}`)
          return null
        },
        'a sale that is not refused with 503',
        SALE_TRIES_MS,
      ),
    reaches: (path, status) =>
      until(async () => {
        const { body } = await api('GET', path)
        return body.status === status ? body : null
      }, `${path} to be ${status}`),
  }
}

export const SALE = {
  paymentMethod: 'PIX',
  customer: { name: 'Maria Silva' },
  items: [{ title: 'Camiseta', unitPrice: 1000, quantity: 1, tangible: false }],
}
