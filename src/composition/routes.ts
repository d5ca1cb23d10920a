// The HTTP server: who is let in, and every route. The features say what their routes need; here they get it.
import { fileURLToPath } from 'node:url'
import type { Auth } from '#access/auth.ts'
import { accessRoutes } from '#access/routes.ts'
import { accountRoutes } from '#account/routes.ts'
import { alertRoutes } from '#admin/alert-routes.ts'
import { adminRoutes } from '#admin/routes.ts'
import { channelRoutes } from '#alert-channel/routes.ts'
import { switchRoutes } from '#alert-channel/switch/routes.ts'
import { recordOf } from '#audit/audit.ts'
import { auditRoutes } from '#audit/routes.ts'
import { wrongRecipientIn } from '#backup/encryption.ts'
import { openBalances } from '#balance/feature.ts'
import { balanceRoutes } from '#balance/routes.ts'
import { anomalyRoutes } from '#cashout/anomaly/routes.ts'
import { cashoutRoutes } from '#cashout/routes.ts'
import { RELEASE } from '#config/release.ts'
import { passingFailure } from '#db/passing.ts'
import { operatorsDisputeRoutes } from '#dispute/operator-routes.ts'
import { disputeRoutes } from '#dispute/routes.ts'
import { ledgerRoutes } from '#doctor/routes.ts'
import { healthRoutes } from '#health/routes.ts'
import { orderRoutes } from '#hold/order/routes.ts'
import { holdRoutes } from '#hold/routes.ts'
import type { DescribedRoute } from '#http/openapi/route-schema.ts'
import { panelFiles } from '#http/panel/files.ts'
import { openapiRoutes, openDocuments } from '#http/reference/openapi-routes.ts'
import { buildServer, type Server } from '#http/server.ts'
import { sessionCookieOf } from '#http/session-cookie.ts'
import { shownBrand } from '#kernel/brand.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { legalArchiveRoutes } from '#legal-request/archive/routes.ts'
import { legalRequestRoutes } from '#legal-request/routes.ts'
import { signingKeyRoutes } from '#legal-request/signing/routes.ts'
import { buyerLiveRoutes } from '#live/buyer-routes.ts'
import { listenRoutes } from '#live/listen/routes.ts'
import { liveRoutes } from '#live/routes.ts'
import { operatorRoutes } from '#member/operator/routes.ts'
import { eventRoutes } from '#notification/events/routes.ts'
import { noticeRoutes } from '#notification/notices/routes.ts'
import { receiverRoutes } from '#notification/receivers/routes.ts'
import { oneEventRoutes } from '#notification/resend/routes.ts'
import { refusedAddress } from '#notification/webhooks/address.ts'
import { webhookRoutes } from '#notification/webhooks/routes.ts'
import { payPageAssetRoutes } from '#pay-page/asset-routes.ts'
import { isPagePath } from '#pay-page/routes.ts'
import { proposalRoutes } from '#proposal/routes.ts'
import { pspAccountRoutes } from '#psp/accounts/routes.ts'
import { callbackRoutes } from '#psp/inbox/callback-routes.ts'
import { inboxRoutes } from '#psp/inbox/routes.ts'
import { transferSettingsRoutes } from '#psp/transfer/routes.ts'
import { receivableRoutes } from '#receivable/routes.ts'
import { caseRoutes } from '#reconciliation/case/routes.ts'
import { dayRoutes } from '#reconciliation/day/routes.ts'
import { runRoutes } from '#reconciliation/run/routes.ts'
import { recoveryRoutes } from '#recovery/routes.ts'
import { debitRoutes } from '#recurrence/charge/routes.ts'
import { recurrenceOperatorRoutes } from '#recurrence/operator/routes.ts'
import { recurrencePanelRoutes } from '#recurrence/panel/routes.ts'
import { recurrenceRoutes } from '#recurrence/routes.ts'
import { requestLogRoutes } from '#request-log/routes.ts'
import { incomingPaymentRoutes } from '#sale/incoming-payment/routes.ts'
import { movementRoutes } from '#sale/movement/routes.ts'
import { operatorSaleRoute } from '#sale/operator/routes.ts'
import { panelChargeRoutes } from '#sale/panel/charge-routes.ts'
import { salePanelRoutes } from '#sale/panel/routes.ts'
import { refundOutcomeRoute } from '#sale/refund/card/routes.ts'
import { refundRoutes } from '#sale/refund/routes.ts'
import { saleRoutes } from '#sale/routes.ts'
import { simulationRoutes } from '#sale/simulation/routes.ts'
import { testBankRoutes } from '#sale/simulation/test-bank-routes.ts'
import { transferRoutes } from '#sale/transfer/routes.ts'
import { openSupport } from '#support/feature.ts'
import { supportRoutes } from '#support/routes.ts'
import { panelUrlOf } from './addresses.ts'
import type { Features } from './features.ts'
import type { Infrastructure } from './infrastructure.ts'
import { openPeople } from './people.ts'
import { documentationRoutes } from './routes/documentation.ts'
import { payoutRoutes } from './routes/payouts.ts'
import { peopleRoutes } from './routes/people.ts'
import { playedBanksOf } from './routes/played-banks.ts'
import { readingRoutes } from './routes/reading.ts'
import { sellingRoutes } from './routes/selling.ts'

