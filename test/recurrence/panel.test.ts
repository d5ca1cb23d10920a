// What the panel asks about recurrences beyond what servers ask: why something was refused, the cycles to come of one recurrence, and the
// calendar of all of them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { businessDayFrom } from '#kernel/calendar/business-days.ts'
import { type Cycles, dueOf, PERIODICITIES } from '#kernel/calendar/cycles.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { sellerWith, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { until } from '../until.ts'
import { agree, inApp, inDays, openRecurringGateway, PAYER, PRICE, recurrenceBody } from './recurring.ts'
import { authorised } from './things.ts'

let gateway: TestGateway
let ana: Person
before(async () => {
  gateway = await openRecurringGateway()
  ana = await newSeller()
  await agree(gateway, ana, PRICE)
})
after(() => gateway?.[Symbol.asyncDispose]())

async function newSeller(): Promise<Person> {
  const person = await register(gateway)
  await gateway.db.query(sql`update account set status = 'ACTIVE', seal = default where id = ${person.accountId}`)
  return person
}

const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.reason ?? null,
  /^([\w.]+): /.exec(body.error?.message)?.[1] ?? null,
]
const asked = (more: Record<string, unknown>) => ana.call('POST', '/api/recurrences', recurrenceBody(more))
const first = (amount: number, more: object = {}) => ({
  primeiroPagamento: { amount, ...more },
  dataInicial: undefined,
})

