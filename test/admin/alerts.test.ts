// Alerts reach the operators: each once, counted, and no longer open once an operator has acknowledged them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'

const SHORT = 'CASHOUT_BLOCKED_AT_PSP'

describe('alerts', () => {
  let gateway: TestGateway
  let olga: Person
  before(async () => {
    gateway = await openTestGateway()
    olga = await registerOperator(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const open = async () => (await olga.call('GET', '/api/admin/alarms?status=open')).body.data
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  const shortOnes = async (): Promise<any[]> => (await open()).filter(({ code }: { code: string }) => code === SHORT)

  it('one that is raised again is counted, and once acknowledged it is raised anew', async () => {
    const seller = await gateway.seller({ funds: 1_000_00 })
    const request = { amount: 100, pixKey: 'semsaldo@example.com', pixKeyType: 'EMAIL' }
    assert.equal((await seller.api('POST', '/api/public/cashout', request)).status, 201)
    await until(
      async () => (await shortOnes()).some(({ rung: raised }) => raised > 1) || null,
      'the alert to be raised twice',
    )
    const [alert] = await shortOnes()
    assert.equal(alert.known.accountId, seller.accountId)
    const { severity, said: message, whatToDo, subject } = alert
    assert.deepEqual([severity, message], ['critical', 'a cashout waits for the operator'])
    assert.match(whatToDo, /^Do what `reason` asks for at the PSP/)
    assert.deepEqual([subject.kind, subject.accountId], ['cashout', seller.accountId])

    const seen = await olga.call('POST', `/api/admin/alarms/${alert.id}/acknowledge`)
    assert.equal(seen.status, 202)
    assert.ok(seen.body.acknowledgedAt !== null)
    await until(async () => (await shortOnes()).some(({ id }) => id !== alert.id) || null, 'another alarm')
    const { body } = await olga.call('GET', '/api/admin/alarms?status=acknowledged')
    assert.ok(body.data.some(({ id }: { id: string }) => id === alert.id))
  })

  it('only an operator reads and acknowledges them', async () => {
    const ana = await register(gateway)
    assert.equal((await ana.call('GET', '/api/admin/alarms')).status, 403)
    assert.equal((await ana.call('POST', '/api/admin/alarms/1/acknowledge')).status, 403)
  })

  it('refuses ids and filters that are none', async () => {
    assert.equal((await olga.call('POST', '/api/admin/alarms/999999/acknowledge')).status, 404)
    assert.equal((await olga.call('POST', '/api/admin/alarms/abc/acknowledge')).status, 400)
    assert.equal((await olga.call('GET', '/api/admin/alarms?status=loud')).status, 400)
  })
})
