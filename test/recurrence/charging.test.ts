// A seller charges, changes and cancels cycles, on the calendar of gateway and bank: what is refused and why, and what is debited then.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { assertBooks } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import type { Receiver } from '../receiver.ts'
import { DAYS_PACE_MS, liveUntil } from './calendar.ts'
import { eventsOfContract, openListener } from './listening.ts'
import { inApp, offered, openRecurringGateway, recurringSeller } from './recurring.ts'

/** A Monday; the first cycle begins on Wednesday, January 20. */
const BEGINNING = new Date('2027-01-04T12:00:00-03:00')
const FIRST_DAY = '2027-01-20'
const at = (day: string, hour: number, minute = 0) => timeOn(day as LocalDate, hour, minute)

const VARIABLE = { valor: undefined, valorMinimo: 1000 }
const KINDS = {
  fixed: {},
  usual: { valor: undefined, valorPadrao: 4990 },
  amountless: VARIABLE,
  byHand: { ...VARIABLE, cobrancaAutomatica: false },
  cancelledInTime: {},
  cancelledLate: {},
  skipped: {},
} as const

let gateway: TestGateway
let seller: Seller
let receiver: Receiver
const made = {} as Record<keyof typeof KINDS, Answer['body']>

const path = (kind: keyof typeof KINDS, more = '') => `/api/pix-automatico/${made[kind].idRec}/cobrancas${more}`
const debitsOf = async (kind: keyof typeof KINDS) => (await seller.api('GET', path(kind))).body.data.toReversed()
const refusal = ({ status, body }: Answer) => [status, body.error ?? body.errorType, body.message]

before(async () => {
  gateway = await openRecurringGateway({ startsAt: BEGINNING })
  seller = await recurringSeller(gateway)
  receiver = await openListener(gateway, seller, ['recurrence.amount_due', 'recurrence.debit_missed', 'sale.paid'])
  for (const [kind, more] of Object.entries(KINDS))
    made[kind as keyof typeof KINDS] = await offered(seller, { dataInicial: FIRST_DAY, ...more })
  await liveUntil(gateway, gateway.now())
  const early = await seller.api('POST', path('fixed'), { dataDeVencimento: FIRST_DAY })
  assert.deepEqual(refusal(early).slice(0, 2), [409, 'CONFLICT'])
  for (const { idRec } of Object.values(made)) await inApp(gateway, idRec, 'accept')
  await liveUntil(gateway, new Date(gateway.now().getTime() + 3_600_000))
})
after(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await gateway?.[Symbol.asyncDispose]()
})

test('the first cycle of each that the gateway orders is planned, one ahead', async () => {
  for (const kind of ['fixed', 'usual', 'amountless'] as const) {
    const amount = kind === 'amountless' ? null : 4990
    assert.deepEqual(
      (await debitsOf(kind)).map((one: Record<string, unknown>) => [
        one.ciclo,
        one.dataDeVencimento,
        one.status,
        one.amount,
      ]),
      [[1, FIRST_DAY, 'PLANEJADA', amount]],
    )
  }
  assert.deepEqual(await debitsOf('byHand'), [])
  const { proximaCobranca } = (await seller.api('GET', `/api/pix-automatico/${made.fixed.idRec}`)).body
  assert.deepEqual(proximaCobranca, {
    ciclo: 1,
    dataDeVencimento: FIRST_DAY,
    dataLiquidacaoPrevista: FIRST_DAY,
    amount: 4990,
  })
})

