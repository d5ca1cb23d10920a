// A recurrence whose PSP cannot even be connected to is made at the PSP account that stands in, in the same request; where a call may have
// arrived it stays.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import type { Seller } from '../gateway.ts'
import { call } from '../http.ts'
import { openTwoBanks, type TwoBanks } from '../psp/two-banks.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { inDays, offered, PAYER, recurrenceBody, recurringSeller } from './recurring.ts'

const first = { amount: 4990 }
const JOURNEYS: Record<string, () => Record<string, unknown>> = {
  'journey 1': () => ({ jornada: 1, pagador: PAYER }),
  'journey 2': () => ({}),
  'journey 3': () => ({ jornada: 3, dataInicial: undefined, primeiroPagamento: first }),
  'journey 4': () => ({
    jornada: 4,
    dataInicial: undefined,
    primeiroPagamento: { ...first, dataDeVencimento: inDays(5) },
  }),
}

let banks: TwoBanks
let seller: Seller

/** As the sandbox's own account has it from the start. */
const doesRecurringPix = ({ gateway }: TwoBanks) =>
  gateway.db.query(sql`
    update psp_account set recurrence_enabled = true, receiver_branch = '0001', receiver_account = '1234567',
      receiver_account_type = 'CORRENTE', seal = default`)

const placesOf = async (uuid: string) =>
  (
    await banks.gateway.db.query<{ place: number; sale: number | null }>(sql`
      select recurrence.psp_account_id as place, sale.psp_account_id as sale from recurrence
      left join sale on sale.account_id = recurrence.account_id and sale.id = first_sale_id where recurrence.uuid = ${uuid}::uuid`)
  )[0]

before(async () => {
  banks = await openTwoBanks({}, ['first'])
  await doesRecurringPix(banks)
  seller = await recurringSeller(banks.gateway)
})
after(() => banks?.[Symbol.asyncDispose]())

for (const [name, more] of Object.entries(JOURNEYS))
  test(`${name}: a bank that cannot be reached has nothing of it, and the other has all of it`, async () => {
    const { second } = banks
    const made = await offered(seller, more())
    const { place, sale } = (await placesOf(made.uuid)) ?? {}
    assert.deepEqual([place, sale], [second.pspAccountId, made.sale === null ? null : second.pspAccountId])
    const there = await clientOf(second.bank)
    assert.equal((await there.call('GET', `/v2/rec/${made.idRec}`)).body.status, 'CRIADA')
    if (made.sale === null) return
    const paid = await call(second.bank.url, 'POST', '/sandbox/pay', { body: { pixCopiaECola: made.pixCopiaECola } })
    assert.equal(paid.status, 201, paid.text)
    await seller.reaches(`/api/transactions/${made.sale.uuid}`, 'PAGO')
  })

test('the same key answers the one recurrence', async () => {
  const body = recurrenceBody()
  const send = () => seller.api('POST', '/api/pix-automatico', body, { 'idempotency-key': 'moved' })
  const [made, again] = [await send(), await send()]
  assert.deepEqual([made.status, again.body], [201, made.body])
})

test('a call that may have arrived keeps it where it is: 503, and nothing at the other bank', async () => {
  await using answering = await openTwoBanks({ PSP_TIMEOUT_MS: '1000' })
  await doesRecurringPix(answering)
  const shop = await recurringSeller(answering.gateway)
  answering.first.wire.fail('POST', '/v2/locrec', { forwarded: true, answer: { status: 500, body: '{}' } }, 100)
  const body = recurrenceBody()
  const refused = await shop.api('POST', '/api/pix-automatico', body)
  assert.deepEqual([refused.status, refused.body.error], [503, 'PSP_UNAVAILABLE'])
  const [row] = await answering.gateway.db.query<{ place: number }>(
    sql`select psp_account_id as place from recurrence where contrato = ${body.contrato}`,
  )
  assert.equal(row?.place, answering.first.pspAccountId)
})

test('the books add up', async () =>
  assert.deepEqual(await offences(banks.gateway.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), []))
