// What is requested a second time, and what is certain to have never left: a lookup may be repeated, a write never, and only a request of
// which no byte can have arrived is called unsent.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { Method, Reply } from '#psp/client/http.ts'
import { pauseBeforeSecond } from '#psp/client/retry.ts'
import { type Answer, cut, isToken, json, nobodysUrl, openGrantingPsp, openHttp, openPsp, TOKEN } from './fake-psp.ts'

/** Of a call that is never answered: its token has come by then, also on a busy machine. */
const SILENT_MS = 2_000

const saying =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_request, _body, response) =>
    json(response, status, {}, headers)

/** Each answer once, the last for ever. */
const inTurn = (...answers: Answer[]): Answer => {
  let next = 0
  return (...call) => (answers[Math.min(next++, answers.length - 1)] as Answer)(...call)
}

const WRITES = ['PUT', 'PATCH', 'POST', 'DELETE'] as const

describe('a second try', () => {
  const troubles: [sentence: string, answer: Answer][] = [
    ['a connection that is cut', cut],
    ['500', saying(500)],
    ['503', saying(503)],
    ['429', saying(429)],
    ['429 with a short pause', saying(429, { 'retry-after': '0' })],
  ]
  for (const [sentence, answer] of troubles) {
    it(`follows ${sentence} of a GET`, async t => {
      const { http, asked } = await openGrantingPsp(t, inTurn(answer, saying(200)))
      assert.equal((await http.call('GET', '/v2/cob/x')).status, 200)
      assert.deepEqual(asked, ['GET /v2/cob/x', 'GET /v2/cob/x'])
    })

    it(`of a GET after ${sentence} is the last`, async t => {
      const { http, asked } = await openGrantingPsp(t, answer)
      await http.call('GET', '/v2/cob/x')
      assert.equal(asked.length, 2)
    })

    for (const method of WRITES)
      it(`never follows ${sentence} of a ${method}`, async t => {
        const { http, asked } = await openGrantingPsp(t, inTurn(answer, saying(200)))
        assert.notEqual((await http.call(method, '/v2/cob/x', {})).status, 200)
        assert.equal(asked.length, 1)
      })
  }

  for (const status of [200, 302, 400, 403, 404, 422])
    it(`does not follow ${status}`, async t => {
      const { http, asked } = await openGrantingPsp(t, saying(status))
      assert.equal((await http.call('GET', '/v2/cob/x')).status, status)
      assert.equal(asked.length, 1)
    })

  it('waits for as long as the PSP requests', async t => {
    const times: number[] = []
    const noted: Answer = (_request, _body, response) => {
      times.push(performance.now())
      json(response, times.length === 1 ? 429 : 200, {}, { 'retry-after': '1' })
    }
    const { http } = await openGrantingPsp(t, noted)
    assert.equal((await http.call('GET', '/v2/cob/x')).status, 200)
    const [first = 0, second = 0] = times
    assert.ok(second - first >= 990, `${second - first} ms`)
  })

  it('is not waited for where the deadline comes first', async t => {
    const { http, asked } = await openGrantingPsp(t, saying(429, { 'retry-after': '2' }), { timeoutMs: 1_900 })
    const begun = performance.now()
    assert.equal((await http.call('GET', '/v2/cob/x')).status, 429)
    assert.equal(asked.length, 1)
    assert.ok(performance.now() - begun < 1_800)
  })

  it('never requests a token twice', async t => {
    let refused = 0
    const { http, asked } = await openPsp(t, (_request, _body, response) => {
      refused++
      json(response, 500, {})
    })
    const reply = await http.call('GET', '/v2/cob/x')
    assert.deepEqual(reply, { status: null, reason: 'no access token from the PSP: HTTP 500', unsent: true })
    assert.deepEqual([refused, asked.length], [1, 0])
  })
})

describe('the pause before a second try', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const nothing: Reply = { status: null, reason: 'no answer' }
  const busy = (retryAfter?: string): Reply => ({ status: 429, body: null, ...(retryAfter && { retryAfter }) })
  const cases: [sentence: string, method: Method, reply: Reply, fraction: number, pauseMs: number | null][] = [
    ['is short', 'GET', nothing, 0, 50],
    ['is jittered', 'GET', nothing, 1, 150],
    ['is what the PSP requests', 'GET', busy('2'), 0, 2_000],
    ['is never shorter than ours', 'GET', busy('0'), 0.5, 100],
    ['may be a date', 'GET', busy('Sun, 01 Mar 2026 12:00:01 GMT'), 0, 1_000],
    ['may be a date that has passed', 'GET', busy('Sun, 01 Mar 2026 11:00:00 GMT'), 0, 50],
    ['may be nonsense', 'GET', busy('soon'), 0, 50],
    ['is not waited for when it is long', 'GET', busy('3'), 0, null],
    ['is not waited for when it is a far date', 'GET', busy('Sun, 01 Mar 2026 12:01:00 GMT'), 0, null],
    ['does not exist for a write', 'PUT', nothing, 0, null],
  ]
  for (const [sentence, method, reply, fraction, pauseMs] of cases)
    it(sentence, () => assert.equal(pauseBeforeSecond(method, reply, now, fraction), pauseMs))
})

