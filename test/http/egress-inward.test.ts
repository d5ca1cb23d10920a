// An address that a caller names may be an internal one. Nothing internal is connected to, however it is spelled and whenever a name comes
// to mean it; where the test needs a public address, one of loopback plays it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { Worker } from 'node:worker_threads'
import { BODY, egressFor, namesOf, OK, openWild, outcomeOf, standIn, untilClosed } from './egress-scene.ts'

const NOT_PUBLIC = 'the address is not on the public internet'
const closing = OK.replace('OK\r\n', 'OK\r\nconnection: close\r\n')

describe('a literal address inside', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '0177.0.0.01',
    '0',
    '0.0.0.0',
    '１２７.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '192.0.0.192',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[5f00::1]',
    '[2001:db8::1]',
  ]
  for (const host of hosts)
    it(`as ${host} is refused, and no name server is asked for it`, async t => {
      const names = namesOf(() => ['8.8.8.8'])
      const egress = egressFor(t, { publicOnly: true, names })
      for (const [scheme, port] of [
        ['http', ''],
        ['https', ''],
        ['http', ':6379'],
      ])
        assert.equal(await outcomeOf(egress, `${scheme}://${host}${port}/latest/meta-data`), NOT_PUBLIC)
      assert.deepEqual(names.asked, [])
    })

  for (const address of [
    'http://[fe80::1%25eth0]/',
    'http://[::1',
    'http://1.2.3.4.5.6/',
    'http://256.1.1.1/',
    'http://exa mple.com/',
    '//127.0.0.1/',
    '',
  ])
    it(`that cannot be read is refused: ${address}`, async t => {
      assert.equal(await outcomeOf(egressFor(t, { publicOnly: true }), address), 'the address cannot be read')
    })
})

describe('an address', () => {
  it('with a user or a password is refused when it is sent to, even if it was saved', async t => {
    const wild = await openWild(t, socket => void socket.write(OK))
    const egress = egressFor(t)
    for (const who of ['user', 'user:password', ':password'])
      assert.equal(
        await outcomeOf(egress, `http://${who}@127.0.0.1:${wild.port}/`),
        'the address holds a user or a password',
      )
    assert.equal(wild.connections.length, 0)
  })

  for (const address of ['ftp://shop.example.com/', 'file:///etc/passwd', 'javascript:1', 'unix:/run/x.sock'])
    it(`of another kind is refused: ${address}`, async t => {
      assert.equal(await outcomeOf(egressFor(t), address), 'the address is neither http nor https')
    })

  it('is judged anew when it has changed', async t => {
    const wild = await openWild(t, socket => void socket.write(OK))
    const egress = egressFor(t, { publicOnly: true, isPublic: standIn })
    assert.equal(await outcomeOf(egress, wild.url), '200')
    assert.equal(await outcomeOf(egress, wild.url.replace('127.0.0.1', '127.0.0.2')), NOT_PUBLIC)
    assert.equal(await outcomeOf(egress, wild.url.replace('//', '//a:b@')), 'the address holds a user or a password')
    assert.equal(wild.requests.length, 1)
  })
})

