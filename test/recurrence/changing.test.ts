// A seller changes a recurrence, and a debit that is planned: each field, in each state, what is refused and why, and what the bank and the
// cycles make of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { assertBooks } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { slow } from '../long.ts'
import type { Receiver } from '../receiver.ts'
import { openReceiver } from '../receiver.ts'
import { liveFor, liveUntil } from './calendar.ts'
import { type Cast, openCast } from './cast.ts'
import { eventsOfContract, openListener } from './listening.ts'
import { atBank, failAtBank, healBank, inApp, openRecurringGateway, recurringSeller, refusal } from './recurring.ts'
import { REFUSED_CHANGES, REFUSED_CHANGES_OF_A_DEBIT } from './refused-changes.ts'

const MINUTE_MS = 60_000

/** A Monday; the first cycle begins on Wednesday, January 13, and can be ordered from the fourth day on. */
const BEGINNING = new Date('2027-01-04T12:00:00-03:00')
const FIRST_DAY = '2027-01-13'
const at = (day: string, hour: number) => timeOn(day as LocalDate, hour)

const VARIABLE = { valor: undefined, valorMinimo: 1000 }
const FIRST_PAYMENT = { amount: 4990, dataDeVencimento: '2027-01-12' }
const KINDS = {
  offered: VARIABLE,
  bill: { jornada: 4, dataInicial: FIRST_DAY, primeiroPagamento: FIRST_PAYMENT },
  authorised: { ...VARIABLE, politicaRetentativa: 'PERMITE_3R_7D' },
  fixed: {},
  waiting: VARIABLE,
  usual: { valor: undefined, valorPadrao: 4990 },
  byHand: { valor: undefined, valorPadrao: 3000 },
  moved: {},
  unpaid: { customer: { name: 'Sem saldo', document: '52998224725' }, politicaRetentativa: 'PERMITE_3R_7D' },
  refused: {},
  cancelled: {},
  expired: { dataFinal: '2027-01-14' },
} as const
type Kind = keyof typeof KINDS

let gateway: TestGateway
let seller: Seller
let events: Receiver
let postbacks: Receiver
let cast: Cast<Kind>

const change = (kind: Kind, body: unknown) => seller.api('PATCH', cast.path(kind), body)
const changeFirst = async (kind: Kind, body: unknown) =>
  seller.api('PATCH', cast.path(kind, `/cobrancas/${(await cast.firstOf(kind)).txid}`), body)

before(async () => {
  gateway = await openRecurringGateway({ startsAt: BEGINNING, env: { POSTBACK_SECRET: 'a secret for postbacks' } })
  seller = await recurringSeller(gateway)
  events = await openListener(gateway, seller, ['recurrence.amount_due', 'recurrence.debit_canceled'])
  postbacks = await openReceiver()
  cast = await openCast(gateway, seller, KINDS, { dataInicial: FIRST_DAY })
  await liveUntil(gateway, gateway.now())
  await inApp(gateway, cast.made.refused.idRec, 'refuse')
  for (const kind of ['authorised', 'fixed', 'waiting', 'usual', 'byHand', 'moved', 'unpaid', 'expired'] as const)
    await inApp(gateway, cast.made[kind].idRec, 'accept')
  await liveFor(gateway, 60 * MINUTE_MS)
})
after(async () => {
  await events?.[Symbol.asyncDispose]()
  await postbacks?.[Symbol.asyncDispose]()
  await gateway?.[Symbol.asyncDispose]()
})

/** Every field that the gateway alone keeps. */
const OWN = () => ({
  items: [{ title: 'Plano Prata', unitPrice: 2000, quantity: 2 }],
  valorPadrao: 4000,
  cobrancaAutomatica: false,
  atrasoMaximoDias: 7,
  infoAdicional: 'Desde janeiro',
  postbackUrl: postbacks.url,
  externalReference: 'cliente-9',
})
const CONTACT = { email: 'ana@example.com', phone: '11999990000' }

function assertHas(body: Record<string, unknown>, expected: Record<string, unknown>): void {
  const items = (body.items as Record<string, unknown>[] | undefined)?.map(({ tangible: _, ...item }) => item)
  const seen = Object.fromEntries(Object.keys(expected).map(key => [key, key === 'items' ? items : body[key]]))
  assert.deepEqual(seen, expected)
}

