// A house with two PSP accounts at two banks, each behind a wire of its own: where the first does not receive, the second
// stands in for it.
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { makeSeal } from '#kernel/seal.ts'
import { systemRandom } from '#kernel/time.ts'
import { hashToken } from '#kernel/token-hash.ts'
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { DEFAULT_CLIENT_SECRET } from '../../sandbox/customer.ts'
import { freshDatabase, openTestHouse, type TestHouse } from '../house.ts'
import { clientOf, KEY } from '../sandbox/test-bank.ts'
import { openWire, type Wire } from './faulty-wire.ts'

export interface Branch {
  pspAccountId: number
  bank: OpenBank
  wire: Wire
}

export interface TwoBanks extends AsyncDisposable {
  house: TestHouse
  first: Branch
  second: Branch
}

/** That of every test house. */
const ENCRYPTION_KEY = Buffer.alloc(32, 7)
/** Nobody listens there: what is sent to it has certainly never left. */
const NOWHERE = 'http://127.0.0.1:1'

/** `cut`: the banks that cannot even be connected to. */
export async function openTwoBanks(
  env: Record<string, string> = {},
  cut: ('first' | 'second')[] = [],
): Promise<TwoBanks> {
  const parts = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  parts.defer(drop)
  const lines = [await openLine(parts), await openLine(parts)] as const
  const urlOf = (which: 'first' | 'second') => {
    if (cut.includes(which)) return NOWHERE
    return lines[which === 'first' ? 0 : 1].wire.url
  }
  const house = parts.use(
    await openTestHouse({ env, on: { connection, bank: { ...lines[0].bank, url: urlOf('first') } } }),
  )
  const first = { ...lines[0], pspAccountId: await onlyAccount(house) }
  const second = { ...lines[1], pspAccountId: await openBranch(house, lines[1].bank, urlOf('second')) }
  await house.db.query(
    sql`update psp_account set seal = default, fallback_psp_account_id = ${second.pspAccountId} where id = ${first.pspAccountId}`,
  )
  return { house, first, second, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

async function openLine(parts: AsyncDisposableStack): Promise<{ bank: OpenBank; wire: Wire }> {
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  parts.defer(() => bank.close())
  return { bank, wire: parts.use(await openWire(bank.url)) }
}

async function onlyAccount({ db }: TestHouse): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`select id from psp_account`)
  return row?.id ?? 0
}

/** A further account, at a bank that knows where to call back. */
export async function openBranch(
  { db, url }: TestHouse,
  bank: Pick<OpenBank, 'url'>,
  baseUrl: string,
): Promise<number> {
  const callbackToken = randomBytes(24).toString('base64url')
  const credentials = { clientId: 'porteira', clientSecret: DEFAULT_CLIENT_SECRET, callbackToken }
  const sealed = makeSeal(ENCRYPTION_KEY, systemRandom).seal(JSON.stringify(credentials))
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
