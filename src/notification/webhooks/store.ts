// The webhooks' SQL, as their owner manages them; which webhook gets an event is decided where events are written.
import sql from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Webhook, WebhookChoice } from './webhook.ts'

const COLUMNS = columnsOf<Webhook>({
  accountId: 'account_id',
  id: 'id',
  url: 'url',
  events: 'events',
  notificationType: 'notification_type',
  retryPolicy: 'retry_policy',
  standardHeaders: 'standard_headers',
  active: 'active',
  switchedOnAt: 'switched_on_at',
  disabledAt: 'disabled_at',
  disabledReason: 'disabled_reason',
  nextSecretFrom: 'next_secret_from',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

export async function listWebhooks(db: Queryable, accountId: number): Promise<Webhook[]> {
  const rows = await db.query<Webhook>(sql`select ${COLUMNS} from webhook where account_id = ${accountId} order by id`)
  return rows
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
  const [row] = await tx.query<Webhook>(sql`
    insert into webhook (account_id, url, events, notification_type, retry_policy, standard_headers, active, secret_sealed,
      created_at, updated_at)
    values (${accountId}, ${choice.url}, ${choice.events}::text[], ${choice.notificationType}, ${choice.retryPolicy},
      ${choice.standardHeaders}, ${choice.active}, ${secretSealed}, ${now}, ${now})
    returning ${COLUMNS}`)
  return row as Webhook
}

export async function lockWebhook(tx: Transaction, accountId: number, id: bigint): Promise<Webhook | null> {
  const [row] = await tx.query<Webhook>(sql`
    select ${COLUMNS} from webhook where account_id = ${accountId} and id = ${id} for no key update`)
  return row ?? null
}

/** Where it was is kept, for the log says where everything was sent. */
export const updateWebhook = (tx: Transaction, webhook: Webhook) =>
  tx.query(sql`
    with moved as (
      insert into webhook_address (account_id, webhook_id, until, url)
      select account_id, id, ${webhook.updatedAt}, url from webhook
      where account_id = ${webhook.accountId} and id = ${webhook.id} and url <> ${webhook.url}
      on conflict do nothing
    )
    update webhook set url = ${webhook.url}, events = ${webhook.events}::text[], retry_policy = ${webhook.retryPolicy},
      standard_headers = ${webhook.standardHeaders}, active = ${webhook.active}, switched_on_at = ${webhook.switchedOnAt},
      disabled_at = ${webhook.disabledAt}, disabled_reason = ${webhook.disabledReason}, updated_at = ${webhook.updatedAt},
      told_from = default
    where account_id = ${webhook.accountId} and id = ${webhook.id}`)

/**
 * A new secret waits until `from`; one that waited already is replaced, and one whose time has come signs until then. Null
 * where there is no such webhook of this account.
 */
export async function rotateSecret(
  db: Queryable,
  { accountId, id }: Pick<Webhook, 'accountId' | 'id'>,
  { secretSealed, from, now }: { secretSealed: string; from: Date; now: Date },
): Promise<Webhook | null> {
  const [row] = await db.query<Webhook>(sql`
    update webhook set next_secret_sealed = ${secretSealed}, next_secret_from = ${from}, updated_at = ${now},
      secret_sealed = case when next_secret_from <= ${now} then next_secret_sealed else secret_sealed end
    where account_id = ${accountId} and id = ${id} returning ${COLUMNS}`)
  return row ?? null
}

/** The secret that waits signs alone from now on. Null where none waits. */
export async function activateSecret(
  db: Queryable,
  { accountId, id }: Pick<Webhook, 'accountId' | 'id'>,
  now: Date,
): Promise<Webhook | null> {
  const [row] = await db.query<Webhook>(sql`
    update webhook set secret_sealed = next_secret_sealed, next_secret_sealed = null, next_secret_from = null,
      updated_at = ${now}
    where account_id = ${accountId} and id = ${id} and next_secret_from > ${now} returning ${COLUMNS}`)
  return row ?? null
}

/** What was still to be sent there goes with it. Answers where that was; null: there is no such webhook of this account. */
export async function deleteWebhook(tx: Transaction, accountId: number, id: bigint): Promise<string | null> {
  const [row] = await tx.query<{ url: string }>(sql`
    with unsent as (
      delete from delivery where lane = ${id} and account_id = ${accountId}
    )
    delete from webhook where account_id = ${accountId} and id = ${id} returning url`)
  return row?.url ?? null
}

export async function webhookExists(db: Queryable, accountId: number, id: bigint): Promise<boolean> {
  const rows = await db.query(sql`select 1 from webhook where account_id = ${accountId} and id = ${id}`)
  return rows.length === 1
}
