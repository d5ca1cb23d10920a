// Where a person is signed in: the list, ending one or all others, and what ends them by itself.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { deviceOf } from '#access/sessions/device.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'
import { cookieOf, type Person, personWith, register, registerOperator, signIn } from './person.ts'
import { secure } from './totp.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const refusal = (answer: Answer) => [answer.status, answer.body?.error?.code]

let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway()
})
after(() => gateway[Symbol.asyncDispose]())

async function fromFirefox({ email, password }: Person): Promise<Person> {
  const headers = { 'user-agent': FIREFOX }
  const answer = await call(gateway.url, 'POST', '/api/auth/sign-in/email', { body: { email, password }, headers })
  assert.equal(answer.status, 200)
  return personWith(gateway, { email, password, cookie: cookieOf(answer) })
}

const sessionsOf = async (person: Person) => (await person.call('GET', '/api/auth/sessions')).body.data

describe('the sessions of a person', () => {
  it('are listed with device, address, when they were last seen, and which one is the caller’s', async () => {
    const ana = await register(gateway)
    const fox = await fromFirefox(ana)
    const [one, other, ...none] = await sessionsOf(fox)
    assert.deepEqual(none, [])
    const mine = one.current ? one : other
    assert.partialDeepStrictEqual(mine, {
      browser: 'Firefox',
      system: 'Linux',
      userAgent: FIREFOX,
      address: '127.0.0.1',
    })
    assert.deepEqual([one.current, other.current].sort(), [false, true])
    for (const name of ['createdAt', 'lastSeenAt', 'expiresAt']) assert.ok(Date.parse(mine[name]) > 0, name)
    assert.deepEqual(
      Object.keys(mine).filter(name => /token/i.test(name)),
      [],
    )
  })

  it('show to the minute when each was last seen', async () => {
    const ana = await register(gateway)
    const [before] = await sessionsOf(ana)
    gateway.advance(120_000)
    const seen = await until(async () => {
      const [now] = await sessionsOf(ana)
      return now.lastSeenAt === before.lastSeenAt ? null : now
    }, 'the session to be seen')
    assert.ok(Date.parse(seen.lastSeenAt) - Date.parse(before.lastSeenAt) >= 60_000)
  })

  it('end one by one, at once, and are written down', async () => {
    const ana = await register(gateway)
    const fox = await fromFirefox(ana)
    const stranger = (await sessionsOf(ana)).find(({ current }: { current: boolean }) => !current)
    assert.equal((await ana.call('DELETE', `/api/auth/sessions/${stranger.id}`)).status, 204)
    assert.equal((await fox.call('GET', '/api/account')).status, 401)
    assert.equal((await ana.call('GET', '/api/account')).status, 200)
    const [entry] = (await ana.call('GET', '/api/audit?limit=1')).body.data
    assert.partialDeepStrictEqual(entry, { action: 'session.ended', subject: 'session', subjectId: stranger.id })
    assert.deepEqual(refusal(await ana.call('DELETE', `/api/auth/sessions/${stranger.id}`)), [404, 'NOT_FOUND'])
  })

  it('end all but the caller’s', async () => {
    const ana = await register(gateway)
    const others = [await fromFirefox(ana), await signIn(gateway, ana)]
    const answer = await ana.call('POST', '/api/auth/sessions/end-others')
    assert.deepEqual([answer.status, answer.body], [200, { endedSessions: 2 }])
    for (const other of others) assert.equal((await other.call('GET', '/api/account')).status, 401)
    assert.equal((await sessionsOf(ana)).length, 1)
    assert.deepEqual((await ana.call('POST', '/api/auth/sessions/end-others')).body, { endedSessions: 0 })
  })

  it('are visible to no other user: 404, and 401 without one', async () => {
    const [ana, bia] = [await register(gateway), await register(gateway)]
    const [session] = await sessionsOf(ana)
    for (const id of [session.id, 'abc', '1', crypto.randomUUID()])
      assert.deepEqual(refusal(await bia.call('DELETE', `/api/auth/sessions/${id}`)), [404, 'NOT_FOUND'])
    assert.equal((await call(gateway.url, 'GET', '/api/auth/sessions')).status, 401)
    assert.equal((await ana.call('GET', '/api/account')).status, 200)
  })

  it('are an operator’s too, whose end is in the log of the operators', async () => {
    const olga = await registerOperator(gateway)
    await fromFirefox(olga)
    assert.equal((await olga.call('POST', '/api/auth/sessions/end-others')).body.endedSessions, 1)
    const { data } = (await olga.call('GET', '/api/admin/audit?action=sessions.ended&limit=2')).body
    assert.deepEqual(data.map(({ actor }: { actor: { kind: string } }) => actor.kind).sort(), ['member', 'operator'])
  })
})

describe('another password', () => {
  const CHANGE = '/api/auth/change-password'

  it('wants the old one, ends the other sessions, and is reported by mail', async () => {
    const ana = await register(gateway)
    const other = await signIn(gateway, ana)
    const newPassword = 'uma outra senha boa'
    const wrong = await ana.call('POST', CHANGE, { currentPassword: 'wrong', newPassword })
    assert.deepEqual(refusal(wrong), [400, 'INVALID_DATA'])
    assert.match(wrong.body.error.message, /^currentPassword: /)
    const short = await ana.call('POST', CHANGE, { currentPassword: ana.password, newPassword: 'curta' })
    assert.match(short.body.error.message, /^newPassword: /)
    const changed = await ana.call('POST', CHANGE, { currentPassword: ana.password, newPassword })
    assert.deepEqual([changed.status, changed.body], [200, { endedSessions: 1 }])
    assert.equal((await other.call('GET', '/api/account')).status, 401)
    assert.equal((await ana.call('GET', '/api/account')).status, 200)
    await assert.rejects(signIn(gateway, ana), /401/)
    await signIn(gateway, { ...ana, password: newPassword })
    const [, entry] = (await ana.call('GET', '/api/audit?limit=2')).body.data
    assert.partialDeepStrictEqual(entry, { action: 'password.changed', detail: { endedSessions: 1 } })
    const mails = await gateway.db.query(sql`select kind from mail where recipient = ${ana.email} order by id`)
    const signedIn = { kind: 'session-opened' }
    assert.deepEqual(mails, [signedIn, { kind: 'password-changed' }, signedIn])
  })

  it('wants the second factor of a person who has one', async () => {
    const { person } = await secure(gateway, await register(gateway))
    gateway.advance(300_000)
    const body = { currentPassword: person.password, newPassword: 'uma outra senha boa' }
    assert.deepEqual(refusal(await person.call('POST', CHANGE, body)), [403, 'SECOND_FACTOR_REQUIRED'])
  })
})

it('a browser is shown by its name, an unknown one by none', () => {
  const table: [string | null, string | null, string | null][] = [
    [FIREFOX, 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0',
      'Opera',
      'Linux',
    ],
    ['curl/8.5.0', null, null],
    ['', null, null],
    [null, null, null],
  ]
  for (const [text, browser, system] of table) assert.deepEqual(deviceOf(text), { browser, system }, String(text))
})
