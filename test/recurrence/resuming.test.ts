// A creation whose answers are lost: the same key goes on with it, and nothing is made twice. What nobody goes on with is taken back: then
// nothing of it can be paid or authorised at the bank.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'
import { type AsClient, clientOf, recsAtBank } from './at-bank.ts'
import { inDays, offered, openRecurringGateway, PAYER, recurrenceBody, recurringSeller } from './recurring.ts'

let gateway: TestGateway
let seller: Seller
let get: AsClient
before(async () => {
  gateway = await openRecurringGateway()
  seller = await recurringSeller(gateway)
  get = await clientOf(gateway)
})
after(() => gateway?.[Symbol.asyncDispose]())

const fault = async (on: string, fate: string, more: object = {}) => {
  const { status, text } = await call(gateway.bankUrl, 'POST', '/sandbox/faults', {
    body: { on, fate, times: 1, ...more },
  })
  assert.equal(status, 201, text)
}

const under = (key: string, body: object) => seller.api('POST', '/api/pix-automatico', body, { 'idempotency-key': key })

test('the bank makes it and its answer is lost: it is found by its location, and there is one', async () => {
  const body = recurrenceBody()
  await fault('POST /rec', '503', { executed: true })
  const made = await under('lost-1', body)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(await recsAtBank(get, body.contrato), ['CRIADA'])
})

test('the lookup gets no answer either: 503, and the same key answers the one recurrence', async () => {
  const body = recurrenceBody()
  await fault('POST /rec', '503', { executed: true })
  await fault('GET /locrec', '503', { times: 9 })
  const unanswered = await under('lost-2', body)
  assert.deepEqual([unanswered.status, unanswered.body.error], [503, 'PSP_UNAVAILABLE'])
  assert.equal(unanswered.headers.get('retry-after'), '10')
  const other = await seller.api('POST', '/api/pix-automatico', body)
  assert.deepEqual([other.status, other.body.error], [503, 'PSP_UNAVAILABLE'])
  await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')
  const made = await under('lost-2', body)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(await recsAtBank(get, body.contrato), ['CRIADA'])
  assert.deepEqual((await under('lost-2', body)).body, made.body)
})

const FIRST = { amount: 4990 }
const three = () => recurrenceBody({ jornada: 3, dataInicial: undefined, primeiroPagamento: FIRST })
const four = () =>
  recurrenceBody({ jornada: 4, dataInicial: undefined, primeiroPagamento: { ...FIRST, dataDeVencimento: inDays(5) } })
const one = () => recurrenceBody({ jornada: 1, pagador: PAYER })

test('refused by the bank: 422 with its reason, kept under the key; nothing of it is left, and the contract is free at once', async () => {
  await using own = await openRecurringGateway()
  const shop = await recurringSeller(own)
  // By the bank's clock the request is over before it is sent.
  await call(own.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: 7_200 } })
  const body = { ...one(), solicitacaoExpiraEm: new Date(Date.now() + 60 * MINUTE_MS).toISOString() }
  const send = () => shop.api('POST', '/api/pix-automatico', body, { 'idempotency-key': 'refused' })
  const refused = await send()
  assert.deepEqual([refused.status, refused.body.errorType], [422, 'GENERAL_ERROR'], refused.text)
  assert.match(refused.body.message, /^The payment provider refused the recurrence: ./)
  assert.deepEqual((await send()).body, refused.body)
  const [row] = await own.db.query<{ status: string }>(sql`select status from recurrence`)
  assert.equal(row?.status, 'FALHOU')
  await offered(shop, { contrato: body.contrato })
})

test('left at any step: in time nothing is payable and no recurrence is live, and the contract is free', async () => {
  const steps: [body: () => ReturnType<typeof recurrenceBody>, on: string, executed: boolean][] = [
    [three, 'PUT /cob', true],
    [four, 'PUT /cobv', true],
    [three, 'POST /locrec', false],
    [three, 'POST /rec', true],
    [one, 'POST /solicrec', true],
    [four, 'GET /rec', false],
  ]
  const left: ReturnType<typeof recurrenceBody>[] = []
  for (const [bodyOf, on, executed] of steps) {
    const body = bodyOf()
    await fault(on, '503', { times: 9, ...(executed && { executed }) })
    for (const lookup of ['GET /cob', 'GET /cobv', 'GET /locrec', 'GET /rec'])
      if (lookup !== on) await fault(lookup, '503', { times: 9 })
    const { status, text } = await under(`left-${on}`, body)
    assert.equal(status, 503, `${on}: ${text}`)
    await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')
    left.push(body)
  }
  await until(async () => {
    gateway.advance(2 * MINUTE_MS)
    const [row] = await gateway.db.query<{ count: number }>(sql`
      select (select count(*) from recurrence where status = 'CRIANDO') + (select count(*) from sale where status = 'EM_PROCESSAMENTO')
        as count`)
    return Number(row?.count) === 0 || null
  }, 'every creation to be taken back')
  for (const { contrato } of left) {
    assert.deepEqual(
      (await recsAtBank(get, contrato)).filter(status => status === 'CRIADA' || status === 'APROVADA'),
      [],
    )
    await offered(seller, { contrato })
  }
  const open = await gateway.db.query<{ txid: string }>(sql`
    select txid from sale where status = 'FALHA' and payment_method = 'PIX_AUTOMATICO'`)
  for (const { txid } of open)
    for (const noun of ['cob', 'cobv']) {
      const { body } = await get(`/v2/${noun}/${txid}`)
      assert.notEqual(body.status, 'ATIVA', `${noun} ${txid}`)
    }
  await assertBooks(gateway)
})
