// The request log, through the API: what was asked with an account's keys is found by its people, masked, filtered and by X-Request-Id.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { join, type Person, register, registerOperator, setRole } from '../access/person.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'

const SECRETS = [
  'Maria Antonieta',
  'maria@example.com',
  '529.982.247-25',
  '52998224725',
  '11987654321',
  'Rua das Flores',
  '4111111111111111',
  'segredo-da-loja',
]

const CUSTOMER = {
  name: 'Maria Antonieta',
  email: 'maria@example.com',
  document: '529.982.247-25',
  phone: '11987654321',
}
const SALE = {
  amount: 5_000,
  paymentMethod: 'PIX',
  customer: CUSTOMER,
  items: [{ title: 'Camiseta', unitPrice: 5_000, quantity: 1, tangible: false }],
}

describe('the request log', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let ana: Person
  let seller: Seller
  before(async () => {
    gateway = resources.use(await openTestGateway({ env: { METRICS: 'on' } }))
    ana = await register(gateway)
    seller = await sellerOf(gateway, ana)
  })
  after(() => resources.disposeAsync())

  const idOf = (answer: Answer): string => answer.headers.get('x-request-id') ?? ''
  const list = async (query = '', person = ana): Promise<Answer> => person.call('GET', `/api/requests${query}`)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  const logged = (answer: Answer, person = ana): Promise<any> =>
    until(async () => {
      const found = await person.call('GET', `/api/requests/${idOf(answer)}`)
      return found.status === 200 ? found.body : null
    }, 'the request to be logged')

  it('has every request with route, status, key, duration, sizes, and the object and the events that it made', async () => {
    const sold = await seller.api('POST', '/api/transactions', SALE, { 'idempotency-key': 'pedido-1' })
    assert.equal(sold.status, 201, sold.text)
    const entry = await logged(sold)
    const [key] =
      (await ana.call('GET', '/api/credentials')).body.data ?? (await ana.call('GET', '/api/credentials')).body
    assert.equal(entry.id, idOf(sold))
    assert.equal(entry.method, 'POST')
    assert.equal(entry.route, '/api/transactions')
    assert.equal(entry.path, '/api/transactions')
    assert.equal(entry.status, 201)
    assert.equal(entry.errorCode, null)
    assert.equal(entry.keyId, key.id)
    assert.equal(entry.ip, '127.0.0.1')
    assert.equal(entry.idempotencyKey, 'pedido-1')
    assert.equal(entry.replayed, false)
    assert.equal(entry.requestBytes, Buffer.byteLength(JSON.stringify(SALE)))
    assert.equal(entry.answerBytes, Buffer.byteLength(sold.text))
    assert.ok(entry.durationMs >= 0 && entry.durationMs < 60_000, String(entry.durationMs))
    assert.ok(Math.abs(Date.parse(entry.createdAt) - Date.now()) < 60_000, entry.createdAt)
    assert.deepEqual(entry.subject, { kind: 'sale', uuid: sold.body.uuid })
    assert.deepEqual(
      entry.events.map(({ event }: { event: string }) => event),
      ['sale.pending'],
    )

    const again = await seller.api('POST', '/api/transactions', SALE, { 'idempotency-key': 'pedido-1' })
    const replayed = await logged(again)
    assert.equal(replayed.replayed, true)
    assert.deepEqual(replayed.subject, entry.subject)
  })

  it('keeps bodies with what they say of money and states, and nothing of persons, keys and cards', async () => {
    const sold = await seller.api('POST', '/api/transactions', {
      ...SALE,
      postbackUrl: 'https://loja.example.com/segredo-da-loja?t=segredo-da-loja',
      shipping: { address: 'Rua das Flores 12', nome: 'Maria Antonieta', cartao: 4111111111111111 },
    })
    assert.equal(sold.status, 201, sold.text)
    const { requestBody, answerBody } = await logged(sold)
    assert.equal(requestBody.amount, 5_000)
    assert.equal(requestBody.items[0].title, 'Camiseta')
    assert.deepEqual(requestBody.customer, { name: '•••', email: '•••', document: '•••', phone: '•••' })
    assert.equal(requestBody.postbackUrl, 'https://loja.example.com/•••')
    assert.equal(requestBody.shipping.cartao, '•••')
    assert.equal(answerBody.uuid, sold.body.uuid)
    assert.equal(answerBody.status, sold.body.status)
    assert.equal(answerBody.pixKey, '•••')

    const refused = await seller.api('GET', '/api/transactions?document=52998224725&status=PAGO&limit=3')
    assert.equal(refused.status, 200, refused.text)
    assert.equal((await logged(refused)).path, '/api/transactions?document=•••&status=PAGO&limit=3')
    const card = await seller.api('GET', '/api/transactions/4111111111111111')
    assert.equal((await logged(card)).path, '/api/transactions/•••')

    const stored = await gateway.db.query<{ row: string }>(sql`
      select to_jsonb(request_log)::text as row from request_log where account_id = ${ana.accountId}`)
    const all = stored.map(({ row }) => row).join('\n')
    for (const secret of [...SECRETS, seller.privateKey, seller.publicKey])
      assert.equal(all.includes(secret), false, secret)
  })

  it('shortens long bodies to whole JSON of at most 4 KiB', async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({
      title: `Camiseta ã ${n}`.padEnd(120, 'ç'),
      unitPrice: 50,
      quantity: 1,
      tangible: false,
    }))
    const sold = await seller.api('POST', '/api/transactions', { ...SALE, items })
    assert.equal(sold.status, 201, sold.text)
    const { requestBody } = await logged(sold)
    assert.match(requestBody.items.at(-1), /^… \+\d+$/)
    const [row] = await gateway.db.query<{ size: number }>(sql`
      select octet_length(request_body) as size from request_log where id = ${idOf(sold)}::uuid`)
    assert.ok((row?.size ?? 0) > 1_000 && (row?.size ?? 9e9) <= 4_096, String(row?.size))
  })

  it('has refusals with their code, also those of a known key without its private half, and nothing of unknown keys', async () => {
    const invalid = await seller.api('POST', '/api/public/cashout', { amount: 'x' })
    assert.equal((await logged(invalid)).errorCode, 'INVALID_DATA')
    const broken = await seller.api('POST', '/api/transactions', '{"customer": {"name": "Maria Antonieta"')
    const entry = await logged(broken)
    assert.equal(entry.status, 400)
    assert.equal(entry.requestBody, null)
    const poor = await seller.api('POST', '/api/public/cashout', {
      amount: 100,
      pixKey: 'maria@example.com',
      pixKeyType: 'EMAIL',
    })
    assert.equal((await logged(poor)).errorCode, poor.body.errorType)

    const keyed = (headers: Record<string, string>) => call(gateway.url, 'GET', '/api/public/balance', { headers })
    for (const headers of [{}, { 'x-api-private-key': 'sk_live_wrong' }]) {
      const turnedAway = await keyed({ 'x-api-public-key': seller.publicKey, ...headers })
      assert.equal(turnedAway.status, 401)
      const { status, errorCode, requestBody } = await logged(turnedAway)
      assert.deepEqual(
        { status, errorCode, requestBody },
        { status: 401, errorCode: 'UNAUTHORIZED', requestBody: null },
      )
    }
    const stranger = await keyed({
      'x-api-public-key': `${seller.publicKey.slice(0, -4)}AAAA`,
      'x-api-private-key': 'sk',
    })
    const nobody = await keyed({})
    await logged(await keyed({ 'x-api-public-key': seller.publicKey }))
    const kept = await gateway.db.query(sql`
      select id from request_log where id in (${idOf(stranger)}::uuid, ${idOf(nobody)}::uuid)`)
    assert.deepEqual(kept, [])
  })

  it('keeps at most 60 a minute that nobody has proven to be the holder’s, and counts the others', async () => {
    const bea = await register(gateway, 'Bea')
    const { publicKey } = await sellerOf(gateway, bea)
    // Their minute has just begun.
    gateway.advance(MINUTE_MS - (gateway.now().getTime() % MINUTE_MS))
    for (let n = 0; n < 65; n++)
      await call(gateway.url, 'GET', '/api/public/balance', { headers: { 'x-api-public-key': publicKey } })
    const dropped = await until(async () => {
      const { text } = await call(gateway.metricsUrl ?? '', 'GET', '/metrics')
      const count = Number(/^porteira_request_log_dropped_total (\d+)$/m.exec(text)?.[1])
      return count >= 5 ? count : null
    }, 'five requests to be dropped')
    assert.equal(dropped, 5)
  })

  it('is narrowed by method, route, status, code, key, object, time and id, each refused by name where it is none', async () => {
    const own = await register(gateway, 'Caio')
    const shop = await sellerOf(gateway, own)
    const sold = await shop.api('POST', '/api/transactions', SALE)
    await shop.api('GET', `/api/transactions/${sold.body.uuid}`)
    await shop.api('GET', `/api/transactions/${randomUUID()}`)
    await logged(await shop.api('GET', '/api/public/balance'), own)
    const { body } = await list('', own)
    assert.deepEqual(
      body.data.map(({ method, route, status }: Record<string, unknown>) => `${method} ${route} ${status}`),
      [
        'GET /api/public/balance 200',
        'GET /api/transactions/:id 404',
        'GET /api/transactions/:id 200',
        'POST /api/transactions 201',
      ],
    )
    assert.equal(body.nextCursor, null)
    const [balance, missing, read, made] = body.data
    const found = async (query: string) => {
      const answer = await list(query, own)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.data.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await found('?method=POST'), [made.id])
    assert.deepEqual(await found('?route=/api/public/balance'), [balance.id])
    assert.deepEqual(await found('?status=404'), [missing.id])
    assert.deepEqual(await found('?status=2xx'), [balance.id, read.id, made.id])
    assert.deepEqual(await found('?errorCode=NOT_FOUND'), [missing.id])
    assert.deepEqual(await found(`?keyId=${made.keyId}&method=POST`), [made.id])
    assert.deepEqual(await found(`?keyId=${randomUUID()}`), [])
    assert.deepEqual(await found(`?object=${sold.body.uuid}`), [read.id, made.id])
    assert.deepEqual(await found(`?id=${read.id}`), [read.id])
    assert.deepEqual(
      await found(`?from=${read.createdAt}&to=${new Date(Date.parse(read.createdAt) + 1).toISOString()}`),
      [read.id],
    )
    assert.deepEqual(await found('?from=2020-01-01&to=2020-01-02'), [])
    for (const [query, field] of [
      ['?method=TRACE', 'method'],
      ['?status=600', 'status'],
      ['?errorCode=x', 'errorCode'],
      ['?keyId=1', 'keyId'],
      ['?object=7', 'object'],
      ['?id=7', 'id'],
      ['?cursor=Yzc', 'cursor'],
      ['?from=ontem', 'from'],
      ['?wer=1', 'wer'],
    ] as const) {
      const refused = await list(query, own)
      assert.equal(refused.status, 400, query)
      assert.ok(refused.body.error.message.startsWith(`${field}: `), refused.text)
    }
    const pages = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Answer = await list(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`, own)
      pages.push(page.body.data.map(({ id }: { id: string }) => id))
      cursor = page.body.nextCursor
    }
    assert.deepEqual(pages, [[balance.id, missing.id, read.id], [made.id]])
  })

  it('is read by owners and developers of its account, by nobody else, and by support without its bodies', async () => {
    const sold = await seller.api('POST', '/api/transactions', SALE, { 'idempotency-key': 'pedido-2' })
    await logged(sold)
    const at = `/api/requests/${idOf(sold)}`
    const bea = await register(gateway, 'Bea')
    assert.equal((await bea.call('GET', at)).status, 404)
    assert.equal((await list(`?id=${idOf(sold)}`, bea)).body.data.length, 0)
    assert.equal((await ana.call('GET', '/api/requests/7')).status, 400)
    assert.equal((await ana.call('GET', `/api/requests/${randomUUID()}`)).status, 404)
    await join(gateway, bea, ana.accountId, 'DEVELOPER')
    const asMember = { 'x-account-id': String(ana.accountId) }
    assert.equal((await bea.call('GET', at, undefined, asMember)).status, 200)
    for (const role of ['FINANCE', 'READER'] as const) {
      const rui = await register(gateway, 'Rui')
      await setRole(gateway, rui, role)
      assert.equal((await list('', rui)).status, 403)
    }

    const olga = await registerOperator(gateway)
    const found = await olga.call('GET', `/api/admin/requests/${idOf(sold)}`)
    assert.equal(found.status, 200, found.text)
    assert.equal(found.body.accountId, ana.accountId)
    assert.equal(found.body.status, 201)
    assert.equal('requestBody' in found.body, false)
    assert.equal((await olga.call('GET', `/api/admin/requests/${randomUUID()}`)).status, 404)
    assert.equal((await ana.call('GET', `/api/admin/requests/${idOf(sold)}`)).status, 403)
    const opened = await olga.call('POST', `/api/admin/accounts/${ana.accountId}/support-views`, {
      reason: 'Chamado 12',
    })
    assert.equal(opened.status, 201, opened.text)
    const seen = await olga.call('GET', at, undefined, asMember)
    assert.equal(seen.status, 200, seen.text)
    const { status, subject, ip, idempotencyKey, requestBody, answerBody } = seen.body
    assert.deepEqual(
      { status, subject, ip, idempotencyKey, requestBody, answerBody },
      {
        status: 201,
        subject: { kind: 'sale', uuid: sold.body.uuid },
        ip: null,
        idempotencyKey: null,
        requestBody: null,
        answerBody: null,
      },
    )
  })
})