describe('a name', () => {
  const inside: [sentence: string, addresses: string[]][] = [
    ['that means an address inside', ['10.0.0.1']],
    ['of which one address is inside', ['127.0.0.1', '10.0.0.1']],
    ['of which the first address is inside', ['169.254.169.254', '127.0.0.1']],
    ['of which one address is inside, mapped into IPv6', ['127.0.0.1', '::ffff:10.0.0.1']],
    ['of which one address is inside, translated', ['127.0.0.1', '64:ff9b::a00:1']],
    ['that means the machine itself', ['::1']],
    ['that means something which is no address', ['localhost']],
  ]
  for (const [sentence, addresses] of inside)
    it(`${sentence} is refused, and nothing is connected to`, async t => {
      const wild = await openWild(t, socket => void socket.write(OK))
      const egress = egressFor(t, { publicOnly: true, isPublic: standIn, names: namesOf(() => addresses) })
      assert.equal(await outcomeOf(egress, `http://shop.example.com:${wild.port}/`), NOT_PUBLIC)
      assert.equal(wild.connections.length, 0)
    })

  it('with public addresses is reached at them, and keeps its name on the way', async t => {
    const wild = await openWild(t, socket => void socket.write(OK))
    const names = namesOf(() => ['127.0.0.1'])
    const egress = egressFor(t, { publicOnly: true, isPublic: standIn, names })
    assert.equal(await outcomeOf(egress, `http://LOJA.Ação.example:${wild.port}/`), '200')
    assert.deepEqual(
      names.asked,
      ['loja.xn--ao-2ia0b.example'].map(() => new URL('http://loja.ação.example').hostname),
    )
    assert.match(wild.requests[0] ?? '', new RegExp(`\r\nhost: loja.xn--[a-z0-9-]+.example:${wild.port}\r\n`))
  })

  it('that comes to mean an internal address is refused at its next lookup', async t => {
    const wild = await openWild(t, socket => void socket.end(closing))
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']]
    const names = namesOf(() => answers.shift() ?? [])
    const egress = egressFor(t, { publicOnly: true, isPublic: standIn, names })
    const url = `http://shop.example.com:${wild.port}/`
    const expected = [await outcomeOf(egress, url), await outcomeOf(egress, url), await outcomeOf(egress, url)]
    assert.deepEqual(expected, ['200', NOT_PUBLIC, '200'])
    assert.deepEqual([wild.connections.length, names.asked.length], [2, 3])
  })

  it('is looked up once for a connection: what was judged is what is connected to', async t => {
    const wild = await openWild(t, socket => void socket.write(OK))
    let asked = 0
    const names = namesOf(() => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']))
    const egress = egressFor(t, { publicOnly: true, isPublic: standIn, names })
    for (let n = 0; n < 3; n++) assert.equal(await outcomeOf(egress, `http://shop.example.com:${wild.port}/`), '200')
    assert.deepEqual([asked, wild.connections.length], [1, 1])
  })

  for (const scheme of ['http', 'https'])
    it(`whose connection leads elsewhere than was judged gets nothing written, over ${scheme}`, async t => {
      const wild = await openWild(t, socket => void socket.write(OK))
      // The second judgement is the one of the connection.
      let judged = 0
      const egress = egressFor(t, {
        publicOnly: true,
        isPublic: () => ++judged === 1,
        names: namesOf(() => ['127.0.0.1']),
      })
      assert.equal(await outcomeOf(egress, `${scheme}://shop.example.com:${wild.port}/`), NOT_PUBLIC)
      await untilClosed(wild)
      assert.deepEqual([judged, wild.connections.length, wild.connections[0]?.bytesRead], [2, 1, 0])
    })

  it('with an address that does not answer is tried at the next', async t => {
    const wild = await openWild(t, socket => void socket.write(OK))
    const names = namesOf(() => ['127.0.0.9', '127.0.0.1'])
    const egress = egressFor(t, { publicOnly: true, isPublic: () => true, names })
    assert.equal(await outcomeOf(egress, `http://shop.example.com:${wild.port}/`), '200')
  })

  it('with an address that is slow to connect is not given up for the next', async t => {
    const slow = await openFull(t)
    const names = namesOf(() => ['127.0.0.1', '127.0.0.9'])
    const egress = egressFor(t, { publicOnly: true, isPublic: () => true, names })
    const posted = egress.post(`http://shop.example.com:${slow.port}/`, {}, BODY)
    setTimeout(slow.release, 600)
    const { status, durationMs } = await posted
    assert.equal(status, 200)
    assert.ok(durationMs > 500, `${durationMs} ms`)
  })

  it('is not resolved twice by a redirect: it is not followed', async t => {
    const moved = 'HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/\r\ncontent-length: 0\r\n\r\n'
    const wild = await openWild(t, socket => void socket.write(moved))
    const names = namesOf(() => ['127.0.0.1'])
    const egress = egressFor(t, { publicOnly: true, isPublic: standIn, names })
    assert.equal(await outcomeOf(egress, `http://shop.example.com:${wild.port}/`), '302')
    assert.deepEqual([names.asked.length, wild.requests.length], [1, 1])
  })
})

/**
 * A receiver whose queue of connections is full until it is released: the system drops further connections, and the client tries again
 * after a second.
 */
async function openFull(t: TestContext): Promise<{ port: number; release: () => void }> {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    const server = require('node:net').createServer(socket => socket.on('error', () => {}).once('data', () => socket.end(${JSON.stringify(closing)})))
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => parentPort.postMessage(server.address().port))
    parentPort.once('message', () => {
      parentPort.postMessage('blocked')
      Atomics.wait(workerData, 0, 0)
    })`,
    { eval: true, workerData: gate },
  )
  t.after(() => worker.terminate())
  const [port] = (await once(worker, 'message')) as [number]
  worker.postMessage('block')
  await once(worker, 'message')
  const fillers = [1, 2].map(() => connect(port, '127.0.0.1').on('error', () => {}))
  t.after(() => {
    for (const filler of fillers) filler.destroy()
  })
  await Promise.all(fillers.map(filler => once(filler, 'connect')))
  const release = () => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  }
  return { port, release }
}
