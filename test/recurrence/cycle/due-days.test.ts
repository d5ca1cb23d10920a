// Recurrences of every periodicity on the calendar of gateway and bank: the last days of months, days on which banks rest, and the last cycle.
// All of them live through the same months; what comes once a year has a gateway whose clock jumps.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addDays, dateAt, type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { EVENT_NAMES } from '#notification/events/catalogue.ts'
import { assertBooks } from '../../books.ts'
import type { Seller, TestGateway } from '../../gateway.ts'
import type { Answer } from '../../http.ts'
import { slowSuite, times } from '../../long.ts'
import { openReceiver, type Receiver } from '../../receiver.ts'
import { assertOrderedInTime, clientOf } from '../at-bank.ts'
import { DAYS_PACE_MS, jumpTo, liveUntil } from '../calendar.ts'
import { eventsOfContract, openListener } from '../listening.ts'
import { acceptAll, debitsOf, offered, openRecurringGateway, recurringSeller, salesOf } from '../recurring.ts'

const noonOf = (day: string) => timeOn(day as LocalDate, 12)
type Body = Answer['body']

/** "Cycle, due day, day of settlement, end". */
const shown = (debits: Body[]) =>
  debits.map(one => `${one.ciclo} ${one.dataDeVencimento} ${one.dataLiquidacaoPrevista} ${one.status}`)
const paidOf = (debits: Body[]) => shown(debits.filter(({ status }) => status === 'CONCLUIDA'))

