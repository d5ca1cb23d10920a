// Receivers that misbehave on the wire. None holds more than its own time, and its failure has a plain message.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { BODY, egressFor, namesOf, OK, openWild, outcomeOf, untilClosed } from './egress-scene.ts'

const DEADLINE_MS = 1_000
const GO_ON = 'HTTP/1.1 100 Continue\r\n'
const CONTINUE = `${GO_ON}\r\n`
const EARLY = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
const NOT_HTTP = 'what came is not an answer in HTTP'

describe('a receiver that', () => {
  const message: [sentence: string, talk: (socket: Socket) => void, outcome: string | RegExp][] = [
    ['answers', socket => void socket.write(OK), '200'],
    ['answers and closes', socket => void socket.end(OK.replace('OK\r\n', 'OK\r\nconnection: close\r\n')), '200'],
    ['closes without a word', socket => void socket.destroy(), 'the connection was closed'],
    ['ends without a word', socket => void socket.end(), 'the connection was closed'],
    ['resets', socket => void socket.resetAndDestroy(), 'connection reset'],
    [
      'ends in the middle of the headers',
      socket => void socket.end('HTTP/1.1 200 OK\r\nx-a:'),
      'the connection was closed',
    ],
    [
      'speaks something else',
      socket => void socket.write('SSH-2.0-OpenSSH_9.9\r\n'),
      /^what came is not an answer in HTTP/,
    ],
    ['never answers', () => {}, 'no answer in time'],
    ['drips its headers', socket => drip(socket, 'HTTP/1.1 200 OK\r\nx-long: '), 'no answer in time'],
    [
      'never ends its headers',
      socket => flood(socket, `HTTP/1.1 200 OK\r\n`, 'x-a: b\r\n'.repeat(500)),
      /headers .* too long/,
    ],
    [
      'has one header without an end',
      socket => flood(socket, `HTTP/1.1 200 OK\r\nx-a: `, 'b'.repeat(4_000)),
      /headers .* too long/,
    ],
    ['announces before it answers', socket => void socket.write(`${EARLY}${OK}`), '200'],
    ['sends 100 Continue unrequested', socket => void socket.write(`${CONTINUE}${OK}`), '200'],
    ['sends 100 Continue unrequested, with headers', socket => void socket.write(`${GO_ON}x-a: b\r\n\r\n${OK}`), '200'],
    [
      'sends 100 Continue between announcements',
      socket => void socket.write(EARLY + CONTINUE + EARLY + CONTINUE + OK),
      '200',
    ],
    ['sends 100 Continue a byte at a time', socket => slowly(socket, `${EARLY}${CONTINUE}\r\n${OK}`), '200'],
    ['sends 100 Continue, and closes', socket => void socket.end(CONTINUE), 'the connection was closed'],
    ['sends 100 Continue, and never answers', socket => void socket.write(CONTINUE), 'no answer in time'],
    ['announces every now and then', socket => drip(socket, '', CONTINUE), 'no answer in time'],
    ['answers with a status that there is not', socket => void socket.write(OK.replace('200', '000')), NOT_HTTP],
    [
      'switches to another protocol',
      socket => void socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      'the connection was closed',
    ],
    [
      'redirects',
      socket => void socket.write('HTTP/1.1 307 Moved\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'),
      '307',
    ],
    [
      'takes it, and resets in the middle of the body',
      socket => void socket.write('HTTP/1.1 201 Ok\r\ncontent-length: 9\r\n\r\noh', () => socket.resetAndDestroy()),
      '201',
    ],
    [
      'resets in the middle of the body',
      socket => void socket.write('HTTP/1.1 500 No\r\ncontent-length: 9\r\n\r\noh', () => socket.resetAndDestroy()),
      '500',
    ],
    [
      'says two lengths',
      socket => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok'),
      /not an answer in HTTP/,
    ],
  ]
  for (const [sentence, talk, outcome] of message)
    it(`${sentence}: ${outcome}`, async t => {
      const wild = await openWild(t, talk)
      const timeoutMs = outcome === 'no answer in time' ? DEADLINE_MS : 5_000
      const expected = await outcomeOf(egressFor(t, { timeoutMs }), wild.url)
      if (typeof outcome === 'string') assert.equal(expected, outcome)
      else assert.match(expected, outcome)
      assert.equal(wild.requests.length, 1)
    })

  it('sends 100 Continue unrequested keeps its connection', async t => {
    const wild = await openWild(t, socket => void socket.write(`${CONTINUE}${OK}`))
    const egress = egressFor(t)
    for (let n = 0; n < 5; n++) assert.equal((await egress.post(wild.url, {}, BODY)).head, 'ok')
    assert.deepEqual([wild.connections.length, wild.requests.length], [1, 5])
  })

  it('is not there: connection refused', async t => {
    assert.equal(await outcomeOf(egressFor(t), 'http://127.0.0.1:1/'), 'connection refused')
  })

  it('answers before it has read the body is believed', async t => {
    const wild = await openWild(
      t,
      () => {},
      socket => void socket.pause().write(OK),
    )
    const { status, head } = await egressFor(t).post(wild.url, {}, Buffer.alloc(4_000_000, 'x'))
    assert.deepEqual({ status, head }, { status: 200, head: 'ok' })
  })

  it('has a name that does not resolve', async t => {
    const failing = (code: string) => namesOf(() => Promise.reject(Object.assign(new Error(), { code })))
    for (const [code, expected] of [
      ['ENOTFOUND', 'the name does not resolve'],
      ['EAI_AGAIN', 'the name cannot be resolved at the moment'],
    ] as const)
      assert.equal(await outcomeOf(egressFor(t, { names: failing(code) }), 'http://shop.example.com/'), expected)
    assert.equal(await outcomeOf(egressFor(t), 'http://does-not-exist.invalid/'), 'the name does not resolve')
  })
})

