// A stored value that is changed by SQL is found: for every column in the catalogue of the ledger's tables, and of the tables with a row
// hash, the doctor names the row, or the column is in the list of those outside the hash. Also when the events are no longer kept.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Finding } from '#doctor/examine.ts'
import { sentenceOf } from '#doctor/report.ts'
import { some } from '../long.ts'
import { FAULTS } from './recurring-faults.ts'
import { type ClosedGateway, closedGateway, examined } from './scene.ts'
import { LEDGER, MONEY, PARTS, RUNS_FREELY, SEALED } from './tables.ts'
import { type Column, type Hand, openHand, othersOf, type Tampering } from './tampering.ts'

let gateway: ClosedGateway
let hand: Hand
before(async () => {
  gateway = await closedGateway()
  hand = await openHand(gateway.connection)
})
after(async () => {
  await hand?.[Symbol.asyncDispose]()
  await gateway?.[Symbol.asyncDispose]()
})

const WHOLE = SEALED.filter(table => !PARTS.includes(table))

/** One of the findings is of this row, or says its name. */
function names(findings: Finding[], { table, accounts, keys }: Tampering): boolean {
  const mine = findings.filter(({ accountId }) => accounts.includes(accountId))
  if (PARTS.includes(table)) return mine.length > 0
  return mine.some(finding => {
    const isRow = finding.table === table && (finding.key === null || keys.includes(finding.key))
    return isRow || keys.some(key => key !== '' && `${finding.key} ${finding.said} `.includes(key))
  })
}

/** False where none of these values can be stored there. */
async function assertNamed(column: Column, others: readonly string[], place: string): Promise<boolean> {
  const tampering = await hand.tamper(column, place, others)
  if (tampering === null) return false
  const { findings } = await examined(gateway.db)
  await hand.undo()
  assert.doesNotMatch(findings.map(sentenceOf).join(' / '), /undefined/)
  const reported = `${column.table}.${column.column}: ${tampering.from} became ${tampering.to}`
  assert.ok(
    names(findings, tampering),
    `${reported}, and the doctor said: ${findings.map(sentenceOf).join(' / ') || 'nothing'}`,
  )
  return true
}

/** The first row, and in the long form the last. */
const SOME = some([0, 1], 2)
const FIRST = [0]

async function assertColumn(column: Column, where: number[]): Promise<void> {
  let changed = 0
  for (const others of othersOf(column)) {
    const count = (await hand.rows(column.table)).length
    assert.ok(count > 0, `there is no row in ${column.table}`)
    for (const n of new Set(where.map(share => Math.floor(share * (count - 1))))) {
      // Undoing moves the rows.
      const place = (await hand.rows(column.table))[n] ?? ''
      if (await assertNamed(column, others, place)) changed++
    }
  }
  assert.ok(changed > 0, `${column.table}.${column.column} could not be changed`)
}

async function assertTable(table: string, where: number[]): Promise<void> {
  for (const column of await publishedColumns(table)) await assertColumn(column, where)
  await assertInOrder()
}

/** All but those that run freely, which must be there. */
async function publishedColumns(table: string): Promise<Column[]> {
  const columns = await hand.columns([table])
  const free = RUNS_FREELY[table] ?? []
  assert.deepEqual(
    free.filter(name => !columns.some(({ column }) => column === name)),
    [],
    'these columns are not there',
  )
  return columns.filter(({ column }) => !free.includes(column))
}

/** What is still to be done to a table, and which of its columns have been changed. */
interface Work {
  table: string
  columns: string[]
  changes: { column: Column; others: string[] }[]
  changed: Set<string>
}

async function workOn(table: string): Promise<Work> {
  const columns = await publishedColumns(table)
  const changes = columns.flatMap(column => othersOf(column).map(others => ({ column, others })))
  return { table, columns: columns.map(({ column }) => column), changes, changed: new Set() }
}

/** One value in each row of the table, as far as there are values left. */
async function changeRows({ table, changes, changed }: Work): Promise<Tampering[]> {
  const places = await hand.rows(table)
  assert.ok(places.length > 0, `there is no row in ${table}`)
  const made: Tampering[] = []
  for (const place of places) {
    const change = changes.shift()
    const tampering = change === undefined ? null : await hand.tamper(change.column, place, change.others)
    if (tampering !== null) made.push(tampering)
  }
  for (const { column } of made) changed.add(column)
  return made
}

/** So many rows of the table, these among them, must not fit their hashes. */
function assertUnsealed(findings: Finding[], table: string, made: Tampering[]): void {
  const message = findings.find(({ check }) => check === `${table}.unsealed`)
  const what = made.map(({ column, from, to }) => `${column}: ${from} became ${to}`).join(', ')
  assert.equal(message?.rows ?? 0, made.length, `${what}, and the doctor said: ${findings.map(sentenceOf).join(' / ')}`)
  assert.ok(made.length === 0 || made.some(({ keys }) => keys.includes(message?.key ?? '')), message?.key ?? '')
}

