// A gateway with two PSP accounts at two banks, each behind a wire of its own: where the first does not receive, the second stands in for
// it.
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { systemRandom } from '#kernel/time.ts'
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { DEFAULT_CLIENT_SECRET } from '../../sandbox/customer.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { clientOf, KEY } from '../sandbox/test-bank.ts'
import { openWire, type Wire } from './faulty-wire.ts'

export interface Branch {
  pspAccountId: number
  bank: OpenBank
  wire: Wire
}

export interface TwoBanks extends AsyncDisposable {
  gateway: TestGateway
  first: Branch
  second: Branch
}

/** That of every test gateway. */
const ENCRYPTION_KEY = Buffer.alloc(32, 7)
/** Nothing listens there: what is sent to it has certainly never left. */
const NOWHERE = 'http://127.0.0.1:1'

/** `cut`: the banks that cannot even be connected to. */
export async function openTwoBanks(
  env: Record<string, string> = {},
  cut: ('first' | 'second')[] = [],
): Promise<TwoBanks> {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const lines = [await openLine(resources), await openLine(resources)] as const
  const urlOf = (which: 'first' | 'second') => {
    if (cut.includes(which)) return NOWHERE
    return lines[which === 'first' ? 0 : 1].wire.url
  }
  const gateway = resources.use(
    await openTestGateway({ env, on: { connection, bank: { ...lines[0].bank, url: urlOf('first') } } }),
  )
  const first = { ...lines[0], pspAccountId: await onlyAccount(gateway) }
  const second = { ...lines[1], pspAccountId: await openBranch(gateway, lines[1].bank, urlOf('second')) }
  await gateway.db.query(
    sql`update psp_account set seal = default, fallback_psp_account_id = ${second.pspAccountId} where id = ${first.pspAccountId}`,
  )
  return { gateway, first, second, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

async function openLine(resources: AsyncDisposableStack): Promise<{ bank: OpenBank; wire: Wire }> {
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  return { bank, wire: resources.use(await openWire(bank.url)) }
}

async function onlyAccount({ db }: TestGateway): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`select id from psp_account`)
  return row?.id ?? 0
}

/** A further account, at a bank that knows where to call back. */
export async function openBranch(
  { db, url }: TestGateway,
  bank: Pick<OpenBank, 'url'>,
  baseUrl: string,
): Promise<number> {
  const callbackToken = randomBytes(24).toString('base64url')
  const credentials = { clientId: 'porteira', clientSecret: DEFAULT_CLIENT_SECRET, callbackToken }
  const sealed = makeSecretBox(ENCRYPTION_KEY, systemRandom).seal(JSON.stringify(credentials))
  const [row] = await db.query<{ id: number }>(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
    values ('efi', 'test', ${`Banco ${callbackToken}`}, ${baseUrl}, ${KEY}, ${sealed},
      ${hashToken(callbackToken)}, now())
    returning id`)
  await (await clientOf(bank)).call('PUT', `/v2/webhook/${KEY}`, {
    webhookUrl: `${url}/callbacks/psp/${callbackToken}`,
  })
  return row?.id ?? 0
}
