// What no well-behaved client sends: unknown paths, wrong methods, broken escapes, and bytes that are no HTTP. Each gets an answer in one
// of the five shapes with a request id, or a closed connection, and the gateway goes on.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { assertBooks } from '../books.ts'
import { call } from '../http.ts'
import {
  BALANCE,
  CASHOUT,
  CASHOUT_REQUEST,
  decent,
  inA,
  inD,
  invalidInD,
  keysOf,
  openPublicApi,
  type PublicApi,
  refuses,
  SALES,
} from './public-api.ts'

let api: PublicApi
let written: string
before(async () => {
  api = await openPublicApi({ funds: 200_00 })
  written = await api.books()
})
afterEach(async () => assert.equal(await api.books(), written))
after(async () => {
  await assertBooks(api.gateway)
  // Callers who left half-way do not keep the gateway from closing.
  const began = performance.now()
  await api[Symbol.asyncDispose]()
  assert.ok(performance.now() - began < 15_000)
})

const NOWHERE = inA('NOT_FOUND', 'There is nothing at this path and method')

describe('404 in shape A for', () => {
  const places: [method: string, path: string, body?: string][] = [
    ['GET', '/api'],
    ['GET', '/api/public'],
    ['GET', '/api/public/balance/'],
    ['GET', '/API/public/balance'],
    ['GET', '//api/public/balance'],
    ['GET', '/api/public/balance%2f'],
    ['GET', '/api/transactions/1/2'],
    ['GET', '/favicon.ico'],
    ['GET', '/.env'],
    ['GET', '/api/%zz'],
    ['GET', '/api/transactions/%zz'],
    ['GET', '/api/transactions/%ff'],
    ['GET', '/%'],
    ['PATCH', CASHOUT, '{}'],
    ['POST', BALANCE, '{}'],
    ['PUT', CASHOUT, '{}'],
    ['PATCH', SALES, '{}'],
    ['DELETE', `${CASHOUT}/1`],
    ['OPTIONS', CASHOUT],
    ['POST', '/api/nowhere', '{"amount":'],
    ['POST', '/api/nowhere', `"${'x'.repeat(300_000)}"`],
    ['POST', '/api/nowhere', '{"__proto__":1}'],
  ]
  for (const [method, path, body] of places)
    it(`${method} ${path} ${body?.slice(0, 20) ?? ''}`, async () => {
      refuses(await api.stranger(method, path, body), 404, NOWHERE)
      refuses(await api.request(method, path, body), 404, NOWHERE)
    })

  it('HEAD of a path that is not there, without a body', async () => {
    const answer = await api.request('HEAD', '/nowhere')
    assert.deepEqual([answer.status, answer.text], [404, ''])
  })
})

describe('400 in shape D for a POST of the contract', () => {
  for (const path of [`${CASHOUT}%zz`, `${CASHOUT}/%ff`, `${SALES}%`, `${SALES}/%zz/cancel`])
    it(`to the unreadable address ${path}`, async () =>
      refuses(await api.request('POST', path, CASHOUT_REQUEST), 400, invalidInD('The address is not readable')))
})

