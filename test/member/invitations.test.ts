// Inviting a person to work for an account: who may, how it reaches them, and what stays of it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pLimit from 'p-limit'
import sql from 'sql-template-tag'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Person, register, setRole } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'
import { joinByMail, signUpBy, someAddress, tokenIn, tokenTo } from './guests.ts'

const INVITATIONS = '/api/members/invitations'
const refusal = ({ status, body }: Answer) => [status, body?.error?.code]

describe('an invitation', () => {
  let gateway: TestGateway
  let ana: Person
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const invite = (email: string, more: Record<string, unknown> = {}) =>
    ana.call('POST', INVITATIONS, { email, role: 'FINANCE', ...more })
  const guest = (token: string) => call(gateway.url, 'GET', `/api/invitations/${token}`)

  it('goes by mail with a link, and is in the list until it is used', async () => {
    const email = someAddress()
    const made = await invite(email.toUpperCase())
    assert.equal(made.status, 201)
    const { id, createdAt, sentAt, expiresAt, ...rest } = made.body
    assert.deepEqual(rest, {
      email,
      role: 'FINANCE',
      accountName: null,
      language: 'pt-BR',
      status: 'OPEN',
      mail: 'WAITING',
      link: null,
      invitedBy: 'Ana Souza',
    })
    assert.equal(createdAt, sentAt)
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 7 * DAY_MS)
    const token = await tokenTo(gateway, email)
    const mail = gateway.mails.find(({ to }) => to === email)
    assert.equal(mail?.subject, 'Convite para uma conta')
    assert.match(mail?.text ?? '', /“Ana Souza” convidou você para a conta “Ana Souza”, com o papel de financeiro\./)
    assert.ok(mail?.text.includes(`${gateway.url}/convite/${token}\n`), mail?.text)
    assert.ok(mail?.html.includes(`href="${gateway.url}/convite/${token}"`))
    const listed = await until(async () => {
      const { data } = (await ana.call('GET', INVITATIONS)).body
      return data[0].mail === 'SENT' ? data : null
    }, 'the mail to count as sent')
    assert.deepEqual(listed[0], { ...made.body, mail: 'SENT' })
    await signUpBy(gateway, token, email)
    const left = (await ana.call('GET', INVITATIONS)).body.data.map((one: { id: string }) => one.id)
    assert.ok(!left.includes(id))
  })

  it('shows to the holder of the link what it is about, and whether the address signs in already', async () => {
    const [fresh, bia] = [someAddress(), await register(gateway, 'Bia')]
    const made = await invite(fresh, { role: 'DEVELOPER' })
    const answer = await guest(await tokenTo(gateway, fresh))
    assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'no-store'])
    assert.deepEqual(answer.body, {
      kind: 'MEMBER',
      status: 'OPEN',
      accountName: 'Ana Souza',
      role: 'DEVELOPER',
      invitedBy: 'Ana Souza',
      email: fresh,
      hasLogin: false,
      expiresAt: made.body.expiresAt,
    })
    await invite(bia.email)
    assert.equal((await guest(await tokenTo(gateway, bia.email))).body.hasLogin, true)
  })

  it('is written in the requested language, else in that of the inviter', async () => {
    const [one, two] = [someAddress(), someAddress()]
    await ana.call(
      'POST',
      INVITATIONS,
      { email: one, role: 'READER' },
      { 'accept-language': 'en-GB,en;q=0.9,pt;q=0.1' },
    )
    await ana.call('POST', INVITATIONS, { email: two, role: 'READER', language: 'en' })
    await Promise.all([tokenTo(gateway, one), tokenTo(gateway, two)])
    for (const mail of gateway.mails.filter(({ to }) => to === one || to === two)) {
      assert.equal(mail.subject, 'You are invited to an account')
      assert.match(mail.html, /<html lang="en">/)
    }
  })

  it('shows names as text and never as HTML', async () => {
    const eva = await register(gateway, '<img src=x>&"')
    const email = someAddress()
    await eva.call('POST', INVITATIONS, { email, role: 'READER' })
    await tokenTo(gateway, email)
    const mail = gateway.mails.find(({ to }) => to === email)
    assert.ok(!mail?.html.includes('<img'))
    assert.ok(mail?.html.includes('&lt;img src=x&gt;&amp;&quot;'))
    assert.ok(mail?.text.includes('<img src=x>&"'))
  })

  it('leaves nothing in the database that opens the link', async () => {
    const email = someAddress()
    await invite(email)
    const token = await tokenTo(gateway, email)
    const rows = await gateway.db.query<{ row: string }>(sql`
      select invitation::text as row from invitation union all select mail::text from mail
      union all select audit::text from audit`)
    assert.ok(rows.length > 3)
    assert.deepEqual(
      rows.filter(({ row }) => row.includes(token)),
      [],
    )
  })

  it('that was not sent is not found, whatever its token', async () => {
    for (const token of ['x', 'a'.repeat(43), '%00', 'a'.repeat(4000)])
      assert.deepEqual(refusal(await guest(token)), [404, 'NOT_FOUND'], token.slice(0, 50))
    for (const id of ['x', '1', '00000000-0000-4000-8000-000000000000'])
      assert.equal((await ana.call('DELETE', `${INVITATIONS}/${id}`)).status, id === 'x' ? 400 : 404)
  })

  it('names the field that is wrong', async () => {
    const table: [string, unknown][] = [
      ['email', { role: 'READER' }],
      ['email', { email: 'ana', role: 'READER' }],
      ['email', { email: 'a@example.com, b@example.com', role: 'READER' }],
      ['email', { email: 'Ana <a@example.com>', role: 'READER' }],
      ['role', { email: 'a@example.com', role: 'KING' }],
      ['role', { email: 'a@example.com' }],
      ['language', { email: 'a@example.com', role: 'READER', language: 'fr' }],
      ['userId', { email: 'a@example.com', role: 'READER', userId: 1 }],
    ]
    for (const [field, body] of table) {
      const answer = await ana.call('POST', INVITATIONS, body)
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'], answer.text)
      assert.ok(answer.body.error.message.startsWith(`${field}:`), answer.text)
    }
  })

  it('is for owners alone, while every member sees the members', async () => {
    const bia = await register(gateway)
    for (const role of ['FINANCE', 'DEVELOPER', 'READER'] as const) {
      await setRole(gateway, bia, role)
      assert.deepEqual(refusal(await bia.call('POST', INVITATIONS, { email: someAddress(), role })), [403, 'FORBIDDEN'])
      assert.deepEqual(refusal(await bia.call('GET', INVITATIONS)), [403, 'FORBIDDEN'])
      assert.equal((await bia.call('GET', '/api/members')).status, 200)
    }
  })

  it('is in the audit log: sent, sent again, taken back, accepted, and by whom', async () => {
    await using own = await openTestGateway()
    const owner = await register(own)
    const email = someAddress()
    const { id } = (await owner.call('POST', INVITATIONS, { email, role: 'READER' })).body
    own.advance(MINUTE_MS)
    await owner.call('POST', `${INVITATIONS}/${id}/resend`)
    await owner.call('DELETE', `${INVITATIONS}/${id}`)
    await joinByMail(own, owner, { email: someAddress() })
    const { data } = (await owner.call('GET', '/api/audit?subject=invitation')).body
    const entries = data.map((one: Record<string, unknown>) => [one.action, (one.actor as { kind: string }).kind])
    assert.deepEqual(entries, [
      ['invitation.accepted', 'member'],
      ['invitation.sent', 'member'],
      ['invitation.revoked', 'member'],
      ['invitation.resent', 'member'],
      ['invitation.sent', 'member'],
    ])
    assert.deepEqual(data[4].detail, { email, role: 'READER' })
    assert.equal(data[4].actor.email, owner.email)
    assert.notEqual(data[0].actor.email, owner.email)
  })

  it('is one of fifty at most that are open, also when they come together', async () => {
    await using own = await openTestGateway()
    const owner = await register(own)
    const send = () => owner.call('POST', INVITATIONS, { email: someAddress(), role: 'READER' })
    // More at once would wait for a connection in vain where the machine is busy.
    const few = pLimit(20)
    const answers = await Promise.all(Array.from({ length: 60 }, () => few(send)))
    const taken = answers.filter(({ status }) => status === 201)
    assert.deepEqual([taken.length, answers.filter(({ status }) => status === 409).length], [50, 10])
    const page = await owner.call('GET', `${INVITATIONS}?limit=30`)
    const rest = await owner.call('GET', `${INVITATIONS}?limit=30&cursor=${page.body.nextCursor}`)
    assert.deepEqual([page.body.data.length, rest.body.data.length, rest.body.nextCursor], [30, 20, null])
    // What was taken back makes room, and still counts among the mails of a day.
    for (const { body } of taken.slice(0, 50)) await owner.call('DELETE', `${INVITATIONS}/${body.id}`)
    for (let n = 0; n < 50; n++) assert.equal((await send()).status, 201)
    await owner.call('DELETE', `${INVITATIONS}/${(await owner.call('GET', INVITATIONS)).body.data[0].id}`)
    assert.deepEqual(refusal(await send()), [429, 'RATE_LIMITED'])
    own.advance(DAY_MS)
    assert.equal((await send()).status, 201)
  })

  it('keeps its link out of what it answers', async () => {
    const email = someAddress()
    const made = await invite(email)
    const token = await tokenTo(gateway, email)
    assert.ok(!made.text.includes(token))
    assert.ok(!(await ana.call('GET', INVITATIONS)).text.includes(token))
    assert.match(tokenIn(gateway.mails.at(-1)?.text ?? ''), /^[\w-]{43}$/)
  })
})