test('what cannot be charged is refused, with the field and what was expected', async () => {
  const rows: [kind: keyof typeof KINDS, body: object, refused: RegExp][] = [
    ['byHand', { dataDeVencimento: '2027-01-25' }, /^400 INVALID_DATA amount: expected an amount/],
    ['byHand', { dataDeVencimento: '2027-01-25', amount: 999 }, /^400 INVALID_DATA amount: expected at least 1000/],
    [
      'byHand',
      { dataDeVencimento: '2027-01-06', amount: 1000 },
      /^400 INVALID_DATA dataDeVencimento: .* from 2027-01-07 to 2028-02-08/,
    ],
    [
      'byHand',
      { dataDeVencimento: '2027-01-19', amount: 1000 },
      /^400 INVALID_DATA dataDeVencimento: .* from 2027-01-20 on/,
    ],
    ['byHand', { dataDeVencimento: '2027-02-30', amount: 1000 }, /^400 INVALID_DATA dataDeVencimento: /],
    // A Friday whose payers would be debited on Monday, when the next cycle has begun.
    [
      'byHand',
      { dataDeVencimento: '2027-06-19', amount: 1000 },
      /^400 INVALID_DATA dataDeVencimento: expected an earlier day/,
    ],
    ['byHand', { dataDeVencimento: '2027-01-25', amount: 50 }, /^400 INVALID_DATA amount/],
    ['byHand', { dataDeVencimento: '2027-01-25', amount: 1000, valor: 1 }, /^400 INVALID_DATA/],
    ['fixed', { dataDeVencimento: '2027-02-25', amount: 5000 }, /^400 INVALID_DATA amount: expected 4990/],
  ]
  for (const [kind, body, expected] of rows) {
    const refused = refusal(await seller.api('POST', path(kind), body)).join(' ')
    assert.match(refused, expected, JSON.stringify(body))
  }
  const [planned] = await debitsOf('fixed')
  const taken = await seller.api('POST', path('fixed'), { dataDeVencimento: '2027-01-25' })
  assert.deepEqual(refusal(taken).slice(0, 2), [409, 'CONFLICT'])
  assert.ok(taken.body.message.includes(planned.txid))
})

test('a cycle is charged by hand, once under a key, and is debited on that day', async () => {
  const body = {
    dataDeVencimento: '2027-01-25',
    amount: 7000,
    infoAdicional: 'Consumo de janeiro',
    externalReference: 'jan',
  }
  const key = { 'idempotency-key': 'janeiro' }
  const first = await seller.api('POST', path('byHand'), body, key)
  const again = await seller.api('POST', path('byHand'), body, key)
  assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body])
  assert.deepEqual(
    [first.body.status, first.body.origem, first.body.ciclo, first.body.amount, first.body.externalReference],
    ['PLANEJADA', 'MANUAL', 1, 7000, 'jan'],
  )
  assert.equal((await debitsOf('byHand')).length, 1)
  const one = await seller.api('GET', path('byHand', `/${first.body.txid}`))
  assert.deepEqual(one.body, first.body)
})

test('another account has neither the recurrence nor its debits', async () => {
  const other = await recurringSeller(gateway)
  assert.deepEqual(refusal(await other.api('GET', path('fixed'))).slice(0, 2), [403, 'FORBIDDEN'])
  const unknown = await seller.api('GET', path('fixed', `/${(await debitsOf('usual'))[0].txid}`))
  assert.deepEqual(refusal(unknown).slice(0, 2), [404, 'NOT_FOUND'])
})

test('a planned debit is cancelled: its cycle is skipped, the next is planned, and the cycle may be charged again', async () => {
  const [planned] = await debitsOf('skipped')
  const cancelled = await seller.api('POST', path('skipped', `/${planned.txid}/cancel`), { motivo: 'férias' })
  assert.deepEqual(
    [cancelled.status, cancelled.body.status, cancelled.body.encerramento.descricao],
    [202, 'CANCELADA', 'férias'],
  )
  const twice = await seller.api('POST', path('skipped', `/${planned.txid}/cancel`))
  assert.deepEqual([twice.status, twice.body], [202, cancelled.body])
  assert.deepEqual(
    (await debitsOf('skipped')).map((one: Record<string, unknown>) => [one.ciclo, one.status]),
    [
      [1, 'CANCELADA'],
      [2, 'PLANEJADA'],
    ],
  )
  const again = await seller.api('POST', path('skipped'), { dataDeVencimento: '2027-01-27' })
  assert.deepEqual([again.status, again.body.ciclo], [201, 1])
  assert.notEqual(again.body.txid, planned.txid)
})

