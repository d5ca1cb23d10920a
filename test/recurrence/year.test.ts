// Subscriptions of several sellers live through their cycles, with payers of all kinds: what each seller sees, what it is told, what its wallet
// has and what the bank has paid agree in the end. Every day some weeks of few subscriptions; in the long form a season of more.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { dueOf, type Periodicity } from '#kernel/calendar/cycles.ts'
import { addDays, dateAt, type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { assertBooks } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { times } from '../long.ts'
import type { Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { liveUntil } from './calendar.ts'
import { openListener } from './listening.ts'
import { inApp, offered, openRecurringGateway, reachesRecurrence, recurringSeller } from './recurring.ts'

const BEGIN = new Date('2027-01-04T12:00:00-03:00')
const SELLERS = times(2, 5)
const MANDATES = times(6, 16)
/** Beyond the last due day that counts all of its tries are over. */
const LAST_DAY = times(45, 110)
const SETTLED_DAYS = 10

type Body = Answer['body']

/** What becomes of every cycle of a payer with this name. */
const PAYERS = [
  { name: 'Ana Souza', end: 'PAGO' },
  { name: 'Sem saldo', end: 'RECUSADO' },
  { name: 'À noite', end: 'PAGO' },
  { name: 'Na retentativa 1', end: 'PAGO', politicaRetentativa: 'PERMITE_3R_7D' },
  { name: 'Conta encerrada', end: 'RECUSADO' },
  { name: 'Repete', end: 'PAGO' },
  { name: 'Muda', end: 'PAGO' },
  { name: 'Atrasa', end: 'PAGO' },
] as const

const PERIODS: Periodicity[] = ['MENSAL', 'SEMANAL', 'MENSAL', 'TRIMESTRAL', 'MENSAL', 'SEMESTRAL', 'ANUAL']

interface Subscription {
  seller: Seller
  made: Body
  end: 'PAGO' | 'RECUSADO'
  amount: number
  cycles: LocalDate[]
}

let gateway: TestGateway
const receivers: Receiver[] = []
const sellers: Seller[] = []
const subscriptions: Subscription[] = []
const lastDay = addDays(dateAt(BEGIN), LAST_DAY)

/** The n-th of all: another payer, period, first day and amount each. */
async function subscribe(n: number): Promise<Subscription> {
  const seller = sellers[n % SELLERS] as Seller
  const { name, end, ...more } = PAYERS[n % PAYERS.length] as (typeof PAYERS)[number]
  const periodicity = PERIODS[n % PERIODS.length] as Periodicity
  const startsOn = addDays(dateAt(BEGIN), 4 + ((n * 5) % 21))
  const amount = 1000 + n * 137
  const body = { dataInicial: startsOn, valor: amount, periodicidade: periodicity, ...more }
  const made = await offered(seller, { ...body, customer: { name, document: '52998224725' } })
  const cycles: LocalDate[] = []
  for (let cycle = 1; dueOf({ startsOn, periodicity }, cycle) <= lastDay; cycle++)
    cycles.push(dueOf({ startsOn, periodicity }, cycle))
  return { seller, made, end, amount, cycles }
}

before(async () => {
  gateway = await openRecurringGateway({ startsAt: BEGIN })
  for (let n = 0; n < SELLERS; n++) {
    const seller = await recurringSeller(gateway)
    sellers.push(seller)
    receivers.push(await openListener(gateway, seller, ['sale.pending', 'sale.paid', 'sale.refused']))
  }
  for (let n = 0; n < MANDATES; n++) subscriptions.push(await subscribe(n))
  await liveUntil(gateway, gateway.now())
  for (const { seller, made } of subscriptions) {
    assert.equal((await inApp(gateway, made.idRec, 'accept')).status, 200)
    await reachesRecurrence(seller, made, 'APROVADA')
  }
  await liveUntil(gateway, timeOn(addDays(lastDay, SETTLED_DAYS), 12))
})
after(async () => {
  for (const receiver of receivers) await receiver[Symbol.asyncDispose]()
  await gateway?.[Symbol.asyncDispose]()
})

/** The sales of the cycles that count, with their due days, the oldest first. */
const salesOf = ({ seller, made }: Subscription) =>
  gateway.db.query<{ day: LocalDate; status: string; amount: bigint; net: bigint; uuid: string }>(sql`
    select first_due_on as day, sale.status, sale.amount_centavos as amount, net_centavos as net, sale.uuid
    from sale join debit on debit.account_id = sale.account_id and debit.sale_id = sale.id
    where sale.account_id = ${seller.accountId} and id_rec = ${made.idRec} and first_due_on <= ${lastDay} order by cycle`)

test('each cycle of each subscription is one sale, and ends as its payer lets it', async () => {
  for (const subscription of subscriptions) {
    const { made, end, amount, cycles } = subscription
    const sales = (await salesOf(subscription)).map(one => [one.day, one.status, Number(one.amount)])
    assert.ok(cycles.length > 0)
    const due = cycles.map(day => [day, end, amount])
    assert.deepEqual(sales, due, `${made.contrato} of ${made.customer.name}, ${made.periodicidade}`)
  }
})

test('the seller sees the same sales, and the wallet has what was paid less the fees', async () => {
  for (const seller of sellers) {
    const [sums] = await gateway.db.query<{ net: bigint; wallet: bigint }>(sql`
      select coalesce(sum(net_centavos) filter (where completed_at is not null), 0)::bigint as net,
        (select available_centavos + blocked_centavos from wallet where account_id = ${seller.accountId}) as wallet
      from sale where account_id = ${seller.accountId}`)
    assert.equal(sums?.wallet, sums?.net)
    for (const subscription of subscriptions.filter(one => one.seller === seller)) {
      const { body } = await seller.api('GET', `/api/transactions?idRec=${subscription.made.idRec}&limit=100`)
      const shown = new Set(body.data.map(({ uuid }: Body) => uuid))
      for (const { uuid } of await salesOf(subscription)) assert.ok(shown.has(uuid), uuid)
    }
  }
})

test('each sale is told once, when it has ended, and nothing else is', async () => {
  for (const [n, seller] of sellers.entries()) {
    const sold = await gateway.db.query<{ line: string }>(sql`
      select uuid || case status when 'PAGO' then ' sale.paid' else ' sale.refused' end as line
      from sale where account_id = ${seller.accountId}`)
    const due = sold.map(({ line }) => line).toSorted()
    const told = () =>
      (receivers[n] as Receiver).received
        .map(({ headers, body }) => `${body.uuid} ${headers['x-service-event-type']}`)
        .toSorted()
    await until(() => told().length >= due.length || null, 'the notifications to arrive')
    assert.deepEqual(told(), due)
  }
})

test('the books of sellers, ledger and bank agree', () => assertBooks(gateway))
