// New sellers by invitation of the operator: the only way to sign up where SIGN_UP is invite, and one that is always open.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Message } from '#mail/mail.ts'
import { type Person, register, registerOperator, signIn } from '../access/person.ts'
import { PRODUCTION } from '../access/production.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'
import { signUpBy, someAddress, tokenIn, tokenTo } from './guests.ts'

const INVITATIONS = '/api/admin/invitations'
const refusal = ({ status, body }: Answer) => [status, body?.error?.code]

describe('an invitation of the operator', () => {
  let gateway: TestGateway
  let olga: Person
  before(async () => {
    gateway = await openTestGateway()
    olga = await registerOperator(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  it('opens an account that its seller owns', async () => {
    const email = someAddress()
    const made = await olga.call('POST', INVITATIONS, { email, accountName: 'Loja da Bia' })
    assert.equal(made.status, 201)
    const { role, accountName, status } = made.body
    assert.deepEqual([role, accountName, status], ['OWNER', 'Loja da Bia', 'OPEN'])
    const token = await tokenTo(gateway, email)
    const reply = (await call(gateway.url, 'GET', `/api/invitations/${token}`)).body
    assert.deepEqual([reply.kind, reply.accountName, reply.invitedBy], ['SELLER', 'Loja da Bia', null])
    assert.ok(!gateway.mails.some(({ to, text }) => to === email && text.includes('Olga')))
    const { answer, person } = await signUpBy(gateway, token, email)
    assert.deepEqual([answer.status, answer.body.role], [201, 'OWNER'])
    const account = (await person.call('GET', '/api/account')).body
    assert.deepEqual([account.id, account.name, account.email], [answer.body.accountId, 'Loja da Bia', email])
    assert.equal(account.status, 'ACTIVE')
    const own = (await person.call('GET', '/api/audit')).body.data.map((one: { action: string }) => one.action)
    assert.deepEqual(own, ['session.opened', 'account.opened'])
    const all = (await olga.call('GET', '/api/admin/audit?subject=invitation')).body.data
    assert.deepEqual(
      all.map((one: { action: string; userId: number }) => [one.action, one.userId]),
      [
        ['invitation.accepted', 1000],
        ['invitation.sent', 1000],
      ],
    )
    assert.equal(all[0].detail.userId, account.id)
  })

  it('gives another account to a person who has one', async () => {
    const bia = await register(gateway, 'Bia')
    await olga.call('POST', INVITATIONS, { email: bia.email })
    const joined = await bia.call('POST', `/api/invitations/${await tokenTo(gateway, bia.email)}/accept`)
    assert.equal(joined.status, 201)
    const accounts = (await bia.call('GET', '/api/me')).body.accounts
    assert.deepEqual(
      accounts.map((one: { accountId: number; name: string }) => [one.accountId, one.name]),
      [
        [bia.accountId, 'Bia'],
        [joined.body.accountId, 'Bia'],
      ],
    )
  })

  it('is listed, sent again and taken back by operators alone', async () => {
    const email = someAddress()
    const { id } = (await olga.call('POST', INVITATIONS, { email, language: 'en' })).body
    const [listed] = (await olga.call('GET', INVITATIONS)).body.data
    assert.deepEqual([listed.id, listed.invitedBy, listed.language], [id, 'Olga Operadora', 'en'])
    const seller = await register(gateway)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', `/${id}/resend`],
      ['DELETE', `/${id}`],
    ] as const) {
      const body = method === 'POST' ? { email: someAddress() } : undefined
      assert.deepEqual(refusal(await seller.call(method, INVITATIONS + path, body)), [403, 'FORBIDDEN'])
    }
    // It is the operators', and no account's.
    assert.deepEqual(refusal(await olga.call('DELETE', `/api/members/invitations/${id}`)), [404, 'NOT_FOUND'])
    const token = await tokenTo(gateway, email)
    gateway.advance(MINUTE_MS)
    assert.equal((await olga.call('POST', `${INVITATIONS}/${id}/resend`)).status, 202)
    assert.notEqual(await tokenTo(gateway, email, 2), token)
    assert.equal((await olga.call('DELETE', `${INVITATIONS}/${id}`)).status, 204)
    assert.deepEqual((await olga.call('GET', INVITATIONS)).body.data, [])
    assert.deepEqual(refusal(await olga.call('POST', INVITATIONS, { email: 'x' })), [400, 'INVALID_DATA'])
  })
})

for (const mode of ['invite', 'closed'])
  it(`in production with SIGN_UP=${mode}, sellers come by invitation, and their accounts wait for the operator`, async () => {
    const mails: Message[] = []
    const sendMail = async (mail: Message) => void mails.push(mail)
    await using gateway = await openTestGateway({ env: { ...PRODUCTION, SIGN_UP: mode }, sendMail })
    const origin = PRODUCTION.PUBLIC_URL
    await using open = await openTestGateway()
    const { password } = await register(open)
    await gateway.db.query(sql`
      insert into iam."user" (name, email, "emailVerified", operator) values ('Olga', 'olga@example.com', true, true)`)
    await gateway.db.query(sql`
      insert into iam."account" ("accountId", "providerId", "userId", password, "updatedAt")
      select id, 'credential', id, ${await hashed(open)}, now() from iam."user"`)
    const olga = await signIn(gateway, { email: 'olga@example.com', password })
    // As after setting up a second factor and proving it, which operators need there.
    await gateway.db.query(sql`
      insert into iam."passkey" ("publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
      select 'x', id, 'olga', 0, 'singleDevice', false from iam."user"`)
    await gateway.db.query(sql`update iam."session" set "provenUntil" = now() + interval '1 hour'`)
    const email = someAddress()
    const made = await olga.call('POST', INVITATIONS, { email }, { origin })
    assert.equal(made.status, 201, made.text)
    const mail = await until(async () => mails.find(({ to }) => to === email) ?? null, 'the mail')
    assert.match(mail.text, /https:\/\/pay\.example\.com\/convite\//)
    const body = { name: 'Bia', password: 'uma senha boa' }
    const path = `/api/invitations/${tokenIn(mail.text)}/sign-up`
    const joined = await call(gateway.url, 'POST', path, { body, headers: { origin } })
    assert.equal(joined.status, 201, joined.text)
    assert.match(joined.headers.getSetCookie().join('\n'), /__Host-porteira\.session_token=.*Secure/)
    const [account] = await gateway.db.query<{ status: string }>(sql`
      select status from account where id = ${joined.body.accountId}`)
    assert.equal(account?.status, 'PENDING')
    const stranger = await call(gateway.url, 'POST', '/api/auth/sign-up/email', {
      body: { ...body, email: someAddress() },
    })
    assert.deepEqual(refusal(stranger), [403, 'FORBIDDEN'])
  })

/** Of the only person there. */
async function hashed(gateway: TestGateway): Promise<string> {
  const [row] = await gateway.db.query<{ password: string }>(sql`select password from iam."account"`)
  return row?.password ?? ''
}

it('in production without a mail server no person is invited, and no password is reset, with a clear message', async () => {
  await using gateway = await openTestGateway({ env: PRODUCTION })
  const answer = await call(gateway.url, 'POST', '/api/auth/request-password-reset', {
    body: { email: 'a@example.com' },
  })
  assert.equal(answer.status, 503)
  assert.deepEqual(answer.body.error, {
    code: 'MAIL_NOT_SET_UP',
    message: 'This gateway sends no mail: its operator has to set SMTP_URL and MAIL_FROM',
  })
  assert.deepEqual(await gateway.db.query(sql`select 1 from mail`), [])
})
