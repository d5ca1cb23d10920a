// The door: who is let in, and every route. The features say what their routes need; here they get it.
import { fileURLToPath } from 'node:url'
import { makeKeyGuard } from '#access/api-key-guard.ts'
import { type Auth, openAuth, type Person } from '#access/auth.ts'
import { openHashingQueue } from '#access/hashing-queue.ts'
import { makeOperatorGuard, makePersonGuard, makeSessionGuard } from '#access/session-guard.ts'
import { makeSessionUses } from '#access/session-uses.ts'
import { openSignUps } from '#access/sign-up.ts'
import { findKeys } from '#access/store.ts'
import { type AccountDesk, openDesk } from '#account/desk.ts'
import { openAccount } from '#account/open.ts'
import { accountRoutes } from '#account/routes.ts'
import { alarmRoutes } from '#admin/alarm-routes.ts'
import { adminRoutes } from '#admin/routes.ts'
import { noteOf } from '#audit/audit.ts'
import { auditRoutes } from '#audit/routes.ts'
import { balanceRoutes, readBalances } from '#balance/routes.ts'
import { anomalyRoutes } from '#cashout/anomaly-routes.ts'
import { cashoutRoutes } from '#cashout/routes.ts'
import { type CashoutQuestion, findOwnCashouts } from '#cashout/store.ts'
import { passingFailure } from '#db/passing.ts'
import { ledgerRoutes } from '#doctor/routes.ts'
import { orderRoutes } from '#hold/order-routes.ts'
import { holdRoutes } from '#hold/routes.ts'
import { guideRoutes } from '#http/guides.ts'
import { panelFiles } from '#http/panel-files.ts'
import type { RouteRules } from '#http/route.ts'
import { buildServer, type Server } from '#http/server.ts'
import { liveRoutes } from '#live/routes.ts'
import type { MailOutbox, OpenMailOutbox } from '#mail/outbox.ts'
import { operatorRoutes } from '#member/operator-routes.ts'
import { openPasswordResets } from '#member/password-reset.ts'
import { eventRoutes } from '#notification/event-routes.ts'
import { noticeRoutes } from '#notification/notice-routes.ts'
import { receiverRoutes } from '#notification/receiver-routes.ts'
import { refusedAddress } from '#notification/webhook-address.ts'
import { webhookRoutes } from '#notification/webhook-routes.ts'
import type { ProposalDesk } from '#proposal/desk.ts'
import { proposalRoutes } from '#proposal/routes.ts'
import { openPspAccountDesk } from '#psp/account-desk.ts'
import { pspAccountRoutes } from '#psp/account-routes.ts'
import { inboxRoutes } from '#psp/inbox-routes.ts'
import { callbackRoutes } from '#psp/routes.ts'
import { recoveryRoutes } from '#recovery/routes.ts'
import { cancelSale } from '#sale/close.ts'
import { createSale } from '#sale/create.ts'
import { creditReceipt, returnReceipt } from '#sale/receipt-decide.ts'
import { receiptRoutes } from '#sale/receipt-routes.ts'
import { saleRoutes } from '#sale/routes.ts'
import { requestRefund } from '#sale/sale-refund-request.ts'
import { saleRefundRoutes } from '#sale/sale-refund-routes.ts'
import { findSale, findSales, type SaleQuestion } from '#sale/store.ts'
import { deliveriesAbout } from '#sale/timeline.ts'
import { openSupportDesk } from '#support/desk.ts'
import { supportRoutes } from '#support/routes.ts'
import { disputeDoors } from './disputes.ts'
import { type Ground, together } from './ground.ts'
import { healthRoutes } from './health.ts'
import { beginMail } from './mail.ts'
import { metricsRoute } from './metrics.ts'
import type { Money } from './money.ts'
import type { News } from './news.ts'
import { openapiRoute } from './openapi.ts'
import { panelSaleDoors } from './panel-sale-doors.ts'
import { payoutDoors } from './payout-doors.ts'
import { peopleDoors } from './people.ts'
import { personDoors, personMail } from './person-doors.ts'
import { readingRoutes } from './reading.ts'
import { reconciliationDoors } from './reconciliation.ts'

