// The lists of sales and the searches at a hundred thousand sales of one account, which here are all there are: no statement of
// theirs reads the table from its beginning on, planned for the values or once for all values.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { isPlannedAnew } from '#db/planned-anew.ts'
import type { Database } from '#db/postgres.ts'
import { DAY_MS } from '#kernel/time.ts'
import { readIds, type SaleQuestion, wayTo } from '#sale/list/panel-list.ts'
import { findSaleLines, findSalesInOrder } from '#sale/list/panel-list-store.ts'
import { expanding } from '#sale/payment.ts'
import { listRefunds, type RefundFilter, totalRefunds } from '#sale/refund/list/store.ts'
import { search } from '#search/look.ts'
import { termsOf } from '#search/terms.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
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
/** Nearly empty here, so that they would be read whole if that were possible at all. */
const NO_CYCLES = { idRec: null, contrato: null }
const SMALL = [
  'withdrawal',
  'payout_recipient',
  'payout_attempt',
  'refund',
  'dispute',
  'cart',
  'checkout',
  'recurrence',
]

describe('among 100,000 sales', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let shop: LargeShop
  let db: Database
  const offending: string[] = []
  before(async () => {
    gateway = resources.use(await openTestGateway())
    shop = await openLargeShop(gateway)
    await gateway.db.query(sql`update sale set seal = default, payment_method = 'BOLETO'
      where account_id = ${shop.person.accountId} and id % 1000 = 1`)
    // As autovacuum leaves it: an index that holds the amounts is read alone.
    await gateway.db.query(sql`vacuum analyze sale`)
    const client = new pg.Client(gateway.connection)
    await client.connect()
    resources.defer(() => client.end())
    const plan = async (options: string, { text, values }: Pick<Sql, 'text'> & { values?: unknown[] }) => {
      const { rows } = await client.query(`explain (format json${options}) ${text}`, values as never)
      const whole = readWhole(rows[0]['QUERY PLAN'][0].Plan).filter(table => LARGE.includes(table))
      if (whole.length > 0) offending.push(`${whole} read from end to end${options}: ${text}`)
    }
    db = {
      ...gateway.db,
      async query(statement) {
        await plan('', statement)
        if (!isPlannedAnew(statement.text)) await plan(', generic_plan', { text: statement.text })
        return gateway.db.query(statement)
      },
    }
  })
  after(() => resources.disposeAsync())

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
    ['a name that does not exist', () => ({ q: 'ninguém' })],
    ['an e-mail', ({ old }) => ({ q: old.email })],
    ['a document', ({ documents }) => ({ q: documents.few })],
    ['a document of many sales', ({ documents }) => ({ q: documents.many })],
    ['a recurrence', () => ({ idRec: 'RN9999999920261101abcdefghijk' })],
    ['a contract and a name', () => ({ contrato: 'ASSINATURA-1', q: 'ninguém' })],
    ['a method that most have', () => ({ method: 'PIX' })],
    ['a method that few have', () => ({ method: 'BOLETO' })],
    ['a method that few have, in a period', () => ({ method: 'BOLETO', from: ago(60), to: ago(30) })],
    ['a method and a frequent status', () => ({ method: 'BOLETO', status: 'PAGO' })],
    ['a method that none has, and a name', () => ({ method: 'TRANSFER', q: 'ninguém' })],
    ['a document and a status', ({ documents }) => ({ q: documents.many, status: 'PENDENTE' })],
  ]
  for (const [name, asked] of cases)
    it(`${name}: by an index`, async () => {
      const { accountId } = shop.person
      const question = {
        accountId,
        from: null,
        to: null,
        method: null,
        status: null,
        expired: null,
        q: null,
        ...NO_CYCLES,
        ...asked(shop),
      }
      const way = await wayTo(db, question)
      const first = await readIds(db, way, null, 20)
      const deep = await readIds(db, way, BigInt(shop.old.id) + 10_000n, 20)
      const ids = [...first.ids, ...deep.ids]
      await expanding(db, await findSalesInOrder(db, accountId, ids))
      await findSaleLines(db, accountId, ids)
      assert.deepEqual(offending.splice(0), [])
    })

  /** What is read whole although every index may be used and the whole table may not. */
  async function withoutIndex(look: (db: Database) => Promise<unknown>): Promise<string[]> {
    const client = new pg.Client(gateway.connection)
    await client.connect()
    try {
      await client.query('set enable_seqscan = off')
      const met: string[] = []
      await look({
        ...gateway.db,
        async query(statement) {
          const { text, values } = statement
          const { rows } = await client.query(`explain (format json) ${text}`, values as never)
          const whole = readWhole(rows[0]['QUERY PLAN'][0].Plan).filter(table => SMALL.includes(table))
          met.push(...whole.map(table => `${table}: ${text}`))
          return gateway.db.query(statement)
        },
      })
      return met
    } finally {
      await client.end()
    }
  }

  it('the refunds, and their sums, with any filter: by an index', async () => {
    const { person, old } = shop
    const everything = { accountId: person.accountId, from: null, to: null, status: null, saleUuid: null, q: null }
    const asked: Partial<RefundFilter>[] = [
      {},
      { from: ago(60), to: ago(59) },
      { status: 'FAILED' },
      { saleUuid: old.uuid },
      ...[old.uuid, old.endToEndId, old.reference, old.txid, old.name, old.email, shop.documents.few].map(q => ({ q })),
    ]
    for (const one of asked) {
      const look = async (through: Database) => {
        await listRefunds(through, { ...everything, ...one }, { below: 7n, rows: 21 })
        await totalRefunds(through, { ...everything, ...one })
      }
      await look(db)
      assert.deepEqual(offending.splice(0), [], JSON.stringify(one))
      assert.deepEqual(await withoutIndex(look), [], JSON.stringify(one))
    }
  })

  const words: [string, (shop: LargeShop) => string][] = [
    ['a number', ({ old }) => String(old.id)],
    ['a uuid', ({ old }) => old.uuid],
    ['a txid', ({ old }) => old.txid],
    ['an end-to-end id', ({ old }) => old.endToEndId],
    ['a reference', ({ old }) => old.reference],
    ['a document', ({ documents }) => documents.few],
    ['a document of many', ({ documents }) => documents.many],
    ['the name of one who paid long ago', ({ old }) => old.name],
    ['a name that does not exist', () => 'ninguém'],
    ['an e-mail', () => 'cliente99999@'],
    ['an amount that all have', () => 'R$ 100,00'],
    ['an amount that none has', () => '1.234,56'],
    ['a key', () => '+55 11 98765-4321'],
  ]
  for (const [name, asked] of words)
    for (const whose of ['the seller', 'the operator'])
      it(`${name}, looked for by ${whose}: by an index`, async () => {
        const isSeller = whose === 'the seller'
        const scope = { accountId: isSeller ? shop.person.accountId : null, hidesBuyers: !isSeller }
        const terms = termsOf(asked(shop))
        assert.ok(terms !== null)
        const look = (through: Database) => search(through, { scope, terms, limit: 5, now: new Date() })
        const groups = await look(db)
        assert.deepEqual(offending.splice(0), [])
        assert.deepEqual(await withoutIndex(look), [])
        // Those written by SQL have no txid with an account in it, as those of the gateway do.
        const nothing = [
          'a name that does not exist',
          'an amount that none has',
          'a key',
          ...(scope.accountId === null ? ['a txid'] : []),
        ]
        assert.equal(
          groups.some(({ kind }) => kind === 'sale'),
          !nothing.includes(name),
        )
      })
})
