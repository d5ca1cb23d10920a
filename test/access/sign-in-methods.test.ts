// Which ways to sign in survive a reset of the password, and which do not; and which mail a person gets when their ways to sign in change.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { someAddress, tokenIn } from '../member/guests.ts'
import { until } from '../until.ts'
import { confirmAddress, type Person, register, registerOperator, signIn } from './person.ts'
import { PRODUCTION } from './production.ts'
import { secure } from './totp.ts'

const NEW = 'outra senha bem boa'
const CONFIRM = '/api/auth/second-factor/confirm'
const refusal = ({ status, body }: Answer) => [status, body?.error?.code]

let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway()
})
after(() => gateway[Symbol.asyncDispose]())

const post = (path: string, body: unknown) => call(gateway.url, 'POST', path, { body })

/** The latest letter with this subject to this address. */
const letterTo = (email: string, subject: RegExp) =>
  until(
    () => gateway.mails.findLast(mail => mail.to === email && subject.test(mail.subject)) ?? null,
    `a letter ${subject} to ${email}`,
  )

async function resetByMail({ email }: Person): Promise<void> {
  const before = gateway.mails.length
  await post('/api/auth/request-password-reset', { email })
  const letter = await until(
    () => gateway.mails.slice(before).find(mail => mail.to === email && /nova senha/.test(mail.subject)) ?? null,
    'the link',
  )
  const answer = await post('/api/auth/reset-password', { token: tokenIn(letter.text), newPassword: NEW })
  assert.equal(answer.status, 200, answer.text)
}

/** As a browser would have made it. What a real one signs is played in passkeys.test.ts. */
const putPasskey = (email: string, confirmed: boolean) =>
  gateway.db.query(sql`
    insert into iam."passkey" ("name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "confirmedAt")
    select 'Chave', 'x', "id", ${`c${Math.random()}`}, 0, 'singleDevice', false, case when ${confirmed} then now() end
    from iam."user" where "email" = ${email}`)

const waysOf = async (email: string) => {
  const [row] = await gateway.db.query<Record<string, number>>(sql`
    select (select count(*)::int from iam."passkey" where "userId" = "user"."id") as passkeys,
      (select count(*)::int from iam."twoFactor" where "userId" = "user"."id") as apps,
      (select count(*)::int from iam."session" where "userId" = "user"."id") as sessions,
      (select count(*)::int from iam.device where user_id = "user"."id") as devices
    from iam."user" where "email" = ${email}`)
  return row
}

describe('a new password by mail', () => {
  it('ends passkeys, app, recovery codes, devices and sessions that the mailbox has not confirmed, and says so', async () => {
    const ana = await register(gateway)
    const thief = await secure(gateway, await signIn(gateway, ana))
    await putPasskey(ana.email, false)
    await resetByMail(ana)
    assert.deepEqual(await waysOf(ana.email), { passkeys: 0, apps: 0, sessions: 0, devices: 0 })
    const half = await post('/api/auth/sign-in/email', { email: ana.email, password: NEW })
    assert.equal(half.body.twoFactorRedirect, undefined)
    assert.equal((await thief.person.call('GET', '/api/account')).status, 401)
    const letter = await letterTo(ana.email, /senha foi alterada/)
    assert.match(letter.text, /não tinha confirmado: o aplicativo autenticador e 1 chave de acesso/)
    const { methods } = (
      await (await signIn(gateway, { ...ana, password: NEW })).call('GET', '/api/auth/second-factor')
    ).body
    assert.deepEqual(methods, ['password'])
  })

  it('leaves what the mailbox has confirmed, and requires it', async () => {
    const ana = await register(gateway)
    const { app } = await secure(gateway, ana)
    const letter = await letterTo(ana.email, /Nova forma de entrar/)
    assert.match(
      letter.text,
      /Um aplicativo autenticador foi ativado[\s\S]*navegador desconhecido, endereço 127\.0\.0\.1/,
    )
    const confirmed = await post(CONFIRM, { token: tokenIn(letter.text) })
    assert.deepEqual([confirmed.status, confirmed.body], [200, { factor: 'app' }])
    assert.deepEqual(refusal(await post(CONFIRM, { token: tokenIn(letter.text) })), [400, 'INVALID_DATA'])
    await putPasskey(ana.email, true)
    await resetByMail(ana)
    assert.deepEqual(await waysOf(ana.email), { passkeys: 1, apps: 1, sessions: 0, devices: 0 })
    const half = await post('/api/auth/sign-in/email', { email: ana.email, password: NEW })
    assert.equal(half.body.twoFactorRedirect, true)
    assert.match(app.code(), /^\d{6}$/)
  })

  it('new recovery codes make the app an unconfirmed one, and an earlier link confirms nothing', async () => {
    const { person } = await secure(gateway, await register(gateway))
    const first = tokenIn((await letterTo(person.email, /Nova forma/)).text)
    const made = await person.call('POST', '/api/auth/two-factor/generate-backup-codes', { password: person.password })
    assert.equal(made.status, 200)
    const second = await until(
      () => gateway.mails.find(({ to, text }) => to === person.email && /Novos códigos/.test(text)) ?? null,
      'the second letter',
    )
    assert.deepEqual(refusal(await post(CONFIRM, { token: first })), [400, 'INVALID_DATA'])
    assert.equal((await post(CONFIRM, { token: tokenIn(second.text) })).status, 200)
    assert.equal((await person.call('GET', '/api/auth/second-factor')).body.isTotpConfirmed, true)
  })

  it('the link is sent again when the person requests it, for their own factors only', async () => {
    const SEND = '/api/auth/second-factor/send-confirmation'
    const ana = await register(gateway)
    assert.deepEqual(refusal(await ana.call('POST', SEND, {})), [409, 'CONFLICT'])
    await putPasskey(ana.email, false)
    const { passkeys } = (await ana.call('GET', '/api/auth/second-factor')).body
    assert.deepEqual([passkeys[0].isConfirmed], [false])
    const other = await register(gateway)
    assert.deepEqual(refusal(await other.call('POST', SEND, { passkeyId: passkeys[0].id })), [404, 'NOT_FOUND'])
    assert.equal((await ana.call('POST', SEND, { passkeyId: passkeys[0].id })).status, 202)
    const letter = await letterTo(ana.email, /Nova forma/)
    assert.equal((await post(CONFIRM, { token: tokenIn(letter.text) })).status, 200)
    assert.equal((await ana.call('GET', '/api/auth/second-factor')).body.passkeys[0].isConfirmed, true)
  })
})

