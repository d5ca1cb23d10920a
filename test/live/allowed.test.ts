// Who may listen, for how long, how many at once, and that no listener delays others.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, SECOND_MS } from '#kernel/time.ts'
import { join, type Person, register, registerOperator, setRole, signIn } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { until } from '../until.ts'
import { type Listener, listen } from './listener.ts'

/** The look at sessions and members comes every two seconds; the rest is for a machine that is busy. */
const WITHIN_MS = 15 * SECOND_MS
/** A request under way would be waited for until 20 seconds are over. */
const STOP_MS = 12 * SECOND_MS

async function endsSoon(listener: Listener): Promise<void> {
  const began = performance.now()
  await listener.ended
  const tookMs = performance.now() - began
  assert.ok(tookMs < WITHIN_MS, `it took ${Math.round(tookMs)} ms`)
}

describe('a stream', () => {
  let gateway: TestGateway
  let shop: Shop
  before(async () => {
    gateway = await openTestGateway()
    shop = await openShop(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  async function colleague(): Promise<Person> {
    const person = await register(gateway, 'Bia Reis')
    await join(gateway, person, shop.person.accountId, 'FINANCE')
    return person
  }
  const named = () => ({ 'x-account-id': String(shop.person.accountId) })
  const ready = async (person: Person, headers = {}) => {
    const listener = await listen(gateway, person, headers)
    await listener.hears('ready')
    return listener
  }

  it('is not opened without a session: 401 UNAUTHORIZED', async () => {
    const answer = await call(gateway.url, 'GET', '/api/live')
    assert.deepEqual([answer.status, answer.body.error.code], [401, 'UNAUTHORIZED'])
    assert.equal((await call(gateway.url, 'HEAD', '/api/live')).status, 404)
  })

  it('ends when the session has ended, and only of that session', async () => {
    const elsewhere = await signIn(gateway, shop.person)
    await using ended = await ready(elsewhere)
    await using goesOn = await ready(shop.person)
    assert.equal((await elsewhere.call('POST', '/api/auth/sign-out', {})).status, 200)
    await endsSoon(ended)
    const sale = await shop.seller.sell(10_00)
    assert.equal((await goesOn.hearsOf('sale.pending')).id, sale.id)
  })

  it('ends when the member is removed, and sends nothing of what comes after that', async () => {
    const bia = await colleague()
    await using listener = await ready(bia, named())
    const { body } = await shop.person.call('GET', '/api/members')
    const { id } = body.data.find(({ email }: { email: string }) => email === bia.email)
    assert.equal((await shop.person.call('DELETE', `/api/members/${id}`)).status, 204)
    await shop.seller.sell(10_00)
    await endsSoon(listener)
    assert.deepEqual(listener.changes(), [])
    const again = await call(gateway.url, 'GET', '/api/live', { headers: { cookie: bia.cookie, ...named() } })
    assert.equal(again.status, 403)
  })

  it('ends when the role is another one', async () => {
    const other = await openShop(gateway)
    await using listener = await ready(other.person)
    await setRole(gateway, other.person, 'READER')
    await endsSoon(listener)
    await using back = await ready(other.person)
    assert.equal(back.status, 200)
  })

  it('ends when the session has run out', async () => {
    await using late = await openTestGateway()
    const person = await register(late)
    await using listener = await listen(late, person)
    await listener.hears('ready')
    late.advance(8 * DAY_MS)
    await endsSoon(listener)
  })

  it('of an operator who looks at the account for support ends with that view', async () => {
    const olga = await registerOperator(gateway)
    const at = `/api/admin/accounts/${shop.person.accountId}/support-views`
    const opened = await olga.call('POST', at, { reason: 'asked for help with a sale' })
    assert.equal(opened.status, 201, opened.text)
    await using listener = await ready(olga, named())
    const sale = await shop.seller.sell(10_00)
    assert.equal((await listener.hearsOf('sale.pending')).id, sale.id)
    assert.equal((await olga.call('POST', `/api/admin/support-views/${opened.body.id}/end`)).status, 202)
    await endsSoon(listener)
  })

  slow('of such an operator ends with that view also where they look at the same account again', async () => {
    const olga = await registerOperator(gateway)
    const at = `/api/admin/accounts/${shop.person.accountId}/support-views`
    const opens = async () => (await olga.call('POST', at, { reason: 'asked for help with a sale' })).body
    const first = await opens()
    await using listener = await ready(olga, named())
    assert.equal((await olga.call('POST', `/api/admin/support-views/${first.id}/end`)).status, 202)
    const second = await opens()
    await endsSoon(listener)
    assert.equal((await olga.call('POST', `/api/admin/support-views/${second.id}/end`)).status, 202)
  })

  slow('of an operator’s own account ends while they look at another one in that session', async () => {
    const olga = await registerOperator(gateway)
    await using listener = await ready(olga, { 'x-account-id': String(olga.accountId) })
    const at = `/api/admin/accounts/${shop.person.accountId}/support-views`
    assert.equal((await olga.call('POST', at, { reason: 'asked for help with a sale' })).status, 201)
    await endsSoon(listener)
  })

  it('is one of twelve at most for a person: 429 RATE_LIMITED; one that is closed makes room', async () => {
    const other = await openShop(gateway)
    await using open = new AsyncDisposableStack()
    // A client that leaves before it is answered leaves no place taken.
    const { hostname, port } = new URL(gateway.url)
    for (let n = 0; n < 15; n++) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(`GET /api/live HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${other.person.cookie}\r\n\r\n`, () =>
        socket.destroy(),
      )
      await once(socket, 'close')
    }
    const first = await ready(other.person)
    for (let n = 1; n < 12; n++) open.use(await ready(other.person))
    const refused = await call(gateway.url, 'GET', '/api/live', { headers: { cookie: other.person.cookie } })
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'RATE_LIMITED'])
    assert.equal(refused.headers.get('retry-after'), '15')
    await using neighbour = await ready(shop.person)
    assert.equal(neighbour.status, 200)
    await first[Symbol.asyncDispose]()
    await until(async () => {
      const listener = open.use(await listen(gateway, other.person))
      return listener.status === 200 ? true : null
    }, 'room for another one')
  })

  slow('that is not read is cut off, and the others go on', async () => {
    const other = await openShop(gateway)
    await using reads = await ready(other.person)
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET /api/live HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${other.person.cookie}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    const places = () => sql`
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      select ${other.person.accountId}, gen_random_uuid(), repeat('x', 60000), 'SALE', 'sale', n, 1, '{}', now()
      from (select where pg_current_xact_id() is not null) as begun, generate_series(1, 40) n`
    let isCut = false
    socket.once('close', () => {
      isCut = true
    })
    for (let reported = 0; !isCut; reported++) {
      assert.ok(reported < 50, 'it was never cut off')
      await gateway.db.query(places())
      await until(
        () => reads.heard.filter(({ event }) => event === 'changed').length > reported || null,
        'the next one',
      )
      // What the system has taken for it is read, so that the end can be seen.
      if (reported > 8) socket.resume()
    }
    socket.destroy()
  })
})

describe('a gateway that closes', () => {
  it('ends its streams at once, the one that is not read too', async () => {
    const gateway = await openTestGateway()
    const { person } = await openShop(gateway)
    await using listener = await listen(gateway, person)
    await listener.hears('ready')
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET /api/live HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${person.cookie}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    const began = performance.now()
    await gateway[Symbol.asyncDispose]()
    const tookMs = performance.now() - began
    await listener.ended
    socket.destroy()
    assert.ok(tookMs < STOP_MS, `it took ${Math.round(tookMs)} ms`)
  })
})