describe('bytes over a socket', () => {
  const keyLines = () =>
    Object.entries(keysOf(api.seller))
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
  const get = (lines: string) => `GET ${BALANCE} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`
  const post = (lines: string, body = '') => `POST ${CASHOUT} HTTP/1.1\r\nHost: a\r\n${keyLines()}${lines}\r\n${body}`
  const JSON_TYPE = 'Content-Type: application/json\r\n'

  const answerIn = (heard: string) => {
    const [head = '', body = ''] = heard.split('\r\n\r\n')
    const [statusLine = '', ...lines] = head.split('\r\n')
    const headers = new Headers(lines.map(line => line.split(': ') as [string, string]))
    const answer = { status: Number(statusLine.split(' ')[1]), headers, text: body, body: JSON.parse(body) }
    return decent(answer)
  }

  const UNREADABLE = inA('INVALID_DATA', 'The request is not readable HTTP')
  const unreadable: [name: string, bytes: () => string][] = [
    ['that are no HTTP', () => 'hello\r\n\r\n'],
    ['of a TLS greeting', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['with an unknown method', () => `STEAL ${BALANCE} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['with a blank in the path', () => `GET ${BALANCE} x HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['with raw Latin-1 in the path', () => `GET ${SALES}/\xe9 HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['with NUL in a key', () => get('Host: a\r\nX-Api-Public-Key: pk\0live\r\n')],
    ['with a header without a colon', () => get('Host: a\r\nX-Api-Public-Key\r\n')],
    ['with a folded header', () => get('Host: a\r\nX-Api-Public-Key: pk\r\n X-Injected: yes\r\n')],
    ['with 20 KB of headers', () => get(`Host: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n`)],
    [
      'with a length and chunks',
      () => post(`${JSON_TYPE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`, '0\r\n\r\n'),
    ],
    ['with two lengths', () => post(`${JSON_TYPE}Content-Length: 5\r\nContent-Length: 6\r\n`, '{"a":1')],
    ['with a negative length', () => post(`${JSON_TYPE}Content-Length: -5\r\n`)],
    ['with a chunk that is none', () => post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, 'zz\r\n\r\n')],
  ]
  for (const [name, bytes] of unreadable)
    it(`${name}: 400 in shape A, and the connection is closed`, async () => {
      refuses(answerIn(await api.bytes(bytes())), 400, UNREADABLE)
    })

  it('without Host: 400 in the shape of the place, as HTTP/1.1 demands', async () => {
    const heard = answerIn(await api.bytes(get('')))
    refuses(heard, 400, JSON.stringify({ error: 'INVALID_DATA', message: 'Host: is required' }))
    assert.match(await api.bytes('GET /health/live HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
  })

  it('with an unknown expectation are answered as without it', async () => {
    const heard = answerIn(await api.bytes(get('Host: a\r\nExpect: riches\r\n')))
    assert.equal(heard.status, 401)
  })

  it('with a header hidden in a key by an escaped line end do not inject it', async () => {
    const heard = await api.bytes(get('Host: a\r\nX-Api-Public-Key: pk_%0d%0aSet-Cookie: a=b\r\n'))
    assert.equal(answerIn(heard).status, 401)
    assert.doesNotMatch(heard, /set-cookie/i)
  })

  it('of a body that does not say what it is: 400 in shape D', async () => {
    const heard = answerIn(await api.bytes(post('Content-Length: 2\r\nConnection: close\r\n', '{}')))
    refuses(heard, 400, invalidInD('Content-Type: expected application/json'))
  })

  for (const then of ['end', 'break'] as const)
    it(`that ${then} before the body is complete are no request, and nothing is booked`, async () => {
      const body = JSON.stringify(CASHOUT_REQUEST)
      const heard = await api.bytes(post(`${JSON_TYPE}Content-Length: ${body.length + 1}\r\n`, body), then)
      assert.doesNotMatch(heard, /^HTTP\/1\.1 [25]/)
    })

  it('for another host in an absolute address are served as one’s own', async () => {
    const heard = answerIn(
      await api.bytes(`GET http://elsewhere${BALANCE} HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n`),
    )
    assert.equal(heard.status, 401)
  })

  it('of two requests in one go are answered in order', async () => {
    const heard = await api.bytes(
      `GET /health/live HTTP/1.1\r\nHost: a\r\n\r\nGET ${SALES}/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    assert.match(heard, /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 401 /)
  })
})

describe('every answer', () => {
  it('carries a request id of its own, which the caller cannot choose', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
    const ids = await Promise.all(
      ['/health/live', '/health/ready', '/nowhere', BALANCE, `${SALES}/x`, '/api/account', '/%zz'].map(async path =>
        (await api.stranger('GET', path, undefined, headers)).headers.get('x-request-id'),
      ),
    )
    assert.equal(new Set(ids).size, ids.length)
    assert.equal(ids.includes('mine'), false)
  })

  it('is said to be JSON, and not to be guessed at', async () => {
    const answer = await call(api.gateway.url, 'GET', '/nowhere')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('x-powered-by'), null)
    assert.equal(answer.headers.get('server'), null)
  })

  it('of a callback without the token of a PSP is 404', async () => {
    const answer = await api.stranger('POST', '/callbacks/psp/guess/pix', '{"pix":[]}')
    refuses(answer, 404, NOWHERE)
  })

  it('of the health checks is the truth', async () => {
    assert.equal((await api.stranger('GET', '/health/live')).body.status, 'live')
    assert.equal((await api.stranger('GET', '/health/ready')).text, '{"status":"ready"}')
  })

  it('of an unknown id is the same for a cashout whose account has none', async () => {
    refuses(await api.request('GET', `${CASHOUT}/1`), 404, inD('NOT_FOUND', 'Cashout not found'))
  })
})