/** A route as the catalogue and the description know it. */
export type ListedRoute = DescribedRoute

export interface HttpServer {
  server: Server
  routes: ListedRoute[]
  auth: Auth
}

export interface HttpServerDeps {
  infrastructure: Infrastructure
  features: Features
  /** The pages that may call with a cookie. Asked at each request, since the port may be known only after listening. */
  origins: () => string[]
  stopping: () => boolean
  /** The address that PSPs get; null before the gateway listens. */
  callbacksAt: () => string | null
}

/** A request is on its way for so long at most, from a proxy whose connection has been taken. */
const MAX_LINGER_MS = SECOND_MS

/** The panel as scripts/build-pages.js leaves it. */
const PANEL = fileURLToPath(new URL('../../panel/dist/current', import.meta.url))

export async function openHttpServer(resources: AsyncDisposableStack, deps: HttpServerDeps): Promise<HttpServer> {
  const { config, db, clock, log } = deps.infrastructure
  const { origins } = deps
  const { mail, accounts, payoutRules, monitoring } = deps.features
  const support = openSupport({ db, clock })
  const access = await openPeople(resources, deps.infrastructure, deps.features, { origins, support })

  const routes: ListedRoute[] = []
  const { server, close } = await buildServer({
    log,
    trustProxy: [...config.trustProxy],
    passing: passingFailure,
    stopping: deps.stopping,
    lingerMs: Math.min(config.stopWait_ms, MAX_LINGER_MS),
    isPagePath,
    onRoute: route => routes.push(route),
    guards: access.guards,
    unknownRoute: deps.features.requestLog.unknownRoute(access.guards['api-key']),
  })
  resources.defer(close)
  resources.defer(() => deps.features.live.stop())
  resources.defer(() => deps.features.listeners.stop())
  deps.features.requestLog.watch(server)

  const documents = openDocuments(() => ({
    routes,
    title: shownBrand(config.brand),
    brand: config.brand,
    baseUrl: panelUrlOf(config, origins)(),
    sessionCookie: sessionCookieOf(config),
  }))
  openapiRoutes(server, documents)
  publicRoutes(server, deps)
  panelRoutes(server, deps)
  const { infrastructure } = deps
  const { privacy } = deps.features
  readingRoutes(server, { infrastructure, accounts, monitoring, access, privacy })
  const { signUp, publicUrl } = config
  accessRoutes(server, { db, clock, access, signUp, publicUrl, origins, openAccountFor: accounts.openFor })
  peopleRoutes(server, { infrastructure, access, mail, payoutRules, origins, accounts, support })
  supportRoutes(server, { db, accounts, support })
  await documentationRoutes(server, { documents, brand: shownBrand(config.brand) })
  await payPageAssetRoutes(server)
  await panelFiles(server, { folder: PANEL, random: deps.infrastructure.random, brand: config.brand })
  return { server, routes, auth: access.auth }
}

/** For sellers' servers, PSPs, and monitoring. */
function publicRoutes(server: Server, { infrastructure, features, origins, stopping }: HttpServerDeps): void {
  const { notifications, live, cashouts, sales, charges, recurrences, checkouts, carts, inbox } = features
  const { db, clock } = infrastructure
  const checkAddress = addressCheck(infrastructure)
  healthRoutes(server, { db, release: RELEASE, stopping, recovering: infrastructure.recovery.active })
  balanceRoutes(server, { balances: openBalances({ db, clock }) })
  cashoutRoutes(server, { db, cashouts, checkAddress })
  const { refusedReturnAddress } = checkouts
  saleRoutes(server, { db, sales, charges, checkAddress, refusedReturnAddress })
  salePanelRoutes(server, { db, sales })
  simulationRoutes(server, { db, sales })
  const { isActive } = features.members
  panelChargeRoutes(server, { db, sales, isActive })
  refundRoutes(server, { db, sales })
  debitRoutes(server, { db, debits: recurrences.debits, isActive })
  recurrenceRoutes(server, { db, recurrences, checkAddress, isActive })
  const sandboxAddress = async (pspAccountId: number) =>
    (await infrastructure.psps.sandboxBuyer(pspAccountId))?.address ?? null
  recurrencePanelRoutes(server, { db, recurrences, clock, sandboxAddress })
  sellingRoutes(server, { infrastructure, sales, checkouts, carts, checkAddress, isActive, origins })
  const chargeOf = async (token: string) => (await sales.openChargePage(token))?.sale ?? null
  buyerLiveRoutes(server, { live, clock, attempts: checkouts.attempts, cartOf: carts.keyOf, chargeOf })
  eventRoutes(server, { db, settled: notifications.settled })
  oneEventRoutes(server, { db, clock, recorderOf: recordOf, resent: features.listeners.wake })
  listenRoutes(server, { db, listeners: features.listeners, brand: infrastructure.config.brand })
  // Where callbacks have a server of their own, this one must not be a way around its certificates.
  if (infrastructure.config.callback === null) callbackRoutes(server, { db, inbox })
}

