// A house in which everything has happened once, and which is at rest: closed, with its database open to whoever tampers.
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { type Examination, examine } from '#doctor/examine.ts'
import { systemClock } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestHouse, type Seller, type TestHouse } from '../house.ts'
import { staticCode } from '../sale/receiving.ts'
import { at, setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'

export interface ClosedHouse extends AsyncDisposable {
  db: Database
  connection: TestHouse['connection']
  /** With sales, cashouts and what came back of them; the other one has little. */
  accountId: number
}

export async function closedHouse(): Promise<ClosedHouse> {
  const parts = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  parts.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  const house = await openTestHouse({ on: { connection, bank } })
  const accountId = await happenings(house).finally(async () => {
    await house[Symbol.asyncDispose]()
    await bank.close()
  })
  const db = openDatabase(connection, 4)
  parts.defer(() => db.close())
  return { db, connection, accountId, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

const KEYS = [
  'maria@example.com',
  'recusada@example.com',
  'devolvida@example.com',
  'analise@example.com',
  'joao@example.com',
]
const FUNDS = 1_000_00

async function happenings(house: TestHouse): Promise<number> {
  const [shop, other] = [await house.seller({ funds: FUNDS }), await house.seller({ funds: FUNDS })]
  await setTerms(house, shop, { reserveBasisPoints: 1_000 })
  const sale = await sold(house, shop, 500_00)
  await sold(house, shop, 300_00)
  await sold(house, other, 200_00)
  // A second payment of the same code goes back, a third one is kept, and one for nobody waits in the house's own account.
  await house.pay(sale.pixKey, { again: true })
  await until(async () => (await countOf(house, 'RETURNED')) === 1 || null, 'the second payment to be back')
  await setTerms(house, shop, { reserveBasisPoints: 1_000, unexpected: 'KEEP' })
  await house.pay(sale.pixKey, { again: true })
  await house.pay(staticCode(7_00n, 'balcao7'))
  await shop.api('POST', '/api/transactions', body(60_00), { 'idempotency-key': 'a key' })
  const canceled = await shop.sell(20_00, { postbackUrl: 'http://127.0.0.1:9/none' })
  await shop.api('POST', `${at(canceled)}/cancel`)
  for (const pixKey of KEYS) await shop.api('POST', '/api/public/cashout', { amount: 100, pixKey, pixKeyType: 'EMAIL' })
  await other.api('POST', '/api/public/cashout', { amount: 150, pixKey: KEYS[0], pixKeyType: 'EMAIL' })
  await until(async () => (await isAtRest(house)) || null, 'the house to be at rest')
  await house.db.query(sql`update psp_account set pay_out_enabled = false`)
  const asked = { amount: 100, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' }
  await shop.api('POST', '/api/public/cashout', asked)
  return shop.accountId
}

const body = (amount: number) => ({
  amount,
  paymentMethod: 'PIX',
  customer: { name: 'Maria Silva' },
  items: [{ title: 'Camiseta', unitPrice: amount, quantity: 1, tangible: false }],
})

async function sold(house: TestHouse, seller: Seller, amount: number) {
  const sale = await seller.sell(amount)
  await house.pay(sale.pixKey)
  await seller.reaches(at(sale), 'PAGO')
  return sale
}

async function countOf({ db }: TestHouse, status: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int from receipt where status = ${status}`)
  return row?.count ?? 0
}

/** One cashout stays in review, and two receipts with a person. */
async function isAtRest({ db }: TestHouse): Promise<boolean> {
  const [row] = await db.query<{ rest: boolean }>(sql`
    select (select count(*) from withdrawal where state in ('requested', 'submitted')) = 1
      and (select count(*) from payout_return) = 1
      and (select count(*) from receipt where status = 'UNACCEPTED') = 2
      and not exists (select from sale where status = 'EM_PROCESSAMENTO') as rest`)
  return row?.rest === true
}

export async function examined(db: Database, options: Parameters<typeof examine>[1] = {}): Promise<Examination> {
  const examination = await examine({ db, clock: systemClock }, options)
  if (examination === null) throw new Error('somebody else is at it')
  return examination
}
