// NUL, which no text of the database can hold: where a text names something, it is refused with the name of its field, in paths and bodies
// as in queries (query.test.ts).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { offered, openRecurringGateway, recurringSeller } from '../recurrence/recurring.ts'

const NUL = '\u0000'
const NO_CASE = '00000000-0000-4000-8000-000000000000'

let gateway: TestGateway
let seller: Seller
let olga: Person
before(async () => {
  gateway = await openRecurringGateway()
  seller = await recurringSeller(gateway)
  olga = await registerOperator(gateway)
})
after(() => gateway?.[Symbol.asyncDispose]())

const refusedBy = ({ status, text }: Answer) => [status, /"message":"([\w.]+):/.exec(text)?.[1]]

test('the txid of a debit, for its seller’s server', async () => {
  const { uuid } = await offered(seller)
  const debit = `/api/pix-automatico/${uuid}/cobrancas/%00`
  assert.deepEqual(refusedBy(await seller.api('GET', debit)), [400, 'txid'])
  assert.deepEqual(refusedBy(await seller.api('POST', `${debit}/cancel`)), [400, 'txid'])
  const retry = await seller.api('POST', `${debit}/retentativas`, { data: '2030-01-10' })
  assert.deepEqual(refusedBy(retry), [400, 'txid'])
})

test('what an operator asks a PSP about, and who looks after a difference', async () => {
  for (const field of ['txid', 'idRec']) {
    const body = { accountId: seller.accountId, [field]: NUL }
    assert.equal((await olga.call('POST', '/api/admin/recurrences/ask', body)).status, 400, field)
  }
  const owned = await olga.call('PATCH', `/api/admin/reconciliation-cases/${NO_CASE}`, { owner: NUL })
  assert.equal(owned.status, 400, owned.text)
})

test('what stands for an id in a body or a query is refused by its own name', async () => {
  const opened = await olga.call('POST', '/api/admin/disputes', { saleId: 'x', kind: 'CHARGEBACK', reason: 'A letter' })
  assert.deepEqual(refusedBy(opened), [400, 'saleId'])
  const hook = { webhookUrl: 'https://shop.example.com/hook', events: ['sale.paid'] }
  const { body } = await olga.call('POST', '/api/webhook', hook)
  const listed = await olga.call('GET', `/api/webhook/${body.id}/deliveries?sale=x`)
  assert.deepEqual(refusedBy(listed), [400, 'sale'])
})