describe('a browser', () => {
  it('that is new is reported by mail once, and a known one is not', async () => {
    const ana = await register(gateway)
    const letters = () => gateway.mails.filter(({ to, subject }) => to === ana.email && /novo navegador/.test(subject))
    const body = { email: ana.email, password: ana.password }
    const cookie = ana.cookie.split('; ').find(one => one.startsWith('porteira.device=')) ?? ''
    const known = await call(gateway.url, 'POST', '/api/auth/sign-in/email', {
      body,
      headers: { cookie, origin: gateway.url },
    })
    assert.equal(known.status, 200)
    const elsewhere = await signIn(gateway, ana)
    await until(() => letters().length > 0, 'the letter')
    await signIn(gateway, ana)
    await until(() => letters().length > 1, 'the letter about another one')
    assert.equal(letters().length, 2)
    assert.match(letters()[0]?.text ?? '', /endereço 127\.0\.0\.1[\s\S]*\/esqueci-a-senha/)
    assert.ok(elsewhere.cookie.includes('porteira.device='))
  })
})

describe('an address', () => {
  const request = (email: string) =>
    post('/api/auth/sign-up/email', { name: 'Estranho', email, password: 'senha do estranho' })

  it('admits no session before its mailbox has confirmed, and then by the password that was chosen with the link', async () => {
    const email = someAddress()
    assert.deepEqual((await request(email)).body, { status: true, letter: 'MAILBOX' })
    assert.deepEqual(refusal(await post('/api/auth/sign-in/email', { email, password: 'senha do estranho' })), [
      ...[401, 'UNAUTHORIZED'],
    ])
    assert.deepEqual(await gateway.db.query(sql`select 1 from iam."user" where "email" = ${email}`), [])
    const letter = await letterTo(email, /Confirme o seu e-mail/)
    assert.doesNotMatch(letter.text, /Estranho/)
    const token = tokenIn(letter.text)
    const wrong = await post('/api/auth/confirm-address', { token, password: 'a senha da dona' })
    assert.deepEqual(refusal(wrong), [400, 'INVALID_DATA'])
    assert.match(wrong.body.error.message, /^password:/)
    const right = await post('/api/auth/confirm-address', { token, password: 'senha do estranho' })
    assert.equal(right.status, 200, right.text)
    assert.equal((await gateway.db.query(sql`select 1 from account where email = ${email}`)).length, 1)
    const again = await post('/api/auth/confirm-address', { token, password: 'senha do estranho' })
    assert.match(again.body.error.message, /^token:/)
  })

  it('that a stranger has registered is the invited person’s, and the stranger keeps nothing', async () => {
    const olga = await registerOperator(gateway)
    const email = someAddress()
    await request(email)
    await letterTo(email, /Confirme/)
    await olga.call('POST', '/api/admin/invitations', { email })
    const token = tokenIn((await letterTo(email, /convite/i)).text)
    assert.equal((await call(gateway.url, 'GET', `/api/invitations/${token}`)).body.hasLogin, false)
    const joined = await post(`/api/invitations/${token}/sign-up`, { name: 'Bia', password: NEW })
    assert.equal(joined.status, 201, joined.text)
    await assert.rejects(confirmAddress(gateway, { email, password: 'senha do estranho' }), /400/)
    await assert.rejects(signIn(gateway, { email, password: 'senha do estranho' }), /401/)
    await signIn(gateway, { email, password: NEW })
  })

  it('that was never confirmed in an older version admits no session, and is taken over with all that was set before', async () => {
    const stranger = await register(gateway)
    await putPasskey(stranger.email, false)
    await gateway.db.query(sql`update iam."user" set "emailVerified" = false where "email" = ${stranger.email}`)
    assert.equal((await stranger.call('GET', '/api/account')).status, 401)
    await assert.rejects(signIn(gateway, stranger), /403/)
    const olga = await registerOperator(gateway)
    await olga.call('POST', '/api/admin/invitations', { email: stranger.email })
    const token = tokenIn((await letterTo(stranger.email, /convite/i)).text)
    assert.equal((await post(`/api/invitations/${token}/sign-up`, { name: 'Bia', password: NEW })).status, 201)
    const ways = await waysOf(stranger.email)
    assert.deepEqual([ways?.passkeys, ways?.sessions], [0, 1])
    await assert.rejects(signIn(gateway, stranger), /401/)
  })

  it('is required for a day, and not by a gateway in production that sends no mail', async () => {
    const email = someAddress()
    await request(email)
    gateway.advance(DAY_MS + 1)
    await assert.rejects(confirmAddress(gateway, { email, password: 'senha do estranho' }), /400/)
    await using own = await openTestGateway({ env: { ...PRODUCTION, SIGN_UP: 'open' } })
    const answer = await call(own.url, 'POST', '/api/auth/sign-up/email', {
      body: { name: 'Ana', email, password: NEW },
    })
    assert.deepEqual(refusal(answer), [503, 'MAIL_NOT_SET_UP'])
  })
})
