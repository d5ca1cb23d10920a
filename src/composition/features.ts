// Every feature is opened here, in the order in which they need each other, and ends in the reverse order. What one feature needs
// of another is handed over by name.
import { passAccountNumbers } from '#account/store.ts'
import { type Cashouts, openCashouts } from '#cashout/feature.ts'
import { type DisputeFeature, openDisputes } from '#dispute/feature.ts'
import { openHolds } from '#hold/feature.ts'
import { startKeyClearing } from '#idempotency/work.ts'
import { DEFAULT_PRESSURE, openPressure } from '#kernel/concurrency/pressure.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { OpenMailOutbox } from '#mail/outbox.ts'
import { operatorCommands } from '#member/feature.ts'
import { mailOwnersOfRule } from '#member/team-change.ts'
import { openPayoutRules, type PayoutRules } from '#payout-rule/feature.ts'
import { openProposals, type Proposals } from '#proposal/feature.ts'
import type { Inbox } from '#psp/inbox/inbox.ts'
import { openReconciliation, type Reconciliation } from '#reconciliation/feature.ts'
import { SALES_UNDER_DISPUTE } from '#sale/dispute/disputed-sale.ts'
import { openSales, type Sales } from '#sale/feature.ts'
import { type Events, openEvents } from './events.ts'
import type { Infrastructure } from './infrastructure.ts'
import { openMail } from './mail.ts'

export interface Features {
  events: Events
  mail: OpenMailOutbox
  sales: Sales
  cashouts: Cashouts
  payoutRules: PayoutRules
  disputes: DisputeFeature
  reconciliation: Reconciliation
  proposals: Proposals
  inbox: Inbox
}

export function openFeatures(resources: AsyncDisposableStack, infrastructure: Infrastructure): Features {
  const events = openEvents(resources, infrastructure)
  const mail = openMail(infrastructure)
  const money = openMoney(resources, infrastructure, events, mail)
  const { sales, cashouts } = money
  const inbox = infrastructure.psps.follow({
    apply: (pspAccountId, hint) =>
      hint.about === 'received'
        ? sales.handleIncoming(pspAccountId, hint.endToEndId)
        : cashouts.pollStatus(hint.payoutId),
    received: sales.compareReceived,
    sent: cashouts.compareSent,
    onOrphans: lostCommits(infrastructure),
  })
  return { events, mail, ...money, inbox }
}

/** The features that move money, and what takes two operators. */
function openMoney(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  { outbox }: Events,
  mail: OpenMailOutbox,
) {
  const { config, recovery } = infrastructure
  const shared = { ...infrastructure, outbox }
  const psp = { pspTimeoutMs: config.psp.timeout_ms, lookupWaitsMs: [...config.psp.lookupWaits_ms] }
  const pressure = openPressure(DEFAULT_PRESSURE)

  const cashouts = resources.use(openCashouts({ ...shared, ...psp, ...cashoutSettings(infrastructure), pressure }))
  const payoutRules = resources.use(
    openPayoutRules({
      ...infrastructure,
      mailOwners: (tx, { language, ...proposed }) => mailOwnersOfRule(tx, { mail, language }, proposed),
      wakeMail: () => mail.wake(),
    }),
  )
  const sales = resources.use(openSales({ ...shared, ...psp }))
  const holds = resources.use(openHolds({ ...shared, pressure }))
  const keyClearing = startKeyClearing(infrastructure)
  resources.defer(() => keyClearing.stop())
  const disputes = resources.use(
    openDisputes({ ...shared, ...psp, sales: SALES_UNDER_DISPUTE, watchEveryMs: config.psp.sweepEvery_ms }),
  )
  const reconciliation = resources.use(
    openReconciliation({ ...infrastructure, paused: () => recovery.active(), daily: config.dailyReconciliation }),
  )
  const commands = { ...disputes.commands, ...holds.commands, ...reconciliation.commands, ...operatorCommands(mail) }
  const proposals = resources.use(openProposals({ ...shared, commands }))
  return { cashouts, payoutRules, sales, disputes, reconciliation, proposals }
}

const cashoutSettings = (infrastructure: Infrastructure) => {
  const { config, db, secretBox } = infrastructure
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
    async passAccountNumbers(upTo: number) {
      await passAccountNumbers(db, upTo)
    },
  }
}

/** Payments of ours that this database knows nothing of: it has lost commits, and perhaps more of them before. */
const lostCommits =
  ({ recovery, clock }: Infrastructure) =>
  async (pspAccountId: number, orphans: number, seenFrom: Date = clock()): Promise<void> => {
    const defaultFrom = await recovery.defaultFrom()
    const dayBefore = new Date(seenFrom.getTime() - DAY_MS)
    const reason = `The PSP account ${pspAccountId} has paid ${orphans} times what this database knows nothing of`
    await recovery.enter(reason, dayBefore < defaultFrom ? dayBefore : defaultFrom)
  }