/** For people with a session: sellers and the operator. */
function panelRoutes(server: Server, deps: HttpServerDeps): void {
  const { infrastructure, features } = deps
  const { accounts, notifications, live, mail, sales, cashouts, payoutRules, disputes, reconciliation, proposals } =
    features
  const { config, db, clock, random, secretBox } = infrastructure
  const recurrencesNeedAttention = async (accountId: number) =>
    (await features.recurrences.list(accountId, { hasAlert: true }, { below: null, rows: 1 })).length > 0
  const testBank = infrastructure.psps.testBank.atWork
  const banksOf = playedBanksOf(infrastructure, accounts)
  const hasTestBank = async (accountId: number) => (await banksOf(accountId)).pix !== null
  accountRoutes(server, { db, clock, random, accounts, recurrencesNeedAttention, testBank, hasTestBank })
  testBankRoutes(server, { sales, banksOf, authoriseCode: features.recurrences.authoriseCode })
  const { prioritise, renew } = notifications.dispatcher
  webhookRoutes(server, {
    db,
    clock,
    random,
    secretBox,
    brand: config.brand,
    address: addressRules(infrastructure),
    prioritise,
    renew,
    recorderOf: recordOf,
    publishedOfSale: sales.deliveriesOf,
  })
  noticeRoutes(server, { db, clock })
  requestLogRoutes(server, { db })
  receiverRoutes(server, { db, clock })
  liveRoutes(server, { live })
  adminRoutes(server, { db, accounts, clock })
  auditRoutes(server, { db })
  holdRoutes(server, { db })
  receivableRoutes(server, { db, clock })
  orderRoutes(server, { db, proposals })
  proposalRoutes(server, { db, clock, proposals })
  operatorRoutes(server, { db, clock, mail, propose: proposals.propose, wake: mail.wake })
  incomingPaymentRoutes(server, { db, sales })
  refundOutcomeRoute(server, { sales })
  operatorSaleRoute(server, { db })
  payoutRoutes(server, {
    infrastructure,
    cashouts,
    payoutRules,
    isActive: features.members.isActive,
    accounts,
    checkAddress: addressCheck(infrastructure),
  })
  disputeRoutes(server, { db, disputes })
  operatorsDisputeRoutes(server, { db, clock, proposals, disputes })
  runRoutes(server, { db, clock, reconciliation })
  caseRoutes(server, { db, clock, proposals })
  dayRoutes(server, { db, clock, proposals })
  anomalyRoutes(server, { db, cashouts })
  alertRoutes(server, { db, clock })
  const { alertChannels } = features
  channelRoutes(server, { channels: alertChannels, recorderOf: recordOf })
  switchRoutes(server, { db, clock, secretBox, inside: alertChannels.inside, recorderOf: recordOf })
  legalRoutes(server, features)
  ledgerRoutes(server, { doctor: features.doctor })
  recoveryRoutes(server, infrastructure)
  pspRoutes(server, deps)
}

/** What authorities ask for, which only operators see; and the key of what they are given, which anybody may see. */
function legalRoutes(server: Server, { legalRequests }: Features): void {
  legalRequestRoutes(server, { legalRequests, recorderOf: recordOf })
  legalArchiveRoutes(server, { legalRequests, recorderOf: recordOf, wrongRecipientIn })
  signingKeyRoutes(server, legalRequests)
}

/** What the operator sees and decides of the PSPs. */
function pspRoutes(server: Server, { infrastructure, features, callbacksAt }: HttpServerDeps): void {
  const { db, psps, clock, recovery } = infrastructure
  transferSettingsRoutes(server, { db, clock, recorderOf: recordOf })
  pspAccountRoutes(server, { db, psps, callbacksAt, paused: recovery.active, recorderOf: recordOf })
  transferRoutes(server, { db, clock, sales: features.sales, proposals: features.proposals })
  movementRoutes(server, { db, sales: features.sales, recorderOf: recordOf })
  inboxRoutes(server, { db, clock, inbox: features.inbox, recorderOf: recordOf })
  recurrenceOperatorRoutes(server, { db, clock, recurrences: features.recurrences, recorderOf: recordOf })
}

const addressRules = ({ config }: Infrastructure) => ({
  production: config.production,
  requireHttps: config.requireHttpsWebhooks,
})

const addressCheck = (infrastructure: Infrastructure) => (field: string, text: string) => {
  const refusal = refusedAddress(field, text, addressRules(infrastructure))
  if (refusal !== null) throw refusal
}
