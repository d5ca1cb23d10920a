// What the job queues are given to do, so that only the queues differ: the same client, the same signature, and a log of the
// same form that is written many rows at a time.
import sql from 'sql-template-tag'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { openEgress, type Posted } from '#http/egress/egress.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { SECOND_MS, systemRandom } from '#kernel/time.ts'
import type { Delivery } from '#notification/delivery/delivery.ts'
import { headersOf, openCourier } from '#notification/delivery/headers.ts'
import { EVENT_TYPE, SALE_BODY } from './backlog-made.ts'

export interface RivalGiven {
  connection: Connection
  sealKey: Buffer
  receivers: { accountId: number; webhookId: bigint; url: string; secretSealed: string }[]
}

/** One job; it carries all that its attempt needs, so that no queue has to look anything up. */
export interface Job {
  accountId: number
  webhookId: string
  url: string
  secretSealed: string
  eventId: string
  eventUid: string
  body: string
}

export interface Attempt {
  job: Job
  posted: Posted
  startedAt: Date
}

export function openDeliverer({ connection, sealKey }: RivalGiven) {
  const db = openDatabase(connection, 4)
  const egress = openEgress({ publicOnly: false, timeoutMs: 10 * SECOND_MS })
  const courier = openCourier({
    brand: 'Service',
    open: makeSecretBox(sealKey, systemRandom).open,
    fallbackPostbackSecret: null,
  })

  return {
    db,
    async deliver(job: Job): Promise<Attempt> {
      const startedAt = new Date()
      const body = Buffer.from(job.body)
      const headers = headersOf(courier, signable(job, body), startedAt)
      const posted = await egress.post(job.url, headers, body)
      if (posted.status !== 200) throw new Error(`answered ${posted.status ?? posted.error}`)
      return { job, posted, startedAt }
    },
    async close() {
      await egress.close()
      await db.close()
    },
  }
}

const signable = (job: Job, body: Buffer) =>
  ({
    channel: 'SIGNED',
    eventUid: job.eventUid,
    eventType: EVENT_TYPE,
    sequence: 2,
    redelivery: false,
    signing: { secretSealed: job.secretSealed, nextSealed: null, nextFrom: null, standardHeaders: false },
    body,
  }) as Delivery

export function makeJobs({ receivers }: RivalGiven, count: number): Job[] {
  return Array.from({ length: count }, (_, n) => {
    const receiver = receivers[n % receivers.length] as RivalGiven['receivers'][number]
    const { accountId, webhookId, url, secretSealed } = receiver
    const body = SALE_BODY.replace('SALE_ID', String(n))
    return {
      accountId,
      webhookId: String(webhookId),
      url,
      secretSealed,
      eventId: String(n),
      eventUid: crypto.randomUUID(),
      body,
    }
  })
}

/** One row for each attempt, as the engine's own log has it. */
export async function logAttempts(db: Database, attempts: Attempt[]): Promise<void> {
  const of = <T>(pick: (attempt: Attempt) => T): T[] => attempts.map(pick)
  await db.query(sql`
    insert into attempt (account_id, delivery_id, n, webhook_id, event_id, event_created_at, redelivery, outcome,
      http_status, response_head, duration_ms, delivery_created_at, created_at)
    select account_id, event_id, 1, webhook_id, event_id, started_at, false, 'DELIVERED', http_status, response_head,
      duration_ms, started_at, started_at
    from unnest(
      ${of(({ job }) => job.accountId)}::int[], ${of(({ job }) => job.webhookId)}::bigint[],
      ${of(({ job }) => job.eventId)}::bigint[], ${of(({ posted }) => posted.status)}::int[],
      ${of(({ posted }) => posted.head)}::text[], ${of(({ startedAt }) => startedAt)}::timestamptz[],
      ${of(({ posted }) => posted.durationMs)}::int[]
    ) as ended(account_id, webhook_id, event_id, http_status, response_head, started_at, duration_ms)`)
}
