// Every route that takes a moment refuses an invalid one by its field's name, leap seconds too, which the format lets through. So does
// every route that takes a number which the database could not hold.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { momentOf } from '#http/request/moment.ts'
import { Failure } from '#kernel/failure.ts'
import { join, type Person, register } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { type Operators, openHoldOperations } from '../hold/holding.ts'
import type { Answer } from '../http.ts'

const LEAP = '2030-12-31T23:59:60Z'
const REASON = { reason: 'Conferido com o banco.' }

it('a moment is read as it is written', () => {
  const at = (text: string) => momentOf('from', text).toISOString()
  assert.equal(at('2026-01-31T12:00:00Z'), '2026-01-31T12:00:00.000Z')
  for (const text of ['2026-01-31T09:00:00-03:00', '2026-01-31 12:00Z', '2026-01-31t12:00:00.000z'])
    assert.equal(at(text), '2026-01-31T12:00:00.000Z', text)
  for (const text of [
    LEAP,
    '2026-02-30T12:00:00Z',
    '2026-01-31T25:00:00Z',
    '2026-01-31T12:00:00',
    '2026-01-31',
    'now',
    '',
  ])
    assert.throws(
      () => at(text),
      (error: unknown) => error instanceof Failure && /^from: /.test(error.message),
      text,
    )
})

describe('a leap second, or a number beyond all ids', () => {
  let gateway: TestGateway
  let operators: Operators
  let ana: Person
  let seller: Seller
  before(async () => {
    gateway = await openTestGateway()
    operators = await openHoldOperations(gateway)
    seller = await gateway.seller()
    ana = await register(gateway)
    await join(gateway, ana, seller.accountId, 'OWNER')
  })
  after(() => gateway[Symbol.asyncDispose]())

  const olgas = (method: string, path: string, body?: object) => () => operators.olga.call(method, path, body)
  const anas = (method: string, path: string, body?: object) => () => ana.call(method, path, body)
  const routes: [field: string, call: () => Promise<Answer>][] = [
    ['releaseAt', () => operators.place(seller.accountId, { releaseAt: LEAP })],
    ['from', olgas('GET', `/api/admin/audit?from=${LEAP}`)],
    ['to', anas('GET', `/api/audit?to=${LEAP}`)],
    ['userId', olgas('GET', '/api/admin/audit?userId=99999999999')],
    ['reconciliationId', olgas('GET', '/api/admin/reconciliation-cases?reconciliationId=1e300')],
    ['deadlineBefore', anas('GET', `/api/account/disputes?deadlineBefore=${LEAP}`)],
    ['deadline', olgas('POST', '/api/admin/disputes', { saleId: 1, kind: 'CHARGEBACK', deadline: LEAP, ...REASON })],
    ['expiresAt', anas('POST', '/api/credentials', { expiresAt: LEAP })],
    ['from', olgas('POST', '/api/admin/recovery/enter', { from: LEAP, ...REASON })],
    ['since', anas('POST', '/api/webhook/1/resend-failed', { since: LEAP })],
    ['from', () => seller.api('GET', `/api/public/cashout?from=${LEAP}`)],
    ['from', () => seller.api('GET', '/api/public/cashout?from=-200000-01-01T00:00:00Z')],
    ['to', () => seller.api('GET', `/api/transactions?to=${LEAP}`)],
    ['from', anas('GET', `/api/statement?from=${LEAP}`)],
  ]
  for (const [n, [field, call]] of routes.entries())
    it(`is refused by the name of ${field} (${n})`, async () => {
      const { status, text } = await call()
      assert.equal(status, 400, text)
      assert.match(text, new RegExp(`\\b${field}\\b`))
    })
})
