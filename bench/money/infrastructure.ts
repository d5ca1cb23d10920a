// What the figures of the core run on: a durable embedded PostgreSQL of its own with sellers who have money, and the two processes that
// request cashouts there, ours and the references. Statements are counted for the role of the gateway only; the benchmark itself connects
// as another one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { makePartitions, migrate } from '#db/migrate.ts'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { DEFAULT_FEES, DEFAULT_LIMITS, DEFAULT_RESERVE } from '#kernel/terms/terms.ts'
import { type Part, startPart } from '../notifications/process.ts'
import { makeReferences } from './references-made.ts'

/** Each account serves one figure, so that no figure depends on another's rows. */
export const ACCOUNTS = { hot: 2_001, lone: 2_002, grown: 2_003 } as const
export const SPREAD = Array.from({ length: 1_000 }, (_, n) => 3_001 + n)
export const PSP_ACCOUNT = 1

/** A database with sellers who have money, and the process that requests cashouts there as the gateway decides them. */
export interface Site {
  /** With a role that is not the gateway's. */
  db: Database
  ours: Part
}

export interface Infrastructure extends Site {
  /** The server, as the gateway. */
  gateway: Connection
  /** The same effect by other ways. */
  references: Part
  /** Another database on the same server, with nothing in it but the schema. */
  fresh(name: string): Promise<Connection>
  /** Another one, with sellers of its own. */
  another(name: string): Promise<Site>
  close(): Promise<void>
}

export async function openInfrastructure(): Promise<Infrastructure> {
  const resources = new AsyncDisposableStack()
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= resources.disposeAsync()
    return closing
  }
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'porteira-bench-'))
    resources.defer(() => rm(dataDir, { recursive: true, force: true }))
    const server = await startEmbedded({ dataDir })
    resources.defer(() => rm(server.folder, { recursive: true, force: true }))
    resources.defer(() => server.stop())
    const gateway: Connection = server.connection
    await migrate(gateway)
    const site = await openSite(resources, gateway)
    await makeReferences(site.db)
    const references = await startPart('../money/references.ts', { bystander: asBystander(gateway) })
    resources.defer(() => references.end())
    const fresh = async (name: string) => {
      await site.db.query(sql`create database ${raw(name)} owner porteira`)
      const connection = { ...gateway, database: name }
      await migrate(connection)
      return connection
    }
    const another = async (name: string) => openSite(resources, await fresh(name))
    return { ...site, gateway, references, fresh, another, close }
  } catch (error) {
    await close()
    throw error
  }
}

const asBystander = (gateway: Connection): Connection => ({ ...gateway, user: 'postgres' })

async function openSite(resources: AsyncDisposableStack, gateway: Connection): Promise<Site> {
  const db = openDatabase(asBystander(gateway), 4)
  resources.defer(() => db.close())
  await db.query(sql`create extension if not exists pg_stat_statements`)
  await makePartitions(db)
  const ids = [...Object.values(ACCOUNTS), ...SPREAD]
  await makeAccounts(db, ids)
  const ours = await startPart('../money/porteira.ts', { gateway })
  resources.defer(() => ours.end())
  await ours.run('fund', ids)
  await db.query(sql`vacuum analyze`)
  return { db, ours }
}

async function makeAccounts(db: Database, ids: number[]): Promise<void> {
  await db.query(sql`
    insert into psp_account (id, kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
    overriding system value
    values (${PSP_ACCOUNT}, 'efi', 'test', 'bench', 'http://127.0.0.1:1', 'bench', '', '\\x00', now())`)
  await db.query(sql`
    insert into account (id, name, email, status, fees, limits, reserve, pay_in_psp_account_id, pay_out_psp_account_id,
      created_at, updated_at)
    overriding system value
    select id, 'Loja ' || id, 'loja' || id || '@example.com', 'ACTIVE', ${JSON.stringify(DEFAULT_FEES)}::jsonb,
      ${JSON.stringify(DEFAULT_LIMITS)}::jsonb, ${JSON.stringify(DEFAULT_RESERVE)}::jsonb, ${PSP_ACCOUNT}, ${PSP_ACCOUNT},
      now(), now()
    from unnest(${ids}::int[]) as id`)
}
