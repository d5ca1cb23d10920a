// The house's news: facts go into the outbox in the commit of the money, and from there to the dispatcher. The panel's streams
// read them where everybody does.
import { openEgress } from '#http/egress.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { type Live, openLive } from '#live/live.ts'
import { NO_ACCOUNT_MAIL, openAccountMail } from '#member/account-mail.ts'
import { type Dispatcher, startDispatcher } from '#notification/dispatcher.ts'
import { openSettled, type Settled } from '#notification/event-settled.ts'
import { openCourier } from '#notification/headers.ts'
import { startHealth } from '#notification/health.ts'
import { type Outbox, openOutbox } from '#notification/outbox.ts'
import { startReceivers } from '#notification/receivers.ts'
import type { Ground } from './ground.ts'
import { sendsMail } from './mail.ts'

export interface News {
  outbox: Outbox
  dispatcher: Dispatcher
  settled: Settled
  /** Ended by the door, before it closes: an open stream is no request that is waited for. */
  live: Live
}

/** The contract's: whoever has not answered by then is tried again later. */
const RECEIVER_TIMEOUT_MS = 10 * SECOND_MS

export function openNews(parts: AsyncDisposableStack, ground: Ground): News {
  const { config, db, seal, clock, random, log, recovery } = ground
  const receiverTimeoutMs = RECEIVER_TIMEOUT_MS
  let isCutOff = false
  const egress = openEgress({
    publicOnly: config.production,
    timeoutMs: receiverTimeoutMs,
    proxy: config.egressProxy,
    proxyChanged,
  })
  parts.defer(() => egress.close())
  const courier = openCourier({ brand: config.brand, open: seal.open, fallbackPostbackSecret: config.postbackSecret })
  const waitsMs = [...config.webhookRetryWaits_ms]
  const receivers = startReceivers({ db, log })
  parts.defer(() => receivers.stop())
  const dispatcher = startDispatcher({
    ...{ receivers, db, egress, courier, receiverTimeoutMs, waitsMs, clock, random, log },
    parked: () => isCutOff || recovery.active(),
  })
  recovery.onResume(dispatcher.wake)
  parts.defer(() => dispatcher.stop())
  const mail = sendsMail(ground) ? openAccountMail() : NO_ACCOUNT_MAIL
  const health = startHealth({ db, dispatcher, clock, log, switchedOff: mail.oweSwitchedOff })
  parts.defer(() => health.stop())
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
