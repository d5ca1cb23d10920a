// Names of strangers are asked of the DNS: a name server on this machine that answers what a test says, or nothing.
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { type Names, publicNames } from '#http/egress/names.ts'
import { egressFor, outcomeOf } from './egress-scene.ts'

const TYPES = { A: 1, AAAA: 28 } as const
const CODES = { none: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const
type Type = keyof typeof TYPES
/** Addresses as bytes, a failure, or silence. */
type Answer = number[][] | keyof typeof CODES | 'silence'

async function namesBy(t: TestContext, answer: (name: string, type: Type) => Answer): Promise<Names> {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    const given = answer(name, type)
    if (given !== 'silence') server.send(replyTo(query, end, type, given), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  const names = publicNames([`127.0.0.1:${server.address().port}`])
  t.after(() => names.close())
  return names
}

function questionOf(query: Buffer): { name: string; type: Type; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1) === TYPES.A ? 'A' : 'AAAA', end: at + 5 }
}

function replyTo(query: Buffer, end: number, type: Type, answer: Exclude<Answer, 'silence'>): Buffer {
  const addresses = Array.isArray(answer) ? answer : []
  const reply = Buffer.from(query.subarray(0, end))
  reply.writeUInt16BE(0x8180 | (Array.isArray(answer) ? 0 : CODES[answer]), 2)
  reply.writeUInt16BE(addresses.length, 6)
  // No authorities, no additions.
  reply.writeUInt32BE(0, 8)
  const records = addresses.map(bytes => {
    const head = Buffer.from([0xc0, 12, 0, TYPES[type], 0, 1, 0, 0, 0, 60, 0, bytes.length])
    return Buffer.concat([head, Buffer.from(bytes)])
  })
  return Buffer.concat([reply, ...records])
}

const LOOPBACK_6 = [...Array<number>(15).fill(0), 1]

describe('a name of a stranger', () => {
  it('is resolved to the addresses of both kinds, so that both are judged', async t => {
    const names = await namesBy(t, (_name, type) =>
      type === 'A'
        ? [
            [1, 1, 1, 1],
            [8, 8, 8, 8],
          ]
        : [LOOPBACK_6],
    )
    const found = await names.resolve('shop.example.com')
    assert.deepEqual(found.map(({ address }) => address).sort(), ['1.1.1.1', '8.8.8.8', '::1'])
    assert.equal(
      await outcomeOf(egressFor(t, { publicOnly: true, names }), 'http://shop.example.com/'),
      'the address is not on the public internet',
    )
  })

  it('has addresses of one kind, whatever becomes of the other', async t => {
    for (const other of ['none', 'NXDOMAIN', 'SERVFAIL', 'REFUSED'] as const) {
      const names = await namesBy(t, (_name, type) => (type === 'A' ? [[1, 1, 1, 1]] : other))
      assert.deepEqual(await names.resolve('shop.example.com'), [{ address: '1.1.1.1', family: 4 }])
    }
  })

  const failures: [answer: Answer, told: string][] = [
    ['NXDOMAIN', 'the name does not resolve'],
    ['none', 'the name does not resolve'],
    ['SERVFAIL', 'the name cannot be resolved at the moment'],
    ['REFUSED', 'the name cannot be resolved at the moment'],
  ]
  for (const [answer, told] of failures)
    it(`for which the answer is ${answer}: ${told}`, async t => {
      const names = await namesBy(t, () => answer)
      assert.equal(await outcomeOf(egressFor(t, { publicOnly: true, names }), 'http://shop.example.com/'), told)
    })

  it('that no name server answers for ends with the deadline, and holds nobody else', async t => {
    const names = await namesBy(t, name => (name.startsWith('dead') ? 'silence' : [[10, 0, 0, 1]]))
    const egress = egressFor(t, { publicOnly: true, names, timeoutMs: 1_000 })
    const dead = Array.from({ length: 30 }, (_, n) => outcomeOf(egress, `http://dead-${n}.example.com/`))
    const startedMs = performance.now()
    assert.equal(await outcomeOf(egress, 'http://shop.example.com/'), 'the address is not on the public internet')
    assert.ok(performance.now() - startedMs < 500)
    assert.deepEqual(new Set(await Promise.all(dead)), new Set(['no connection in time']))
  })
})
