// An account that the operator has stopped: its people begin nothing any more with recurrences and debits, and still end what takes from
// payers. Its keys are refused everywhere.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { addDays } from '#kernel/calendar/local-time.ts'
import { type Person, register } from '../access/person.ts'
import type { TestGateway } from '../gateway.ts'
import { openRecurringGateway, PAYER, recurrenceBody } from './recurring.ts'
import { authorised, debitIn, triedOn } from './things.ts'

let gateway: TestGateway
let ana: Person
before(async () => {
  gateway = await openRecurringGateway()
  ana = await register(gateway, 'Ana Souza')
  await setStatus('BLOCKED')
})
after(() => gateway?.[Symbol.asyncDispose]())

const setStatus = (status: 'ACTIVE' | 'BLOCKED') =>
  gateway.db.query(sql`update account set status = ${status}, seal = default where id = ${ana.accountId}`)
const place = () => ({ gateway, shop: { seller: { accountId: ana.accountId } } })
const recurrence = async () => `/api/recurrences/${await authorised(place())}`
const debit = async (status?: 'ATIVA') => `/api/recurrences/${await debitIn(place(), 'debits', status)}`

const BEGINNINGS: [what: string, request: () => Promise<[method: string, path: string, body: object]>][] = [
  ['offers no recurrence', async () => ['POST', '/api/recurrences', recurrenceBody()]],
  ['changes none', async () => ['PATCH', await recurrence(), { externalReference: 'pedido-9' }]],
  ['shows no further code of one', async () => ['POST', `${await recurrence()}/ofertas`, { jornada: 2 }]],
  ['asks no payer to authorise', async () => ['POST', `${await recurrence()}/solicitacoes`, { pagador: PAYER }]],
  [
    'charges no cycle',
    async () => ['POST', `${await recurrence()}/debits`, { dataDeVencimento: addDays(triedOn(), 20), amount: 50_00 }],
  ],
  ['changes no debit', async () => ['PATCH', await debit(), { amount: 50_00 }]],
  ['orders no further try', async () => ['POST', `${await debit('ATIVA')}/retentativas`, { data: triedOn() }]],
]

for (const [what, request] of BEGINNINGS)
  test(`a member of an account that is not active ${what}`, async () => {
    const [method, path, body] = await request()
    const { status, body: answer, text } = await ana.call(method, path, body)
    assert.deepEqual([status, answer.error?.message], [403, 'This account is not active'], text)
    await setStatus('ACTIVE')
    const allowed = await ana.call(method, path, body)
    await setStatus('BLOCKED')
    assert.notEqual(allowed.status, 403, allowed.text)
  })

test('and still reads them, and skips a planned debit', async () => {
  const path = await debit()
  assert.equal((await ana.call('GET', path)).status, 200)
  const { status, body } = await ana.call('POST', `${path}/cancel`)
  assert.deepEqual([status, body.status], [202, 'CANCELADA'])
})
