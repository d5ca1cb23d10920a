// Money that came to the test bank for nobody goes back by itself. Where that fails an operator credits it to the test account that it was meant for, and to no other.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TEST_SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'
import { inTestMode } from './side.ts'

describe('money for nobody, at the test bank', () => {
  let gateway: TestGateway
  let olga: Person
  let ana: Person
  let inTest: Person
  let receipt: string
  before(async () => {
    gateway = await openTestGateway({ testMode: true, env: { SWEEP_EVERY_MS: '200' } })
    olga = await registerOperator(gateway)
    ana = await register(gateway)
    inTest = await inTestMode(ana)
    const stray = { amount: '7.77', by: 'PIX', name: 'Recusa Lima', document: '52998224725' }
    const sent = await call(gateway.testBankUrl ?? '', 'POST', '/sandbox/transfer', { body: stray })
    assert.equal(sent.status, 201, sent.text)
    const found = await until(async () => {
      const { body } = await olga.call('GET', `/api/admin/receipts?accountId=${TEST_SUSPENSE_ACCOUNT_ID}`)
      return body.data.find(({ status }: { status: string }) => status === 'UNACCEPTED') ?? null
    }, 'its return to fail')
    receipt = `/api/admin/receipts/${TEST_SUSPENSE_ACCOUNT_ID}/${found.id}`
  })
  after(() => gateway?.[Symbol.asyncDispose]())

  const credit = (accountId?: number): Promise<Answer> =>
    olga.call('POST', `${receipt}/credit`, { reason: 'Era da Ana', ...(accountId !== undefined && { accountId }) })
  const refusal = ({ status, body }: Answer) => [status, body.error?.code]

  it('is credited neither to the account that keeps it nor to one of real money', async () => {
    assert.deepEqual(refusal(await credit()), [400, 'INVALID_DATA'])
    assert.deepEqual(refusal(await credit(TEST_SUSPENSE_ACCOUNT_ID)), [400, 'INVALID_DATA'])
    assert.deepEqual(refusal(await credit(ana.accountId)), [409, 'CONFLICT'])
  })

  it('is credited to a test account', async () => {
    const credited = await credit(inTest.accountId)
    assert.equal(credited.status, 202, credited.text)
    assert.equal((await inTest.call('GET', '/api/balance')).body.available, 7_77)
  })
})
