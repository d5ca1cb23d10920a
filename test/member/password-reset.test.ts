// Forgotten passwords: a link by mail to the owner of the mailbox, and nothing about who is known here.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import type { Message } from '#mail/mail.ts'
import { register, registerOperator, signIn } from '../access/person.ts'
import { PRODUCTION } from '../access/production.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'
import { joinByMail, someAddress, tokenTo } from './guests.ts'

const REQUEST = '/api/auth/request-password-reset'
const RESET = '/api/auth/reset-password'
const NEW = 'uma senha nova'
const refusal = ({ status, body }: Answer) => [status, body?.error?.code]

describe('a forgotten password', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openTestGateway()
  })
  after(() => gateway[Symbol.asyncDispose]())

  const request = (email: string, headers: Record<string, string> = {}) =>
    call(gateway.url, 'POST', REQUEST, { body: { email }, headers: { origin: gateway.url, ...headers } })
  const reset = (token: string, newPassword = NEW, headers: Record<string, string> = {}) =>
    call(gateway.url, 'POST', RESET, { body: { token, newPassword }, headers: { origin: gateway.url, ...headers } })

  it('is replaced by the link that the mailbox gets, and every session ends', async () => {
    const ana = await register(gateway)
    const elsewhere = await signIn(gateway, ana)
    assert.deepEqual((await request(ana.email.toUpperCase())).body, { status: true, letter: 'MAILBOX' })
    const token = await tokenTo(gateway, ana.email)
    const mail = gateway.mails.find(({ to, subject }) => to === ana.email && !/navegador/.test(subject))
    assert.equal(mail?.subject, 'Crie uma nova senha')
    assert.ok(mail?.text.includes(`${gateway.url}/nova-senha?token=${token}\n`))
    const answer = await reset(token)
    assert.deepEqual([answer.status, answer.body, answer.headers.getSetCookie()], [200, { status: true }, []])
    for (const person of [ana, elsewhere]) assert.equal((await person.call('GET', '/api/account')).status, 401)
    await assert.rejects(signIn(gateway, ana), /401/)
    const again = await signIn(gateway, { ...ana, password: NEW })
    assert.equal((await again.call('GET', '/api/account')).body.id, ana.accountId)
    const reply = await until(
      () => gateway.mails.find(({ to, subject }) => to === ana.email && /senha foi/.test(subject)) ?? null,
      'the notice',
    )
    assert.doesNotMatch(reply.text, /Também terminou/)
  })

  it('is answered alike for an address without a user, byte for byte, and for the same work', async () => {
    const ana = await register(gateway)
    const nobody = someAddress()
    const [known, unknown] = [await request(ana.email), await request(nobody)]
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text])
    const headersOf = ({ headers }: Answer) =>
      [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
    assert.deepEqual(headersOf(unknown), headersOf(known))
    // Both have left the same row and nothing else: who is known is found out behind the answer.
    const rows = await gateway.db.query<Record<string, unknown>>(sql`
      select account_id, kind, language, detail, date_trunc('minute', expires_at - created_at + interval '1 second') as "for"
      from mail
      where recipient in (${ana.email}, ${nobody})`)
    assert.equal(rows.length, 2)
    assert.deepEqual(rows[0], rows[1])
    await tokenTo(gateway, ana.email)
    await until(async () => {
      const left = await gateway.db.query(sql`select 1 from mail where due_at is not null`)
      return left.length === 0 ? true : null
    }, 'nothing to be owed')
    assert.deepEqual(
      gateway.mails.filter(({ to }) => to === nobody),
      [],
    )
  })

  it('opens by each link once, and by none of the others after that', async () => {
    const ana = await register(gateway)
    await request(ana.email)
    const first = await tokenTo(gateway, ana.email)
    await request(ana.email)
    const second = await tokenTo(gateway, ana.email, 2)
    assert.notEqual(first, second)
    const answers = await Promise.all(Array.from({ length: 5 }, () => reset(first)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
    for (const token of [first, second, 'x', 'a'.repeat(43)]) {
      const answer = await reset(token, 'outra senha boa')
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'])
      assert.match(answer.body.error.message, /^token: expected that of a link/)
    }
    await signIn(gateway, { ...ana, password: NEW })
  })

  it('does not open by a link that is an hour old', async () => {
    const ana = await register(gateway)
    await request(ana.email)
    const token = await tokenTo(gateway, ana.email)
    await gateway.db.query(sql`update iam."verification" set "expiresAt" = now() - interval '1 second'`)
    assert.deepEqual(refusal(await reset(token)), [400, 'INVALID_DATA'])
    await signIn(gateway, ana)
  })

  it('leaves no token in the database, and its link runs out an hour after it was requested', async () => {
    const ana = await register(gateway)
    await request(ana.email)
    const token = await tokenTo(gateway, ana.email)
    const rows = await gateway.db.query<{ row: string; until: Date }>(sql`
      select verification::text as row, "expiresAt" as until from iam."verification"
      where value = (select id::text from iam."user" where email = ${ana.email})`)
    assert.equal(rows.length, 1)
    assert.ok(!rows[0]?.row.includes(token))
    const mails = await gateway.db.query<{ row: string; at: Date }>(sql`
      select mail::text as row, created_at as at from mail where recipient = ${ana.email}`)
    assert.ok(!mails[0]?.row.includes(token))
    assert.equal((rows[0]?.until.getTime() ?? 0) - (mails[0]?.at.getTime() ?? 0), HOUR_MS)
  })

  it('brings three mails an hour to a mailbox, however often they are requested', async () => {
    await using own = await openTestGateway()
    const ana = await register(own)
    const asked = () => call(own.url, 'POST', REQUEST, { body: { email: ana.email } })
    for (let n = 0; n < 8; n++) assert.deepEqual((await asked()).body, { status: true, letter: 'MAILBOX' })
    await tokenTo(own, ana.email, 3)
    own.advance(HOUR_MS)
    await asked()
    await tokenTo(own, ana.email, 4)
    assert.equal(own.mails.length, 4)
  })

  it('keeps the rules of a password, and of the page it comes from', async () => {
    const ana = await register(gateway)
    await request(ana.email)
    const token = await tokenTo(gateway, ana.email)
    for (const password of ['curta', 'x'.repeat(129)])
      assert.match((await reset(token, password)).body.error.message, /^newPassword:/)
    assert.deepEqual(refusal(await request('ana')), [400, 'INVALID_DATA'])
    assert.deepEqual(
      refusal(await call(gateway.url, 'POST', REQUEST, { body: { email: ana.email, redirectTo: '/' } })),
      [400, 'INVALID_DATA'],
    )
    const foreign = { origin: 'https://evil.example', cookie: ana.cookie }
    assert.deepEqual(refusal(await request(ana.email, foreign)), [403, 'FORBIDDEN'])
    assert.deepEqual(refusal(await reset(token, NEW, foreign)), [403, 'FORBIDDEN'])
    assert.equal((await reset(token)).status, 200)
  })

  it('is written in the language of the browser', async () => {
    const ana = await register(gateway)
    await request(ana.email, { 'accept-language': 'en' })
    await reset(await tokenTo(gateway, ana.email), NEW, { 'accept-language': 'en' })
    await until(async () => (gateway.mails.filter(({ to }) => to === ana.email).length === 2 ? true : null), 'both')
    const subjects = gateway.mails.filter(({ to }) => to === ana.email).map(({ subject }) => subject)
    assert.deepEqual(subjects, ['Set a new password', 'Your password was changed'])
  })

  it('and its end are in the audit log of every account, and of the operators for an operator', async () => {
    const [ana, olga] = [await register(gateway), await registerOperator(gateway)]
    const bia = await joinByMail(gateway, ana, { role: 'FINANCE' })
    for (const { email } of [bia, olga]) {
      await request(email)
      const token = await tokenTo(gateway, email, email === bia.email ? 2 : 1)
      assert.equal((await reset(token)).status, 200)
    }
    const [entry] = (await ana.call('GET', '/api/audit?action=password.reset')).body.data
    assert.deepEqual([entry.actor.email, entry.subject, entry.address], [bia.email, 'person', '127.0.0.1'])
    const operator = await signIn(gateway, { ...olga, password: NEW })
    const own = (await operator.call('GET', '/api/admin/audit?action=password.reset&userId=1000')).body.data
    assert.deepEqual(
      own.map((one: { actor: { email: string } }) => one.actor.email),
      [olga.email],
    )
  })
})

it('repeated requests from one address are slowed in production', async () => {
  const mails: Message[] = []
  const sendMail = async (mail: Message) => void mails.push(mail)
  await using gateway = await openTestGateway({ env: { ...PRODUCTION, TRUST_PROXY: '127.0.0.1' }, sendMail })
  const request = (from: string) =>
    call(gateway.url, 'POST', REQUEST, { body: { email: someAddress() }, headers: { 'x-forwarded-for': from } })
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await request('203.0.113.9')).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429])
  const slowed = await request('203.0.113.9')
  assert.deepEqual(refusal(slowed), [429, 'RATE_LIMITED'])
  assert.match(slowed.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
  assert.equal((await request('203.0.113.10')).status, 200)
})
