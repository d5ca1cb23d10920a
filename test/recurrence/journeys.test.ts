// Journeys 1, 3 and 4: the payer is asked in their bank's app, pays and authorises in one act, or gets a bill that may be authorised too.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { moveBank } from './calendar.ts'
import {
  inApp,
  inDays,
  lookNow,
  offered,
  openRecurringGateway,
  PAYER,
  reachesRecurrence,
  recurrenceBody,
  recurringSeller,
} from './recurring.ts'

let gateway: TestGateway
let seller: Seller
before(async () => {
  gateway = await openRecurringGateway({ env: { POSTBACK_SECRET: 'a secret for postbacks' } })
  seller = await recurringSeller(gateway)
})
after(() => gateway?.[Symbol.asyncDispose]())

const one = { jornada: 1, pagador: PAYER }
const three = { jornada: 3, dataInicial: undefined, primeiroPagamento: { amount: 4990 } }
const four = () => ({
  jornada: 4,
  dataInicial: undefined,
  primeiroPagamento: { amount: 4990, dataDeVencimento: inDays(5) },
})

const at = ({ idRec }: { idRec: string }, rest = '') => `/api/pix-automatico/${idRec}${rest}`
const saleAt = ({ sale }: { sale: { uuid: string } }) => `/api/transactions/${sale.uuid}`

test('journey 1: no sale, no code, and a request that was sent; authorised in the app', async () => {
  const made = await offered(seller, one)
  assert.deepEqual([made.sale, made.pixCopiaECola, made.status], [null, null, 'CRIADA'])
  assert.match(made.solicitacao.idSolicRec, /^SC/)
  await inApp(gateway, made.idRec, 'accept')
  const approved = await reachesRecurrence(seller, made, 'APROVADA')
  assert.equal((approved.ativacao as { jornada: number }).jornada, 1)
})

test('journey 1 ignored: the request expires, the recurrence stays, and another one can be sent; not while one is open', async () => {
  await using own = await openRecurringGateway()
  const shop = await recurringSeller(own)
  const solicitacaoExpiraEm = new Date(Date.now() + HOUR_MS).toISOString()
  const made = await offered(shop, {
    ...one,
    solicitacaoExpiraEm,
    customer: { name: 'Ignora Souza', document: '52998224725' },
  })
  const push = { pagador: PAYER }
  const early = await shop.api('POST', at(made, '/solicitacoes'), push)
  assert.deepEqual([early.status, early.body.error], [409, 'CONFLICT'])
  own.advance(2 * HOUR_MS)
  await moveBank(own, own.now())
  await until(async () => {
    await lookNow(own)
    const { body } = await shop.api('GET', at(made))
    return body.solicitacao.status === 'EXPIRADA' ? body : null
  }, 'the request to expire')
  const again = await shop.api('POST', at(made, '/solicitacoes'), push)
  assert.deepEqual([again.status, again.body.status], [201, 'CRIADA'])
  assert.notEqual(again.body.solicitacao.idSolicRec, made.solicitacao.idSolicRec)
})

test('a code that is authorised after a request was sent: the request is withdrawn, and the journey is that of the payer', async () => {
  const made = await offered(seller, one)
  const { body: both } = await seller.api('POST', at(made, '/ofertas'), { jornada: 2 })
  assert.equal(parseBrCode(both.pixCopiaECola)?.kind, 'recurrence')
  await inApp(gateway, made.idRec, 'accept', { pixCopiaECola: both.pixCopiaECola })
  const approved = await reachesRecurrence(seller, made, 'APROVADA')
  assert.deepEqual([(approved.ativacao as { jornada: number }).jornada, approved.jornada], [2, 1])
})

test('journey 3: the sale waits to be paid by a code that does both; paid, the sale is PAGO and the recurrence authorised', async () => {
  await using receiver = await openReceiver()
  const made = await offered(seller, { ...three, postbackUrl: receiver.url })
  const { sale } = made
  assert.deepEqual(
    [sale.status, sale.paymentMethod, sale.amount, sale.idRec, sale.contrato],
    ['PENDENTE', 'PIX_AUTOMATICO', 4990, made.idRec, made.contrato],
  )
  assert.equal(sale.pixKey, made.pixCopiaECola)
  const code = parseBrCode(made.pixCopiaECola)
  assert.deepEqual([code?.kind, code?.recurrenceUrl !== undefined], ['dynamic', true])
  assert.equal((await gateway.pay(made.pixCopiaECola)).status, 201)
  const paid = await seller.reaches(saleAt(made), 'PAGO')
  assert.equal(paid.systemFee, 50)
  const approved = await reachesRecurrence(seller, made, 'APROVADA')
  assert.deepEqual(
    [(approved.ativacao as { jornada: number }).jornada, (approved.sale as { status: string }).status],
    [3, 'PAGO'],
  )
  const [postback] = await receiver.gets(1)
  assert.deepEqual(
    [postback?.body.status, postback?.body.idRec, postback?.body.contrato, postback?.body.paymentMethod],
    ['PAGO', made.idRec, made.contrato, 'PIX_AUTOMATICO'],
  )
})

