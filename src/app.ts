// The house: the only place where its parts meet. Every dependency is handed over by name here; nothing reaches out for
// another by itself.
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { makeKeyGuard } from '#access/api-key-guard.ts'
import { openAuth, type Person } from '#access/auth.ts'
import { authRoutes } from '#access/auth-routes.ts'
import { makeOperatorGuard, makeSessionGuard } from '#access/session-guard.ts'
import { findKeys } from '#access/store.ts'
import { openDesk } from '#account/desk.ts'
import { openAccount } from '#account/open.ts'
import { accountRoutes } from '#account/routes.ts'
import { adminRoutes } from '#admin/routes.ts'
import { balanceRoutes, readBalances } from '#balance/routes.ts'
import { commitAttempts } from '#cashout/attempt.ts'
import type { CashoutKey } from '#cashout/cashout.ts'
import { inquire } from '#cashout/inquire.ts'
import { requestCashouts } from '#cashout/request.ts'
import { cashoutRoutes } from '#cashout/routes.ts'
import { type Settlement, settleCashouts } from '#cashout/settle.ts'
import { startCashoutWork } from '#cashout/work.ts'
import { startDueLoop } from '#db/due.ts'
import { makePartitions } from '#db/migrate.ts'
import { type Connection, isDefinite, openDatabase } from '#db/postgres.ts'
import { openEgress } from '#http/egress.ts'
import type { RouteRules } from '#http/route.ts'
import { buildServer, type Server } from '#http/server.ts'
import { batched } from '#kernel/batch.ts'
import { Failure } from '#kernel/failure.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import { makeSeal } from '#kernel/seal.ts'
import { type Clock, HOUR_MS, MINUTE_MS, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import { startDispatcher } from '#notification/dispatcher.ts'
import { mintLease, openOutbox } from '#notification/outbox.ts'
import { webhookAddress } from '#notification/webhook-address.ts'
import { webhookRoutes } from '#notification/webhook-routes.ts'
import { openDirectory } from '#psp/directory.ts'
import { ensureFirstAccount, type FirstAccount, sandboxAccount } from '#psp/first-account.ts'
import { startInbox } from '#psp/inbox.ts'
import type { Hint } from '#psp/port.ts'
import { callbackRoutes } from '#psp/routes.ts'
import { lookIntoReceived } from '#sale/arrive.ts'
import { cancelSale } from '#sale/close.ts'
import { createSale } from '#sale/create.ts'
import { saleRoutes } from '#sale/routes.ts'
import { findSales } from '#sale/store.ts'
import { startSaleWork } from '#sale/work.ts'
import { seedDemo } from './demo.ts'
import type { DemoSheet } from './demo-sheet.ts'
import { healthRoutes } from './health.ts'
import { openapiRoute } from './openapi.ts'
import type { SealedConfig } from './secrets.ts'

export interface HouseNeeds {
  config: SealedConfig
  connection: Connection
  log: Logger
  clock: Clock
  random: RandomBytes
  /** Where the sandbox bank listens; null when the PSP is a real one. */
  sandboxUrl: string | null
}

export interface House {
  /** Opens the door, begins the work, and tells the PSPs where their callbacks go. */
  listen(): Promise<{ url: string }>
  /** Ends what is under way, then everything else. What waits is taken up by the next start. */
  stop(): Promise<void>
  seedDemo(earlier: DemoSheet | null): Promise<DemoSheet | null>
  /** Every route with its rules. */
  readonly routes: readonly { method: string; url: string; rules: RouteRules }[]
}

export async function openHouse(needs: HouseNeeds): Promise<House> {
  const parts = new AsyncDisposableStack()
  try {
    return await assemble(parts, needs)
  } catch (error) {
    // A house that cannot open leaves nothing running.
    await parts.disposeAsync()
    throw error
  }
}

/** Every part is put on the stack as soon as it runs, so that they end in the reverse order of their beginning. */
async function assemble(parts: AsyncDisposableStack, needs: HouseNeeds): Promise<House> {
  const { config, connection, log, clock, random, sandboxUrl } = needs
  const routes: { method: string; url: string; rules: RouteRules }[] = []
  const seal = makeSeal(config.encryptionKey, random)
  const alarm = (said: string, known: object) => log.error({ known }, said)
  let ownUrl = config.publicUrl
  let stopping = false

  const db = openDatabase(connection)
  parts.defer(() => db.close())
  await ensureFirstAccount({ db, ...seal, random, now: clock() }, firstAccountOf(config, sandboxUrl))
  const psps = openDirectory({ db, open: seal.open, timeoutMs: config.psp.timeout_ms, clock })
  parts.defer(() => psps.close())

  // News: facts go into the outbox in the commit of the money, and from there to the dispatcher.
  const lease = mintLease()
  const egress = openEgress({ publicOnly: config.production, timeoutMs: RECEIVER_TIMEOUT_MS })
  parts.defer(() => egress.close())
  const courier = { brand: config.brand, open: seal.open, fallbackPostbackSecret: config.postbackSecret }
  const waitsMs = [...config.webhookRetryWaits_ms]
  const dispatcher = startDispatcher({ db, egress, courier, lease, waitsMs, clock, random, log })
  parts.defer(() => dispatcher.stop())
  const outbox = openOutbox(dispatcher, lease)

  // Before the first fact: a day whose rows lie in the default partition cannot get its own any more.
  await makePartitions(db)
  const partitions = startDueLoop({ name: 'partitions', everyMs: HOUR_MS, log, round: () => makePartitions(db) })
  parts.defer(() => partitions.stop())

  // Money out.
  const shared = { db, outbox, psps, clock, random, alarm, log }
  const pspTimeoutMs = config.psp.timeout_ms
  const cashoutNeeds = {
    ...shared,
    pspTimeoutMs,
    lookupWaitsMs: [...config.psp.lookupWaits_ms],
    commitAttempt: together((keys: CashoutKey[]) => commitAttempts({ ...shared, pspTimeoutMs }, keys)),
    settle: together(async (settlements: Settlement[]) => {
      await settleCashouts(shared, settlements)
      return Array<void>(settlements.length).fill(undefined)
    }),
  }
  const cashoutRules = { belowMinimum: config.belowMinimum, strictPixKeys: config.strictPixKeys }
  const cashoutWork = startCashoutWork(cashoutNeeds)
  parts.defer(() => cashoutWork.stop())

  // Money in.
  const saleWork = startSaleWork(shared)
  parts.defer(() => saleWork.stop())
  const inbox = startInbox({ db, psps, clock, log, apply })
  parts.defer(() => inbox.stop())

  async function apply(pspAccountId: number, hint: Hint): Promise<'done' | 'later'> {
    if (hint.about === 'received') return lookIntoReceived(shared, pspAccountId, hint.endToEndId)
    const accountId = accountOfPspId(hint.payoutId)
    if (accountId !== null) await inquire(cashoutNeeds, accountId, hint.payoutId)
    return 'done'
  }

  // Who is calling.
  const origins = () => originsOf(ownUrl)
  const status = config.signUp === 'open' && !config.production ? ('ACTIVE' as const) : ('PENDING' as const)
  const openAccountFor = (person: Person) => openAccount(db, { person, status, now: clock() })
  const auth = await openAuth({
    connection,
    secret: config.authSecret,
    publicUrl: config.publicUrl,
    production: config.production,
    origins,
    log,
    onUserCreated: openAccountFor,
  })
  parts.defer(() => auth.close())

  const { server, close } = await buildServer({
    log,
    trustProxy: [...config.trustProxy],
    onRoute: (method, url, rules) => routes.push({ method, url, rules }),
    guards: {
      'api-key': makeKeyGuard({
        db,
        clock,
        log,
        slowFailures: config.production,
        findKey: together(publicKeys => findKeys(db, publicKeys)),
      }),
      session: makeSessionGuard({ db, auth, origins, openAccountFor }),
      operator: makeOperatorGuard({ auth, origins }),
    },
  })
  parts.defer(close)

  const address = { production: config.production, requireHttps: config.requireHttpsWebhooks }
  const checkAddress = (field: string, text: string) => {
    const url = webhookAddress(text, address)
    if (typeof url === 'string') throw new Failure('INVALID_DATA', `${field}: ${url}`)
  }
  const desk = openDesk({ db, clock, seal })
  openapiRoute(server)
  healthRoutes(server, { db, stopping: () => stopping })
  balanceRoutes(server, { read: together(accountIds => readBalances({ db, clock }, accountIds)) })
  cashoutRoutes(server, {
    db,
    checkAddress,
    request: together(asks => requestCashouts({ ...shared, ...cashoutRules }, asks)),
    answered({ cashout, born }) {
      outbox.send(born)
      cashoutWork.submit(cashout)
    },
  })
  saleRoutes(server, {
    db,
    checkAddress,
    find: together(asked => findSales(db, asked)),
    create: ask => createSale(shared, ask),
    cancel: (accountId, id) => cancelSale(shared, accountId, id),
    answered: ({ born }) => outbox.send(born),
  })
  authRoutes(server, { auth, signUp: config.signUp })
  accountRoutes(server, { db, clock, random, desk })
  webhookRoutes(server, { db, clock, random, seal, address, wake: dispatcher.wake })
  adminRoutes(server, { db, accounts: desk })
  callbackRoutes(server, { db, inbox })

  async function tellPsps(url: string): Promise<boolean> {
    const untold = await psps.registerCallbacks(url)
    for (const trouble of untold) log.error(trouble, 'the PSP could not be told where to call back')
    return false
  }

  return {
    routes,
    async listen() {
      await server.listen({ host: config.host, port: config.port })
      ownUrl ??= urlOf(server)
      await tellPsps(ownUrl)
      const registrar = startDueLoop({
        name: 'callbacks',
        everyMs: MINUTE_MS,
        log,
        round: () => tellPsps(ownUrl ?? ''),
      })
      parts.defer(() => registrar.stop())
      return { url: urlOf(server) }
    },
    seedDemo(earlier) {
      const urls = { baseUrl: ownUrl ?? urlOf(server), sandboxUrl: sandboxUrl ?? '' }
      return seedDemo({ ...shared, auth, desk, openAccountFor, urls }, earlier)
    },
    stop() {
      stopping = true
      return parts.disposeAsync()
    },
  }
}

/** The contract's: whoever has not answered by then is tried again later. */
const RECEIVER_TIMEOUT_MS = 10 * SECOND_MS

const LARGEST_BATCH = 256
const MOST_WAITING = 4_096

/** The hot use cases go through batches: whoever asks while one is under way goes with the next. */
function together<Ask, Answer>(flush: (asks: Ask[]) => Promise<Answer[]>): (ask: Ask) => Promise<Answer> {
  return batched({ flush, most: LARGEST_BATCH, mostWaiting: MOST_WAITING, divisible: isDefinite })
}

function firstAccountOf({ psp }: SealedConfig, sandboxUrl: string | null): FirstAccount {
  if (psp.kind === 'sandbox') return sandboxAccount(sandboxUrl ?? '')
  return {
    kind: psp.kind,
    environment: 'live',
    name: psp.kind,
    baseUrl: psp.baseUrl ?? '',
    pixKey: psp.pixKey ?? '',
    clientId: psp.clientId ?? '',
    clientSecret: psp.clientSecret ?? '',
  }
}

function urlOf(server: Server): string {
  const { address, family, port } = server.server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return `http://${host === '0.0.0.0' || host === '[::]' ? 'localhost' : host}:${port}`
}

/** The panel is reached under either name of this machine while the house listens on it alone. */
function originsOf(url: string | null): string[] {
  if (url === null) return []
  const { protocol, port, hostname, origin } = new URL(url)
  const own = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
  return own ? ['127.0.0.1', 'localhost'].map(name => `${protocol}//${name}${port && `:${port}`}`) : [origin]
}
