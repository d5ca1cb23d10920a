// What becomes of a cycle whose payer has no money, has closed the account, allows less, or cancels: played by the bank for the name of the
// debtor. All of them live through the same weeks.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { assertBooks } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { slowSuite } from '../long.ts'
import type { Receiver } from '../receiver.ts'
import { liveUntil } from './calendar.ts'
import { eventsOfContract, openListener } from './listening.ts'
import { inApp, offered, openRecurringGateway, reachesRecurrence, recurringSeller } from './recurring.ts'

const AUTHORISED = new Date('2027-01-04T12:00:00-03:00')
/** A Friday; the cycle after it begins on February 15. */
const FIRST_DAY = '2027-01-15'

const PERMITTED = { politicaRetentativa: 'PERMITE_3R_7D' }
const PAYERS: Record<string, Record<string, unknown>> = {
  'Ana Souza': {},
  'Sem saldo': {},
  'Sem saldo de novo': PERMITTED,
  'Na retentativa 1': PERMITTED,
  'À noite': {},
  'Limite 40,00': { valor: undefined, valorPadrao: 4990 },
  'Conta encerrada': {},
  Divergente: {},
  'Cancela débito': {},
  'Cancela tudo': {},
  Muda: {},
  Repete: {},
  Atrasa: {},
}

interface Shown {
  status: string
  tentativas: Record<string, string>[]
  sale: { uuid: string; status: string } | null
  encerramento: Record<string, string> | null
  ciclo: number
}

let gateway: TestGateway
let seller: Seller
let receiver: Receiver
const made = new Map<string, Answer['body']>()

/** The debits of this payer, by cycle. */
async function debitsOf(name: string): Promise<Shown[]> {
  const { body } = await seller.api('GET', `/api/pix-automatico/${made.get(name)?.idRec}/cobrancas`)
  return body.data.toReversed()
}

const firstOf = async (name: string): Promise<Shown> => (await debitsOf(name))[0] as Shown
const triesOf = ({ tentativas }: Shown) => tentativas.map(one => `${one.data} ${one.tipo} ${one.status}`)

/** The names of the events of its sales and debits, in their order. */
const publishedOf = (name: string): string[] => eventsOfContract(receiver, made.get(name)?.contrato)

before(async () => {
  gateway = await openRecurringGateway({ startsAt: AUTHORISED })
  seller = await recurringSeller(gateway)
  receiver = await openListener(gateway, seller, [
    ...['sale.pending', 'sale.paid', 'sale.refused', 'recurrence.debit_scheduled', 'recurrence.try_failed'],
    ...['recurrence.debit_refused', 'recurrence.debit_canceled'],
  ] as const)
  for (const [name, more] of Object.entries(PAYERS)) {
    const customer = { name, document: '52998224725' }
    made.set(name, await offered(seller, { customer, dataInicial: FIRST_DAY, ...more }))
  }
  await liveUntil(gateway, gateway.now())
  for (const body of made.values()) {
    const accepted = await inApp(gateway, body.idRec, 'accept')
    assert.equal(accepted.status, 200, accepted.text)
  }
  await liveUntil(gateway, timeOn(FIRST_DAY as LocalDate, 23, 30))
})
after(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await gateway?.[Symbol.asyncDispose]()
})

