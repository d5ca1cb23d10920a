// How recurrences and their cycles end other than paid: not authorised, refused, not paid in time, cancelled on the day, refused by the
// payer's bank, given up between two tries. Gateway and bank live through the same two weeks.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { EVENT_NAMES } from '#notification/events/catalogue.ts'
import { assertBooks } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import type { Receiver } from '../receiver.ts'
import { liveFor, liveUntil } from './calendar.ts'
import { type Cast, openCast } from './cast.ts'
import { AUTHORISED, BEGINNING, FIRST_DAY, KINDS, type Kind } from './endings.ts'
import { eventsOfContract, openListener } from './listening.ts'
import {
  atBank,
  failAtBank,
  healBank,
  inApp,
  offered,
  openRecurringGateway,
  recurringSeller,
  refusal,
} from './recurring.ts'

const at = (day: string, hour: number, minute = 0) => timeOn(day as LocalDate, hour, minute)

let gateway: TestGateway
let seller: Seller
let contract: Receiver
let chosen: Receiver
let cast: Cast<Kind>

const statuses = (sales: Answer['body'][]) => sales.map(({ status }) => status)
const cancelDebit = (kind: Kind, txid: string, motivo?: string) =>
  seller.api('POST', cast.path(kind, `/cobrancas/${txid}/cancel`), motivo === undefined ? undefined : { motivo })
const triesOf = ({ tentativas }: Answer['body']) =>
  tentativas.map((one: Record<string, string>) => `${one.data} ${one.tipo ?? one.tipoTentativa} ${one.status}`)
const contractEvents = (kind: Kind) => eventsOfContract(contract, cast.made[kind].contrato)
const chosenEvents = (kind: Kind) => eventsOfContract(chosen, cast.made[kind].contrato)

before(async () => {
  gateway = await openRecurringGateway({ startsAt: BEGINNING })
  seller = await recurringSeller(gateway)
  const isOwn = (name: string) => name.startsWith('recurrence.')
  contract = await openListener(
    gateway,
    seller,
    EVENT_NAMES.filter(name => !isOwn(name)),
  )
  chosen = await openListener(gateway, seller, EVENT_NAMES.filter(isOwn))
  cast = await openCast(gateway, seller, KINDS, { dataInicial: FIRST_DAY })
  await liveUntil(gateway, gateway.now())
  for (const kind of AUTHORISED) {
    const { idRec, pixCopiaECola } = cast.made[kind]
    const isBill = cast.made[kind].jornada === 4
    const accepted = await inApp(gateway, idRec, 'accept', isBill ? { pixCopiaECola } : undefined)
    assert.equal(accepted.status, 200, accepted.text)
  }
  await inApp(gateway, cast.made.refusedPush.idRec, 'accept')
  for (const kind of ['refusedCode', 'refusedBill'] as const) await inApp(gateway, cast.made[kind].idRec, 'refuse')
  assert.equal((await gateway.pay(cast.made.paidBill.pixCopiaECola)).status, 201)
  await liveFor(gateway, 50 * MINUTE_MS)
})
after(async () => {
  await contract?.[Symbol.asyncDispose]()
  await chosen?.[Symbol.asyncDispose]()
  await gateway?.[Symbol.asyncDispose]()
})