async function offeredTo(person: Person, more: Record<string, unknown> = {}): Promise<Answer['body']> {
  const answer = await person.call('POST', '/api/recurrences', recurrenceBody(more))
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** Authorised, and its first cycle is planned where the gateway plans it. */
async function authorisedBy(person: Person, more: Record<string, unknown> = {}): Promise<Answer['body']> {
  const made = await offeredTo(person, more)
  await inApp(gateway, made.idRec, 'accept')
  return until(async () => {
    const { body } = await person.call('GET', `/api/recurrences/${made.uuid}`)
    const isPlanned = body.proximaCobranca !== null || more.cobrancaAutomatica === false
    return body.status === 'APROVADA' && isPlanned ? body : null
  }, 'an authorised recurrence')
}

test('a creation that is refused has its reason, with what a sentence about it needs', async () => {
  const taken = await offeredTo(ana)
  const rows: [more: Record<string, unknown>, expected: unknown[]][] = [
    [{ valor: 50 }, [422, { name: 'FEES_EXCEED_AMOUNT' }, 'valor']],
    [{ jornada: 3, ...first(50) }, [422, { name: 'FEES_EXCEED_AMOUNT' }, 'primeiroPagamento.amount']],
    [{ contrato: taken.contrato }, [409, { name: 'CONTRACT_IN_USE', idRec: taken.idRec }, 'contrato']],
    [{ dataInicial: inDays(2) }, [400, { name: 'TOO_EARLY', day: inDays(3) }, 'dataInicial']],
    [{ dataFinal: inDays(9) }, [400, { name: 'ENDS_BEFORE_START', day: inDays(10) }, 'dataFinal']],
    [
      { jornada: 4, ...first(4990, { dataDeVencimento: inDays(20) }), dataInicial: inDays(20) },
      [400, { name: 'NOT_AFTER_FIRST_PAYMENT', day: inDays(21) }, 'dataInicial'],
    ],
    [
      { jornada: 4, ...first(4990, { dataDeVencimento: inDays(-1) }), dataInicial: inDays(20) },
      [400, { name: 'BILL_DUE_IN_PAST', day: inDays(0) }, 'primeiroPagamento.dataDeVencimento'],
    ],
    // Before the first year whose holidays are known.
    [
      { jornada: 4, ...first(4990, { dataDeVencimento: '2000-01-01' }) },
      [400, { name: 'BILL_DUE_IN_PAST', day: inDays(0) }, 'primeiroPagamento.dataDeVencimento'],
    ],
    [
      { valor: undefined, valorMinimo: 2000, valorPadrao: 1000 },
      [400, { name: 'BELOW_MINIMUM', amount: 2000 }, 'valorPadrao'],
    ],
    [{ customer: { name: 'Ana', document: '11111111111' } }, [400, null, 'customer.document']],
  ]
  for (const [more, expected] of rows) assert.deepEqual(refusal(await asked(more)), expected, JSON.stringify(more))
})

test('what an account or its provider lacks is named; by API key the message alone says it', async () => {
  const bia = await newSeller()
  const { body: key } = await bia.call('POST', '/api/credentials', { name: 'Loja' })
  const seller = sellerWith(gateway, bia.accountId, key.publicKey, key.privateKey)
  const reasonOf = async (more: Record<string, unknown> = {}) =>
    refusal(await bia.call('POST', '/api/recurrences', recurrenceBody(more)))[1]
  await agree(gateway, bia, null)
  assert.deepEqual(await reasonOf(), { name: 'NO_PRICE' })
  const byKey = await seller.api('POST', '/api/pix-automatico', recurrenceBody())
  assert.deepEqual([byKey.status, Object.keys(byKey.body)], [422, ['message', 'errorType']])
  await agree(gateway, bia, PRICE)
  await gateway.db.query(sql`update psp_account set recurrence_enabled = false, seal = default`)
  const reason = await reasonOf()
  await gateway.db.query(sql`update psp_account set recurrence_enabled = true, seal = default`)
  assert.deepEqual(reason, { name: 'NOT_OFFERED_BY_PROVIDER' })
})

test('a charge and a change that are refused have their reasons', async () => {
  const waiting = await offeredTo(ana, { valor: undefined, valorMinimo: 1000 })
  const made = await authorisedBy(ana, { valor: undefined, valorMinimo: 1000, cobrancaAutomatica: false })
  const at = ({ uuid }: { uuid: string }, rest = '') => `/api/recurrences/${uuid}${rest}`
  const [dueOn, starts] = [inDays(12), inDays(10)]
  const charged = await ana.call('POST', at(made, '/debits'), { dataDeVencimento: dueOn, amount: 1500 })
  assert.equal(charged.status, 201, charged.text)
  const debit = at(made, `/debits/${charged.body.txid}`)
  const day = (dataDeVencimento: string, amount = 1000) => ({ dataDeVencimento, amount })
  const rows: [method: string, path: string, body: object, expected: object][] = [
    ['POST', at(waiting, '/debits'), day(dueOn), { name: 'NOT_AUTHORISED' }],
    ['POST', at(made, '/debits'), day(inDays(1)), { name: 'DAY_OUT_OF_RANGE', from: inDays(3), to: inDays(400) }],
    ['POST', at(made, '/debits'), day(inDays(9)), { name: 'BEFORE_FIRST_DEBIT', day: starts }],
    ['POST', at(made, '/debits'), day(dueOn), { name: 'CYCLE_HAS_DEBIT', cycle: 1 }],
    ['POST', at(made, '/debits'), day(inDays(60), 999), { name: 'BELOW_MINIMUM', amount: 1000 }],
    ['POST', at(made, '/debits'), { dataDeVencimento: inDays(60) }, { name: 'AMOUNT_MISSING' }],
    ['PATCH', debit, { dataDeVencimento: inDays(60) }, { name: 'OTHER_CYCLE', cycle: 1 }],
    ['PATCH', debit, { amount: 999 }, { name: 'BELOW_MINIMUM', amount: 1000 }],
    ['POST', `${debit}/retentativas`, { data: inDays(14) }, { name: 'NO_RETRIES_PERMITTED' }],
    ['PATCH', at(made), { dataInicial: inDays(20) }, { name: 'ALREADY_AUTHORISED' }],
    ['PATCH', at(waiting), { dataInicial: inDays(1) }, { name: 'TOO_EARLY', day: inDays(3) }],
    ['PATCH', at(waiting), { valorPadrao: 999 }, { name: 'BELOW_MINIMUM', amount: 1000 }],
    ['POST', at(made, '/ofertas'), { jornada: 2 }, { name: 'ALREADY_AUTHORISED' }],
    ['POST', at(made, '/solicitacoes'), { pagador: PAYER }, { name: 'ALREADY_AUTHORISED' }],
  ]
  for (const [method, path, body, expected] of rows)
    assert.deepEqual(refusal(await ana.call(method, path, body))[1], expected, `${method} ${JSON.stringify(body)}`)
})

const forecastOf = async ({ uuid }: { uuid: string }) =>
  (await ana.call('GET', `/api/recurrences/${uuid}/forecast`)).body

test('the forecast of a recurrence is what comes after what is planned, with day and amount; nothing where each cycle is charged by hand', async () => {
  const cycles: Cycles = { startsOn: inDays(10), periodicity: 'MENSAL' }
  const made = await authorisedBy(ana)
  const { cobrancas, noDiaSeAutorizadaAte } = await forecastOf(made)
  assert.equal(noDiaSeAutorizadaAte, null)
  assert.deepEqual(
    cobrancas.map((one: Record<string, unknown>) => [
      one.ciclo,
      one.dataDeVencimento,
      one.dataLiquidacaoPrevista,
      one.amount,
    ]),
    [2, 3, 4, 5, 6, 7].map(n => [n, dueOf(cycles, n), businessDayFrom(dueOf(cycles, n)), 4990]),
  )
  const waiting = await offeredTo(ana, { dataFinal: addDays(dueOf(cycles, 3), 1) })
  const foreseen = await forecastOf(waiting)
  assert.deepEqual(
    foreseen.cobrancas.map(({ ciclo }: { ciclo: number }) => ciclo),
    [1, 2, 3],
  )
  assert.ok(foreseen.noDiaSeAutorizadaAte < `${cycles.startsOn}`)
  assert.deepEqual((await forecastOf(await offeredTo(ana, { cobrancaAutomatica: false }))).cobrancas, [])
  assert.equal((await (await newSeller()).call('GET', `/api/recurrences/${made.uuid}/forecast`)).status, 404)
})

interface Lasting extends Cycles {
  endsOn: LocalDate | null
}

/** How many cycles settle on each day, counted one by one. */
function settlingAfter(today: LocalDate, all: Lasting[]): Map<string, number> {
  const counts = new Map<string, number>()
  const days = all.flatMap(one => Array.from({ length: 130 }, (_, n) => ({ one, day: dueOf(one, n + 1) })))
  const coming = days.filter(({ one, day }) => day > today && (one.endsOn === null || day <= one.endsOn))
  for (const { day } of coming) counts.set(businessDayFrom(day), (counts.get(businessDayFrom(day)) ?? 0) + 1)
  return counts
}

const ANCHORS = [-400, -366, -65, -31, -30, -17, -1, 0, 3, 8, 40]

test('the calendar foresees the same days as the cycles are planned on, at whatever day and period a recurrence began', async () => {
  const bia = await newSeller()
  const made: Lasting[] = []
  for (const [n, days] of ANCHORS.entries())
    for (const periodicity of PERIODICITIES) {
      const uuid = await authorised({ gateway, shop: { seller: bia } })
      const [startsOn, endsOn] = [inDays(days), n % 3 === 0 ? inDays(days + 150) : null]
      await gateway.db.query(sql`
        update recurrence set starts_on = ${startsOn}, ends_on = ${endsOn}, periodicity = ${periodicity},
          adjusts_to_business_day = true, seal = default where uuid = ${uuid}::uuid`)
      made.push({ startsOn, periodicity, endsOn })
    }
  const expected = settlingAfter(inDays(0), made)
  for (const ahead of [0, 1, 2, 3, 11, 12]) {
    const month = Temporal.PlainDate.from(inDays(0)).add({ months: ahead }).toString().slice(0, 7)
    const { status, body } = await bia.call('GET', `/api/recurrences/calendar?month=${month}`)
    assert.equal(status, 200)
    const counts = body.days.map((one: { day: string; expected: { count: number } }) => [one.day, one.expected.count])
    const wanted = [...expected]
      .filter(([day]) => day.startsWith(month))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
    assert.deepEqual(counts, wanted, month)
    assert.equal(body.total.expected.amount, body.total.expected.count * 100_00)
  }
})

test('a day of the calendar has each debit with its recurrence, page by page; support reads it without the payers', async () => {
  const bia = await newSeller()
  const day = businessDayFrom(inDays(10))
  const made = [await authorisedBy(bia), await authorisedBy(bia, { valor: undefined, valorMinimo: 1000 })]
  const at = `/api/recurrences/calendar/day?day=${day}`
  const { body: month } = await bia.call('GET', `/api/recurrences/calendar?month=${day.slice(0, 7)}`)
  const sums = month.days.find((one: { day: string }) => one.day === day)
  assert.deepEqual(sums.expected, { count: 2, amount: 4990, withoutAmount: 1 })
  const whole = (await bia.call('GET', at)).body
  assert.deepEqual(
    whole.data.map((one: Record<string, unknown>) => [
      one.recurrence,
      one.customerName,
      one.ciclo,
      one.status,
      one.amount,
    ]),
    [
      [made[1].uuid, 'Ana Souza', 1, 'PLANEJADA', null],
      [made[0].uuid, 'Ana Souza', 1, 'PLANEJADA', 4990],
    ],
  )
  const one = (await bia.call('GET', `${at}&limit=1`)).body
  const other = (await bia.call('GET', `${at}&limit=1&cursor=${one.nextCursor}`)).body
  assert.deepEqual([...one.data, ...other.data, other.nextCursor], [...whole.data, null])
  const { uuid } = made[0]
  const [debit] = (await bia.call('GET', `/api/recurrences/${uuid}/debits`)).body.data
  await bia.call('POST', `/api/recurrences/${uuid}/debits/${debit.txid}/cancel`)
  const after = (await bia.call('GET', `/api/recurrences/calendar?month=${day.slice(0, 7)}`)).body
  assert.deepEqual(after.days.find((sum: { day: string }) => sum.day === day).expected, {
    count: 1,
    amount: 0,
    withoutAmount: 1,
  })
  assert.deepEqual(
    (await ana.call('GET', at)).body.data.filter((entry: { recurrence: string }) => entry.recurrence === uuid),
    [],
  )
  const olga = await registerOperator(gateway)
  await olga.call('POST', `/api/admin/accounts/${bia.accountId}/support-views`, { reason: 'Chamado 4711' })
  const seen = await olga.call('GET', at, undefined, { 'x-account-id': String(bia.accountId) })
  assert.deepEqual(
    seen.body.data.map(({ customerName }: { customerName: string }) => customerName),
    ['A••• S•••', 'A••• S•••'],
  )
})

test('a month or a day that is none, or far away, is refused by name', async () => {
  for (const query of [
    'calendar?month=2027-13',
    'calendar?month=2027',
    'calendar?month=2040-01',
    'calendar?month=1999-01',
  ])
    assert.deepEqual(refusal(await ana.call('GET', `/api/recurrences/${query}`)), [400, null, 'month'], query)
  assert.deepEqual(refusal(await ana.call('GET', '/api/recurrences/calendar/day?day=2027-02-30')), [400, null, 'day'])
  assert.deepEqual(refusal(await ana.call('GET', '/api/recurrences/calendar/day?day=2040-01-01')), [400, null, 'day'])
})