describe('an account that the operator has not activated', () => {
  it('invites no person and sends no link again; one that is active does', async () => {
    await using gateway = await openTestGateway()
    const ana = await register(gateway)
    const email = someAddress()
    const { id } = (await ana.call('POST', INVITATIONS, { email, role: 'READER' })).body
    await tokenTo(gateway, email)
    for (const status of ['PENDING', 'BLOCKED', 'CLOSING']) {
      await gateway.db.query(sql`update account set status = ${status}, seal = default where id = ${ana.accountId}`)
      gateway.advance(2 * MINUTE_MS)
      const reply = [
        await ana.call('POST', INVITATIONS, { email: someAddress(), role: 'READER' }),
        await ana.call('POST', `${INVITATIONS}/${id}/resend`),
      ]
      for (const answer of reply) assert.deepEqual(refusal(answer), [403, 'FORBIDDEN'], status)
    }
    assert.equal((await ana.call('DELETE', `${INVITATIONS}/${id}`)).status, 204)
  })

  it('and no name carries an address, on any route', async () => {
    await using gateway = await openTestGateway()
    const ana = await register(gateway)
    const name = 'URGENTE: veja https://golpe.example'
    const routes: [string, string, object][] = [
      ['POST', '/api/auth/sign-up/email', { name, email: someAddress(), password: 'uma senha bem comprida 77' }],
      ['PATCH', '/api/account', { name }],
    ]
    for (const [method, path, body] of routes) {
      const answer = await ana.call(method, path, body)
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'], path)
      assert.match(answer.body.error.message, /^name: expected a name without a web or mail address/)
    }
    const email = someAddress()
    await ana.call('POST', INVITATIONS, { email, role: 'READER' })
    const token = await tokenTo(gateway, email)
    const answer = await call(gateway.url, 'POST', `/api/invitations/${token}/sign-up`, {
      body: { name: 'fale com suporte@golpe.com', password: 'uma senha bem comprida 77' },
      headers: { origin: gateway.url },
    })
    assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'])
  })

  it('has a name from before the rule shown without its address', async () => {
    await using gateway = await openTestGateway()
    const ana = await register(gateway)
    await gateway.db.query(sql`
      update account set name = 'URGENTE: https://golpe.example', seal = default where id = ${ana.accountId}`)
    const email = someAddress()
    await ana.call('POST', INVITATIONS, { email, role: 'READER' })
    await tokenTo(gateway, email)
    const mail = gateway.mails.find(({ to }) => to === email)
    assert.match(mail?.text ?? '', /a conta “URGENTE https golpe example”/)
    assert.doesNotMatch(`${mail?.subject}${mail?.text}`, /golpe\.example/)
  })
})
