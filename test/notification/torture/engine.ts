// The notification engine as the gateway wires it, and nothing else of the gateway: no routes, no bank.
import { pino } from 'pino'
import type { Database } from '#db/postgres.ts'
import type { Egress } from '#http/egress/egress.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { type Clock, type RandomBytes, SECOND_MS, systemClock, systemRandom } from '#kernel/time.ts'
import { type Dispatcher, startDispatcher } from '#notification/delivery/dispatcher.ts'
import { openCourier } from '#notification/delivery/headers.ts'
import { type Outbox, openOutbox } from '#notification/events/outbox.ts'

export const SEAL = makeSecretBox(Buffer.alloc(32, 9), systemRandom)
export const POSTBACK_SECRET = 'a secret for postbacks'

/** Longer than the log takes: what is put off is due in the order in which it was written, as it is with waits of half a minute. */
const WAITS_MS = [200, 400]

export interface EngineDeps {
  db: Database
  egress: Egress
  /** The longest that the egress takes over one attempt. */
  timeoutMs?: number
  waitsMs?: number[]
  clock?: Clock
  random?: RandomBytes
}

export interface Engine {
  dispatcher: Dispatcher
  outbox: Outbox
}

export function startEngine({ db, egress, ...more }: EngineDeps): Engine {
  const { timeoutMs = 10 * SECOND_MS, waitsMs = WAITS_MS, clock = systemClock, random = systemRandom } = more
  const dispatcher = startDispatcher({
    db,
    egress,
    waitsMs,
    clock,
    random,
    receiverTimeoutMs: timeoutMs,
    courier: openCourier({ brand: 'Service', open: SEAL.open, fallbackPostbackSecret: POSTBACK_SECRET }),
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    paused: () => false,
  })
  return { dispatcher, outbox: openOutbox(dispatcher) }
}
