// Who deliveries go to, as it is set at this moment: the webhook, or for a postback the account.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Channel, RetryPolicy, Signing } from './delivery.ts'

export interface Listener {
  /** null for a postback, whose address came with the sale, and for a webhook that is gone. */
  url: string | null
  channel: Channel
  signing: Signing
  retryPolicy: RetryPolicy
  /** The gateway has switched it off. */
  disabledAt: Date | null
}

interface Addressed {
  account_id: number
  webhook_id: bigint | null
}

export interface Audience {
  of(delivery: Addressed): Listener | undefined
}

interface ListenerRow extends Addressed {
  url: string | null
  channel: Channel
  secret_sealed: string | null
  next_secret_sealed: string | null
  next_secret_from: Date | null
  standard_headers: boolean | null
  retry_policy: RetryPolicy
  disabled_at: Date | null
}

/** Numbers of webhooks are one row of numbers for all accounts. */
const keyOf = ({ account_id, webhook_id }: Addressed): number | bigint => webhook_id ?? account_id

/** Of all deliveries, asked once for each listener. */
export async function findAudience(db: Queryable, deliveries: Addressed[]): Promise<Audience> {
  const asked = [...new Map(deliveries.map(delivery => [keyOf(delivery), delivery])).values()]
  const rows = await db.query<ListenerRow>(sql`
    select asked.account_id, asked.webhook_id, webhook.url,
      case when asked.webhook_id is null then 'POSTBACK' when notification_type = 'TRANSACTION' then 'SIGNED' else 'UNSIGNED' end
        as channel,
      coalesce(webhook.secret_sealed, account.postback_secret_sealed) as secret_sealed,
      webhook.next_secret_sealed, webhook.next_secret_from, webhook.standard_headers,
      coalesce(webhook.retry_policy, 'default') as retry_policy, webhook.disabled_at
    from unnest(${asked.map(({ account_id }) => account_id)}::int[],
      ${asked.map(({ webhook_id }) => webhook_id)}::bigint[]) as asked(account_id, webhook_id)
    join account on account.id = asked.account_id
    left join webhook on webhook.account_id = asked.account_id and webhook.id = asked.webhook_id`)
  const listeners = new Map(rows.map(row => [keyOf(row), listenerOf(row)]))
  return { of: delivery => listeners.get(keyOf(delivery)) }
}

const listenerOf = (row: ListenerRow): Listener => ({
  url: row.url,
  channel: row.channel,
  signing: {
    secretSealed: row.secret_sealed,
    nextSealed: row.next_secret_sealed,
    nextFrom: row.next_secret_from,
    standardHeaders: row.standard_headers ?? false,
  },
  retryPolicy: row.retry_policy,
  disabledAt: row.disabled_at,
})
