// A bank that outlives every gateway and every database, gateways that are opened on copies, and an operator to look after them.
import assert from 'node:assert/strict'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import type { InstallationFile } from '#recovery/installation.ts'
import type { Seen } from '#recovery/suspicion.ts'
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { freshDatabase, openTestGateway, type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'

export interface Scene extends AsyncDisposable {
  bank: OpenBank
  connection: Connection
  /** A gateway with everything, on this database or a copy of it. */
  open(options?: {
    connection?: Connection
    installation?: InstallationFile
    env?: Record<string, string>
  }): Promise<TestGateway>
  /** A look into the database while no gateway is open. */
  during<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** What the database holds at this moment, at another place. No gateway may be open on it. */
  copy(): Promise<Connection>
}

export async function openScene(): Promise<Scene> {
  const resources = new AsyncDisposableStack()
  const fresh = async (template?: string) => {
    const { connection, drop } = await freshDatabase(template)
    resources.defer(drop)
    return connection
  }
  const connection = await fresh()
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  return {
    bank,
    connection,
    open: ({ connection: other = connection, env = {}, ...more } = {}) =>
      openTestGateway({ ...more, on: { connection: other, bank }, env: { SWEEP_EVERY_MS: '200', ...env } }),
    async during(work) {
      const db = openDatabase(connection, 1)
      return work(db).finally(() => db.close())
    },
    // The connections of a gateway that has just closed leave the server a moment later.
    copy: () => until(() => fresh(connection.database).catch(() => null), 'the database to be copied'),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** In memory, like a file that outlives the process. */
export function rememberedInstallation(): InstallationFile & { seen: Seen | null } {
  return {
    seen: null,
    async read() {
      return this.seen === null ? null : { ...this.seen, wasCopied: false }
    },
    async write(seen) {
      this.seen = seen
    },
  }
}

export const RECOVERY = '/api/admin/recovery'

/** The state of the recovery, as the operator sees it. */
export async function standing(operator: Person) {
  const { status, body } = await operator.call('GET', RECOVERY)
  assert.equal(status, 200)
  return body
}

export const operatorOf = (gateway: TestGateway): Promise<Person> => registerOperator(gateway)

/** The same seller's keys at another gateway. */
export const sellerAt = (gateway: TestGateway, seller: Seller): Seller =>
  sellerWith(gateway, seller.accountId, seller.publicKey, seller.privateKey)

const CASHOUT = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }

export async function cashOut(seller: Seller, amount: number): Promise<string> {
  const { status, body, text } = await seller.api('POST', '/api/public/cashout', { ...CASHOUT, amount })
  assert.equal(status, 201, text)
  return `/api/public/cashout/${body.uuid}`
}

/** The payments that the bank has made, as reais. */
export async function paymentsOf(bank: OpenBank): Promise<string[]> {
  const { body } = await call(bank.url, 'GET', '/sandbox/payments?limit=1000')
  return body.data.map(({ amount }: { amount: string }) => amount).sort()
}

export async function fault(bank: OpenBank, on: string): Promise<void> {
  const answer = await call(bank.url, 'POST', '/sandbox/faults', { body: { on, fate: '503', times: 1_000 } })
  assert.equal(answer.status, 201, answer.text)
}