/** A route as the catalogue knows it. */
export interface ListedRoute {
  method: string
  url: string
  rules: RouteRules
}

export interface Door {
  server: Server
  routes: ListedRoute[]
  auth: Auth
  desk: AccountDesk
  openAccountFor: (person: Person) => Promise<number>
}

export interface DoorNeeds {
  ground: Ground
  news: News
  money: Money
  proposals: ProposalDesk
  mail: OpenMailOutbox
  /** The pages that may call with a cookie. Asked at each request, since the port may be known only after listening. */
  origins: () => string[]
  stopping: () => boolean
  /** The address that PSPs are told; null before the house listens. */
  callbacksAt: () => string | null
}

/** The panel as scripts/build-panel.js leaves it. */
const PANEL = fileURLToPath(new URL('../../panel/dist/current', import.meta.url))

const GUIDES = fileURLToPath(new URL('../../docs/guides', import.meta.url))

export async function openDoor(parts: AsyncDisposableStack, needs: DoorNeeds): Promise<Door> {
  const { config, db, clock, log, connection, seal } = needs.ground
  const { origins } = needs
  const status = config.signUp === 'open' && !config.production ? ('ACTIVE' as const) : ('PENDING' as const)
  const openAccountFor = (person: Person) => openAccount(db, { person, status, now: clock() })
  const { authSecret: secret, publicUrl, production } = config
  const { mail } = needs
  const letters = personMail(needs.ground, mail)
  const auth = await openAuth({
    ...{ connection, db, secret, publicUrl, production, origins, log },
    resets: openPasswordResets({ db, clock, mail }),
    signUps: openSignUps({ db, clock, random: needs.ground.random, secret, mail: letters }),
  })
  parts.defer(() => auth.close())
  beginMail(parts, mail, { ground: needs.ground, auth, origins })

  const routes: ListedRoute[] = []
  const people = { db, clock, auth, origins, production, seen: makeSessionUses({ db, clock, log }) }
  const support = openSupportDesk({ db, clock })
  const findKey = together((publicKeys: string[]) => findKeys(db, publicKeys))
  const { server, close } = await buildServer({
    log,
    trustProxy: [...config.trustProxy],
    passing: passingFailure,
    onRoute: (method, url, rules) => routes.push({ method, url, rules }),
    guards: {
      'api-key': makeKeyGuard({ db, clock, log, slowFailures: production, findKey }),
      session: makeSessionGuard({ ...people, openAccountFor, viewed: support.viewed }),
      operator: makeOperatorGuard(people),
      person: makePersonGuard(people),
    },
  })
  parts.defer(close)
  parts.defer(() => needs.news.live.stop())

  const desk = openDesk({ db, clock, seal })
  publicRoutes(server, needs)
  panelRoutes(server, needs, { desk, mail })
  readingRoutes(server, needs.ground, desk)
  const { ground } = needs
  const hashing = openHashingQueue()
  const opened = personDoors(server, { ground, auth, mail: letters, origins, openAccountFor, hashing })
  peopleDoors(server, { ground, auth, mail, origins, opened, hashing, status, openAccountFor, support })
  supportRoutes(server, { db, accounts: desk, support })
  guideRoutes(server, { folder: GUIDES, brand: config.brand })
  await panelFiles(server, { folder: PANEL, random: needs.ground.random, brand: config.brand })
  return { server, routes, auth, desk, openAccountFor }
}

