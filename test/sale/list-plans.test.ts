// The lists of sales and their search at a hundred thousand sales of one account, which here are all there are: no statement of
// theirs reads the table from its beginning on, planned for the values or once for all values.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { isPlannedAnew } from '#db/planned-anew.ts'
import type { Database } from '#db/postgres.ts'
import { DAY_MS } from '#kernel/time.ts'
import { readIds, type SaleQuestion, wayTo } from '#sale/panel-list.ts'
import { findSaleLines, findSalesInOrder } from '#sale/panel-list-store.ts'
import { expanding } from '#sale/payment.ts'
import { openTestHouse, type TestHouse } from '../house.ts'
import { type LargeShop, openLargeShop } from '../panel/budgets/large-shop.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

/** What the plan reads from one end to the other. */
function readWhole({ 'Node Type': node, 'Relation Name': table, Plans = [] }: Plan): string[] {
  const own = node === 'Seq Scan' && table !== undefined ? [table] : []
  return [...own, ...Plans.flatMap(readWhole)]
}

const LARGE = ['sale', 'receipt', 'sale_item']

describe('among 100,000 sales', () => {
  const parts = new AsyncDisposableStack()
  let house: TestHouse
  let shop: LargeShop
  let db: Database
  const offending: string[] = []
  before(async () => {
    house = parts.use(await openTestHouse())
    shop = await openLargeShop(house)
    const client = new pg.Client(house.connection)
    await client.connect()
    parts.defer(() => client.end())
    const plan = async (options: string, { text, values }: Pick<Sql, 'text'> & { values?: unknown[] }) => {
      const { rows } = await client.query(`explain (format json${options}) ${text}`, values as never)
      const whole = readWhole(rows[0]['QUERY PLAN'][0].Plan).filter(table => LARGE.includes(table))
      if (whole.length > 0) offending.push(`${whole} read from end to end${options}: ${text}`)
    }
    db = {
      ...house.db,
      async query(statement) {
        await plan('', statement)
        if (!isPlannedAnew(statement.text)) await plan(', generic_plan', { text: statement.text })
        return house.db.query(statement)
      },
    }
  })
  after(() => parts.disposeAsync())

  const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
  const cases: [string, (shop: LargeShop) => Partial<SaleQuestion>][] = [
    ['all of them', () => ({})],
    ['a frequent status', () => ({ status: 'PAGO' })],
    ['a status that is not so frequent', () => ({ status: 'PENDENTE' })],
    ['a status that none has', () => ({ status: 'CHARGEBACK' })],
    ['a period', () => ({ from: ago(60), to: ago(59) })],
    ['those whose time was over', () => ({ status: 'CANCELADO', expired: true })],
    ['a status in a period', () => ({ from: ago(60), to: ago(30), status: 'PENDENTE' })],
    ['a status that none has in a period', () => ({ from: ago(60), to: ago(30), status: 'MED' })],
    ['a number', ({ old }) => ({ q: String(old.id) })],
    ['a uuid', ({ old }) => ({ q: old.uuid })],
    ['an end-to-end id', ({ old }) => ({ q: old.endToEndId })],
    ['an external reference', ({ old }) => ({ q: old.reference })],
    ['a txid', ({ old }) => ({ q: old.txid })],
    ['a name', ({ old }) => ({ q: old.name })],
    ['a name that nobody has', () => ({ q: 'ninguém' })],
    ['an e-mail', ({ old }) => ({ q: old.email })],
    ['a document', ({ documents }) => ({ q: documents.few })],
    ['a document of many sales', ({ documents }) => ({ q: documents.many })],
    ['a document and a status', ({ documents }) => ({ q: documents.many, status: 'PENDENTE' })],
  ]
  for (const [name, asked] of cases)
    it(`${name}: by an index`, async () => {
      const { accountId } = shop.person
      const question = { accountId, from: null, to: null, status: null, expired: null, q: null, ...asked(shop) }
      const way = await wayTo(db, question)
      const first = await readIds(db, way, null, 20)
      const deep = await readIds(db, way, BigInt(shop.old.id) + 10_000n, 20)
      const ids = [...first.ids, ...deep.ids]
      await expanding(db, await findSalesInOrder(db, accountId, ids))
      await findSaleLines(db, accountId, ids)
      assert.deepEqual(offending.splice(0), [])
    })
})
