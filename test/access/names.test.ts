// Names that people choose contain no address, on each route that takes one: others read them on their screens and in mails.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Person, register, registerOperator } from './person.ts'

const ADDRESS = 'URGENTE: veja https://golpe.example'

describe('a name with an address is refused', () => {
  let gateway: TestGateway
  let ana: Person
  let olga: Person
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
    olga = await registerOperator(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const account = { kind: 'efi', environment: 'test', baseUrl: 'http://127.0.0.1:9', pixKey: 'a@b.com' }
  const routes: [what: string, who: () => Person, method: string, path: string, more?: object][] = [
    [
      'of a person',
      () => ana,
      'POST',
      '/api/auth/sign-up/email',
      { email: 'a@example.com', password: 'Tr0ub4dor&3xyz' },
    ],
    ['of an account', () => ana, 'PATCH', '/api/account'],
    ['of a key pair', () => ana, 'POST', '/api/credentials'],
    ['of a passkey', () => ana, 'POST', '/api/auth/passkey/update-passkey', { id: 'x' }],
    ['of a beneficiary', () => ana, 'POST', '/api/beneficiaries', { pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }],
    [
      'of a PSP account',
      () => olga,
      'POST',
      '/api/admin/psp/accounts',
      { ...account, clientId: 'i', clientSecret: 's' },
    ],
    ['of a PSP account that is there', () => olga, 'PATCH', '/api/admin/psp/accounts/1'],
  ]
  for (const [what, who, method, path, more] of routes)
    it(what, async () => {
      const { status, body, text } = await who().call(method, path, { ...more, name: ADDRESS })
      assert.equal(status, 400, text)
      assert.match(body.error.message, /^name: expected a name without a web or mail address/)
    })

  it('of a seller who is invited', async () => {
    const request = { email: 'loja@example.com', accountName: ADDRESS }
    const { status, body } = await olga.call('POST', '/api/admin/invitations', request)
    assert.equal(status, 400)
    assert.match(body.error.message, /^accountName: expected a name without/)
  })
})
