// The two documents that describe the API: every route is in one of them, under a name of its own, with what it takes, answers and refuses.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { audienceOf } from '#http/openapi/audience.ts'
import { hasChosenId, operationIdOf } from '#http/openapi/operation-id.ts'
import { templateOf } from '#http/openapi/route-schema.ts'
import { EVENT_NAMES } from '#notification/events/catalogue.ts'
import { readEvents } from '../../panel/src/api/live/event-stream.ts'
import { pairOf } from '../access/every-route.ts'
import { register } from '../access/person.ts'
import { BODIES } from '../contract/examples.ts'
import { openTestGateway, sellerOf, type TestGateway } from '../gateway.ts'
import { refusalsOf } from '../golden.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { type Document, examplesOf, judgeOf, type Operation, operationsOf, resolved } from '../openapi/document.ts'

describe('the description of the API', () => {
  let gateway: TestGateway
  let documents: Record<'public' | 'house', Document>

  before(async () => {
    gateway = await openTestGateway()
    const read = async (path: string) => (await call(gateway.url, 'GET', path)).body as Document
    documents = { public: await read('/openapi.json'), house: await read('/openapi.house.json') }
  })
  after(() => gateway[Symbol.asyncDispose]())

  const both = () => Object.values(documents)
  const all = () => both().flatMap(document => operationsOf(document).map(operation => ({ document, operation })))
  const described = () => gateway.gateway.routes.filter(route => audienceOf(route) !== null)

  it('is OpenAPI 3.1 and says where this gateway is', () => {
    for (const document of both()) {
      assert.equal(document.openapi, '3.1.0')
      assert.equal(document.servers[0]?.url, gateway.url)
    }
  })

  it('has each route of the API in one document, and nothing else', () => {
    const found = (name: 'public' | 'house') =>
      operationsOf(documents[name]).map(({ method, path }) => `${method} ${path}`)
    const expected = (name: 'public' | 'house') =>
      described()
        .filter(route => audienceOf(route) === name)
        .map(({ method, url }) => `${method} ${templateOf(url)}`)
    for (const name of ['public', 'house'] as const)
      assert.deepEqual(found(name).toSorted(), expected(name).toSorted(), name)
    assert.ok(found('public').length >= 60)
  })

  it('has chosen a name for every public operation, and gives no name twice', () => {
    const publicRoutes = described().filter(route => audienceOf(route) === 'public')
    assert.deepEqual(
      publicRoutes.filter(route => !hasChosenId(route)).map(operationIdOf),
      [],
      'src/http/openapi/operation-id.ts',
    )
    for (const document of both()) {
      const ids = operationsOf(document).map(({ operationId }) => operationId)
      assert.equal(new Set(ids).size, ids.length)
      for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]+$/)
    }
  })

  it('groups the public operations in the order of the guide', () => {
    assert.deepEqual(
      documents.public.tags.map(({ name }) => name),
      [
        'Balance',
        'Sales',
        'Checkout',
        'Carts',
        'Disputes',
        'Cashouts',
        'Statement',
        'Recurring PIX',
        'Events',
        'Webhooks',
        'Requests',
        'Health',
      ],
    )
  })

  it('has every refusal of every route, in its shape, with an example', () => {
    for (const { document, operation } of all()) {
      const route = routeOf(operation)
      for (const line of refusalsOf(route).split('\n').slice(1)) {
        const [, status = '', text = ''] = /^ {2}(\d+) (.*)$/.exec(line) ?? []
        const response = resolved(document, operation.responses[status])
        const examples = Object.values(response?.content?.['application/json']?.examples ?? {})
        const texts = examples.map(({ value }) => withoutMessage(value))
        assert.ok(texts.includes(text), `${operation.operationId}: ${line}`)
      }
    }
  })

  it('asks for both key headers together, or for the session of a person', () => {
    for (const { operation } of all()) {
      const { guard } = routeOf(operation).rules
      const expected =
        guard === 'none' ? [] : guard === 'api-key' ? [{ publicKey: [], privateKey: [] }] : [{ session: [] }]
      assert.deepEqual(operation.security, expected, operation.operationId)
    }
    const { publicKey, privateKey } = documents.public.components.securitySchemes
    assert.deepEqual([publicKey?.name, privateKey?.name], ['X-Api-Public-Key', 'X-Api-Private-Key'])
    assert.equal(documents.house.components.securitySchemes.session?.name, 'porteira.session_token')
  })

  it('has a summary, a group and the form of each success for every operation of the panel', () => {
    for (const operation of operationsOf(documents.house)) {
      const { schema } = routeOf(operation)
      assert.ok((schema.summary ?? '') !== '' && schema.tags?.length === 1, operation.operationId)
      const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
      assert.ok(successes.length > 0, operation.operationId)
      for (const [status, { content = {} }] of successes.filter(([code]) => code !== '204')) {
        const forms = Object.values(content).map(media => Object.keys(media.schema ?? {}).length)
        assert.ok(forms.length > 0 && !forms.includes(0), `${operation.operationId} ${status}`)
      }
    }
  })

  it('says of every answer that it carries X-Request-Id, and where Retry-After may stand', () => {
    for (const { document, operation } of all())
      for (const [status, reference] of Object.entries(operation.responses)) {
        const { headers = {} } = resolved(document, reference) ?? {}
        assert.ok('X-Request-Id' in headers, `${operation.operationId} ${status}`)
        if (['429', '503'].includes(status)) assert.ok('Retry-After' in headers, `${operation.operationId} ${status}`)
      }
  })

  it('says of each id in a public path which form it has, so that none is tried that is refused', () => {
    const judge = judgeOf(documents.public)
    const uuid = '3f8c1c6e-8f9e-4c53-9d43-2f1f5a3c9b10'
    for (const { operationId, parameters = [] } of operationsOf(documents.public))
      for (const { name, schema = {} } of parameters.filter(one => one.in === 'path' && one.name !== 'txid')) {
        assert.equal(judge(schema, uuid), null, `${operationId} ${name}`)
        for (const none of ['0', 'ç', '']) assert.notEqual(judge(schema, none), null, `${operationId} ${name}: ${none}`)
      }
  })

  it('describes streams of events frame by frame', () => {
    const frame = { event: 'ready', id: '1', data: '{}' }
    const streams = all().filter(({ operation }) => 'text/event-stream' in (operation.responses['200']?.content ?? {}))
    assert.deepEqual(streams.map(({ operation }) => operation.path).toSorted(), ['/api/events/stream', '/api/live'])
    for (const { document, operation } of streams) {
      const { schema = {} } = operation.responses['200']?.content?.['text/event-stream'] ?? {}
      assert.equal(judgeOf(document)(schema, frame), null, operation.path)
    }
  })

  it('describes the frames that streams of events send', async () => {
    const ana = await register(gateway)
    const seller = await sellerOf(gateway, ana)
    for (const { path, name, headers, happened } of [
      { path: '/api/events/stream', name: 'public', headers: pairOf(seller), happened: 'event' },
      { path: '/api/live', name: 'house', headers: { cookie: ana.cookie }, happened: 'changed' },
    ] as const) {
      const operation = operationsOf(documents[name]).find(one => one.path === path)
      const { schema = {} } = operation?.responses['200']?.content?.['text/event-stream'] ?? {}
      const judge = judgeOf(documents[name])
      const leaving = new AbortController()
      const stream = await fetch(gateway.url + path, { headers, signal: leaving.signal })
      const seen = new Set<string>()
      const feed = readEvents(frame => {
        assert.equal(judge(schema, frame), null, JSON.stringify(frame))
        seen.add(frame.event)
      })
      await seller.sell(5_00)
      for await (const text of (stream.body ?? assert.fail(path)).pipeThrough(new TextDecoderStream())) {
        feed(text)
        if (seen.has(happened)) break
      }
      assert.ok(seen.has('ready'), path)
      leaving.abort()
    }
  })

  for (const [name, form] of [['public', it] as const, ['house', slow] as const])
    form(`has only examples that its own schemas accept: ${name}`, () => {
      const judge = judgeOf(documents[name])
      for (const { at, schema, value } of examplesOf(documents[name])) assert.equal(judge(schema, value), null, at)
    })

  it('describes every event of the catalogue, with its body and what signs it', () => {
    const { webhooks = {} } = documents.public
    for (const name of EVENT_NAMES) assert.ok(name in webhooks, name)
    const judge = judgeOf(documents.public)
    for (const [title, text] of Object.entries(BODIES)) {
      const [, event] = /^webhook ([a-z]+\.[a-z_]+)/.exec(title) ?? []
      const { post } = webhooks[title.startsWith('postback ') ? 'sale.postback' : (event ?? '')] ?? {}
      // What is not sent has no body.
      if (!/^(?:webhook|postback) /.test(title) || !text.startsWith('{')) continue
      const schema = post?.requestBody?.content['application/json']?.schema
      assert.ok(schema !== undefined, `${title} is not described`)
      assert.equal(judge(schema, JSON.parse(text)), null, title)
    }
    const headers = webhooks['sale.paid']?.post.parameters?.filter(one => one.required).map(({ name }) => name)
    assert.deepEqual(headers, [
      'X-Service-Event-Id',
      'X-Service-Event-Sequence',
      'X-Service-Event-Type',
      'X-Service-Timestamp',
      'X-Service-Signature',
    ])
  })

  it('describes what the server of an account is asked about a cashout, and what it answers', () => {
    const { requestBody, responses = {} } = documents.public.webhooks?.['withdrawal.approval']?.post ?? {}
    assert.match(JSON.stringify(requestBody), /WITHDRAWAL_APPROVAL/)
    assert.deepEqual(Object.keys(responses), ['200', 'default'])
    assert.match(JSON.stringify(responses[200]), /WithdrawalApprovalDecision.*APPROVED/)
  })

  it('describes postbacks as signed, of cashouts too, and the webhook of withdrawals alone as unsigned', () => {
    const required = (name: string) =>
      documents.public.webhooks?.[name]?.post.parameters?.filter(one => one.required).map(one => one.name) ?? []
    const common = ['X-Service-Event-Id', 'X-Service-Event-Sequence']
    assert.deepEqual(required('withdrawal'), common)
    for (const name of ['sale.postback', 'withdrawal.postback'])
      assert.deepEqual(required(name), [...common, 'X-Signature'], name)
    assert.doesNotMatch(JSON.stringify(documents.public.webhooks?.withdrawal), /postback/i)
  })

  it('describes the body of every success', () => {
    for (const { document, operation } of all())
      for (const [status, { content }] of Object.entries(operation.responses))
        if (Number(status) < 300)
          for (const { schema = {} } of Object.values(content ?? {}))
            assert.ok(Object.keys(schema).length > 0, `${operation.operationId} ${status} of ${document.openapi}`)
  })

  it('names Idempotency-Key where a request may be sent under one', () => {
    const takes = operationsOf(documents.public).filter(({ parameters = [] }) =>
      parameters.some(one => one.$ref === '#/components/parameters/IdempotencyKey'),
    )
    const ids = takes.map(({ operationId }) => operationId)
    for (const id of ['createSale', 'createCashout', 'createRefund', 'createCheckout', 'createRecurrence'])
      assert.ok(ids.includes(id), id)
  })

  const routeOf = ({ method, path }: Operation) => {
    const route = gateway.gateway.routes.find(one => one.method === method && templateOf(one.url) === path)
    assert.ok(route !== undefined, `${method} ${path}`)
    return route
  }
})

/** The golden catalogue has no messages. */
const withoutMessage = (value: unknown): string =>
  JSON.stringify(value, (name, inner) => (name === 'message' ? '…' : inner))