test('journey 3 paid and not authorised: alerted after an hour, once; a code without a payment still works', async () => {
  await using own = await openRecurringGateway()
  const shop = await recurringSeller(own)
  const made = await offered(shop, three)
  const tooEarly = await shop.api('POST', at(made, '/ofertas'), { jornada: 2 })
  assert.equal(tooEarly.status, 409)
  assert.equal((await own.pay(made.pixCopiaECola, { authorize: false })).status, 201)
  await shop.reaches(saleAt(made), 'PAGO')
  await lookNow(own)
  own.advance(61 * MINUTE_MS)
  const alerted = await until(async () => {
    const { body } = await shop.api('GET', at(made))
    return body.alerta === null ? null : body
  }, 'the alert')
  assert.deepEqual([alerted.alerta, alerted.status], ['PAGO_SEM_AUTORIZACAO', 'CRIADA'])
  await lookNow(own)
  const { body: again } = await shop.api('POST', at(made, '/ofertas'), { jornada: 2 })
  assert.equal(parseBrCode(again.pixCopiaECola)?.kind, 'recurrence')
  own.advance(25 * HOUR_MS)
  await lookNow(own)
  assert.equal((await inApp(own, made.idRec, 'accept', { pixCopiaECola: again.pixCopiaECola })).status, 200)
  const approved = await reachesRecurrence(shop, made, 'APROVADA')
  assert.deepEqual([(approved.ativacao as { jornada: number }).jornada, approved.alerta], [2, null])
  const events = await own.db.query(sql`select from event where type = 'recurrence.unauthorized_payment'`)
  assert.equal(events.length, 1)
  await assertBooks(own)
})

test('journey 3: with the sale the recurrence is cancelled, and with the recurrence the sale', async () => {
  const [sold, made] = [await offered(seller, three), await offered(seller, three)]
  assert.equal((await seller.api('POST', `${saleAt(sold)}/cancel`)).status, 202)
  await lookNow(gateway)
  await reachesRecurrence(seller, sold, 'CANCELADA')
  await seller.api('POST', at(made, '/cancel'))
  await seller.reaches(saleAt(made), 'CANCELADO')
  assert.equal((await gateway.pay(made.pixCopiaECola)).status, 409)
})

test('journey 4: the bill waits until the end of its last day; paid without an authorisation, or authorised without a payment', async () => {
  const [paid, authorised] = [await offered(seller, four()), await offered(seller, four())]
  assert.deepEqual([paid.sale.status, paid.sale.paymentMethod], ['PENDENTE', 'PIX_AUTOMATICO'])
  const code = parseBrCode(paid.pixCopiaECola)
  assert.deepEqual([code?.kind, code?.recurrenceUrl !== undefined], ['dynamic', true])
  assert.equal((await gateway.pay(paid.pixCopiaECola)).status, 201)
  await seller.reaches(saleAt(paid), 'PAGO')
  await lookNow(gateway)
  assert.equal((await seller.api('GET', at(paid))).body.status, 'CRIADA')
  await inApp(gateway, authorised.idRec, 'accept', { pixCopiaECola: authorised.pixCopiaECola })
  await reachesRecurrence(seller, authorised, 'APROVADA')
  const { body: sale } = await seller.api('GET', saleAt(authorised))
  assert.equal(sale.status, 'PENDENTE')
  assert.equal((await seller.api('POST', `${saleAt(authorised)}/cancel`)).status, 202)
  assert.equal((await seller.api('GET', at(authorised))).body.status, 'APROVADA')
})

test('what does not belong to a journey is refused, and so is what it lacks', async () => {
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ jornada: 1 }, /^pagador: /],
    [{ pagador: PAYER }, /^pagador: /],
    [{ jornada: 3 }, /^primeiroPagamento: /],
    [{ primeiroPagamento: { amount: 1 } }, /^primeiroPagamento: /],
    [
      { ...three, primeiroPagamento: { amount: 1, dataDeVencimento: inDays(5) } },
      /^primeiroPagamento.dataDeVencimento: /,
    ],
    [{ ...four(), primeiroPagamento: { amount: 1 } }, /^primeiroPagamento.dataDeVencimento: /],
    [
      { ...four(), primeiroPagamento: { amount: 1, dataDeVencimento: inDays(-1) } },
      /^primeiroPagamento.dataDeVencimento: /,
    ],
    [{ ...four(), dataInicial: inDays(5) }, /^dataInicial: expected a day after the first payment/],
    [{ dataInicial: undefined }, /^dataInicial: /],
    [{ dataInicial: inDays(2) }, /^dataInicial: /],
    [{ dataInicial: '2027-02-30' }, /^dataInicial: /],
    [{ dataFinal: inDays(9) }, /^dataFinal: /],
    [{ valorMinimo: 100 }, /^valorMinimo: /],
    [{ valor: undefined, valorMinimo: 100, valorPadrao: 99 }, /^valorPadrao: /],
    [{ diasRetentativa: [1] }, /^diasRetentativa: /],
    [{ politicaRetentativa: 'PERMITE_3R_7D', diasRetentativa: [4, 2] }, /^diasRetentativa: /],
    [{ ...one, solicitacaoExpiraEm: new Date(Date.now() + 31 * 24 * HOUR_MS).toISOString() }, /^solicitacaoExpiraEm: /],
    [{ solicitacaoExpiraEm: '2027-01-01T00:00:00Z' }, /^solicitacaoExpiraEm: /],
    [{ autorizarAte: '2020-01-01T00:00:00Z' }, /^autorizarAte: /],
    [{ customer: { name: 'Ana', document: '123' } }, /^customer.document: /],
    [{ contrato: '' }, /contrato/],
    [{ unknown: 1 }, /unknown/],
  ]
  for (const [more, message] of cases) {
    const { status, body } = await seller.api('POST', '/api/pix-automatico', recurrenceBody(more))
    assert.deepEqual([status, body.error], [400, 'INVALID_DATA'], JSON.stringify(more))
    assert.match(body.message, message)
  }
})
