// Whoever changes one stored value by hand is found out: for every column that the catalogue knows of the ledger's tables, and
// of the tables beside it, the doctor names the row, or the column stands in the list of those that nothing follows from.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Finding } from '#doctor/examine.ts'
import { sentenceOf } from '#doctor/report.ts'
import { type ClosedHouse, closedHouse, examined } from './scene.ts'
import { type Column, type Hand, openHand, othersOf, type Tampering } from './tampering.ts'

let house: ClosedHouse
let hand: Hand
before(async () => {
  house = await closedHouse()
  hand = await openHand(house.connection)
})
after(async () => {
  await hand?.[Symbol.asyncDispose]()
  await house?.[Symbol.asyncDispose]()
})

const LEDGER = ['transfer', 'wallet', 'hold']
const BESIDE = ['sale', 'receipt', 'refund', 'withdrawal', 'payout_attempt', 'payout_return', 'event', 'idempotency']

/** What nothing else in the house follows from, so that nobody can tell whether it was changed. */
const NOT_TOLD: Record<string, string[]> = {
  sale: [
    'external_reference',
    'id_rec',
    'contrato',
    'cart_id',
    'expires_at',
    'updated_at',
    'due_at',
    'given_up',
    'shipping',
  ],
  receipt: ['end_to_end_id', 'txid', 'payer_name', 'payer_document', 'paid_at', 'reason', 'sale_id'],
  refund: [
    ...['uuid', 'psp_refund_id', 'reason', 'asked_by', 'rtr_id', 'failure_code', 'failure_message', 'lookups'],
    ...['created_at', 'updated_at', 'completed_at'],
  ],
  withdrawal: [
    ...['holder_document', 'description', 'external_reference', 'postback_url', 'end_to_end_id', 'failure_code'],
    ...['failure_message', 'due_at', 'ask_hash'],
  ],
  payout_attempt: ['psp_account_id', 'lookups', 'detail', 'created_at', 'updated_at', 'absences', 'unknowns'],
  payout_return: ['psp_account_id', 'rtr_id', 'returned_at', 'created_at'],
  event: ['id', 'created_at'],
  idempotency: ['route', 'key', 'ask_hash', 'subject_id', 'busy_until', 'status', 'answer', 'created_at', 'expires_at'],
}

/** These tell of a sale only once it has been paid, or by the postback that it has. */
const TOLD_ONCE_PAID = ['reserve_centavos', 'reserve_days', 'postback_url', 'psp_account_id', 'txid']

/** Rows that are part of another, which is what is named. */
const PARTS = ['refund', 'payout_attempt', 'payout_return', 'event']

/** One of the findings is of this row, or says its name. */
function names(findings: Finding[], { table, accounts, keys }: Tampering): boolean {
  const mine = findings.filter(({ accountId }) => accounts.includes(accountId))
  if (PARTS.includes(table)) return mine.length > 0
  return mine.some(finding => {
    const isRow = finding.table === table && (finding.key === null || keys.includes(finding.key))
    return isRow || keys.some(key => key !== '' && `${finding.key} ${finding.said} `.includes(key))
  })
}

async function assertNamed(column: Column, others: readonly string[], place: string): Promise<void> {
  const tampering = await hand.tamper(column, place, others)
  if (tampering === null) return
  const { findings } = await examined(house.db)
  await hand.undo()
  const told = `${column.table}.${column.column}: ${tampering.from} became ${tampering.to}`
  assert.ok(
    names(findings, tampering),
    `${told}, and the doctor said: ${findings.map(sentenceOf).join(' / ') || 'nothing'}`,
  )
}

/** The first row, the last, and some between. */
const placesIn = (places: string[]) =>
  [...new Set([0, places.length / 3, (2 * places.length) / 3, places.length - 1].map(Math.floor))].map(
    n => places[n] ?? '',
  )

async function assertColumn(column: Column): Promise<void> {
  for (const others of othersOf(column)) {
    const count = (await hand.rows(column.table)).length
    assert.ok(count > 0, `there is no row in ${column.table}`)
    for (const n of placesIn((await hand.rows(column.table)).map((_place, at) => `${at}`))) {
      // Undoing moves the rows.
      const place = (await hand.rows(column.table))[Number(n)] ?? ''
      await assertNamed(column, others, place)
    }
  }
}

describe('the ledger', () => {
  it('is in order before anybody touches it', async () => {
    assert.deepEqual((await examined(house.db)).findings, [])
  })

  for (const table of LEDGER)
    it(`tells of every value of a ${table} that is changed`, async () => {
      const columns = await hand.columns([table])
      assert.ok(columns.length > 5)
      for (const column of columns) await assertColumn(column)
      assert.deepEqual((await examined(house.db)).findings, [])
    })
})

describe('what stands beside the ledger', () => {
  for (const table of BESIDE)
    it(`tells of every value of a ${table} from which something follows`, async () => {
      const columns = await hand.columns([table])
      const unknown = NOT_TOLD[table]?.filter(name => !columns.some(({ column }) => column === name))
      assert.deepEqual(unknown, [], 'these columns are not there')
      const told = columns.filter(({ column }) => !NOT_TOLD[table]?.includes(column))
      for (const column of told)
        if (table === 'sale' && TOLD_ONCE_PAID.includes(column.column)) await assertPaidSale(column)
        else await assertColumn(column)
      assert.deepEqual((await examined(house.db)).findings, [])
    })
})

async function assertPaidSale(column: Column): Promise<void> {
  for (const others of othersOf(column)) {
    const { rows } = await hand.query(`
      select tableoid || ' ' || ctid as place from sale
      where completed_at is not null and reserve_centavos > 0 order by id limit 1`)
    if (column.column !== 'txid') await assertNamed(column, others, rows[0].place)
  }
}