describe('a year from January 2027', () => {
  const KINDS = {
    monthEnd: { dataInicial: '2027-01-31' },
    monthly: { dataInicial: '2027-01-15' },
    weekly: { periodicidade: 'SEMANAL', dataInicial: '2027-01-11' },
    quarterly: { periodicidade: 'TRIMESTRAL', dataInicial: '2027-01-20' },
    halfYearly: { periodicidade: 'SEMESTRAL', dataInicial: '2027-01-21' },
    saturday: { periodicidade: 'SEMESTRAL', dataInicial: '2027-01-16' },
    saturdayItself: { periodicidade: 'SEMESTRAL', dataInicial: '2027-01-16', ajusteDiaUtil: false },
    // Banks rest from that Saturday to the Tuesday of Carnival.
    carnival: { periodicidade: 'ANUAL', dataInicial: '2027-02-06' },
    carnivalItself: { periodicidade: 'ANUAL', dataInicial: '2027-02-08', ajusteDiaUtil: false },
    lastOnSaturday: { dataInicial: '2027-01-13', dataFinal: '2027-02-13' },
    lastRetried: {
      dataInicial: '2027-01-19',
      dataFinal: '2027-01-19',
      politicaRetentativa: 'PERMITE_3R_7D',
      customer: { name: 'Na retentativa 1', document: '52998224725' },
    },
  }
  type Kind = keyof typeof KINDS

  let gateway: TestGateway
  let seller: Seller
  let receiver: Receiver
  let postbacks: Receiver
  const made = {} as Record<Kind, Body>
  const debits = async (kind: Kind) => debitsOf(seller, made[kind])
  const paid = async (kind: Kind) => paidOf(await debits(kind))

  before(async () => {
    const env = { POSTBACK_SECRET: 'a secret for postbacks' }
    gateway = await openRecurringGateway({ startsAt: noonOf('2027-01-04'), env })
    seller = await recurringSeller(gateway)
    const usual = EVENT_NAMES.filter(name => !name.startsWith('recurrence.'))
    receiver = await openListener(gateway, seller, usual)
    postbacks = await openReceiver()
    for (const [kind, more] of Object.entries(KINDS))
      made[kind as Kind] = await offered(seller, { ...more, postbackUrl: postbacks.url })
    await acceptAll(gateway, seller, Object.values(made))
    await liveUntil(gateway, noonOf('2027-01-14'), DAYS_PACE_MS)
  })
  after(async () => {
    for (const one of [receiver, postbacks, gateway]) await one?.[Symbol.asyncDispose]()
  })

  it('between its order and its debit no cycle is told to anybody who has not asked for it', async () => {
    const [debit] = await debits('monthly')
    assert.deepEqual([debit.status, debit.dataLiquidacaoPrevista], ['ATIVA', '2027-01-15'])
    const { contrato } = made.monthly
    const posted = () => postbacks.received.filter(({ body }) => body.contrato === contrato)
    assert.deepEqual([eventsOfContract(receiver, contrato), posted()], [[], []])
    await liveUntil(gateway, noonOf('2027-01-15'))
    await receiver.gets(1, ({ body }) => body.contrato === contrato)
    await postbacks.gets(1, ({ body }) => body.contrato === contrato)
    assert.deepEqual([eventsOfContract(receiver, contrato), posted().length], [['sale.paid'], 1])
  })

  describe('until the end of March', () => {
    before(() => liveUntil(gateway, noonOf('2027-04-01'), DAYS_PACE_MS))

    it('what begins on January 31 is due on February 28 and on March 31', async () => {
      assert.deepEqual(await paid('monthEnd'), [
        '1 2027-01-31 2027-02-01 CONCLUIDA',
        '2 2027-02-28 2027-03-01 CONCLUIDA',
        '3 2027-03-31 2027-03-31 CONCLUIDA',
      ])
      const { body } = await seller.api('GET', `/api/pix-automatico/${made.monthEnd.idRec}`)
      assert.equal(body.proximaCobranca.dataDeVencimento, '2027-04-30')
    })

    it('twelve weeks are twelve sales of the same recurrence and contract, each told once', async () => {
      const sales = await salesOf(seller, made.weekly)
      const { idRec, contrato } = made.weekly
      assert.equal(sales.length, 12)
      assert.equal(new Set(sales.map(({ uuid }) => uuid)).size, 12)
      for (const sale of sales)
        assert.deepEqual([sale.status, sale.idRec, sale.contrato, sale.pixKey], ['PAGO', idRec, contrato, null])
      const txids = (await debits('weekly')).map(({ txid }) => txid).slice(0, 12)
      assert.deepEqual(
        sales.map(({ externalTransactionId }) => externalTransactionId),
        txids,
      )
      const uuids = sales.map(({ uuid }) => uuid).toSorted()
      for (const { gets } of [receiver, postbacks]) {
        const received = await gets(12, ({ body }) => body.contrato === contrato)
        assert.deepEqual(received.map(({ body }) => body.uuid).toSorted(), uuids)
      }
      assert.deepEqual(eventsOfContract(receiver, contrato), Array(12).fill('sale.paid'))
      for (const { body } of postbacks.received)
        assert.deepEqual([body.paymentMethod, 'fee' in body, 'type' in body], ['PIX_AUTOMATICO', false, false])
    })

    it('a Saturday is debited on Monday, and on that very day where nothing is to be moved', async () => {
      assert.deepEqual(await paid('saturday'), ['1 2027-01-16 2027-01-18 CONCLUIDA'])
      assert.deepEqual(await paid('saturdayItself'), ['1 2027-01-16 2027-01-16 CONCLUIDA'])
    })

    it('what is due in the four days of Carnival is debited on Ash Wednesday, or on that very day', async () => {
      assert.deepEqual(await paid('carnival'), ['1 2027-02-06 2027-02-10 CONCLUIDA'])
      assert.deepEqual(await paid('carnivalItself'), ['1 2027-02-08 2027-02-08 CONCLUIDA'])
      assert.ok((await paid('weekly')).includes('5 2027-02-08 2027-02-10 CONCLUIDA'))
    })

    it('the last cycle is debited, also after the last day; then it has expired, and nothing follows', async () => {
      const { body } = await seller.api('GET', `/api/pix-automatico/${made.lastOnSaturday.idRec}`)
      assert.deepEqual([body.status, body.proximaCobranca], ['EXPIRADA', null])
      assert.equal(dateAt(new Date(body.encerramento.em)), '2027-02-14')
      assert.deepEqual(shown(await debits('lastOnSaturday')), [
        '1 2027-01-13 2027-01-13 CONCLUIDA',
        '2 2027-02-13 2027-02-15 CONCLUIDA',
      ])
      assert.equal((await salesOf(seller, made.lastOnSaturday)).length, 2)
    })

    it('the last cycle is retried after the last day', async () => {
      const [only, ...more] = await debits('lastRetried')
      assert.deepEqual([only.status, more], ['CONCLUIDA', []])
      assert.deepEqual(
        only.tentativas.map((one: Body) => `${one.data} ${one.tipo} ${one.status}`),
        ['2027-01-19 AGND EXPIRADA', '2027-01-21 NTAG PAGA'],
      )
    })

    it('every order came to the bank from ten days before it settles to three days before it is due', async () =>
      assertOrderedInTime(await clientOf(gateway), 25))

    it('the books of seller, ledger and bank agree', () => assertBooks(gateway))
  })

  slowSuite('until the next January', () => {
    before(() => liveUntil(gateway, noonOf('2028-01-06'), DAYS_PACE_MS))

    it('a monthly one is twelve sales, a weekly one 52, a quarterly one four, a half-yearly one two', async () => {
      const counts = { monthly: 12, weekly: 52, quarterly: 4, halfYearly: 2, saturday: 2, carnival: 1 }
      for (const [kind, count] of Object.entries(counts)) {
        const sales = await salesOf(seller, made[kind as Kind])
        assert.deepEqual([kind, sales.length, new Set(sales.map(({ uuid }) => uuid)).size], [kind, count, count])
        assert.ok(sales.every(({ status }) => status === 'PAGO'))
        const { contrato } = made[kind as Kind]
        await receiver.gets(count, ({ body }) => body.contrato === contrato)
        await postbacks.gets(count, ({ body }) => body.contrato === contrato)
        assert.deepEqual(eventsOfContract(receiver, contrato), Array(count).fill('sale.paid'))
      }
    })

    it('what begins on January 31 is due on the last day of each shorter month', async () => {
      const days = (await debits('monthEnd')).map(({ dataDeVencimento }) => dataDeVencimento.slice(5))
      const year = '01-31 02-28 03-31 04-30 05-31 06-30 07-31 08-31 09-30 10-31 11-30 12-31'.split(' ')
      assert.deepEqual(days.slice(0, 12), year)
    })

    it('every order was in time', async () => assertOrderedInTime(await clientOf(gateway), 90))

    it('the books of seller, ledger and bank agree', () => assertBooks(gateway))
  })
})