test('the amount of a planned debit is changed; once it is ordered it stays', async () => {
  const [planned] = await debitsOf('usual')
  const changed = await seller.api('PATCH', path('usual', `/${planned.txid}`), { amount: 5500 })
  assert.deepEqual([changed.status, changed.body.amount], [200, 5500])
  await liveUntil(gateway, at('2027-01-14', 12))
  const [ordered] = await debitsOf('usual')
  assert.deepEqual([ordered.status, ordered.amount, ordered.dataLiquidacaoPrevista], ['ATIVA', 5500, FIRST_DAY])
  const late = await seller.api('PATCH', path('usual', `/${planned.txid}`), { amount: 5600 })
  assert.deepEqual(refusal(late).slice(0, 2), [409, 'CONFLICT'])
})

test('the seller is asked for a missing amount ten days before, once', async () => {
  assert.deepEqual(eventsOfContract(receiver, made.amountless.contrato), ['recurrence.amount_due'])
  const { alerta } = (await seller.api('GET', `/api/pix-automatico/${made.amountless.idRec}`)).body
  assert.equal(alerta, 'FALTA_VALOR')
})

test('an ordered debit is cancelled until 22:00 of the day before it settles, and not after that', async () => {
  const [[inTime], [late]] = [await debitsOf('cancelledInTime'), await debitsOf('cancelledLate')]
  await liveUntil(gateway, at('2027-01-19', 12), DAYS_PACE_MS)
  await liveUntil(gateway, at('2027-01-19', 21, 50))
  const cancelled = await seller.api('POST', path('cancelledInTime', `/${inTime.txid}/cancel`))
  assert.deepEqual([cancelled.status, cancelled.body.status, cancelled.body.sale], [202, 'CANCELADA', null])
  await liveUntil(gateway, at('2027-01-19', 22, 1))
  const refused = await seller.api('POST', path('cancelledLate', `/${late.txid}/cancel`))
  assert.deepEqual(refusal(refused).slice(0, 2), [409, 'CONFLICT'])
})

test('on the days themselves: each amount as it was said, and what had none is missed', async () => {
  await liveUntil(gateway, at('2027-01-28', 12), DAYS_PACE_MS)
  const sales = (await seller.api('GET', '/api/transactions')).body.data
  const paid = (kind: keyof typeof KINDS) =>
    sales
      .filter((sale: Record<string, unknown>) => sale.contrato === made[kind].contrato)
      .map((sale: Record<string, unknown>) => [sale.status, sale.amount, sale.externalReference])
  assert.deepEqual(
    [paid('fixed'), paid('usual'), paid('byHand'), paid('skipped'), paid('cancelledInTime'), paid('cancelledLate')],
    [
      [['PAGO', 4990, undefined]],
      [['PAGO', 5500, undefined]],
      [['PAGO', 7000, 'jan']],
      [['PAGO', 4990, undefined]],
      [],
      [['PAGO', 4990, undefined]],
    ],
  )
  const [missed, next] = await debitsOf('amountless')
  assert.deepEqual(
    [missed.status, missed.encerramento.codigo, missed.sale],
    ['NAO_COBRADA', 'VALOR_NAO_INFORMADO', null],
  )
  assert.deepEqual([next.ciclo, next.status], [2, 'PLANEJADA'])
  assert.deepEqual(eventsOfContract(receiver, made.amountless.contrato), [
    'recurrence.amount_due',
    'recurrence.debit_missed',
  ])
})

test('all debits of the account are listed, by status and due day', async () => {
  const all = (await seller.api('GET', '/api/pix-automatico/cobrancas?status=CONCLUIDA&limit=2')).body
  assert.equal(all.data.length, 2)
  const rest = (await seller.api('GET', `/api/pix-automatico/cobrancas?status=CONCLUIDA&cursor=${all.nextCursor}`)).body
  assert.equal(rest.data.length, 3)
  const of25 = (await seller.api('GET', '/api/pix-automatico/cobrancas?dueFrom=2027-01-25&dueTo=2027-01-25')).body.data
  assert.deepEqual(
    of25.map((one: Record<string, unknown>) => one.contrato),
    [made.byHand.contrato],
  )
  const wrong = await seller.api('GET', '/api/pix-automatico/cobrancas?dueFrom=2027-01-25&dueTo=2027-01-01')
  assert.deepEqual(refusal(wrong).slice(0, 2), [400, 'INVALID_DATA'])
})

test('the books of seller, ledger and bank agree', () => assertBooks(gateway))
