// No client holds the server open: a request has to arrive in whole within a bounded time, and a server that closes waits for no client
// that sends nothing.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import test from 'node:test'
import { pino } from 'pino'
import { Type } from 'typebox'
import { buildServer } from '#http/server.ts'

const nobody = () => assert.fail()
const guards = { 'api-key': nobody, session: nobody, operator: nobody, person: nobody }

async function openPublicApi() {
  const { server, close } = await buildServer({ log: pino({ level: 'silent' }), guards, trustProxy: [] })
  const config = { guard: 'none', dialect: 'panel', fails: [] } as const
  server.post('/say', { config, schema: { hide: true, body: Type.Object({}) } }, () => ({ said: true }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return { server, close, port, [Symbol.asyncDispose]: close }
}

const HEAD = 'POST /say HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n'

/** Everything that comes back until the server ends the connection. */
async function answerTo(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', bytes => {
    answer += bytes
  })
  socket.write(text)
  await once(socket, 'close')
  return answer
}

test('a whole request has half a minute to come in, and its headers less', async () => {
  await using api = await openPublicApi()
  const { server } = api
  assert.equal(server.server.requestTimeout, 30_000)
  assert.equal(server.server.headersTimeout, 20_000)
})

test('what does not arrive in whole in time gets an answer that says so, and is cut off', async () => {
  await using api = await openPublicApi()
  const { server, port } = api
  server.server.headersTimeout = 100
  server.server.requestTimeout = 200
  const late = ['', HEAD, `${HEAD}\r\n`, `${HEAD}\r\n{`]
  for (const answer of await Promise.all(late.map(text => answerTo(port, text)))) {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 400 /)
    assert.match(head, /\r\nX-Request-Id: [0-9a-f-]{36}\r\n/)
    assert.deepEqual(JSON.parse(body).error, {
      code: 'INVALID_DATA',
      message: 'The request did not come in whole in time',
    })
  }
})

test('a connection that was answered and says nothing more does not hold up the closing', async () => {
  const { close, port } = await openPublicApi()
  const socket = connect(port, '127.0.0.1')
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  socket.write(`${HEAD}\r\n{}`)
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 200 /)
  const asked = performance.now()
  await close()
  // It would be waited for until its headers are late.
  assert.ok(performance.now() - asked < 10_000)
  socket.destroy()
  silent.destroy()
})