test('each field of one that nobody has authorised yet is changed; the first day and the name at the bank too', async () => {
  const body = { ...OWN(), dataInicial: '2027-01-25', customer: { name: 'Ana Lima', ...CONTACT } }
  const changed = await change('offered', body)
  assert.equal(changed.status, 200, changed.text)
  const customer = { document: '52998224725', name: 'Ana Lima', ...CONTACT }
  assertHas(changed.body, { ...body, customer })
  assert.deepEqual(await cast.read('offered'), changed.body)
  const rec = await cast.recAtBank('offered')
  assert.deepEqual([rec.calendario.dataInicial, rec.vinculo.devedor.nome], ['2027-01-25', 'Ana Lima'])
  assert.deepEqual([rec.status, changed.body.status, changed.body.idRec], ['CRIADA', 'CRIADA', cast.made.offered.idRec])
})

test('what is optional is taken away again, and nothing else changes with it', async () => {
  const before = await cast.read('offered')
  const none = { valorPadrao: null, infoAdicional: null, postbackUrl: null, externalReference: null }
  const { status, body } = await change('offered', none)
  assert.deepEqual([status, body.valorPadrao, body.infoAdicional], [200, null, null])
  assert.equal('postbackUrl' in body || 'externalReference' in body, false)
  const { postbackUrl: _, externalReference: __, updatedAt: ___, ...others } = before
  assertHas(body, { ...others, valorPadrao: null, infoAdicional: null, items: OWN().items })
})

test('each field of an authorised one is changed, but for its first day', async () => {
  const body = { ...OWN(), diasRetentativa: [1, 3], customer: { name: 'Bia Lima', ...CONTACT } }
  const changed = await change('authorised', body)
  assert.equal(changed.status, 200, changed.text)
  assertHas(changed.body, { ...body, customer: { document: '52998224725', ...body.customer } })
  assert.equal((await cast.recAtBank('authorised')).vinculo.devedor.nome, 'Bia Lima')
  const day = await change('authorised', { dataInicial: '2027-01-25', externalReference: 'never' })
  assert.match(refusal(day), /^409 CONFLICT dataInicial /)
  assert.equal((await cast.read('authorised')).externalReference, 'cliente-9')
})

test('what the payer has agreed to cannot be changed, nor what there is not: 400, which names the field', async () => {
  for (const [field, value] of Object.entries({
    valor: 100,
    valorMinimo: 100,
    periodicidade: 'ANUAL',
    politicaRetentativa: 'NAO_PERMITE',
    dataFinal: '2028-01-01',
    contrato: 'OUTRO',
    jornada: 1,
    objeto: 'Outro',
    ajusteDiaUtil: false,
    status: 'APROVADA',
  })) {
    const refused = await change('authorised', { [field]: value })
    assert.match(refusal(refused), new RegExp(`^400 INVALID_DATA .*${field}`))
  }
  const document = await change('authorised', { customer: { document: '11144477735' } })
  assert.match(refusal(document), /^400 INVALID_DATA .*document/)
})

test('a change that will not do is refused, with its field and what was expected', async () => {
  for (const [kind, body, expected] of REFUSED_CHANGES) {
    const before = await cast.read(kind)
    assert.match(refusal(await change(kind, body)), expected, JSON.stringify(body))
    assert.deepEqual(await cast.read(kind), before)
  }
  const other = await recurringSeller(gateway)
  const refused = await other.api('PATCH', cast.path('offered'), { atrasoMaximoDias: 1 })
  assert.match(refusal(refused), /^403 FORBIDDEN/)
  const unknown = await seller.api('PATCH', '/api/pix-automatico/999999', { atrasoMaximoDias: 1 })
  assert.match(refusal(unknown), /^404 NOT_FOUND/)
})

