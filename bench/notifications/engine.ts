// The engine under test in a process of its own: dispatcher, outbox and egress as the gateway wires them, and the payments whose events it
// sends. It can be stopped, so that the backlog can be written before the clock runs.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { type Connection, openDatabase } from '#db/postgres.ts'
import { type Egress, openEgress } from '#http/egress/egress.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { SECOND_MS, systemClock, systemRandom } from '#kernel/time.ts'
import { startDispatcher } from '#notification/delivery/dispatcher.ts'
import { openCourier } from '#notification/delivery/headers.ts'
import { openOutbox } from '#notification/events/outbox.ts'
import { openPayments } from './payments.ts'
import { play, sharedNowMs } from './process.ts'
import { atRate } from './rate.ts'

export interface EngineGiven {
  gateway: Connection
  /** The payments' own. */
  bystander: Connection
  sealKey: Buffer
  accountIds: number[]
  timeoutMs?: number
  held?: boolean
}

export interface SteadyGiven {
  perSecond: number
  forMs: number
  /** How many events share a transaction. */
  perCommit: number
  /** The accounts in turn, by their places. */
  accounts: number
}

export interface ReportedEvent {
  eventId: string
  /** Its receiver's place. */
  receiver: number
  committedAtMs: number
  /** When the receiver's answer was in; null while it was not. */
  answeredAtMs: number | null
}

const EVENT_ID = 'X-Service-Event-Id'

play(async (given: EngineGiven) => {
  const { gateway, bystander, sealKey, accountIds, timeoutMs = 10 * SECOND_MS } = given
  let held = given.held ?? false
  // Its errors are shown on the screen, outside of the table.
  const log = pino({ level: 'warn' }, pino.destination(2)) as FastifyBaseLogger
  const db = openDatabase(gateway)
  const payDb = openDatabase(bystander, 32)
  const reported = new Map<string, ReportedEvent>()
  let isTiming = false
  const egress = timed(openEgress({ publicOnly: false, timeoutMs }))
  const courier = openCourier({
    brand: 'Service',
    open: makeSecretBox(sealKey, systemRandom).open,
    fallbackPostbackSecret: null,
  })
  const dispatcher = startDispatcher({
    db,
    egress,
    courier,
    receiverTimeoutMs: timeoutMs,
    log,
    clock: systemClock,
    random: systemRandom,
    waitsMs: [30 * SECOND_MS, 300 * SECOND_MS],
    paused: () => held,
  })
  const payments = openPayments({ db: payDb, outbox: openOutbox(dispatcher), clock: systemClock, accountIds })

  function timed(real: Egress): Egress {
    return {
      async post(url, headers, body) {
        const posted = await real.post(url, headers, body)
        if (isTiming) note(headers[EVENT_ID] ?? '', posted.status)
        return posted
      },
      close: real.close,
    }
  }

  function note(eventId: string, status: number | null): void {
    const known = reported.get(eventId)
    if (known !== undefined && status === 200) known.answeredAtMs = sharedNowMs()
  }

  /** Events at a rate, with the moment of each one's commit and of its answer. */
  async function steady({ perSecond, forMs, perCommit, accounts }: SteadyGiven): Promise<ReportedEvent[]> {
    reported.clear()
    isTiming = true
    const paying = new Set<Promise<void>>()
    let failure: unknown = null
    await atRate(perSecond / perCommit, forMs, n => {
      const places = Array.from({ length: perCommit }, (_, i) => (n * perCommit + i) % accounts)
      const paid = payments
        .publishSome(places, eventIds => {
          const committedAtMs = sharedNowMs()
          for (const [i, eventId] of eventIds.entries())
            reported.set(eventId, { eventId, receiver: places[i] as number, committedAtMs, answeredAtMs: null })
        })
        .catch(error => {
          failure = error
        })
        .finally(() => paying.delete(paid))
      paying.add(paid)
    })
    await Promise.all(paying)
    if (failure !== null) throw failure
    return [...reported.values()]
  }

  return {
    tasks: {
      hold() {
        held = true
      },
      release() {
        held = false
        dispatcher.wake()
      },
      /** Whether it has registered and would send. */
      ready: () => dispatcher.epoch() !== null,
      pay: payments.pay,
      steady,
      reported() {
        isTiming = false
        return [...reported.values()]
      },
    },
    async close() {
      await dispatcher.stop()
      await egress.close()
      await db.close()
      await payDb.close()
    },
  }
})
