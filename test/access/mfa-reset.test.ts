// A person has lost phone and recovery codes: an operator removes their second factors, and the command line removes an operator's.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { environmentOf, porteira } from '../cli/run.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { slow } from '../long.ts'
import { type Person, register, registerOperator, signIn } from './person.ts'
import { secure } from './totp.ts'

const refusal = (answer: Answer) => [answer.status, answer.body?.error?.code]

let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway()
})
after(() => gateway[Symbol.asyncDispose]())

const idOf = async (person: Person): Promise<string> => (await person.call('GET', '/api/me')).body.person.id
const remove = (olga: Person, id: string, body: unknown = { reason: 'Lost her phone, seen by video' }) =>
  olga.call('POST', `/api/admin/persons/${id}/remove-second-factor`, body)

describe('an operator takes second factors away', () => {
  it('with a reason, which ends every session and leaves the password', async () => {
    const olga = await registerOperator(gateway)
    const { person, app } = await secure(gateway, await register(gateway))
    // Locked besides, by trying.
    for (let tries = 0; tries < 5; tries++) await person.call('POST', '/api/auth/step-up', { code: app.wrong() })
    const removed = await remove(olga, await idOf(person))
    assert.deepEqual([removed.status, removed.body], [200, { authenticatorApp: true, passkeys: 0, endedSessions: 1 }])
    assert.equal((await person.call('GET', '/api/account')).status, 401)
    const back = await signIn(gateway, person)
    assert.equal((await back.call('POST', '/api/credentials', {})).status, 201)
    assert.equal((await back.call('POST', '/api/auth/step-up', { password: person.password })).status, 200)
    const { data } = (await back.call('GET', '/api/audit?action=second-factor.removed')).body
    assert.deepEqual(
      data.map((entry: { actor: { kind: string }; detail: unknown }) => [entry.actor.kind, entry.detail]),
      [['operator', { authenticatorApp: true, passkeys: 0, endedSessions: 1 }]],
    )
    const ours = (await olga.call('GET', '/api/admin/audit?action=second-factor.removed')).body.data
    assert.deepEqual([ours[0].actor.email, ours[0].reason], [olga.email, 'Lost her phone, seen by video'])
  })

  it('of a user who exists, and of no other operator', async () => {
    const [olga, otto] = [await registerOperator(gateway), await registerOperator(gateway)]
    for (const id of ['1', 'abc', crypto.randomUUID()])
      assert.deepEqual(refusal(await remove(olga, id)), [404, 'NOT_FOUND'], id)
    assert.deepEqual(refusal(await remove(olga, await idOf(otto))), [409, 'CONFLICT'])
    assert.deepEqual(refusal(await remove(olga, await idOf(otto), {})), [400, 'INVALID_DATA'])
    const ana = await register(gateway)
    assert.deepEqual(refusal(await remove(ana, await idOf(ana))), [403, 'FORBIDDEN'])
  })
})

describe('porteira person remove-second-factor', () => {
  const command = (...args: string[]) => porteira(['person', 'remove-second-factor', ...args], environmentOf(gateway))

  it('helps an operator in again', async () => {
    const { person } = await secure(gateway, await registerOperator(gateway))
    const { code, out } = await command('--email', person.email.toUpperCase())
    assert.equal(code, 0, out)
    assert.match(out, /^Of the second factors of .* gone are the authenticator app. Sessions that have ended: 1\./)
    const back = await signIn(gateway, person)
    const { data } = (await back.call('GET', '/api/admin/audit?action=second-factor.removed&limit=1')).body
    assert.deepEqual([data[0].actor.kind, data[0].reason], ['house', 'At the command line'])
    assert.match((await command('--email', person.email)).out, /there was none. Sessions that have ended: 1\./)
  })

  slow('says so where the address has no user, and wants one', async () => {
    const { code, out } = await command('--email', 'nobody@example.com')
    assert.deepEqual([code, out], [1, 'Nobody signs in with nobody@example.com. Nothing was changed.\n'])
    assert.equal((await command()).code, 2)
  })
})
