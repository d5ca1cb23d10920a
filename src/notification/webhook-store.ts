// The webhooks' SQL, as their owner manages them; who hears of a fact is decided where facts are written.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { EventName } from './catalogue.ts'
import type { RetryPolicy } from './delivery.ts'
import type { NotificationType, Webhook, WebhookChoice } from './webhook.ts'

interface WebhookRow {
  account_id: number
  id: bigint
  url: string
  events: EventName[]
  notification_type: NotificationType
  retry_policy: RetryPolicy
  active: boolean
  created_at: Date
  updated_at: Date
}

const COLUMNS = sql`account_id, id, url, events, notification_type, retry_policy, active, created_at, updated_at`

const webhookOf = (row: WebhookRow): Webhook => ({
  accountId: row.account_id,
  id: row.id,
  url: row.url,
  events: row.events,
  notificationType: row.notification_type,
  retryPolicy: row.retry_policy,
  active: row.active,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function listWebhooks(db: Queryable, accountId: number): Promise<Webhook[]> {
  const rows = await db.query<WebhookRow>(
    sql`select ${COLUMNS} from webhook where account_id = ${accountId} order by id`,
  )
  return rows.map(webhookOf)
}

/** Makes the additions to an account wait for each other, so that they can be counted. */
export async function countWebhooksLocked(tx: Transaction, accountId: number): Promise<number> {
  await tx.query(sql`select 1 from account where id = ${accountId} for no key update`)
  const [row] = await tx.query<{ count: bigint }>(sql`select count(*) from webhook where account_id = ${accountId}`)
  return Number(row?.count ?? 0)
}

export async function insertWebhook(
  tx: Transaction,
  accountId: number,
  choice: WebhookChoice,
  secretSealed: string,
  now: Date,
): Promise<Webhook> {
  const [row] = await tx.query<WebhookRow>(sql`
    insert into webhook (account_id, url, events, notification_type, retry_policy, active, secret_sealed, created_at,
      updated_at)
    values (${accountId}, ${choice.url}, ${choice.events}::text[], ${choice.notificationType}, ${choice.retryPolicy},
      ${choice.active}, ${secretSealed}, ${now}, ${now})
    returning ${COLUMNS}`)
  return webhookOf(row as WebhookRow)
}

export async function lockWebhook(tx: Transaction, accountId: number, id: bigint): Promise<Webhook | null> {
  const [row] = await tx.query<WebhookRow>(sql`
    select ${COLUMNS} from webhook where account_id = ${accountId} and id = ${id} for no key update`)
  return row === undefined ? null : webhookOf(row)
}

export const updateWebhook = (tx: Transaction, webhook: Webhook) =>
  tx.query(sql`
    update webhook set url = ${webhook.url}, events = ${webhook.events}::text[], retry_policy = ${webhook.retryPolicy},
      active = ${webhook.active}, updated_at = ${webhook.updatedAt}
    where account_id = ${webhook.accountId} and id = ${webhook.id}`)

/** What was still to be sent there goes with it. False where there is no such webhook of this account. */
export async function deleteWebhook(db: Queryable, accountId: number, id: bigint): Promise<boolean> {
  const rows = await db.query(sql`
    with unsent as (
      delete from delivery where account_id = ${accountId} and webhook_id = ${id}
    )
    delete from webhook where account_id = ${accountId} and id = ${id} returning 1`)
  return rows.length === 1
}

export async function webhookExists(db: Queryable, accountId: number, id: bigint): Promise<boolean> {
  const rows = await db.query(sql`select 1 from webhook where account_id = ${accountId} and id = ${id}`)
  return rows.length === 1
}
