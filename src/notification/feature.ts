// Notifications as the rest of the gateway sees them: the outbox into which features write events in the commit that makes them
// true, and the dispatcher that delivers them. It ends with what it has begun.
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '#db/postgres.ts'
import { type EgressProxy, openEgress } from '#http/egress/egress.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import { type Clock, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import { type Dispatcher, startDispatcher } from './delivery/dispatcher.ts'
import { openCourier } from './delivery/headers.ts'
import { type Beside, type Outbox, openOutbox } from './events/outbox.ts'
import { openSettled, type Settled } from './events/settled.ts'
import { startReceivers } from './receivers/receivers.ts'
import { startHealth } from './webhooks/auto-disable.ts'
import type { Webhook } from './webhooks/webhook.ts'

export interface NotificationsDeps {
  db: Database
  secretBox: SecretBox
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  brand: string
  /** Signs the postbacks of accounts that have no secret of their own; null: those are not sent. */
  postbackSecret: string | null
  /** How long after each failed attempt the next one is made. */
  retryWaitsMs: number[]
  publicOnly: boolean
  proxy: EgressProxy | null
  /** While this holds nothing is sent: deliveries wait as rows. */
  paused: () => boolean
  /** Called when this process has committed events. */
  committed: () => void
  /** Written in the transaction of the events. */
  beside: Beside
  /** In the transaction that switches a webhook off. */
  switchedOff: (tx: Transaction, webhook: Webhook, now: Date) => Promise<void>
}

export interface Notifications extends AsyncDisposable {
  readonly outbox: Outbox
  readonly dispatcher: Dispatcher
  readonly settled: Settled
}

/** The contract's: a receiver that has not answered by then is tried again later. */
const RECEIVER_TIMEOUT_MS = 10 * SECOND_MS

export function openNotifications(deps: NotificationsDeps): Notifications {
  const { db, clock, random, log } = deps
  const resources = new AsyncDisposableStack()
  let isCutOff = false
  const egress = openEgress({
    publicOnly: deps.publicOnly,
    timeoutMs: RECEIVER_TIMEOUT_MS,
    proxy: deps.proxy,
    proxyChanged,
  })
  resources.defer(() => egress.close())
  const courier = openCourier({
    brand: deps.brand,
    open: deps.secretBox.open,
    fallbackPostbackSecret: deps.postbackSecret,
  })
  const receivers = startReceivers({ db, log })
  resources.defer(() => receivers.stop())
  const dispatcher = startDispatcher({
    receivers,
    db,
    egress,
    courier,
    receiverTimeoutMs: RECEIVER_TIMEOUT_MS,
    waitsMs: deps.retryWaitsMs,
    clock,
    random,
    log,
    paused: () => isCutOff || deps.paused(),
  })
  resources.defer(() => dispatcher.stop())
  const health = startHealth({ db, dispatcher, clock, log, switchedOff: deps.switchedOff })
  resources.defer(() => health.stop())
  return {
    outbox: openOutbox(dispatcher, deps.committed, deps.beside),
    dispatcher,
    settled: openSettled(db),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }

  /** Deliveries wait meanwhile: no receiver is at fault, so none is sent to in vain. */
  function proxyChanged(trouble: string | null): void {
    isCutOff = trouble !== null
    if (isCutOff) log.error({ trouble }, 'the egress proxy cannot be reached: notifications wait')
    else {
      log.info('the egress proxy can be reached again')
      dispatcher.wake()
    }
  }
}
