// Every feature is opened here, in the order in which they need each other, and ends in the reverse order. What one feature needs
// of another is handed over by name.
import { type Accounts, openAccounts } from '#account/feature.ts'
import type { AlertChannels } from '#alert-channel/feature.ts'
import { type Carts, cartsOfSales, openCarts } from '#cart/feature.ts'
import { type Cashouts, openCashouts } from '#cashout/feature.ts'
import { boletosForSales, type Charges, chargesOfSales, openCharges } from '#charge/feature.ts'
import { type Checkouts, openCheckouts } from '#checkout/feature.ts'
import { authSecretsOf } from '#config/secrets.ts'
import { type DisputeFeature, openDisputes } from '#dispute/feature.ts'
import { type Doctor, openDoctor } from '#doctor/feature.ts'
import { openHolds } from '#hold/feature.ts'
import { openIdempotency } from '#idempotency/feature.ts'
import { shownBrand } from '#kernel/brand.ts'
import { DEFAULT_PRESSURE, openPressure } from '#kernel/concurrency/pressure.ts'
import type { LegalRequests } from '#legal-request/feature.ts'
import { type Live, openLive } from '#live/feature.ts'
import { type Listeners, openListeners } from '#live/listen/feature.ts'
import { openMail, sendsMail } from '#mail/feature.ts'
import type { OpenMailOutbox } from '#mail/outbox.ts'
import { type Members, openMembers } from '#member/feature.ts'
import { type Monitoring, openMonitoring } from '#monitoring/feature.ts'
import { type Notifications, openNotifications } from '#notification/feature.ts'
import { openPayoutRules, type PayoutRules } from '#payout-rule/feature.ts'
import type { Privacy } from '#privacy/feature.ts'
import { openProposals, type Proposals } from '#proposal/feature.ts'
import { applyWith } from '#psp/inbox/hint-handlers.ts'
import type { Inbox } from '#psp/inbox/inbox.ts'
import { openReceivables } from '#receivable/feature.ts'
import { openReconciliation, type Reconciliation } from '#reconciliation/feature.ts'
import { debitsForSales, openRecurrences, type Recurrences } from '#recurrence/feature.ts'
import { openRequestLog, type RequestLog } from '#request-log/feature.ts'
import { openSales, type Sales } from '#sale/feature.ts'
import { findEnds } from '#statement/store.ts'
import { openChannels } from './alert-channels.ts'
import type { Infrastructure } from './infrastructure.ts'
import { openLegal } from './legal-requests.ts'
import { lostCommits } from './lost-commits.ts'
import { openCustomersData } from './privacy.ts'

export interface Features {
  accounts: Accounts
  notifications: Notifications
  /** Ended by the HTTP server before it closes: an open stream is no request that is waited for. */
  live: Live
  /** Ended likewise. */
  listeners: Listeners
  mail: OpenMailOutbox
  members: Members
  sales: Sales
  charges: Charges
  recurrences: Recurrences
  checkouts: Checkouts
  carts: Carts
  cashouts: Cashouts
  payoutRules: PayoutRules
  disputes: DisputeFeature
  reconciliation: Reconciliation
  proposals: Proposals
  inbox: Inbox
  doctor: Doctor
  requestLog: RequestLog
  privacy: Privacy
  monitoring: Monitoring
  alertChannels: AlertChannels
  legalRequests: LegalRequests
}

/** Where it is reached; asked when an address is made, since the port may be known only after listening. */
export interface OwnAddresses {
  /** By buyers. */
  baseUrl: () => string
  /** By PSPs. */
  callbackUrl: () => string
  /** By people, at the panel; "" before the gateway listens. */
  panelUrl: () => string
}

export function openFeatures(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  { baseUrl, callbackUrl, panelUrl }: OwnAddresses,
): Features {
  const { config, psps, recovery } = infrastructure
  const mailing = { server: config.mail, production: config.production, sendMail: infrastructure.sendMail }
  const mail = openMail({ ...infrastructure, ...mailing })
  const members = openMembers({
    ...infrastructure,
    ...authSecretsOf(config),
    mail,
    sendsMail: sendsMail(mailing),
    recovering: recovery.active,
  })
  const { notifications, live, listeners } = openPublishing(resources, infrastructure, members)
  const statusOfNew = config.signUp === 'open' && !config.production ? 'ACTIVE' : 'PENDING'
  const accounts = openAccounts({ ...infrastructure, pspKinds: psps.kinds, statusOfNew })
  const money = openMoney(resources, infrastructure, { accounts, notifications, mail, members, baseUrl, callbackUrl })
  const { sales, cashouts, charges, recurrences } = money
  const checkouts = resources.use(
    openCheckouts({
      ...infrastructure,
      production: config.production,
      reservedNames: [...config.reservedNames, shownBrand(config.brand)],
      attemptSecret: config.checkoutLimits ? config.encryptionKey : null,
      baseUrl,
      offers: async accountId => ({
        boleto: await money.charges.offer(accountId),
        card: await money.charges.cardOffer(accountId),
        transfer: await money.sales.sellsByTransfer(accountId),
      }),
    }),
  )
  const carts = resources.use(
    openCarts({
      ...infrastructure,
      outbox: notifications.outbox,
      sales,
      charges: money.charges,
      checkouts,
      baseUrl,
      keepDays: config.cartKeepDays,
    }),
  )
  const inbox = psps.follow({
    apply: applyWith({
      received: sales.handleIncoming,
      payout: cashouts.pollStatus,
      recurrence: recurrences.apply,
      debit: recurrences.debits.apply,
      notice: charges.applyNotice,
    }),
    received: sales.compareReceived,
    // Refunds to a key are paid out as well.
    sent: async (pspAccountId, page) => cashouts.compareSent(pspAccountId, await sales.withoutRefunds(page)),
    recurrences: recurrences.compare,
    debits: recurrences.debits.compare,
    boletos: charges.compareListed,
    boletosRead: sales.matchBoletoPix,
    boletosReadBack: charges.lookAtContestedBoletos,
    cards: charges.compareListedCards,
    cardsReadBack: charges.lookAtContestedCards,
    onOrphans: lostCommits(infrastructure),
  })
  const doctor = resources.use(openDoctor({ ...infrastructure, everyMs: config.doctorEvery_ms }))
  const requestLog = resources.use(openRequestLog({ ...infrastructure, days: config.requestLogDays }))
  const legalRequests = openLegal(resources, infrastructure, panelUrl)
  const privacy = openCustomersData(resources, infrastructure, { carts, legalRequests })
  const monitoring = resources.use(
    openMonitoring({
      ...infrastructure,
      countBefore: async (tx, accountId, moments) => (await findEnds(tx, accountId, moments)).before,
    }),
  )
  return {
    accounts,
    notifications,
    live,
    listeners,
    mail,
    members,
    ...money,
    checkouts,
    carts,
    inbox,
    doctor,
    requestLog,
    privacy,
    monitoring,
    alertChannels: openChannels(resources, infrastructure, { mail, members, panelUrl }),
    legalRequests,
  }
}

