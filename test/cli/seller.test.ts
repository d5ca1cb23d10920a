// The command line with a seller's keys alone, against a gateway that it knows by its address: keys, lists, events that reach a server on
// the programmer's machine, and what was sent again.
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openBank } from '../../sandbox/bank.ts'
import { verifyWebhook } from '../../sdk/typescript/src/verify.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { type Notification, openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { keysIn, openLine, type Running, run } from './seller.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

describe('the command line of sellers', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let open: () => Promise<TestGateway>
  let receiver: Receiver
  let shop: Shop
  let home: string
  before(async () => {
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
    resources.defer(() => bank.close())
    open = () => openTestGateway({ on: { connection, bank } })
    gateway = resources.use(await open())
    receiver = resources.use(await openReceiver())
    shop = await openShop(gateway, { funds: 500_00 })
    // Who listens hears of what is listed from then on: the sale that brought the funds is listed before.
    await until(async () => {
      const { body } = await shop.seller.api('GET', '/api/events')
      return body.data.length === 2 || null
    }, 'the events of the first sale to be listed')
    home = await mkdtemp(join(tmpdir(), 'porteira-home-'))
    resources.defer(() => rm(home, { recursive: true }))
  })
  after(() => resources.disposeAsync())

  const env = (address = gateway.url) => ({
    HOME: home,
    PORTEIRA_LISTEN_SECRET: SECRET,
    ...keysIn(address, shop.seller),
  })
  const ends = (args: string[], more: Record<string, string> = env(), input = '') => run(args, more, input).ended
  const at = (path: string) => (given: Notification) => given.path === path
  const idOf = ({ headers }: Notification) => headers['x-service-event-id']

  async function listening(path: string, args: string[] = [], address = gateway.url): Promise<Running> {
    const listener = run(['listen', '--forward-to', `${receiver.url}${path}`, ...args], env(address))
    await listener.says(/Listening at/)
    return listener
  }

  it('keeps checked keys where their user alone may read them, and never prints the private one', async () => {
    const { publicKey, privateKey } = shop.seller
    const keep = [
      'login',
      '--address',
      gateway.url,
      '--public-key',
      publicKey,
      '--private-key-stdin',
      '--profile',
      'loja',
    ]
    const wrong = await ends(keep, { HOME: home }, `${privateKey.slice(0, -1)}!\n`)
    assert.deepEqual([wrong.code, wrong.out], [1, ''])
    assert.match(wrong.err, /^401 UNAUTHORIZED: .* \(request [\w-]+\)\n$/)
    const kept = await ends(keep, { HOME: home }, `${privateKey}\n`)
    assert.deepEqual([kept.code, kept.err], [0, ''])
    const file = join(home, '.config', 'porteira', 'keys.json')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    await chmod(file, 0o644)
    assert.equal((await ends(keep, { HOME: home }, `${privateKey}\n`)).code, 0)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const who = await ends(['whoami', '--profile', 'loja'], { HOME: home })
    assert.deepEqual([who.code, who.out], [0, `${publicKey} (test) at ${gateway.url}: the pair is good.\n`])
    assert.equal((kept.out + wrong.err + who.out).includes(privateKey), false)
    const far = await ends(['whoami'], { ...env(), PORTEIRA_URL: 'http://pay.example.com' })
    assert.match(far.err, /is not https: keys would travel in clear/)
    assert.equal((await ends(['logout', '--profile', 'loja'], { HOME: home })).code, 0)
    assert.equal(await readFile(file, 'utf8'), '{}\n')
    const none = await ends(['whoami', '--profile', 'loja'], { HOME: home })
    assert.match(none.err, /^There are no keys for the profile "loja"/)
  })

  it('has help for each command, and ends with 2 where it does not understand', async () => {
    const help = await ends(['listen', '--help'], {})
    assert.deepEqual([help.code, help.err], [0, ''])
    assert.match(help.out, /--forward-to\n/)
    const wrong = await ends(['listen', '--forward'], {})
    assert.deepEqual([wrong.code, wrong.out], [2, ''])
  })

  it('brings events to a server, with the body, headers and signature of a webhook', async () => {
    await shop.signed({ url: `${receiver.url}/webhook` }, ['sale.pending'])
    await using listener = await listening('/listen', ['--events', 'sale.pending,sale.canceled'])
    const sale = await shop.seller.sell(10_00, { customer: { name: 'José "Zé" da Conceição ☕' } })
    const [byWebhook] = await receiver.gets(1, at('/webhook'))
    const [byListener] = await receiver.gets(1, at('/listen'))
    assert.deepEqual(byListener?.raw, byWebhook?.raw)
    const names = (one?: Notification) =>
      Object.keys(one?.headers ?? {}).filter(name => /^(x-|content-type|user)/.test(name))
    assert.deepEqual(names(byListener).sort(), names(byWebhook).sort())
    const { raw: body, headers } = byListener as Notification
    const event = await verifyWebhook({ body, headers, secret: SECRET })
    assert.deepEqual([event.type, event.isRedelivery], ['sale.pending', false])
    assert.equal(event.eventId, idOf(byWebhook as Notification))
    await listener.says(/sale\.pending {2}[\w-]{36} → 200 {2}\d+ ms/)
    assert.equal(body.includes(sale.uuid), true)
    const { code, out } = await listener.interrupt()
    assert.equal(code, 0)
    assert.match(out, /Ended\. To go on from here: --after \w+\n$/)
  })

  it('tries again what the server had no time for, and keeps the order of each object', async () => {
    await using server = await openReceiver()
    server.answers.unshift(503)
    await using listener = run(['listen', '--forward-to', server.url], env())
    await listener.says(/Listening at/)
    const sale = await shop.seller.sell(11_00)
    await shop.seller.api('POST', `/api/transactions/${sale.uuid}/cancel`)
    const three = await server.gets(3)
    assert.deepEqual(
      three.map(({ headers }) => headers['x-service-event-type']),
      ['sale.pending', 'sale.pending', 'sale.canceled'],
    )
    await listener.says(/→ 503 {2}\d+ ms, again in 1 s \(attempt 1\)/)
  })

  it('gets what is sent again by the command line and in the panel, also without any webhook', async () => {
    const other = await openShop(gateway)
    const mine = { HOME: home, PORTEIRA_LISTEN_SECRET: SECRET, ...keysIn(gateway.url, other.seller) }
    const sale = await other.seller.sell(13_00)
    const { body: page } = await until(async () => {
      const answer = await other.seller.api('GET', '/api/events')
      return answer.body.data.length > 0 ? answer : null
    }, 'the event')
    const { eventId, id, payload } = page.data[0]
    await using listener = run(['listen', '--forward-to', `${receiver.url}/resent`], mine)
    await listener.says(/Listening at/)
    const resent = await ends(['events', 'resend', eventId], mine)
    assert.deepEqual([resent.code, resent.out], [0, `sale.pending ${eventId} is sent again to those who listen.\n`])
    const [first] = await receiver.gets(1, at('/resent'))
    const { raw: body, headers } = first as Notification
    assert.equal((await verifyWebhook({ body, headers, secret: SECRET })).isRedelivery, true)
    assert.deepEqual([idOf(first as Notification), first?.body], [eventId, payload])
    const got = await ends(['events', 'get', String(id)], mine)
    assert.equal(JSON.parse(got.out).eventId, eventId)
    assert.equal(sale.uuid, payload.uuid)

    const webhook = await other.signed({ url: `${receiver.url}/hook` }, ['sale.canceled'])
    await other.seller.api('POST', `/api/transactions/${sale.uuid}/cancel`)
    await receiver.gets(1, at('/hook'))
    const [delivery] = await until(async () => {
      const { body: log } = await other.person.call('GET', `/api/webhook/${webhook.id}/deliveries`)
      return log[0]?.status === 'DELIVERED' ? log : null
    }, 'the delivery')
    assert.equal((await other.person.call('POST', `/api/webhook/deliveries/${delivery.id}/resend`)).status, 202)
    const three = await receiver.gets(3, at('/resent'))
    assert.deepEqual(
      three.map(({ headers: of }) => [of['x-service-event-type'], of['x-service-redelivery']]),
      [
        ['sale.pending', 'true'],
        ['sale.canceled', undefined],
        ['sale.canceled', 'true'],
      ],
    )
  })

  slow('ends when its keys are revoked', async () => {
    const { body: keys } = await shop.person.call('POST', '/api/credentials', { name: 'to go', scopes: ['event:read'] })
    await using listener = run(['listen'], { HOME: home, ...keysIn(gateway.url, { ...shop.seller, ...keys }) })
    await listener.says(/Listening at/)
    assert.equal((await shop.person.call('DELETE', `/api/credentials/${keys.id}`)).status, 204)
    const { code, err } = await listener.ended
    assert.equal(code, 1)
    assert.match(err, /401 UNAUTHORIZED/)
  })

  it('plays what is triggered at the sandbox bank, and lists what came of it', async () => {
    const played = await ends(['trigger', 'sale.paid'])
    assert.deepEqual([played.code, played.err], [0, ''])
    assert.match(played.out, /is PAGO\n$/)
    const sales = await ends(['sales', 'list', '--status', 'PAGO', '--limit', '1'])
    assert.match(sales.out, /^ID +STATUS +R\$ .*\n\d+ +PAGO +150\.00 +PIX/)
    await until(async () => {
      const events = await ends(['events', 'list', '--type', 'sale.paid', '--json'])
      return JSON.parse(events.out).data.length >= 2
    }, 'the events of both paid sales')
    const live = await ends(['trigger', 'sale.paid'], { ...env(), PORTEIRA_PUBLIC_KEY: 'pk_live_x' })
    assert.match(live.err, /^These are live keys\. Only accounts whose money comes in at the sandbox bank/)
  })

  it('shows requests of the API as they are answered, and lists and shows one', async () => {
    await using watcher = run(['logs', 'tail', '--method', 'POST'], env())
    await watcher.says(/Watching .*\n/)
    const refused = await shop.seller.api('POST', '/api/public/cashout', { amount: 'x' })
    await shop.seller.api('GET', '/api/public/balance')
    const { uuid } = await shop.seller.sell(14_00)
    await watcher.says(/ POST \/api\/public\/cashout → 400 INVALID_DATA {2}\d+ ms {2}[\w-]{36}\n/)
    await watcher.says(new RegExp(` POST /api/transactions → 201 {2}\\d+ ms {2}sale ${uuid} {2}`))
    const { code, out } = await watcher.interrupt()
    assert.deepEqual([code, out.trimEnd().split('\n').length], [0, 2])
    const id = refused.headers.get('x-request-id') ?? ''
    const found = await ends(['logs', 'list', '--error', 'INVALID_DATA', '--limit', '1'])
    assert.match(
      found.out,
      new RegExp(`^WHEN +STATUS +REQUEST .*\\n.* 400 +POST /api/public/cashout +\\d+ +INVALID_DATA +${id}\\n$`),
    )
    const shown = JSON.parse((await ends(['logs', 'get', id])).out)
    assert.deepEqual([shown.id, shown.requestBody], [id, { amount: 'x' }])
    const bare = await ends(['docs'])
    assert.equal(bare.out.split('\n')[0], `${gateway.url}/docs/integrate`)
  })

  slow('may stream five times at once with one key: 429 RATE_LIMITED', async () => {
    const { body: keys } = await shop.person.call('POST', '/api/credentials', { name: 'many', scopes: ['event:read'] })
    const headers = { 'x-api-public-key': keys.publicKey, 'x-api-private-key': keys.privateKey }
    const leaving = new AbortController()
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => fetch(`${gateway.url}/api/events/stream`, { headers, signal: leaving.signal })),
    )
    assert.deepEqual([...new Set(streams.map(({ status }) => status))], [200])
    const sixth = await call(gateway.url, 'GET', '/api/events/stream', { headers })
    assert.deepEqual([sixth.status, sixth.body.error], [429, 'RATE_LIMITED'])
    const wrong = await call(gateway.url, 'GET', '/api/events/stream?type=sale.lost', { headers })
    assert.deepEqual([wrong.status, wrong.body.error], [400, 'INVALID_DATA'])
    leaving.abort()
  })

  // The bank reports to the gateway that came last from here on.
  it('loses nothing when the gateway dies and comes back', async () => {
    await using line = await openLine(gateway.url)
    await using listener = await listening('/restart', ['--events', 'sale.pending'], line.url)
    const before = await shop.seller.sell(12_00)
    await receiver.gets(1, at('/restart'))
    line.leadTo(null)
    const meanwhile = [await shop.seller.sell(12_01), await shop.seller.sell(12_02)]
    await listener.says(/Trying again/)
    await using another = await open()
    line.leadTo(another.url)
    await listener.says(/Listening again/)
    const afterwards = await shop.seller.sell(12_03)
    const all = await receiver.gets(4, at('/restart'))
    const uuids = [before, ...meanwhile, afterwards].map(({ uuid }) => uuid)
    assert.deepEqual(all.map(({ body }) => body.uuid).sort(), uuids.sort())
  })
})