describe('the body of an answer', () => {
  const answer = (body: Buffer | string) => (socket: Socket) => {
    const bytes = Buffer.from(body)
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`)
    socket.write(bytes)
  }
  const heads: [sentence: string, body: Buffer | string, head: string][] = [
    ['is kept', 'Olá, ação', 'Olá, ação'],
    ['may be empty', '', ''],
    ['is kept without NUL', 'a\0b\0', 'ab'],
    ['may be no text', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
    ['is kept up to 2 KiB', 'x'.repeat(5_000), 'x'.repeat(2_048)],
    ['is cut between two characters', `x${'ã'.repeat(3_000)}`, `x${'ã'.repeat(1_023)}`],
    ['is cut between two characters of four bytes', `xyz${'😀'.repeat(1_000)}`, `xyz${'😀'.repeat(511)}`],
    ['of 64 KiB is read', Buffer.alloc(65_536, 'x'), 'x'.repeat(2_048)],
  ]
  for (const [sentence, body, head] of heads)
    it(sentence, async t => {
      const wild = await openWild(t, answer(body))
      const egress = egressFor(t)
      for (let n = 0; n < 2; n++) assert.equal((await egress.post(wild.url, {}, BODY)).head, head)
      assert.equal(wild.connections.length, 1, 'the connection was kept')
    })

  it('of 10 MB is not read: the status counts, and the connection is closed', async t => {
    let written = 0
    const wild = await openWild(t, socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000000\r\n\r\n')
      const more = () => {
        written += 10_000
        if (!socket.destroyed && written < 10_000_000) socket.write('x'.repeat(10_000), () => setImmediate(more))
      }
      more()
    })
    const { status, error, head } = await egressFor(t).post(wild.url, {}, BODY)
    assert.deepEqual({ status, error, head }, { status: 200, error: null, head: 'x'.repeat(2_048) })
    await untilClosed(wild)
    assert.ok(written < 10_000_000, `${written} bytes`)
  })

  it('that drips a byte at a time ends with the deadline: the status counts', async t => {
    const wild = await openWild(t, socket => drip(socket, 'HTTP/1.1 202 Accepted\r\n\r\n'))
    const { status, error, durationMs } = await egressFor(t, { timeoutMs: DEADLINE_MS }).post(wild.url, {}, BODY)
    assert.deepEqual({ status, error }, { status: 202, error: null })
    assert.ok(durationMs >= DEADLINE_MS - 5 && durationMs < DEADLINE_MS + 1_500, `${durationMs} ms`)
    await untilClosed(wild)
  })
})

describe('a receiver that pours', () => {
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
  const floods: [what: string, begin: string, again: string, told: string][] = [
    ['announcements', '', EARLY.repeat(100), 'the answer is too long'],
    ['requests to go on', '', CONTINUE.repeat(100), 'the answer is too long'],
    ['blank lines', '', '\r\n'.repeat(1_000), 'the answer is too long'],
    ['a reason without an end', 'HTTP/1.1 200 ', 'x'.repeat(4_000), 'the answer is too long'],
    ['a chunk extension without an end', `${chunked}1;a=`, 'x'.repeat(4_000), '200'],
    ['the length of a chunk without an end', chunked, '0'.repeat(4_000), '200'],
    ['chunks of one byte', chunked, '1\r\nx\r\n'.repeat(500), '200'],
  ]
  for (const [what, begin, again, expected] of floods)
    it(`${what} is cut off long before the deadline`, async t => {
      let written = 0
      const wild = await openWild(t, socket =>
        flood(socket, begin, again, () => {
          written += again.length
        }),
      )
      assert.equal(await outcomeOf(egressFor(t, { timeoutMs: 60_000 }), wild.url), expected)
      await untilClosed(wild)
      assert.ok(written < 10_000_000, `${written} bytes`)
      assert.equal(wild.requests.length, 1)
    })

  it('nothing of the sort has as much for every request of a connection', async t => {
    const long = `HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n${'x'.repeat(60_000)}`
    const wild = await openWild(t, socket => void socket.write(long))
    const egress = egressFor(t)
    for (let n = 0; n < 5; n++) assert.equal(await outcomeOf(egress, wild.url), '200')
    assert.deepEqual([wild.connections.length, wild.requests.length], [1, 5])
  })
})

describe('what is written', () => {
  it('is one request with the body as it was given', async t => {
    const wild = await openWild(t, socket => void socket.write(OK))
    await egressFor(t).post(`${wild.url}?a=%20b&c=ção#part`, { 'X-Service-Event-Id': 'e1' }, Buffer.from('{"é":1}'))
    const [head = '', body] = (wild.requests[0] ?? '').split('\r\n\r\n')
    assert.equal(head.split('\r\n')[0], 'POST /hook?a=%20b&c=%C3%A7%C3%A3o HTTP/1.1')
    assert.match(head, new RegExp(`\r\nhost: 127.0.0.1:${wild.port}\r\n`))
    assert.match(head, /\r\nX-Service-Event-Id: e1\r\n/)
    assert.equal(Buffer.from(body ?? '', 'latin1').toString(), '{"é":1}')
  })

  for (const text of ['a\r\nX-Other: b', 'a\nb', 'a\0b', 'ação 😀', 'a\x7f'])
    it(`is nothing where a header holds ${JSON.stringify(text)}, and others are not touched by it`, async t => {
      const wild = await openWild(t, socket => void socket.write(OK))
      const egress = egressFor(t)
      assert.match(await outcomeOf(egress, wild.url, { 'X-Service-Event-Type': text }), /cannot be written: a header/)
      assert.equal(await outcomeOf(egress, wild.url), '200')
      assert.equal(wild.requests.length, 1)
    })
})

function drip(socket: Socket, begin: string, drop = 'x'): void {
  socket.write(begin)
  const timer = setInterval(() => socket.write(drop), 10)
  socket.on('close', () => clearInterval(timer))
}

/** Each byte on its own, so that it is read on its own. */
function slowly(socket: Socket, text: string): void {
  const [first, ...rest] = text
  if (first !== undefined) socket.write(first, () => setTimeout(slowly, 1, socket, rest.join('')))
}

/** The same again, as soon as there is room for it. */
function flood(socket: Socket, begin: string, again: string, written = () => {}): void {
  const more = () => {
    if (socket.destroyed) return
    written()
    socket.write(again, () => setImmediate(more))
  }
  socket.write(begin)
  more()
}