describe('within the first hour', () => {
  it('journey 1 authorised: no sale, and no word to a webhook of the contract; only to one that chose it', async () => {
    const { status, ativacao, sale } = await cast.read('pushed')
    assert.deepEqual([status, ativacao.jornada, sale], ['APROVADA', 1, null])
    assert.deepEqual(await cast.salesOf('pushed'), [])
    assert.deepEqual(chosenEvents('pushed'), ['recurrence.authorized'])
    assert.deepEqual(contractEvents('pushed'), [])
  })

  it('refused: REJEITADA with the code of the bank, told once to who chose it; the code cannot be paid any more, a bill can', async () => {
    for (const kind of ['refusedPush', 'refusedCode', 'refusedBill'] as const) {
      const { status, encerramento } = await cast.read(kind)
      assert.deepEqual([status, encerramento.tipo, encerramento.codigo], ['REJEITADA', 'REJEICAO', 'AP13'], kind)
      assert.equal((await cast.recAtBank(kind)).status, 'REJEITADA')
      assert.deepEqual(chosenEvents(kind), ['recurrence.refused'])
    }
    assert.deepEqual(await cast.salesOf('refusedPush'), [])
    assert.deepEqual(statuses(await cast.salesOf('refusedCode')), ['CANCELADO'])
    assert.equal((await gateway.pay(cast.made.refusedCode.pixCopiaECola)).status, 409)
    assert.deepEqual(statuses(await cast.salesOf('refusedBill')), ['PENDENTE'])
    assert.deepEqual(contractEvents('refusedBill'), ['sale.pending'])
  })

  it('journey 4: the sale waits until the end of the last day on which the bill can be paid, at the bank too', async () => {
    const rows: [kind: Kind, expiresAt: string, due: string, daysAfter: number][] = [
      ['unpaidBill', '2027-01-05T03:00:00.000Z', '2027-01-04', 0],
      ['paidBill', '2027-01-05T03:00:00.000Z', '2027-01-04', 0],
      // A day after the Monday that follows.
      ['weekendBill', '2027-01-13T03:00:00.000Z', '2027-01-09', 1],
    ]
    for (const [kind, expiresAt, due, daysAfter] of rows) {
      const sale = (await seller.api('GET', `/api/transactions/${cast.made[kind].sale.uuid}?expand=payment`)).body
      assert.deepEqual([sale.expiresAt, cast.made[kind].autorizarAte], [expiresAt, expiresAt], kind)
      const { calendario, status } = await atBank(gateway, `/v2/cobv/${cast.made[kind].sale.externalTransactionId}`)
      assert.deepEqual(
        [calendario.dataDeVencimento, calendario.validadeAposVencimento, status],
        [due, daysAfter, kind === 'paidBill' ? 'CONCLUIDA' : 'ATIVA'],
      )
    }
    // So that nobody looks at it for the next days.
    assert.equal((await seller.api('POST', cast.path('weekendBill', '/cancel'))).status, 202)
  })

  it('journey 4, two lives: paid and not authorised, authorised and not paid', async () => {
    assert.deepEqual(statuses(await cast.salesOf('paidBill')), ['PAGO'])
    assert.deepEqual([(await cast.read('paidBill')).status, (await cast.read('paidBill')).alerta], ['CRIADA', null])
    assert.deepEqual(
      [statuses(await cast.salesOf('unpaidBill')), (await cast.read('unpaidBill')).status],
      [['PENDENTE'], 'APROVADA'],
    )
  })
})

describe('when its time is over', () => {
  before(() => liveUntil(gateway, at('2027-01-04', 14)))

  it('journey 3 whose code nobody has paid: the sale is CANCELADO, and the recurrence CANCELADA here and at the bank', async () => {
    assert.deepEqual(statuses(await cast.salesOf('unpaidCode')), ['CANCELADO'])
    const { status, encerramento } = await cast.read('unpaidCode')
    assert.deepEqual([status, encerramento.solicitante], ['CANCELADA', 'USUARIO_RECEBEDOR'])
    const rec = await cast.recAtBank('unpaidCode')
    assert.equal(rec.status, 'CANCELADA')
    assert.equal((await gateway.pay(cast.made.unpaidCode.pixCopiaECola)).status, 409)
    assert.equal(
      (await atBank(gateway, `/v2/cob/${cast.made.unpaidCode.sale.externalTransactionId}`)).status !== 'ATIVA',
      true,
    )
  })

  it('what nobody has authorised until autorizarAte is CANCELADA here and at the bank, and cannot be authorised any more', async () => {
    assert.equal((await cast.read('ignored')).status, 'CRIADA')
    await liveUntil(gateway, at('2027-01-04', 16, 10))
    const { status, encerramento, contrato } = await cast.read('ignored')
    assert.deepEqual([status, encerramento.tipo], ['CANCELADA', 'CANCELAMENTO'])
    assert.equal((await cast.recAtBank('ignored')).status, 'CANCELADA')
    assert.deepEqual(chosenEvents('ignored'), ['recurrence.canceled'])
    assert.equal((await inApp(gateway, cast.made.ignored.idRec, 'accept')).status, 409)
    const again = await offered(seller, { contrato, dataInicial: FIRST_DAY })
    await seller.api('POST', `/api/pix-automatico/${again.idRec}/cancel`)
  })

  it('journey 4 after the last day of the bill: paid only, the recurrence is CANCELADA; authorised only, the sale is', async () => {
    await liveUntil(gateway, at('2027-01-05', 1))
    assert.deepEqual(
      [(await cast.read('paidBill')).status, (await cast.recAtBank('paidBill')).status],
      ['CANCELADA', 'CANCELADA'],
    )
    assert.deepEqual(statuses(await cast.salesOf('paidBill')), ['PAGO'])
    assert.deepEqual(
      [(await cast.read('unpaidBill')).status, statuses(await cast.salesOf('unpaidBill'))],
      ['APROVADA', ['CANCELADO']],
    )
    const [first] = await cast.debitsOf('unpaidBill')
    assert.deepEqual([first.ciclo, first.status, first.dataDeVencimento], [1, 'PLANEJADA', FIRST_DAY])
  })
})