slowSuite('once a year', () => {
  let gateway: TestGateway
  let seller: Seller
  const made = {} as Record<'leapDay' | 'corpusChristi' | 'corpusChristiItself', Body>
  /** February 29 is the Tuesday of Carnival in that year. */
  const LEAP_DAYS = ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'].slice(0, times(2, 5))

  /** From the planned order to the day after the debit; the time before it is jumped over. */
  async function liveAround(day: string): Promise<void> {
    const before = noonOf(addDays(day as LocalDate, -10))
    if (before > gateway.now()) await jumpTo(gateway, before)
    await liveUntil(gateway, noonOf(addDays(day as LocalDate, 3)), DAYS_PACE_MS)
  }

  before(async () => {
    gateway = await openRecurringGateway({ startsAt: noonOf('2028-02-07') })
    seller = await recurringSeller(gateway)
    const yearly = { periodicidade: 'ANUAL' }
    made.leapDay = await offered(seller, { ...yearly, dataInicial: '2028-02-29' })
    const corpusChristi = { ...yearly, dataInicial: '2028-06-15' }
    made.corpusChristi = await offered(seller, corpusChristi)
    made.corpusChristiItself = await offered(seller, { ...corpusChristi, ajusteDiaUtil: false })
    await acceptAll(gateway, seller, Object.values(made))
    const [first = '', ...later] = LEAP_DAYS
    await liveAround(first)
    await liveAround('2028-06-15')
    for (const day of later) await liveAround(day)
  })
  after(() => gateway?.[Symbol.asyncDispose]())

  it('what begins on February 29 is due on February 28, and on the 29th of a leap year again', async () => {
    const paid = (await debitsOf(seller, made.leapDay)).filter(({ status }) => status === 'CONCLUIDA')
    assert.deepEqual(
      paid.map(({ dataDeVencimento }) => dataDeVencimento),
      LEAP_DAYS,
    )
    assert.equal(paid[0].dataLiquidacaoPrevista, '2028-03-01')
    const sales = await salesOf(seller, made.leapDay)
    assert.equal(sales.length, LEAP_DAYS.length)
  })

  it('Corpus Christi is debited on Friday, or on that very day', async () => {
    const paid = async (kind: keyof typeof made) => paidOf(await debitsOf(seller, made[kind]))[0]
    assert.equal(await paid('corpusChristi'), '1 2028-06-15 2028-06-16 CONCLUIDA')
    assert.equal(await paid('corpusChristiItself'), '1 2028-06-15 2028-06-15 CONCLUIDA')
  })

  it('every order was in time', async () => assertOrderedInTime(await clientOf(gateway), 4))

  it('the books of seller, ledger and bank agree', () => assertBooks(gateway))
})
