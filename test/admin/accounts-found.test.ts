// How the operator finds an account: by its status, and by what is stored of it or of its members.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sql from 'sql-template-tag'
import { join, type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'

let gateway: TestGateway
let olga: Person
let ana: Person
let bia: Person

before(async () => {
  gateway = await openTestGateway()
  olga = await registerOperator(gateway)
  ana = await register(gateway, 'Loja da Ana')
  bia = await register(gateway, 'Padaria 100% da Bia')
  await join(gateway, bia, ana.accountId, 'FINANCE')
  for (const [{ accountId }, status] of [
    [ana, 'PENDING'],
    [bia, 'BLOCKED'],
  ] as const)
    await olga.call('PATCH', `/api/admin/accounts/${accountId}`, { status })
})
after(() => gateway[Symbol.asyncDispose]())

const found = async (query: string): Promise<number[]> => {
  const { body } = await olga.call('GET', `/api/admin/accounts?${query}`)
  return body.data.map(({ id }: { id: number }) => id)
}

it('by status, and with a word as well', async () => {
  await olga.call('PATCH', `/api/admin/accounts/${ana.accountId}`, { status: 'ACTIVE' })
  await gateway.db.query(sql`update account set status = 'PENDING', seal = default where id = ${ana.accountId}`)
  assert.deepEqual(await found('status=PENDING'), [ana.accountId])
  assert.deepEqual(await found('status=BLOCKED'), [bia.accountId])
  assert.deepEqual(await found('status=BLOCKED&q=loja'), [])
  assert.deepEqual(await found('status=CLOSED'), [])
  assert.equal((await olga.call('GET', '/api/admin/accounts?status=SLEEPING')).status, 400)
})

it('by part of the name, the number, the uuid or the e-mail, and by those who work there', async () => {
  const { uuid } = (await olga.call('GET', `/api/admin/accounts/${ana.accountId}`)).body
  for (const q of ['loja da', String(ana.accountId), uuid, uuid.slice(0, 13), ana.email, ana.email.slice(0, 8)])
    assert.ok((await found(`q=${encodeURIComponent(q)}`)).includes(ana.accountId), q)
  assert.deepEqual(await found(`q=${encodeURIComponent('Padaria 100%')}`), [bia.accountId, ana.accountId])
  assert.deepEqual(await found(`q=${bia.email}`), [bia.accountId, ana.accountId])
  assert.deepEqual(await found('q=%25'), [bia.accountId, ana.accountId])
  assert.deepEqual(await found('q=nobody'), [])
})

it('and how many there are of each status, without the suspense account', async () => {
  const { body } = await olga.call('GET', '/api/admin/accounts/by-status')
  const [{ accounts }] = (await gateway.db.query<{ accounts: number }>(sql`
    select count(*)::int as accounts from account where live_account_id is null and id <> 1000`)) as [
    { accounts: number },
  ]
  assert.deepEqual([body.PENDING, body.BLOCKED, body.CLOSED], [1, 1, 0])
  assert.equal(
    Object.values<number>(body).reduce((sum, count) => sum + count, 0),
    accounts,
  )
})