/** In all tables at the same time, and in each as many values as there are rows: the doctor counts by table. */
async function assertSealed(tables: string[]): Promise<void> {
  const works = await Promise.all(tables.map(workOn))
  while (works.some(({ changes }) => changes.length > 0)) {
    const round: [table: string, made: Tampering[]][] = []
    for (const work of works) round.push([work.table, await changeRows(work)])
    const { findings } = await examined(gateway.db)
    await hand.undo()
    for (const [table, made] of round) assertUnsealed(findings, table, made)
  }
  for (const { table, columns, changed } of works)
    assert.deepEqual(
      columns.filter(column => !changed.has(column)),
      [],
      `these of ${table} could not be changed`,
    )
  await assertInOrder()
}

const assertInOrder = async () => assert.deepEqual((await examined(gateway.db)).findings, [])

describe('the ledger', () => {
  it('is in order before anything is changed', assertInOrder)

  for (const table of LEDGER) it(`reports every value of a ${table} that is changed`, () => assertTable(table, SOME))
})

describe('what has a row hash', () => {
  // Without its account nothing of it is looked at.
  const others = WHOLE.filter(table => table !== 'account')
  it('reports every value of an account that is changed', () => assertSealed(['account']))
  it(`reports every value that is changed of ${others.join(', ')}`, () => assertSealed(others))
  for (const table of PARTS) it(`reports every value of a ${table} that is changed`, () => assertTable(table, FIRST))

  it('reports a hash that is changed', async () => {
    for (const tables of [['account'], SEALED.filter(table => table !== 'account')]) {
      for (const table of tables) {
        await hand.query(`alter table ${table} disable trigger is_sealed`)
        await hand.query(`update ${table} set seal = sha256(seal)`)
      }
      const { findings } = await examined(gateway.db)
      for (const table of tables) {
        assert.ok(
          findings.some(({ check }) => check === `${PARENTS[table] ?? `${table}.`}unsealed`),
          table,
        )
        await hand.query(`alter table ${table} enable trigger is_sealed`)
        await hand.query(`update ${table} set seal = default`)
      }
      await assertInOrder()
    }
  })

  it('is every table that has a row hash', async () => {
    const { rows } = await hand.query(`
      select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'seal' and table_name !~ '^event_'`)
    assert.deepEqual(new Set(rows.map(row => row.table_name)), new Set(SEALED))
  })
})

const PARENTS: Record<string, string> = {
  sale_item: 'sale.item_',
  payout_attempt: 'withdrawal.attempts_',
  payout_return: 'withdrawal.returns_',
  payout_approval: 'payout_wait.votes_',
}

describe('what must hold of recurring PIX, though every hash fits', () => {
  for (const [sentence, { check, table, where, set }] of Object.entries(FAULTS))
    it(sentence, async () => {
      await hand.change(table, where, set)
      const { findings } = await examined(gateway.db)
      await hand.undo()
      const found = findings.map(sentenceOf).join(' / ')
      assert.ok(
        findings.some(finding => finding.check === check),
        found || 'the doctor said nothing',
      )
      assert.doesNotMatch(found, /undefined|unsealed/)
    })

  it('holds again', assertInOrder)
})

describe('a row that is gone', () => {
  const GONE = [
    'sale',
    'sale_item',
    'receipt',
    'refund',
    'withdrawal',
    'payout_attempt',
    'payout_return',
    'event',
    'claim',
    'dispute',
    'dispute_defence',
    'hold_order',
    'proposal',
    'payout_wait',
    'payout_approval',
  ]
  /** Not every version of a recurrence or of a debit has an event, so that these are judged and not counted. */
  const COUNTED: Record<string, string> = { event: `subject not in ('recurrence', 'debit')` }
  for (const table of GONE)
    it(`is missed: ${table}`, async () => {
      const count = (await hand.rows(table, COUNTED[table])).length
      for (const n of some([...Array(count).keys()], 16)) {
        const name = await hand.remove(table, (await hand.rows(table, COUNTED[table]))[n] ?? '')
        assert.notDeepEqual((await examined(gateway.db)).findings, [], name)
        await hand.undo()
      }
      await assertInOrder()
    })
})

describe('without events', () => {
  before(async () => {
    await hand.query(`select drop_day_partitions('event', (now() at time zone 'UTC')::date + 1)`)
  })

  it('the gateway is in order', assertInOrder)

  it('every value of what is money that is changed is reported', () =>
    assertSealed(MONEY.filter(table => !PARTS.includes(table))))
  for (const table of PARTS)
    it(`every value of a ${table} that is changed is reported`, () => assertTable(table, FIRST))
})
