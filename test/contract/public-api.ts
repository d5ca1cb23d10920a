// The public API as its tests see it: a gateway with one seller, and the promises that hold for every answer to any request: a request id,
// no 5xx, one of the five shapes, and no internals.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import sql, { raw } from 'sql-template-tag'
import { createCredential } from '#account/credential.ts'
import type { Scope } from '#http/route.ts'
import { orThrow } from '#kernel/failure.ts'
import { systemRandom } from '#kernel/time.ts'
import { openTestGateway, type Seller, sellerWith, type TestGateway, type TestGatewayOptions } from '../gateway.ts'
import { type Answer, call } from '../http.ts'

export const BALANCE = '/api/public/balance'
export const CASHOUT = '/api/public/cashout'
export const SALES = '/api/transactions'

export const CASHOUT_REQUEST = { amount: 150, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
export const OFFER = {
  amount: 50_00,
  paymentMethod: 'PIX',
  customer: { name: 'Maria Silva' },
  items: [{ title: 'Camiseta', unitPrice: 50_00, quantity: 1 }],
}

export interface PublicApi extends AsyncDisposable {
  gateway: TestGateway
  seller: Seller
  /** As the seller. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Without keys. */
  stranger(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Bytes as they are, over a socket; answers what comes back until the connection is closed. */
  bytes(text: string, then?: 'wait' | 'end' | 'break'): Promise<string>
  /** Everything that the gateway has stored about accounts, money and events, as one text to compare. */
  books(): Promise<string>
}

export async function openPublicApi({
  funds = 0,
  ...options
}: TestGatewayOptions & { funds?: number } = {}): Promise<PublicApi> {
  const gateway = await openTestGateway(options)
  const seller = await gateway.seller({ funds })
  const tables = await tablesOf(gateway)
  return {
    gateway,
    seller,
    request: async (method, path, body, headers) => decent(await seller.api(method, path, body, headers)),
    stranger: async (method, path, body, headers = {}) =>
      decent(await call(gateway.url, method, path, { body, headers })),
    bytes: (text, then = 'wait') => exchange(gateway.url, text, then),
    books: async () => {
      const rows = await gateway.db.query<{ name: string; rows: bigint; digest: string }>(raw(digestOf(tables)))
      // So many tables are read side by side, and come in any order.
      const message = rows.map(row => `${row.name} ${row.rows} ${row.digest}`)
      return message.toSorted().join('\n')
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
}

const SHAPES = ['success,error', 'message,code', 'message,errorType', 'message,error', 'error,message']
/** Of version 7: they count up with time. */
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const INSIDES =
  /node_modules|node:|\bat \S+ \(|FST_ERR|postgres|\bsql\b|insert into|select |undefined|\.ts\b|\bstack\b/i

/** What every answer keeps to. */
export function decent(answer: Answer): Answer {
  const message = `${answer.status} ${answer.text.slice(0, 500)}`
  assert.ok(answer.status < 500, message)
  assert.match(answer.headers.get('x-request-id') ?? 'no request id', REQUEST_ID, message)
  if (answer.status < 400 || answer.text === '') return answer
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.ok(SHAPES.includes(Object.keys(answer.body).join()), message)
  assert.doesNotMatch(answer.text, INSIDES)
  return answer
}

/** The whole refusal, to the byte. */
export function refuses(answer: Answer, status: number, text: string): void {
  assert.equal(`${answer.status} ${answer.text}`, `${status} ${text}`)
}

export const inA = (code: string, message: string) => JSON.stringify({ success: false, error: { code, message } })
export const inB = (code: string, message: string) => JSON.stringify({ message, code })
export const inC = (errorType: string, message: string) => JSON.stringify({ message, errorType })
export const inD = (error: string, message: string) => JSON.stringify({ message, error })
export const invalidInD = (message: string) => inD('INVALID_DATA', message)

export async function newKey(
  gateway: TestGateway,
  accountId: number,
  scopes: Scope[] | null = null,
): Promise<Seller & { id: string }> {
  const deps = { db: gateway.db, clock: () => new Date(), random: systemRandom }
  const { credential, privateKey } = orThrow(
    await createCredential(deps, accountId, { name: 'another', scopes, expiresAt: null }),
  )
  return { ...sellerWith(gateway, accountId, credential.publicKey, privateKey), id: credential.id }
}

export const NO_AMOUNT =
  'amount: expected a number of reais greater than zero with at most two decimals, such as 150.00'

export const keysOf = ({ publicKey, privateKey }: Pick<Seller, 'publicKey' | 'privateKey'>) => ({
  'x-api-public-key': publicKey,
  'x-api-private-key': privateKey,
})

// Refusals may not move these: a key remembers when it was used, a callback is marked as done after its money is booked, the gateway and
// its sender have a heartbeat, the lists of the PSP are read again and again, and the log of requests keeps the refusal itself. At its hour the
// doctor writes its report, and a minute after the start it is noted how far accounts were looked at for what is unusual, and for what is over.
const RESTLESS = [
  ...['api_key', 'psp_inbox', 'house', 'psp_sweep', 'sender', 'lease', 'request_log'],
  ...['examination', 'monitoring_progress', 'retention_mark'],
]

async function tablesOf(gateway: TestGateway): Promise<string[]> {
  const rows = await gateway.db.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`)
  return rows.map(row => row.name).filter(name => !RESTLESS.includes(name))
}

const digestOf = (tables: string[]) =>
  tables
    .map(
      name =>
        `select '${name}' as name, count(*) as rows, md5(string_agg(t::text, '/' order by t::text)) as digest from "${name}" t`,
    )
    .join(' union all ')

/** Long for a machine that is busy. */
const TIMEOUT_MS = 60_000

function exchange(url: string, text: string, then: 'wait' | 'end' | 'break'): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let heard = ''
    socket.setEncoding('latin1')
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`nothing was closed after ${text.slice(0, 80)}`)))
    socket.on('data', part => {
      heard += part
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
    socket.write(text, 'latin1', () => {
      if (then === 'end') socket.end()
      if (then === 'break') socket.resetAndDestroy()
    })
  })
}