test('the bank does not answer: nothing is changed here, and the same change again is made', async () => {
  const body = { customer: { name: 'Carla Lima' }, externalReference: 'later' }
  await failAtBank(gateway, 'PATCH /rec', '503', { executed: true })
  const lost = await change('fixed', body)
  assert.match(refusal(lost), /^503 PSP_UNAVAILABLE .*send the same change again/)
  const unchanged = await cast.read('fixed')
  assert.deepEqual([unchanged.customer.name, 'externalReference' in unchanged], ['Ana Souza', false])
  await healBank(gateway)
  const again = await change('fixed', body)
  assert.deepEqual([again.status, again.body.customer.name, again.body.externalReference], [200, 'Carla Lima', 'later'])
  assert.equal((await cast.recAtBank('fixed')).vinculo.devedor.nome, 'Carla Lima')
})

test('one that has ended, or is to end, is not changed', async () => {
  await failAtBank(gateway, 'PATCH /rec', '503')
  assert.equal((await seller.api('POST', cast.path('cancelled', '/cancel'))).status, 202)
  assert.match(refusal(await change('cancelled', { atrasoMaximoDias: 1 })), /^409 CONFLICT .*being cancelled/)
  await healBank(gateway)
  await liveFor(gateway, 5 * MINUTE_MS)
  assert.match(refusal(await change('cancelled', { atrasoMaximoDias: 1 })), /^409 CONFLICT .*CANCELADA/)
  assert.match(refusal(await change('refused', { atrasoMaximoDias: 1 })), /^409 CONFLICT .*REJEITADA/)
})

test('an amount that is given at last is debited, and takes the alert away at once', async () => {
  assert.equal((await cast.read('waiting')).alerta, 'FALTA_VALOR')
  assert.deepEqual(eventsOfContract(events, cast.made.waiting.contrato), ['recurrence.amount_due'])
  const given = await change('waiting', { valorPadrao: 7000 })
  assert.deepEqual([given.status, given.body.alerta, (await cast.firstOf('waiting')).amount], [200, null, 7000])
  const taken = await change('waiting', { valorPadrao: null })
  assert.deepEqual([taken.status, (await cast.firstOf('waiting')).amount], [200, null])
  await liveFor(gateway, MINUTE_MS)
  assert.equal((await cast.read('waiting')).alerta, 'FALTA_VALOR')
  assert.equal((await changeFirst('waiting', { amount: 6000 })).status, 200)
  assert.equal((await cast.read('waiting')).alerta, null)
  assert.deepEqual(eventsOfContract(events, cast.made.waiting.contrato), ['recurrence.amount_due'])
})

test('what the recurrence sells, and for how much, becomes that of the planned cycle, but for what that has of its own', async () => {
  assert.equal((await changeFirst('usual', { externalReference: 'jan-27' })).status, 200)
  const more = { valorPadrao: 5100, externalReference: 'all', items: OWN().items, postbackUrl: postbacks.url }
  assert.equal((await change('usual', more)).status, 200)
  const planned = await cast.firstOf('usual')
  assert.deepEqual([planned.status, planned.amount, planned.externalReference], ['PLANEJADA', 5100, 'jan-27'])
})

test('cycles that the seller takes over are dropped, and planned again when they are given back', async () => {
  assert.equal((await change('byHand', { cobrancaAutomatica: false })).status, 200)
  const [dropped] = await cast.debitsOf('byHand')
  assert.deepEqual([dropped.status, dropped.sale], ['CANCELADA', null])
  assert.equal((await change('byHand', { cobrancaAutomatica: true })).status, 200)
  const again = await cast.debitsOf('byHand')
  assert.deepEqual(
    again.map(({ ciclo, status, amount }) => [ciclo, status, amount]),
    [
      [1, 'CANCELADA', 3000],
      [2, 'PLANEJADA', 3000],
    ],
  )
})

test('each field of a planned debit is changed; its day only within its cycle, its amount as the payer has authorised', async () => {
  const body = {
    amount: 4990,
    dataDeVencimento: '2027-01-15',
    items: [{ title: 'Pro rata', unitPrice: 4990, quantity: 1 }],
    infoAdicional: 'Primeira',
    externalReference: 'first',
  }
  const changed = await changeFirst('moved', body)
  assert.equal(changed.status, 200, changed.text)
  const { dataDeVencimento, amount, externalReference, ciclo } = changed.body
  assert.deepEqual([dataDeVencimento, amount, externalReference, ciclo], ['2027-01-15', 4990, 'first', 1])
  for (const [kind, refused, expected] of REFUSED_CHANGES_OF_A_DEBIT)
    assert.match(refusal(await changeFirst(kind, refused)), expected, JSON.stringify(refused))
  const cancelled = (await cast.debitsOf('byHand'))[0]
  const late = await seller.api('PATCH', cast.path('byHand', `/cobrancas/${cancelled.txid}`), { amount: 3100 })
  assert.match(refusal(late), /^409 CONFLICT .*CANCELADA/)
})

