// The operator and the routes of PSP accounts.
import type { TestContext } from 'node:test'
import sql from 'sql-template-tag'
import { openBank } from '../../sandbox/bank.ts'
import { CUSTOMER, DEFAULT_CLIENT_SECRET } from '../../sandbox/customer.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'

export const ACCOUNTS = '/api/admin/psp/accounts'
export const refusal = ({ status, body }: Answer) => [status, body?.error?.code, body?.error?.message.split(':')[0]]

export async function openScene(t: TestContext, env: Record<string, string> = {}) {
  const resources = new AsyncDisposableStack()
  t.after(() => resources.disposeAsync())
  const gateway = resources.use(await openTestGateway({ env }))
  const second = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => second.close())
  const olga = await registerOperator(gateway)
  const account = {
    kind: 'efi',
    environment: 'test',
    name: 'Segundo banco',
    baseUrl: second.url,
    pixKey: CUSTOMER.pixKey,
    clientId: CUSTOMER.clientId,
    clientSecret: DEFAULT_CLIENT_SECRET,
  }
  return { gateway, second, olga, account }
}

export const accountsOf = async (olga: Person) => (await olga.call('GET', ACCOUNTS)).body.data
export const bind = (olga: Person, accountId: number, to: object) =>
  olga.call('PATCH', `/api/admin/accounts/${accountId}`, to)

export const tokenOf = async ({ db }: TestGateway, id: number) => {
  const [row] = await db.query<{ hash: Buffer }>(
    sql`select callback_token_hash as hash from psp_account where id = ${id}`,
  )
  return row?.hash.toString('hex')
}
