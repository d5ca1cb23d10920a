// Traces, as a collector gets them: what a cashout causes is one trace, continued from a proxy that is trusted and from nobody else, with nothing of
// what was asked in it, and handed on to nobody outside.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openTestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string }[]
}

async function openCollector() {
  const spans: Span[] = []
  let text = ''
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', part => {
      body += part
    })
    request.on('end', () => {
      text += body
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => text,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`

test('what a cashout causes is one trace that names nobody, from its request to the delivery', async () => {
  await using collector = await openCollector()
  await using receiver = await openReceiver()
  const secrets: string[] = []
  {
    await using gateway = await openTestGateway({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        POSTBACK_SECRET: 'signs what this test gets',
        TRUST_PROXY: '127.0.0.1',
      },
    })
    const seller = await gateway.seller({ funds: 500_00 })
    const cashout = {
      amount: 150,
      pixKey: 'maria@example.com',
      pixKeyType: 'EMAIL',
      postbackUrl: `${receiver.url}/postback`,
    }
    const proxied = { traceparent: TRACEPARENT, 'x-forwarded-for': '192.0.2.7' }
    const { status, body } = await seller.api('POST', '/api/public/cashout', cashout, proxied)
    assert.equal(status, 201)
    await seller.reaches(`/api/public/cashout/${body.uuid}`, 'COMPLETED')
    await until(() => receiver.received.length > 0 || null, 'the postback')
    for (const { headers } of receiver.received)
      assert.equal(headers.traceparent, undefined, 'a receiver is told of no trace')
    // A caller who is no proxy begins no trace of their choice.
    await call(gateway.url, 'GET', '/health/live', { headers: { traceparent: TRACEPARENT.replaceAll('0af7', '1bf7') } })
    secrets.push(
      'maria@example.com',
      body.uuid,
      seller.publicKey,
      seller.privateKey,
      String(seller.accountId),
      '192.0.2.7',
    )
  }
  const traced = collector.spans.filter(({ traceId }) => traceId === TRACE)
  const names = new Set(traced.map(({ name }) => name))
  for (const name of [
    'POST /api/public/cashout',
    'batch cashout.request',
    'batch cashout.attempt',
    'transaction',
    'psp payOut.submit',
  ])
    assert.ok(names.has(name), `${name} among ${[...names].join(', ')}`)
  const byId = new Map(collector.spans.map(span => [span.spanId, span]))
  const parentOf = (name: string) => byId.get(traced.find(span => span.name === name)?.parentSpanId ?? '')?.name
  assert.equal(parentOf('batch cashout.request'), 'POST /api/public/cashout')
  assert.ok(
    traced.some(
      ({ name, parentSpanId }) =>
        name === 'transaction' && byId.get(parentSpanId ?? '')?.name === 'batch cashout.request',
    ),
  )
  // Of the event that the submission publishes; what the bank reports later begins a trace of its own.
  assert.equal(parentOf('delivery'), 'transaction', 'a delivery belongs to what has caused it')
  assert.ok(collector.spans.every(({ traceId }) => !traceId.startsWith('1bf7')))
  // Times and ids of spans are full of digits: an account's number is looked for as a word.
  for (const secret of secrets)
    assert.ok(!new RegExp(`\\b${RegExp.escape(secret)}\\b`).test(collector.text()), `${secret} is in a span`)
})

test('a collector that takes no traces is named in the log', async () => {
  const lines: string[] = []
  const server = createServer((_request, response) => response.writeHead(401).end('no')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  {
    await using gateway = await openTestGateway({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        LOG_LEVEL: 'warn',
      },
      logTo: { write: line => void lines.push(line) },
    })
    await call(gateway.url, 'GET', '/health/live')
  }
  server.closeAllConnections()
  server.close()
  const logged = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'traces could not be sent')
  assert.equal(logged.length, 1, lines.join(''))
  assert.match(logged[0].reason, /Unauthorized|401/)
})