test('an ordered debit stays as it is', async () => {
  await liveUntil(gateway, at('2027-01-08', 12))
  for (const kind of ['fixed', 'usual', 'moved'] as const) {
    const { status, txid, amount } = await cast.firstOf(kind)
    assert.equal(status, 'ATIVA')
    assert.match(refusal(await changeFirst(kind, { externalReference: 'late' })), /^409 CONFLICT .*ATIVA/)
    const cobr = await atBank(gateway, `/v2/cobr/${txid}`)
    assert.equal(cobr.valor.original, (amount / 100).toFixed(2))
  }
  const cobr = await atBank(gateway, `/v2/cobr/${(await cast.firstOf('moved')).txid}`)
  assert.deepEqual([cobr.calendario.dataDeVencimento, cobr.infoAdicional], ['2027-01-15', 'Primeira'])
  assert.equal((await change('usual', { valorPadrao: 5200 })).status, 200)
  assert.equal((await cast.firstOf('usual')).amount, 5100)
})

slow(
  'the cycles are debited as they were changed, and a debit that is paid, or not paid, is changed no more',
  async () => {
    await liveUntil(gateway, at('2027-01-16', 12))
    const sales: Answer['body'][] = (await seller.api('GET', '/api/transactions')).body.data
    const soldBy = (kind: Kind) => {
      const ofKind = sales.filter(
        ({ contrato }) => contrato === cast.made[kind].contrato && cast.made[kind].jornada !== 4,
      )
      return ofKind.map(({ status, amount, externalReference }) => [status, amount, externalReference])
    }
    assert.deepEqual(soldBy('waiting'), [['PAGO', 6000, undefined]])
    assert.deepEqual(soldBy('usual'), [['PAGO', 5100, 'jan-27']])
    assert.deepEqual(soldBy('moved'), [['PAGO', 4990, 'first']])
    assert.deepEqual(soldBy('byHand'), [])
    const paid = postbacks.received.map(({ body }) => [body.status, body.contrato, body.externalReference])
    assert.deepEqual(paid, [['PAGO', cast.made.usual.contrato, 'jan-27']])
    assert.match(refusal(await changeFirst('usual', { amount: 100 })), /^409 CONFLICT .*CONCLUIDA/)
    assert.match(refusal(await changeFirst('unpaid', { amount: 4990 })), /^409 CONFLICT .*ATIVA/)
  },
)

slow(
  'after its last day a recurrence is EXPIRADA here and at the bank: it is neither changed, charged, offered nor cancelled',
  async () => {
    const { status, encerramento, proximaCobranca } = await cast.read('expired')
    assert.deepEqual([status, encerramento.tipo, proximaCobranca], ['EXPIRADA', 'EXPIRACAO', null])
    assert.equal((await cast.recAtBank('expired')).status, 'EXPIRADA')
    assert.deepEqual(
      (await cast.debitsOf('expired')).map(one => [one.ciclo, one.status]),
      [[1, 'CONCLUIDA']],
    )
    assert.match(refusal(await change('expired', { atrasoMaximoDias: 1 })), /^409 CONFLICT .*EXPIRADA/)
    const charge = await seller.api('POST', cast.path('expired', '/cobrancas'), { dataDeVencimento: '2027-02-20' })
    assert.match(refusal(charge), /^409 CONFLICT .*EXPIRADA/)
    const offer = await seller.api('POST', cast.path('expired', '/ofertas'), { jornada: 2 })
    assert.match(refusal(offer), /^409 CONFLICT .*EXPIRADA/)
    assert.match(refusal(await seller.api('POST', cast.path('expired', '/cancel'))), /^409 CONFLICT .*EXPIRADA/)
  },
)

test('the books of seller, ledger and bank agree', () => assertBooks(gateway))
