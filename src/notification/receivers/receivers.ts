// How it goes with each receiver: gathered in memory as attempts end, and written every few seconds for those to whom something
// was sent. Only for people to look at: what a crash forgets of it the next attempts show again.
import { startDueLoop } from '#db/queue/due.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { type Answer, type Delivery, isTaken } from '../delivery/delivery.ts'
import type { NotificationsDeps } from '../feature.ts'
import { forgetReceivers, type ReceiverReport, writeReceivers } from './store.ts'

export interface Receivers {
  /** An attempt has ended. `backoffMs`: for so long the receiver is left alone now; null: it is not. */
  record(delivery: Pick<Delivery, 'accountId' | 'lane' | 'webhookId' | 'url'>, answer: Answer, end: Ended): void
  stop(): Promise<void>
}

export interface Ended {
  at: Date
  openMs: number | null
}

const WRITE_EVERY_MS = 2 * SECOND_MS
const MAX_BATCH = 1_000
/** Addresses that are given with each sale come and go. */
const REMEMBERED_MS = 30 * DAY_MS

export function startReceivers({ db, log }: Pick<NotificationsDeps, 'db' | 'log'>): Receivers {
  const waiting = new Map<string, ReceiverReport>()
  let lastSeen = 0
  let forgottenAt = 0

  async function round(): Promise<boolean> {
    const taken = [...waiting].slice(0, MAX_BATCH)
    if (taken.length === 0) return false
    for (const [key] of taken) waiting.delete(key)
    try {
      await writeReceivers(
        db,
        taken.map(([, report]) => report),
      )
    } catch (error) {
      for (const [key, report] of taken) waiting.set(key, joined(report, waiting.get(key)))
      throw error
    }
    if (lastSeen - forgottenAt > HOUR_MS) {
      forgottenAt = lastSeen
      await forgetReceivers(db, new Date(lastSeen - REMEMBERED_MS))
    }
    return waiting.size > 0
  }

  const loop = startDueLoop({ name: 'standing of the receivers', everyMs: WRITE_EVERY_MS, round, log })

  return {
    record({ accountId, lane, webhookId, url }, answer, end) {
      const key = `${accountId}/${lane}`
      const origin = webhookId === null ? new URL(url).origin : null
      lastSeen = end.at.getTime()
      waiting.set(key, joined(waiting.get(key), reportOf({ accountId, lane, origin }, answer, end)))
    },
    async stop() {
      await loop.stop()
      // What cannot be written now is forgotten.
      await round().catch(error => log.error({ err: error }, 'how the receivers fare could not be written'))
    },
  }
}

function reportOf(
  key: Pick<ReceiverReport, 'accountId' | 'lane' | 'origin'>,
  answer: Answer,
  { at, openMs }: Ended,
): ReceiverReport {
  const took = isTaken(answer)
  return {
    ...key,
    successAt: took ? at : null,
    failureAt: took ? null : at,
    failure: took ? null : causeOf(answer),
    failingSince: took ? null : at,
    failures: took ? 0 : 1,
    restsUntil: openMs === null ? null : new Date(at.getTime() + openMs),
    seenAt: at,
  }
}

const MAX_CAUSE = 200

const causeOf = ({ status, error }: Answer): string =>
  (status === null ? (error ?? 'no answer') : `HTTP ${status}`).slice(0, MAX_CAUSE)

/** The first report, and the one behind it. */
function joined(first: ReceiverReport | undefined, then: ReceiverReport | undefined): ReceiverReport {
  if (first === undefined || then === undefined) return (first ?? then) as ReceiverReport
  const isBehind = then.successAt !== null
  return {
    ...then,
    successAt: then.successAt ?? first.successAt,
    failureAt: then.failureAt ?? first.failureAt,
    failure: then.failureAt === null ? first.failure : then.failure,
    failingSince: isBehind ? then.failingSince : (first.failingSince ?? then.failingSince),
    failures: isBehind ? then.failures : first.failures + then.failures,
  }
}