describe('a debit that the payer’s bank has refused', () => {
  let rejected: Answer['body']
  before(async () => {
    await liveUntil(gateway, at('2027-01-08', 12))
    ;[rejected] = await cast.debitsOf('capped')
  })

  it('is REJEITADA with its code, and the cycle a sale that is RECUSADO', async () => {
    assert.deepEqual([rejected.status, rejected.encerramento.codigo, rejected.amount], ['REJEITADA', 'AM02', 6000])
    assert.deepEqual(statuses(await cast.salesOf('capped')), ['RECUSADO'])
  })

  it('may be followed by another one in the same cycle: another txid, and one sale that is PAGO', async () => {
    const other = { dataDeVencimento: '2027-01-14', amount: 4000 }
    const charged = await seller.api('POST', cast.path('capped', '/cobrancas'), other)
    assert.deepEqual([charged.status, charged.body.ciclo, charged.body.origem], [201, 1, 'MANUAL'], charged.text)
    assert.notEqual(charged.body.txid, rejected.txid)
    await liveUntil(gateway, at('2027-01-13', 12))
    const twice = await seller.api('POST', cast.path('capped', '/cobrancas'), {
      ...other,
      dataDeVencimento: '2027-01-20',
    })
    assert.match(refusal(twice), /^409 CONFLICT .*cycle 1 has a debit already/)
  })
})

describe('on the day of the first cycle', () => {
  it('a recurrence that is cancelled after its debit: the sale stays PAGO, and nothing more is debited', async () => {
    assert.deepEqual(statuses(await cast.salesOf('cancelledOnDay')), ['PAGO'])
    const cancelled = await seller.api('POST', cast.path('cancelledOnDay', '/cancel'))
    assert.deepEqual([cancelled.status, cancelled.body.status], [202, 'CANCELADA'])
    assert.equal((await cast.recAtBank('cancelledOnDay')).status, 'CANCELADA')
    const debits = await cast.debitsOf('cancelledOnDay')
    assert.deepEqual(
      debits.map(({ ciclo, status, sale }) => [ciclo, status, sale?.status ?? null]),
      [
        [1, 'CONCLUIDA', 'PAGO'],
        [2, 'CANCELADA', null],
      ],
    )
  })

  it('a debit is not given up while its first try is under way', async () => {
    const [open] = await cast.debitsOf('givenUp')
    assert.match(refusal(await cancelDebit('givenUp', open.txid)), /^409 CONFLICT .*until 22:00 of the day before/)
  })
})