describe('on the day of the first cycle', () => {
  it('a payer with money has paid', async () => {
    const debit = await firstOf('Ana Souza')
    assert.deepEqual(
      [debit.status, debit.sale?.status, triesOf(debit)],
      ['CONCLUIDA', 'PAGO', [`${FIRST_DAY} AGND PAGA`]],
    )
  })

  it('whoever has the money only in the evening has paid, and no failed try was published', async () => {
    assert.equal((await firstOf('À noite')).sale?.status, 'PAGO')
    assert.deepEqual(publishedOf('À noite'), ['recurrence.debit_scheduled', 'sale.paid'])
  })

  it('without money and without retries the sale is refused, once, after nine in the evening', async () => {
    const debit = await firstOf('Sem saldo')
    assert.deepEqual([debit.status, debit.sale?.status], ['EXPIRADA', 'RECUSADO'])
    const { body: sale } = await seller.api('GET', `/api/transactions/${debit.sale?.uuid}`)
    assert.ok(new Date(sale.date) >= timeOn(FIRST_DAY as LocalDate, 21))
    assert.deepEqual(publishedOf('Sem saldo'), ['recurrence.debit_scheduled', 'sale.refused'])
  })

  it('where retries are permitted the debit goes on, and the failed try is published', async () => {
    const debit = await firstOf('Sem saldo de novo')
    assert.deepEqual([debit.status, debit.sale], ['ATIVA', null])
    assert.deepEqual(publishedOf('Sem saldo de novo'), ['recurrence.debit_scheduled', 'recurrence.try_failed'])
  })

  for (const [name, code] of [
    ['Limite 40,00', 'AM02'],
    ['Conta encerrada', 'AC05'],
    ['Divergente', 'DTED'],
  ] as const)
    it(`refused by the payer's bank with ${code}: the sale is refused`, async () => {
      const debit = await firstOf(name)
      assert.deepEqual([debit.status, debit.sale?.status, debit.encerramento?.codigo], ['REJEITADA', 'RECUSADO', code])
      assert.ok((debit.encerramento?.descricao ?? '').length > 5)
      // Of one commit: either may come first.
      assert.deepEqual(publishedOf(name).toSorted(), ['recurrence.debit_refused', 'sale.refused'])
    })

  it('cancelled by its payer the debit has no sale, and the recurrence goes on', async () => {
    const debit = await firstOf('Cancela débito')
    assert.deepEqual([debit.status, debit.sale, debit.encerramento?.codigo], ['CANCELADA', null, 'SLBD'])
    await reachesRecurrence(seller, made.get('Cancela débito'), 'APROVADA')
  })

  it('with the recurrence cancelled, what was scheduled is cancelled too', async () => {
    await reachesRecurrence(seller, made.get('Cancela tudo'), 'CANCELADA')
    const debits = await debitsOf('Cancela tudo')
    assert.notEqual(debits.length, 0)
    // Where the end of the debit is heard before that of the recurrence, the next cycle has been planned meanwhile.
    for (const { status, sale, encerramento } of debits)
      assert.deepEqual([status, sale, encerramento?.codigo], ['CANCELADA', null, 'CCLD'])
  })

  for (const name of ['Muda', 'Repete', 'Atrasa'])
    it(`${name}: callbacks that are lost, tripled, stale or late change nothing`, async () => {
      const debit = await firstOf(name)
      assert.deepEqual([debit.status, debit.sale?.status], ['CONCLUIDA', 'PAGO'])
      assert.deepEqual(publishedOf(name), ['recurrence.debit_scheduled', 'sale.paid'])
    })

  it('the books of seller, ledger and bank agree', () => assertBooks(gateway))
})

slowSuite('in the weeks after it', () => {
  before(() => liveUntil(gateway, timeOn('2027-02-15' as LocalDate, 23, 30)))

  it('three retries, on the second, fourth and seventh day, and then the sale is refused once', async () => {
    const debit = await firstOf('Sem saldo de novo')
    assert.deepEqual(triesOf(debit), [
      '2027-01-15 AGND EXPIRADA',
      '2027-01-17 NTAG EXPIRADA',
      '2027-01-19 NTAG EXPIRADA',
      '2027-01-22 NTAG EXPIRADA',
    ])
    assert.deepEqual([debit.status, debit.sale?.status], ['EXPIRADA', 'RECUSADO'])
    const published = publishedOf('Sem saldo de novo')
    assert.equal(published.filter(event => event === 'sale.refused').length, 1)
  })

  it('a payer who has money at the first retry has paid then, and no refusal was ever published', async () => {
    const debit = await firstOf('Na retentativa 1')
    assert.deepEqual(triesOf(debit), ['2027-01-15 AGND EXPIRADA', '2027-01-17 NTAG PAGA'])
    assert.equal(debit.sale?.status, 'PAGO')
    assert.ok(!publishedOf('Na retentativa 1').includes('sale.refused'))
  })

  it('the next cycle of a recurrence that goes on is debited', async () => {
    const paid = (await Promise.all(['Ana Souza', 'À noite', 'Muda', 'Repete', 'Atrasa'].map(debitsOf))).map(
      ([, second]) => second,
    )
    assert.deepEqual(
      paid.map(second => [second?.ciclo, second?.status]),
      Array(5).fill([2, 'CONCLUIDA']),
    )
    assert.equal((await debitsOf('Cancela débito'))[1]?.ciclo, 2)
  })

  it('never a pending sale', () =>
    assert.ok(!receiver.received.some(({ headers }) => headers['x-service-event-type'] === 'sale.pending')))

  it('the books of seller, ledger and bank agree', () => assertBooks(gateway))
})