/** What happens is delivered to receivers, shown in open panels, and written to members by mail. */
function openPublishing(resources: AsyncDisposableStack, infrastructure: Infrastructure, { accountMail }: Members) {
  const { config, db, clock, log, recovery } = infrastructure
  const notifications: Notifications = resources.use(
    openNotifications({
      ...infrastructure,
      brand: config.brand,
      postbackSecret: config.postbackSecret,
      retryWaitsMs: [...config.webhookRetryWaits_ms],
      publicOnly: config.production,
      proxy: config.egressProxy,
      paused: recovery.active,
      committed: () => {
        live.wake()
        listeners.wake()
      },
      beside: accountMail.owe,
      switchedOff: accountMail.oweSwitchedOff,
    }),
  )
  recovery.onResume(notifications.dispatcher.wake)
  const { settled } = notifications
  const live: Live = openLive({ db, settled, clock, log })
  const listeners: Listeners = openListeners({ db, settled, clock, log, paused: recovery.active })
  return { notifications, live, listeners }
}

type MoneyDeps = Pick<Features, 'accounts' | 'notifications' | 'mail' | 'members'> & Omit<OwnAddresses, 'panelUrl'>

/** The features that move money, and what takes two operators. */
function openMoney(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  { accounts, notifications, mail, members, baseUrl, callbackUrl }: MoneyDeps,
) {
  const { config, recovery } = infrastructure
  const { outbox } = notifications
  const shared = { ...infrastructure, outbox }
  const psp = { pspTimeoutMs: config.psp.timeout_ms, lookupWaitsMs: [...config.psp.lookupWaits_ms] }
  const pressure = openPressure(DEFAULT_PRESSURE)

  const cashouts = resources.use(
    openCashouts({ ...shared, ...psp, ...cashoutSettings(infrastructure, accounts), pressure }),
  )
  const payoutRules = resources.use(
    openPayoutRules({
      ...infrastructure,
      mailOwners: members.mailOwnersOfRule,
      wakeMail: () => mail.wake(),
    }),
  )
  const sales = resources.use(
    openSales({
      ...shared,
      ...psp,
      carts: cartsOfSales,
      debits: debitsForSales(() => recurrences),
      charges: chargesOfSales,
      velocity: { count: cashouts.countVelocity },
      boletos: boletosForSales(() => charges),
      everyMs: config.psp.sweepEvery_ms,
      ...authSecretsOf(config),
      baseUrl,
    }),
  )
  const charges: Charges = resources.use(
    openCharges({
      ...shared,
      ...psp,
      sales: sales.ofCharges,
      carts: cartsOfSales,
      chargebacks: { apply: reported => disputes.applyChargeback(reported) },
      mailOwners: members.mailOwnersOfCards,
      wakeMail: () => mail.wake(),
      callbackUrl,
    }),
  )
  const recurrences: Recurrences = resources.use(
    openRecurrences({
      ...shared,
      ...psp,
      sales: sales.ofCycles,
      firstPayments: sales.firstPayments,
      forgotten: lostCommits(infrastructure),
      paused: () => recovery.active(),
    }),
  )
  const holds = resources.use(openHolds({ ...shared, pressure }))
  resources.use(openReceivables(infrastructure))
  resources.use(openIdempotency(infrastructure))
  const disputes: DisputeFeature = resources.use(
    openDisputes({ ...shared, ...psp, sales: sales.underDispute, watchEveryMs: config.psp.sweepEvery_ms }),
  )
  const reconciliation = resources.use(
    openReconciliation({ ...infrastructure, paused: () => recovery.active(), daily: config.dailyReconciliation }),
  )
  const commands = {
    ...sales.commands,
    ...disputes.commands,
    ...holds.commands,
    ...reconciliation.commands,
    ...members.commands,
  }
  const proposals = resources.use(openProposals({ ...shared, commands }))
  return { cashouts, payoutRules, sales, charges, recurrences, disputes, reconciliation, proposals }
}

const cashoutSettings = (infrastructure: Infrastructure, accounts: Accounts) => {
  const { config, secretBox } = infrastructure
  return {
    belowMinimum: config.belowMinimum,
    strictPixKeys: config.strictPixKeys,
    approvalCalls: {
      publicOnly: config.production,
      proxy: config.egressProxy,
      brand: config.brand,
      openSecret: secretBox.open,
    },
    forgotten: lostCommits(infrastructure),
    passAccountNumbers: accounts.passNumbers,
  }
}
