// The accounts of the torture and who listens to them, written by SQL: no panel is open.
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import { mintWebhookSecret } from '#kernel/crypto/signature.ts'
import { systemRandom } from '#kernel/time.ts'
import { SEAL } from './engine.ts'

export interface Listener {
  id: bigint
  url: string
  secret: string
}

export async function openAccount(db: Database): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`
    insert into account (name, email, status, fees, limits, reserve, created_at, updated_at)
    values ('Loja', 'loja@example.com', 'ACTIVE', '{}', '{}', '{}', now(), now()) returning id`)
  const { id } = row as { id: number }
  await db.query(sql`insert into wallet (account_id, updated_at) values (${id}, now())`)
  return id
}

export interface ListenRequest {
  accountId: number
  url: string
  type?: 'TRANSACTION' | 'WITHDRAWAL'
}

export async function listen(db: Database, { accountId, url, type = 'TRANSACTION' }: ListenRequest): Promise<Listener> {
  const secret = mintWebhookSecret(systemRandom)
  const events = type === 'TRANSACTION' ? ['sale.paid'] : []
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into webhook (account_id, url, events, notification_type, retry_policy, secret_sealed, created_at, updated_at)
    values (${accountId}, ${url}, ${events}::text[], ${type}, 'default', ${SEAL.seal(secret)}, now(), now())
    returning id`)
  return { id: (row as { id: bigint }).id, url, secret }
}
