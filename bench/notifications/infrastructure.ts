// What every figure runs on: a durable embedded PostgreSQL of its own, the receivers, and one account with one signed webhook for each of
// them. Statements are counted for the role of the gateway only; the benchmark itself, and the payments that it makes, connect as another
// one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { makePartitions, migrate } from '#db/migrate.ts'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { mintWebhookSecret } from '#kernel/crypto/signature.ts'
import { systemRandom } from '#kernel/time.ts'
import { cpuMs } from './cpu.ts'
import { type Part, startPart } from './process.ts'

export const RECEIVERS = 50
const FIRST_ACCOUNT = 2_001

export interface Infrastructure {
  /** As the gateway: its role is the one whose statements are counted. */
  gateway: Connection
  /** With another role. */
  bystander: Connection
  db: Database
  receivers: Part
  sealKey: Buffer
  /** In the order of the receivers. */
  accountIds: number[]
  urls: string[]
  /** CPU time of PostgreSQL and of the parts named. */
  cpuMs(parts: Part[]): number
  close(): Promise<void>
}

export async function openInfrastructure(): Promise<Infrastructure> {
  const resources = new AsyncDisposableStack()
  let closing: Promise<void> | null = null
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'porteira-bench-'))
    resources.defer(() => rm(dataDir, { recursive: true, force: true }))
    const server = await startEmbedded({ dataDir })
    resources.defer(() => rm(server.folder, { recursive: true, force: true }))
    resources.defer(() => server.stop())
    const gateway = server.connection
    const bystander = { ...gateway, user: 'postgres' }
    await migrate(gateway)
    const db = openDatabase(bystander, 4)
    resources.defer(() => db.close())
    await db.query(sql`create extension if not exists pg_stat_statements`)
    await makePartitions(db)
    const receivers = await startPart('./receivers.ts', { count: RECEIVERS })
    resources.defer(() => receivers.end())
    const ports = await receivers.run<number[]>('ports')
    const urls = ports.map(port => `http://127.0.0.1:${port}/porteira/notifications`)
    const sealKey = systemRandom(32)
    const accountIds = urls.map((_, n) => FIRST_ACCOUNT + n)
    await makeAccounts(db, accountIds, urls, sealKey)
    return {
      gateway,
      bystander,
      db,
      receivers,
      sealKey,
      accountIds,
      urls,
      cpuMs: others => cpuMs([server.pid, ...others.map(({ pid }) => pid)]),
      close() {
        closing ??= resources.disposeAsync()
        return closing
      },
    }
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

async function makeAccounts(db: Database, ids: number[], urls: string[], sealKey: Buffer): Promise<void> {
  const { seal } = makeSecretBox(sealKey, systemRandom)
  const secrets = ids.map(() => seal(mintWebhookSecret(systemRandom)))
  await db.query(sql`
    insert into account (id, name, email, status, fees, limits, reserve, created_at, updated_at)
    overriding system value
    select id, 'Loja ' || id, 'loja' || id || '@example.com', 'ACTIVE', '{}', '{}', '{}', now(), now()
    from unnest(${ids}::int[]) as id`)
  await db.query(sql`
    insert into webhook (account_id, url, events, notification_type, retry_policy, secret_sealed, created_at, updated_at,
      switched_on_at)
    select id, url, array['sale.paid'], 'TRANSACTION', 'default', secret, now(), now(), now()
    from unnest(${ids}::int[], ${urls}::text[], ${secrets}::text[]) as receiver(id, url, secret)
    order by id`)
  // Money that the payments move.
  await db.query(sql`insert into wallet (account_id, updated_at) select unnest(${ids}::int[]), now()`)
}
