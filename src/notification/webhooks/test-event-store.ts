// The SQL of tests: the webhook that is tested, how often it was, and the event with its one delivery.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import type { NotificationType } from './webhook.ts'

export interface Tested {
  accountId: number
  id: bigint
  notificationType: NotificationType
  active: boolean
  /** How many tests there were, and when the last few of them; the newest first. */
  tests: number
  testedAt: Date[]
}

export interface TestDelivery {
  id: bigint
  eventUid: string
}

interface TestedRow {
  notification_type: NotificationType
  active: boolean
  tests: number
  tested_at: Date[]
}

export async function lockTested(tx: Transaction, accountId: number, id: bigint): Promise<Tested | null> {
  const [row] = await tx.query<TestedRow>(sql`
    select notification_type, active, tests, tested_at from webhook
    where account_id = ${accountId} and id = ${id} for no key update`)
  if (row === undefined) return null
  const { notification_type: notificationType, tested_at: testedAt, active, tests } = row
  return { accountId, id, notificationType, active, tests, testedAt }
}

export const countTest = (tx: Transaction, { accountId, id }: Tested, testedAt: Date[]) =>
  tx.query(sql`
    update webhook set tests = tests + 1, tested_at = ${testedAt}::timestamptz[]
    where account_id = ${accountId} and id = ${id}`)

export interface TestEvent {
  uid: string
  version: number
  body: Buffer
  now: Date
}

export const TEST_EVENT = 'webhook.test'

/** No process holds it in memory: like a resend, it is found by the process that reads the lane. */
export async function writeTest(
  tx: Transaction,
  { accountId, id, notificationType }: Tested,
  { uid, version, body, now }: TestEvent,
): Promise<TestDelivery> {
  const channel = notificationType === 'TRANSACTION' ? 'SIGNED' : 'UNSIGNED'
  const [row] = await tx.query<{ id: bigint }>(sql`
    with written as (
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      values (${accountId}, ${uid}, ${TEST_EVENT}, 'TEST', 'webhook', ${id}, ${version}, ${body}, ${now})
      returning id
    )
    insert into delivery (account_id, lane, channel, webhook_id, event_id, event_created_at, due_at, created_at)
    select ${accountId}, ${id}::bigint, ${channel}, ${id}::bigint, written.id, ${now}, ${now}, ${now} from written
    returning id`)
  return { id: (row as { id: bigint }).id, eventUid: uid }
}
