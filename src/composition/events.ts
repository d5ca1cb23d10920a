// The house's news: facts go into the outbox in the commit of the money, and from there to the dispatcher. The panel's streams
// read them where everybody does.
import { openEgress } from '#http/egress/egress.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { type Live, openLive } from '#live/live.ts'
import { NO_ACCOUNT_MAIL, openAccountMail } from '#member/account-mail/account-mail.ts'
import { type Dispatcher, startDispatcher } from '#notification/delivery/dispatcher.ts'
import { openCourier } from '#notification/delivery/headers.ts'
import { type Outbox, openOutbox } from '#notification/events/outbox.ts'
import { openSettled, type Settled } from '#notification/events/settled.ts'
import { startReceivers } from '#notification/receivers/receivers.ts'
import { startHealth } from '#notification/webhooks/auto-disable.ts'
import type { Infrastructure } from './infrastructure.ts'
import { sendsMail } from './mail.ts'

export interface Events {
  outbox: Outbox
  dispatcher: Dispatcher
  settled: Settled
  /** Ended by the door, before it closes: an open stream is no request that is waited for. */
  live: Live
}

/** The contract's: whoever has not answered by then is tried again later. */
const RECEIVER_TIMEOUT_MS = 10 * SECOND_MS

export function openEvents(resources: AsyncDisposableStack, infrastructure: Infrastructure): Events {
  const { config, db, secretBox, clock, random, log, recovery } = infrastructure
  const receiverTimeoutMs = RECEIVER_TIMEOUT_MS
  let isCutOff = false
  const egress = openEgress({
    publicOnly: config.production,
    timeoutMs: receiverTimeoutMs,
    proxy: config.egressProxy,
    proxyChanged,
  })
  resources.defer(() => egress.close())
  const courier = openCourier({
    brand: config.brand,
    open: secretBox.open,
    fallbackPostbackSecret: config.postbackSecret,
  })
  const waitsMs = [...config.webhookRetryWaits_ms]
  const receivers = startReceivers({ db, log })
  resources.defer(() => receivers.stop())
  const dispatcher = startDispatcher({
    receivers,
    db,
    egress,
    courier,
    receiverTimeoutMs,
    waitsMs,
    clock,
    random,
    log,
    paused: () => isCutOff || recovery.active(),
  })
  recovery.onResume(dispatcher.wake)
  resources.defer(() => dispatcher.stop())
  const mail = sendsMail(infrastructure) ? openAccountMail() : NO_ACCOUNT_MAIL
  const health = startHealth({ db, dispatcher, clock, log, switchedOff: mail.oweSwitchedOff })
  resources.defer(() => health.stop())
  const settled = openSettled(db)
  const live = openLive({ db, settled, clock, log })
  return { outbox: openOutbox(dispatcher, live.wake, mail.owe), dispatcher, settled, live }

  /** What is owed waits meanwhile: no receiver is at fault, so none is sent to in vain. */
  function proxyChanged(trouble: string | null): void {
    isCutOff = trouble !== null
    if (isCutOff) log.error({ trouble }, 'the egress proxy cannot be reached: notifications wait')
    else {
      log.info('the egress proxy can be reached again')
      dispatcher.wake()
    }
  }
}
