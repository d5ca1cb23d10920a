// A password that guessing begins with is accepted on none of the routes on which one is chosen, and a good one on each.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#kernel/time.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'
import { type Person, register, registerOperator, signIn } from './person.ts'

const WEAK = ['12345678', 'senha123', 'flamengo123456', '123456789012']
const GOOD = 'quatro patos na lagoa'

const refusal = ({ status, body }: Answer) => [status, body?.error?.code, /^\w+/.exec(body?.error?.message)?.[0]]

describe('a password that is easy to guess is refused', () => {
  let gateway: TestGateway
  let ana: Person
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  /** The token at the end of the link in the last letter to this address. */
  const tokenTo = (email: string) =>
    until(() => {
      const letter = gateway.mails.findLast(({ to }) => to === email)
      return /(?:token=|convite\/)([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? null
    }, `a link for ${email}`)

  it('at a registration', async () => {
    for (const password of [...WEAK, 'bia.ramos@example.com']) {
      const body = { name: 'Bia Ramos', email: 'bia.ramos@example.com', password }
      const answer = await call(gateway.url, 'POST', '/api/auth/sign-up/email', { body })
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA', 'password'], password)
    }
  })

  it('at a change, with its field, and a good one is taken', async () => {
    const request = (newPassword: string) =>
      ana.call('POST', '/api/auth/change-password', { currentPassword: ana.password, newPassword })
    for (const password of [...WEAK, ana.email])
      assert.deepEqual(refusal(await request(password)), [400, 'INVALID_DATA', 'newPassword'], password)
    assert.equal((await request(GOOD)).status, 200)
    await signIn(gateway, { email: ana.email, password: GOOD })
  })

  it('at a reset, whose link stays good for another try', async () => {
    const { email } = await register(gateway)
    await call(gateway.url, 'POST', '/api/auth/request-password-reset', { body: { email } })
    const token = await tokenTo(email)
    const request = (newPassword: string) =>
      call(gateway.url, 'POST', '/api/auth/reset-password', { body: { token, newPassword } })
    for (const password of WEAK)
      assert.deepEqual(refusal(await request(password)), [400, 'INVALID_DATA', 'newPassword'], password)
    assert.equal((await request(GOOD)).status, 200)
    await signIn(gateway, { email, password: GOOD })
  })

  it('at a reset, and no more often than twenty times a minute from one address, before the token is looked at', async () => {
    gateway.advance(MINUTE_MS)
    const statuses: number[] = []
    const body = { token: 'x'.repeat(24), newPassword: WEAK[0] }
    for (let times = 0; times < 30; times++)
      statuses.push((await call(gateway.url, 'POST', '/api/auth/reset-password', { body })).status)
    assert.deepEqual(statuses, [...Array(20).fill(400), ...Array(10).fill(429)])
    // Another page than ours is refused before it counts.
    const foreign = await call(gateway.url, 'POST', '/api/auth/reset-password', {
      body,
      headers: { origin: 'https://evil.example' },
    })
    assert.equal(foreign.status, 403)
    gateway.advance(MINUTE_MS)
    assert.equal((await call(gateway.url, 'POST', '/api/auth/reset-password', { body })).status, 400)
  })

  it('at an invitation, whose link stays good for another try', async () => {
    const email = 'rui@example.com'
    const olga = await registerOperator(gateway)
    assert.equal((await olga.call('POST', '/api/admin/invitations', { email })).status, 201)
    const token = await tokenTo(email)
    const request = (password: string) =>
      call(gateway.url, 'POST', `/api/invitations/${token}/sign-up`, { body: { name: 'Rui', password } })
    for (const password of WEAK)
      assert.deepEqual(refusal(await request(password)), [400, 'INVALID_DATA', 'password'], password)
    assert.equal((await request(GOOD)).status, 201)
  })
})
