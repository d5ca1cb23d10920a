// What the guide says of odd answers and of bodies that are serialised again, so that it stays so.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { it } from 'node:test'
import { openEgress } from '#http/egress/egress.ts'
import { judge } from '#notification/delivery/delivery.ts'

const ODD: [name: string, answer: string, status: number | null][] = [
  ['600', 'HTTP/1.1 600 X\r\nContent-Length: 2\r\n\r\nok', 600],
  ['999', 'HTTP/1.1 999 X\r\nContent-Length: 2\r\n\r\nok', 999],
  ['a status of four digits', 'HTTP/1.1 1000 X\r\nContent-Length: 2\r\n\r\nok', null],
  ['two equal lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok', null],
  ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', null],
  ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', null],
]

it('odd answers are what the guide says, and are tried again', async () => {
  const egress = openEgress({ publicOnly: false, timeoutMs: 5_000 })
  for (const [name, answer, status] of ODD) {
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(answer))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as { port: number }
    const posted = await egress.post(`http://127.0.0.1:${port}/`, {}, Buffer.from('{}'))
    assert.equal(posted.status, status, name)
    assert.equal(judge(posted, 'default', 0, [1_000], 0).outcome, 'RETRY', name)
    await new Promise(done => server.close(done))
  }
  await egress.close()
})

const hasPython = spawnSync('python3', ['--version']).status === 0

it('Python gives the signed bytes again with the options of the guide', { skip: !hasPython }, () => {
  const title = 'Café ☕ 𝄞 \u2028 </b> \\ " \t \u0001'
  const body = JSON.stringify({
    id: 4,
    amount: '15000',
    title,
    shipping: JSON.stringify({ a: '/' }),
    none: null,
    a: [{}],
  })
  const program =
    'import json,sys; sys.stdout.buffer.write(json.dumps(json.loads(sys.stdin.buffer.read()), separators=(",", ":"), ensure_ascii=False).encode())'
  assert.equal(spawnSync('python3', ['-c', program], { input: body }).stdout.toString('utf8'), body)
})
