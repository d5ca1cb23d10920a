// The house's news: facts go into the outbox in the commit of the money, and from there to the dispatcher.
import { openEgress } from '#http/egress.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { type Dispatcher, startDispatcher } from '#notification/dispatcher.ts'
import { openCourier } from '#notification/headers.ts'
import { startHealth } from '#notification/health.ts'
import { type Outbox, openOutbox } from '#notification/outbox.ts'
import type { Ground } from './ground.ts'

export interface News {
  outbox: Outbox
  dispatcher: Dispatcher
}

/** The contract's: whoever has not answered by then is tried again later. */
const RECEIVER_TIMEOUT_MS = 10 * SECOND_MS

export function openNews(parts: AsyncDisposableStack, ground: Ground): News {
  const { config, db, seal, clock, random, log, recovery } = ground
  const receiverTimeoutMs = RECEIVER_TIMEOUT_MS
  const egress = openEgress({
    publicOnly: config.production,
    timeoutMs: receiverTimeoutMs,
    proxy: config.egressProxy,
  })
  parts.defer(() => egress.close())
  const courier = openCourier({ brand: config.brand, open: seal.open, fallbackPostbackSecret: config.postbackSecret })
  const waitsMs = [...config.webhookRetryWaits_ms]
  const dispatcher = startDispatcher({
    ...{ db, egress, courier, receiverTimeoutMs, waitsMs, clock, random, log },
    parked: recovery.active,
  })
  recovery.onResume(dispatcher.wake)
  parts.defer(() => dispatcher.stop())
  const health = startHealth({ db, dispatcher, clock, log })
  parts.defer(() => health.stop())
  return { outbox: openOutbox(dispatcher), dispatcher }
}
