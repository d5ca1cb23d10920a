// Names of strangers are looked up in the DNS: a name server on this machine that answers what a test says, or nothing.
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { type Names, publicNames } from '#http/egress/names.ts'
import { egressFor, openWild, outcomeOf } from './egress-scene.ts'

const NOT_PUBLIC = 'the address is not on the public internet'

const TYPES = { A: 1, AAAA: 28 } as const
const CNAME = 5
const CODES = { none: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const
type Type = keyof typeof TYPES
/** Addresses as bytes, directly or behind other names, a failure, or silence. */
type Answer = number[][] | { via: string[]; to: number[][] } | keyof typeof CODES | 'silence'

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
  return publicNames([`127.0.0.1:${server.address().port}`])
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
  const isFailure = typeof answer === 'string'
  const { via, to } = isFailure ? { via: [], to: [] } : Array.isArray(answer) ? { via: [], to: answer } : answer
  const reply = Buffer.from(query.subarray(0, end))
  reply.writeUInt16BE(0x8180 | (isFailure ? CODES[answer] : 0), 2)
  reply.writeUInt16BE(via.length + to.length, 6)
  // No authorities, no additions.
  reply.writeUInt32BE(0, 8)
  // The name that was looked up is in the question.
  let owner: Buffer = Buffer.from([0xc0, 12])
  const records = via.map(name => {
    const next = nameIn(name)
    const record = recordOf(owner, CNAME, next)
    owner = next
    return record
  })
  return Buffer.concat([reply, ...records, ...to.map(bytes => recordOf(owner, TYPES[type], Buffer.from(bytes)))])
}

const recordOf = (owner: Buffer, type: number, data: Buffer): Buffer =>
  Buffer.concat([owner, Buffer.from([0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data])

const nameIn = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map(label => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])])

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
    assert.equal(await outcomeOf(egressFor(t, { publicOnly: true, names }), 'http://shop.example.com/'), NOT_PUBLIC)
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
  for (const [answer, expected] of failures)
    it(`for which the answer is ${answer}: ${expected}`, async t => {
      const names = await namesBy(t, () => answer)
      assert.equal(await outcomeOf(egressFor(t, { publicOnly: true, names }), 'http://shop.example.com/'), expected)
    })

  it('that no name server answers for ends with the deadline, and delays no other', async t => {
    const names = await namesBy(t, name => (name.startsWith('dead') ? 'silence' : [[10, 0, 0, 1]]))
    const egress = egressFor(t, { publicOnly: true, names, timeoutMs: 3_000 })
    let ended = 0
    const dead = Array.from({ length: 30 }, (_, n) =>
      outcomeOf(egress, `http://dead-${n}.example.com/`).finally(() => ended++),
    )
    assert.equal(await outcomeOf(egress, 'http://shop.example.com/'), NOT_PUBLIC)
    assert.equal(ended, 0)
    assert.deepEqual(new Set(await Promise.all(dead)), new Set(['no connection in time']))
  })

  it('that is another name of an address inside is refused, through however many names', async t => {
    const wild = await openWild(t, () => {})
    const via = ['shop.cdn.example.net', 'a.b.c.example.org', 'edge.example.com']
    const to: Record<Type, number[][]> = {
      A: [
        [1, 1, 1, 1],
        [127, 0, 0, 1],
      ],
      AAAA: [],
    }
    const names = await namesBy(t, (_name, type) => ({ via, to: to[type] }))
    const found = await names.resolve('shop.example.com')
    assert.deepEqual(found.map(({ address }) => address).sort(), ['1.1.1.1', '127.0.0.1'])
    const egress = egressFor(t, { publicOnly: true, names })
    assert.equal(await outcomeOf(egress, `http://shop.example.com:${wild.port}/`), NOT_PUBLIC)
    assert.equal(wild.connections.length, 0)
  })

  it('that is another name and leads nowhere does not resolve', async t => {
    const names = await namesBy(t, () => ({ via: ['gone.example.net'], to: [] }))
    const egress = egressFor(t, { publicOnly: true, names })
    assert.equal(await outcomeOf(egress, 'http://shop.example.com/'), 'the name does not resolve')
  })

  for (const name of [
    'localhost',
    'localhost.',
    'a.localhost',
    'metadata.google.internal',
    'metadata',
    '127.0.0.1.nip.io',
  ])
    it(`that means an internal address is refused, even if it was saved: ${name}`, async t => {
      const wild = await openWild(t, () => {})
      const names = await namesBy(t, (_name, type) => (type === 'A' ? [[127, 0, 0, 1]] : 'none'))
      const egress = egressFor(t, { publicOnly: true, names })
      assert.equal(await outcomeOf(egress, `http://${name}:${wild.port}/`), NOT_PUBLIC)
      assert.equal(wild.connections.length, 0)
    })

  it('is not looked up for longer than a request waits for it', async t => {
    const names = await namesBy(t, () => 'silence')
    const unwanted = new AbortController()
    const asked = names.resolve('dead.example.com', unwanted.signal)
    unwanted.abort()
    await assert.rejects(asked, { message: 'the name cannot be resolved at the moment' })
  })

  it('is known to be unwanted once its deadline has passed, and not before', async t => {
    const signals: (AbortSignal | undefined)[] = []
    const address = Promise.withResolvers<LookupAddress[]>()
    const resolve: Names['resolve'] = (name, signal) => {
      signals.push(signal)
      return name.startsWith('dead') ? address.promise : Promise.resolve([{ address: '10.0.0.1', family: 4 }])
    }
    const egress = egressFor(t, { publicOnly: true, names: { resolve }, timeoutMs: 1_000 })
    const expected = ['dead', 'shop'].map(name => outcomeOf(egress, `http://${name}.example.com/`))
    assert.deepEqual(await Promise.all(expected), ['no connection in time', NOT_PUBLIC])
    assert.deepEqual(
      signals.map(signal => signal?.aborted),
      [true, false],
    )
  })
})