describe('a debit between two tries', () => {
  before(() => liveUntil(gateway, at(FIRST_DAY, 22)))

  it('is given up by its seller: no further try is ordered, and the cycle is a sale that is RECUSADO, once', async () => {
    const [failed] = await cast.debitsOf('givenUp')
    assert.deepEqual(
      [failed.status, triesOf(failed), failed.retentativasPlanejadas],
      ['ATIVA', [`${FIRST_DAY} AGND EXPIRADA`], ['2027-01-15', '2027-01-17', '2027-01-20']],
    )
    const given = await cancelDebit('givenUp', failed.txid, 'Pagou em dinheiro')
    assert.equal(given.status, 202, given.text)
    const { status, sale, encerramento, retentativasPlanejadas } = given.body
    assert.deepEqual([status, sale.status, retentativasPlanejadas], ['EXPIRADA', 'RECUSADO', []])
    assert.deepEqual(
      [encerramento.tipo, encerramento.solicitante, encerramento.descricao],
      ['CANCELAMENTO', 'USUARIO_RECEBEDOR', 'Pagou em dinheiro'],
    )
    const again = await cancelDebit('givenUp', failed.txid)
    assert.deepEqual([again.status, again.body], [202, given.body])
    const retry = await seller.api('POST', cast.path('givenUp', `/cobrancas/${failed.txid}/retentativas`), {
      data: '2027-01-15',
    })
    assert.match(refusal(retry), /^409 CONFLICT .*EXPIRADA/)
  })

  it('is given up once the PSP says that no try is under way, where it is silent; not while a further try is ordered', async () => {
    await liveUntil(gateway, at('2027-01-14', 12))
    const [{ txid }] = await cast.debitsOf('givenUpLater')
    assert.match(
      refusal(await cancelDebit('givenUpLater', txid)),
      /^409 CONFLICT A further try is ordered for 2027-01-15/,
    )
    await liveUntil(gateway, at('2027-01-15', 22))
    await failAtBank(gateway, 'GET /cobr', '503', { times: 9 })
    const asked = await cancelDebit('givenUpLater', txid)
    assert.deepEqual([asked.status, asked.body.status, asked.body.retentativasPlanejadas], [202, 'ATIVA', []])
    const retry = await seller.api('POST', cast.path('givenUpLater', `/cobrancas/${txid}/retentativas`), {
      data: '2027-01-18',
    })
    assert.match(refusal(retry), /^409 CONFLICT .*being cancelled/)
    await healBank(gateway)
    await liveFor(gateway, HOUR_MS)
    const [ended] = await cast.debitsOf('givenUpLater')
    assert.deepEqual([ended.status, ended.sale.status, triesOf(ended).length], ['EXPIRADA', 'RECUSADO', 2])
  })

  it('of a recurrence whose last day is over goes on to its end', async () => {
    const { status, encerramento } = await cast.read('lastDay')
    assert.deepEqual([status, encerramento.tipo], ['EXPIRADA', 'EXPIRACAO'])
    const [paid, ...others] = await cast.debitsOf('lastDay')
    assert.deepEqual([paid.status, paid.sale.status, others], ['CONCLUIDA', 'PAGO', []])
    assert.deepEqual(triesOf(paid), [`${FIRST_DAY} AGND EXPIRADA`, '2027-01-15 NTAG PAGA'])
    assert.ok(chosenEvents('lastDay').includes('recurrence.expired'))
  })
})

describe('in the end', () => {
  before(() => liveFor(gateway, DAY_MS))

  it('the bank has not tried again what was given up, and each was told once', async () => {
    for (const kind of ['givenUp', 'givenUpLater'] as const) {
      const [{ txid }, next] = await cast.debitsOf(kind)
      const { tentativas } = await atBank(gateway, `/v2/cobr/${txid}`)
      assert.equal(tentativas.length, kind === 'givenUp' ? 1 : 2)
      assert.deepEqual(contractEvents(kind), ['sale.refused'])
      assert.deepEqual([next.ciclo, next.status], [2, 'PLANEJADA'])
      assert.equal((await cast.read(kind)).status, 'APROVADA')
    }
  })

  it('the second debit of a cycle is paid: of its two sales one is PAGO', async () => {
    assert.deepEqual(statuses(await cast.salesOf('capped')).toSorted(), ['PAGO', 'RECUSADO'])
    assert.deepEqual(contractEvents('capped'), ['sale.refused', 'sale.paid'])
    const ofCycle = (await cast.debitsOf('capped')).filter(({ ciclo }) => ciclo === 1)
    const states = await Promise.all(ofCycle.map(({ txid }) => atBank(gateway, `/v2/cobr/${txid}`)))
    assert.deepEqual(statuses(states), ['REJEITADA', 'CONCLUIDA'])
  })

  it('the books of seller, ledger and bank agree', () => assertBooks(gateway))
})