/** For sellers' servers, PSPs, and whoever watches over the process. */
function publicRoutes(server: Server, { ground, news: { outbox, settled }, money, stopping }: DoorNeeds): void {
  const { db, clock } = ground
  const checkAddress = addressCheck(ground)
  openapiRoute(server)
  healthRoutes(server, { db, stopping, recovering: ground.recovery.active })
  if (ground.config.metrics) metricsRoute(server, { db })
  balanceRoutes(server, { read: together(accountIds => readBalances({ db, clock }, accountIds)) })
  const { begin: answered, cancel } = money.payouts
  const findCashout = together((asked: CashoutQuestion[]) => findOwnCashouts(db, asked))
  cashoutRoutes(server, { db, checkAddress, find: findCashout, request: money.request, answered, cancel })
  const find = together((asked: SaleQuestion[]) => findSales(db, asked))
  saleRoutes(server, {
    db,
    checkAddress,
    find,
    create: (ask, key) => createSale(money.saleNeeds, ask, key),
    cancel: ask => cancelSale(money.saleNeeds, ask),
    answered: ({ born }) => outbox.send(born),
  })
  panelSaleDoors(server, { ground, money, find, answered: ({ born }) => outbox.send(born) })
  saleRefundRoutes(server, {
    ...{ db, find },
    refund: (ask, dialect) => requestRefund(money.saleNeeds, ask, dialect),
    asked: refund => money.hurryRefund(refund),
  })
  eventRoutes(server, { db, settled })
  // Where callbacks have a door of their own, this one must not be a way around its certificates.
  if (ground.config.callback === null) callbackRoutes(server, { db, inbox: money.inbox })
}

/** For people with a session: sellers and the operator. */
function panelRoutes(server: Server, needs: DoorNeeds, { desk, mail }: { desk: AccountDesk; mail: MailOutbox }): void {
  const { ground, news, money } = needs
  const { config, db, clock, random, seal } = ground
  accountRoutes(server, { db, clock, random, desk })
  const { hurry, renew } = news.dispatcher
  webhookRoutes(server, {
    db,
    clock,
    random,
    seal,
    brand: config.brand,
    address: addressRules(ground),
    hurry,
    renew,
    noting: noteOf,
    async toldOfSale(accountId, id) {
      const sale = await findSale(db, accountId, id)
      return sale === null ? null : deliveriesAbout(db, sale)
    },
  })
  noticeRoutes(server, { db, clock })
  receiverRoutes(server, { db, clock })
  liveRoutes(server, news)
  adminRoutes(server, { db, accounts: desk, clock })
  auditRoutes(server, { db })
  holdRoutes(server, { db })
  orderRoutes(server, { db, proposals: needs.proposals })
  proposalRoutes(server, { db, clock, proposals: needs.proposals })
  operatorRoutes(server, { db, clock, mail, propose: needs.proposals.propose, wake: mail.wake })
  receiptRoutes(server, {
    db,
    return: (key, deciding) => returnReceipt(money.saleNeeds, key, deciding),
    credit: (key, to, deciding) => creditReceipt(money.saleNeeds, key, to, deciding),
  })
  const find = together((asked: CashoutQuestion[]) => findOwnCashouts(db, asked))
  payoutDoors(server, { ground, mail, money, accounts: desk, find, checkAddress: addressCheck(ground) })
  disputeDoors(server, { db, clock, proposals: needs.proposals }, money.disputes)
  reconciliationDoors(server, { db, clock, proposals: needs.proposals, desk: money.reconciliation })
  anomalyRoutes(server, { db, decide: money.decideAnomaly })
  alarmRoutes(server, { db, clock })
  ledgerRoutes(server, { db })
  recoveryRoutes(server, ground)
  pspRoutes(server, needs)
}

/** What the operator sees and decides of the PSPs. */
function pspRoutes(server: Server, { ground, money, callbacksAt }: DoorNeeds): void {
  const { config, db, psps, clock, random, seal, recovery } = ground
  const { production } = config
  const desk = openPspAccountDesk({ db, psps, clock, random, seal, production })
  pspAccountRoutes(server, { db, desk, psps, callbacksAt, parked: recovery.active, noting: noteOf })
  inboxRoutes(server, { db, clock, inbox: money.inbox, noting: noteOf })
}

const addressRules = ({ config }: Ground) => ({
  production: config.production,
  requireHttps: config.requireHttpsWebhooks,
})

const addressCheck = (ground: Ground) => (field: string, text: string) => {
  const refusal = refusedAddress(field, text, addressRules(ground))
  if (refusal !== null) throw refusal
}
