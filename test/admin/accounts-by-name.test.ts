// The operators' lists are narrowed to accounts by words of their names, and name the account of each row.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { register } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Operators, openHoldOperations } from '../hold/holding.ts'

let gateway: TestGateway
let operators: Operators
const names = { ana: 'Padaria São João', bia: 'Oficina da Bia' }
const ids: number[] = []
before(async () => {
  gateway = await openTestGateway()
  operators = await openHoldOperations(gateway)
  for (const name of Object.values(names)) {
    const person = await register(gateway, name)
    ids.push(person.accountId)
    const webhook = { webhookUrl: 'https://example.com/hook', notificationType: 'WITHDRAWAL' }
    assert.equal((await person.call('POST', '/api/webhook', webhook)).status, 201)
    await operators.placed(person.accountId)
    const view = { reason: 'Chamado 4711' }
    const opened = await operators.olga.call('POST', `/api/admin/accounts/${person.accountId}/support-views`, view)
    await operators.olga.call('POST', `/api/admin/support-views/${opened.body.id}/end`, {})
  }
})
after(() => gateway[Symbol.asyncDispose]())

const namesAt = async (path: string, query: string): Promise<string[]> => {
  const { status, body, text } = await operators.olga.call('GET', `${path}${query}`)
  assert.equal(status, 200, text)
  return [...new Set<string>(body.data.map(({ accountName }: { accountName: string }) => accountName))].toSorted()
}

for (const [path, byNumber] of [
  ['/api/admin/webhooks/health?limit=10', 'accountId'],
  ['/api/admin/support-views?status=ENDED', 'accountId'],
  ['/api/admin/hold-orders?limit=10', 'accountId'],
  ['/api/admin/audit?subject=support-view', 'userId'],
] as const)
  it(`${path} by name, by number, and by a name that no account has`, async () => {
    const { ana, bia } = names
    assert.deepEqual(await namesAt(path, ''), [bia, ana])
    assert.deepEqual(await namesAt(path, '&account=sao joao'), [ana])
    assert.deepEqual(await namesAt(path, '&account=BIA'), [bia])
    assert.deepEqual(await namesAt(path, `&account=${ids[0]}`), [ana])
    assert.deepEqual(await namesAt(path, `&${byNumber}=${ids[1]}`), [bia])
    assert.deepEqual(await namesAt(path, `&account=ana&${byNumber}=${ids[1]}`), [])
    for (const nobody of ['ninguem', '%25', '_'])
      assert.deepEqual(await namesAt(path, `&account=${nobody}`), [], nobody)
    const refused = await operators.olga.call('GET', `${path}&account=${'x'.repeat(101)}`)
    assert.match(refused.body.error.message, /^account: /)
  })

it('the totals of holds are narrowed in the same ways', async () => {
  const totalsOf = async (query: string) =>
    (await operators.olga.call('GET', `/api/admin/hold-orders/totals${query}`)).body
  const { data } = (await operators.olga.call('GET', '/api/admin/hold-orders')).body
  const amount = data.reduce((sum: number, order: { amount: number }) => sum + order.amount, 0)
  assert.deepEqual(await totalsOf(''), { count: 2, amount, more: false })
  assert.equal((await totalsOf('?account=sao joao')).count, 1)
  assert.equal((await totalsOf(`?accountId=${ids[1]}&account=ana`)).count, 0)
  assert.equal((await totalsOf('?state=TAKEN')).count, 0)
})

it('an account reads the names of no accounts in its own log', async () => {
  const person = await register(gateway, 'Loja Só')
  const { body } = await person.call('GET', '/api/audit')
  assert.ok(body.data.length > 0)
  assert.ok(body.data.every((entry: object) => !('accountName' in entry)))
  assert.equal((await person.call('GET', '/api/audit?account=bia')).status, 400)
})