/** A server that accepts connections and never sends a byte, not even of TLS. */
async function openMute(t: TestContext): Promise<number> {
  const server = createTcpServer(socket => void socket.on('error', () => {}).resume())
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

describe('a write is unsent', () => {
  const put = (http: Awaited<ReturnType<typeof openPsp>>['http']) => http.call('PUT', '/v3/gn/pix/x', { valor: '1.00' })
  const unsentIn = (reply: Reply) => reply.status === null && reply.unsent === true
  const granting = { enter: () => 'usual' as const, record() {} }

  it('where nothing listens', async t => {
    const reply = await put(openHttp(t, await nobodysUrl()))
    assert.ok(unsentIn(reply), JSON.stringify(reply))
  })

  it('where the name does not exist', async t => {
    const reply = await put(openHttp(t, 'http://psp.invalid'))
    assert.ok(unsentIn(reply), JSON.stringify(reply))
  })

  it('where the connection does not come about in time', async t => {
    const reply = await put(openHttp(t, `https://127.0.0.1:${await openMute(t)}`, { timeoutMs: 300 }))
    assert.ok(unsentIn(reply), JSON.stringify(reply))
  })

  const denials: [sentence: string, answer: Answer][] = [
    ['refuses', (_request, _body, response) => json(response, 401, {})],
    ['fails', (_request, _body, response) => json(response, 500, {})],
    ['cuts the connection', cut],
    ['hangs', () => {}],
  ]
  for (const [sentence, answer] of denials)
    it(`where the PSP ${sentence} when it is asked for a token`, async t => {
      const { http, asked } = await openPsp(t, answer, { timeoutMs: 300 })
      assert.ok(unsentIn(await put(http)))
      assert.deepEqual(asked, [])
    })

  it('where the breaker turns it away', async t => {
    const breaker = { ...granting, enter: () => null }
    const { http, asked } = await openGrantingPsp(t, saying(200), { breaker })
    assert.ok(unsentIn(await put(http)))
    assert.deepEqual(asked, [])
  })

  it('where the PSP is gone after granting the token', async t => {
    const { http } = await openPsp(t, (_request, _body, response) => {
      const { server } = response.socket as unknown as { server: { close(): void } }
      server.close()
      response.shouldKeepAlive = false
      json(response, 200, TOKEN)
    })
    const reply = await put(http)
    assert.deepEqual(reply, { status: null, reason: 'no answer: ECONNREFUSED', code: 'ECONNREFUSED', unsent: true })
  })

  it('where no connection becomes free before its time is over', async t => {
    const hanging: Answer[] = []
    const { http, asked } = await openGrantingPsp(t, (...call) => void hanging.push(() => call), { timeoutMs: 1_000 })
    // There are 32 connections: the calls that got one are in doubt. At their deadline, which is also that of the others, the
    // connections become free: it is chance how many of the others get one still. A round in which all do shows nothing, nor does
    // one in which a busy machine did not come to send so many.
    for (let round = 1; ; round++) {
      const path = `/v3/gn/pix/round${round}`
      const replies = await Promise.all(Array.from({ length: 40 }, () => http.call('PUT', path, { valor: '1.00' })))
      const heard = asked.filter(one => one === `PUT ${path}`).length
      const unsent = replies.filter(unsentIn).length
      assert.ok(heard + unsent <= 40, `${heard} were heard, ${unsent} are unsent`)
      if (heard >= 32 && unsent > 0) return
      assert.ok(round < 20, 'no round left a call without a connection')
    }
  })
})

describe('a write is in doubt', () => {
  const SILENCE = 'nobody answers'
  const doubts: [sentence: string, answer: Answer][] = [
    ['the connection is cut', cut],
    [SILENCE, () => {}],
    [
      'the answer breaks off',
      (_request, _body, response) => {
        response.writeHead(201, { 'content-length': '100' }).write('{')
        setImmediate(() => response.destroy())
      },
    ],
    [
      'the answer is larger than anything a PSP has to say',
      (_request, _body, response) => void response.writeHead(201).end('x'.repeat(1024 * 1024 + 1)),
    ],
    ['the token is refused and the second call is cut', inTurn(saying(401), cut)],
  ]
  for (const [sentence, answer] of doubts)
    it(`where ${sentence}`, async t => {
      const { http } = await openGrantingPsp(t, answer, sentence === SILENCE ? { timeoutMs: SILENT_MS } : {})
      const reply = await http.call('PUT', '/v3/gn/pix/x', { valor: '1.00' })
      assert.ok(reply.status === null && !('unsent' in reply), JSON.stringify(reply))
    })

  it('where the token is refused and there is no other', async t => {
    let granted = 0
    const { http } = await openPsp(t, (request, _body, response) => {
      if (isToken(request) && granted++ === 0) return json(response, 200, TOKEN)
      return json(response, 401, {})
    })
    const reply = await http.call('PUT', '/v3/gn/pix/x', { valor: '1.00' })
    assert.deepEqual(reply, { status: null, reason: 'no access token from the PSP: HTTP 401' })
  })
})
