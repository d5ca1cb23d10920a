// Subscriptions of several sellers live through their cycles, with payers of all kinds: what each seller sees, what it is told, what its wallet
// has and what the bank has paid agree in the end. Every day some weeks of few subscriptions; in the long form a season of many, through which
// the gateway is killed again and again; `npm run year:recurrences` lives through a whole year.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { dueOf, type Periodicity } from '#kernel/calendar/cycles.ts'
import { addDays, dateAt, type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import { type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { times } from '../long.ts'
import type { Receiver } from '../receiver.ts'
import { openScene, type Scene } from '../recovery/scene.ts'
import { type Chance, chanceOf } from '../storm/weather.ts'
import { until } from '../until.ts'
import { clientOf, debitsAtBank } from './at-bank.ts'
import { DAYS_PACE_MS, liveUntil } from './calendar.ts'
import { openListener } from './listening.ts'
import { type MortalGateway, openMortalGateway } from './mortal-gateway.ts'
import { acceptAll, offered, openRecurringGateway, PAYER, recurringSeller } from './recurring.ts'

const BEGIN = new Date('2027-01-04T12:00:00-03:00')
const SELLERS = times(2, 5)
const MANDATES = times(6, 40)
/** Beyond the last due day that counts all of its tries are over. */
const LAST_DAY = Number(process.env.YEAR_DAYS ?? times(45, 65))
const SETTLED_DAYS = 10
/** In place of the suite's bound, where more days than its own were asked for. */
const LONG_ENOUGH = process.env.YEAR_DAYS === undefined ? {} : { timeout: HOUR_MS }
const SEED = Number(process.env.STORM_SEED ?? 1)
const DEATHS = times(0, 8)
/** The clock is moved about once a day. */
const MOVES_A_LIFE = Math.floor(LAST_DAY / DEATHS)
const LOOKS_UNTIL_DEATH = 6

type Body = Answer['body']

interface Payer {
  name: string
  /** Of every cycle; null: it has no sale. */
  end: 'PAGO' | 'RECUSADO' | null
  politicaRetentativa?: string
  isVariable?: boolean
}

const PAYERS = [
  { name: 'Ana Souza', end: 'PAGO' },
  { name: 'Sem saldo', end: 'RECUSADO' },
  { name: 'À noite', end: 'PAGO' },
  { name: 'Na retentativa 1', end: 'PAGO', politicaRetentativa: 'PERMITE_3R_7D' },
  { name: 'Conta encerrada', end: 'RECUSADO' },
  { name: 'Repete', end: 'PAGO' },
  { name: 'Muda', end: 'PAGO' },
  { name: 'Atrasa', end: 'PAGO' },
  { name: 'Sem saldo de novo', end: 'RECUSADO', politicaRetentativa: 'PERMITE_3R_7D' },
  { name: 'Cancela débito', end: null },
  { name: 'Limite 1,00', end: 'RECUSADO', isVariable: true },
  { name: 'Cancela tudo', end: null },
] satisfies Payer[]

const PERIODS: Periodicity[] = ['MENSAL', 'SEMANAL', 'MENSAL', 'TRIMESTRAL', 'MENSAL', 'SEMESTRAL', 'ANUAL']

interface Subscription {
  seller: number
  made: Body
  end: 'PAGO' | 'RECUSADO' | null
  amount: number
  cycles: LocalDate[]
}

let scene: Scene
let gateway: TestGateway | MortalGateway
const receivers: Receiver[] = []
let sellers: Seller[] = []
const subscriptions: Subscription[] = []
const lastDay = addDays(dateAt(BEGIN), LAST_DAY)

/** The n-th of all: another payer, period, first day and amount each. */
async function subscribe(n: number): Promise<Subscription> {
  const { name, end, isVariable, ...more }: Payer = PAYERS[n % PAYERS.length] as Payer
  const periodicity = PERIODS[n % PERIODS.length] as Periodicity
  const startsOn = addDays(dateAt(BEGIN), 4 + ((n * 5) % 21))
  const amount = 1000 + n * 137
  const price = isVariable ? { valor: undefined, valorPadrao: amount } : { valor: amount }
  const journey = n % 3 === 0 ? { jornada: 1, pagador: PAYER } : {}
  const body = { ...journey, ...price, ...more, dataInicial: startsOn, periodicidade: periodicity }
  const seller = n % SELLERS
  const customer = { name, document: '52998224725' }
  const made = await offered(sellers[seller] as Seller, { ...body, customer })
  const cycles: LocalDate[] = []
  for (let cycle = 1; dueOf({ startsOn, periodicity }, cycle) <= lastDay; cycle++)
    cycles.push(dueOf({ startsOn, periodicity }, cycle))
  return { seller, made, end, amount, cycles }
}

async function authorised(first: TestGateway): Promise<void> {
  for (let n = 0; n < SELLERS; n++) {
    const seller = await recurringSeller(first)
    sellers.push(seller)
    receivers.push(await openListener(first, seller, ['sale.pending', 'sale.paid', 'sale.refused']))
  }
  for (let n = 0; n < MANDATES; n++) subscriptions.push(await subscribe(n))
  await liveUntil(first, first.now())
  for (const [n, seller] of sellers.entries()) {
    const own = subscriptions.filter(one => one.seller === n).map(({ made }) => made)
    await acceptAll(first, seller, own)
  }
}

/** One death in each stretch of moves, and at which look after its move. */
function deathsOf(chance: Chance): Map<number, number> {
  const deaths = Array.from({ length: DEATHS }, (_, n): [number, number] => [
    n * MOVES_A_LIFE + 1 + chance.below(MOVES_A_LIFE),
    1 + chance.below(LOOKS_UNTIL_DEATH),
  ])
  return new Map(deaths)
}

before(async () => {
  scene = await openScene()
  const on = { connection: scene.connection, bank: scene.bank }
  const first = await openRecurringGateway({ on, startsAt: BEGIN })
  await authorised(first)
  if (DEATHS === 0) gateway = first
  else {
    await first[Symbol.asyncDispose]()
    gateway = await openMortalGateway(on, first.now(), deathsOf(chanceOf(SEED)))
  }
  sellers = sellers.map(one => sellerWith(gateway, one.accountId, one.publicKey, one.privateKey))
  await liveUntil(gateway, timeOn(addDays(lastDay, SETTLED_DAYS), 12), DAYS_PACE_MS)
}, LONG_ENOUGH)
after(async () => {
  for (const one of [...receivers, gateway, scene]) await one?.[Symbol.asyncDispose]()
})

/** The sales of the cycles that count, with their due days, the oldest first. */
const salesOf = ({ seller, made }: Subscription) =>
  gateway.db.query<{ day: LocalDate; status: string; amount: bigint; net: bigint; uuid: string }>(sql`
    select first_due_on as day, sale.status, sale.amount_centavos as amount, net_centavos as net, sale.uuid
    from sale join debit on debit.account_id = sale.account_id and debit.sale_id = sale.id
    where sale.account_id = ${sellers[seller]?.accountId} and id_rec = ${made.idRec} and first_due_on <= ${lastDay} order by cycle`)

test('each cycle of each subscription is one sale, and ends as its payer lets it', async () => {
  for (const subscription of subscriptions) {
    const { made, end, amount, cycles } = subscription
    const sales = (await salesOf(subscription)).map(one => [one.day, one.status, Number(one.amount)])
    assert.ok(cycles.length > 0)
    const due = end === null ? [] : cycles.map(day => [day, end, amount])
    assert.deepEqual(sales, due, `${made.contrato} of ${made.customer.name}, ${made.periodicidade}`)
  }
})

test('the seller sees the same sales, and the wallet has what was paid less the fees', async () => {
  for (const [n, seller] of sellers.entries()) {
    const [sums] = await gateway.db.query<{ net: bigint; wallet: bigint }>(sql`
      select coalesce(sum(net_centavos) filter (where completed_at is not null), 0)::bigint as net,
        (select available_centavos + blocked_centavos from wallet where account_id = ${seller.accountId}) as wallet
      from sale where account_id = ${seller.accountId}`)
    assert.equal(sums?.wallet, sums?.net)
    for (const subscription of subscriptions.filter(one => one.seller === n)) {
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
    const published = () => {
      const lines = (receivers[n] as Receiver).received.map(
        ({ headers, body }) => `${body.uuid} ${headers['x-service-event-type']}`,
      )
      // Whoever dies after sending sends it again.
      return (DEATHS === 0 ? lines : [...new Set(lines)]).toSorted()
    }
    await until(() => published().length >= due.length || null, 'the notifications to arrive')
    assert.deepEqual(published(), due)
  }
})

test('the bank has one debit of each cycle, paid where the sale is', async () => {
  const debits = await debitsAtBank(await clientOf(gateway))
  for (const subscription of subscriptions) {
    const { made, end, cycles } = subscription
    const own = debits.filter(({ idRec, dueOn }) => idRec === made.idRec && dueOn <= lastDay)
    const days = own.map(({ dueOn }) => dueOn)
    assert.equal(new Set(days).size, days.length, made.contrato)
    const paid = own.filter(({ status }) => status === 'CONCLUIDA').length
    assert.equal(paid, end === 'PAGO' ? cycles.length : 0, `${made.contrato} of ${made.customer.name}`)
  }
})

if (DEATHS > 0)
  test(`the gateway has died again and again (STORM_SEED=${SEED})`, () =>
    assert.ok('deaths' in gateway && gateway.deaths >= DEATHS / 2))

test('the books of sellers, ledger and bank agree', () => assertBooks(gateway))
