// What is unknown is not in order: values that are gone, of columns that could never be empty, and statuses, versions and refunds to which
// nothing leads.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ClosedGateway, closedGateway, examined } from './scene.ts'
import { type Hand, openHand } from './tampering.ts'

describe('what is not known', () => {
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

  /** The checks that fail after this statement about one table, which is undone. Row hashes are left out: they report any change. */
  async function failAfter(table: string, statement: string): Promise<string[]> {
    await hand.query(`create temporary table kept as select * from ${table}`)
    await hand.query(statement)
    const { findings } = await examined(gateway.db)
    await hand.query(`delete from ${table}`)
    await hand.query(`insert into ${table} overriding system value select * from kept`)
    await hand.query('drop table kept')
    assert.deepEqual((await examined(gateway.db)).findings, [])
    return findings.map(({ check }) => check).filter(check => !check.endsWith('unsealed'))
  }

  it('is named, whichever value of a transfer or a hold is gone', async () => {
    for (const { table, column, isKey, nullable } of await hand.columns(['transfer', 'hold'])) {
      if (isKey || nullable) continue
      await hand.query(`alter table ${table} alter ${column} drop not null`)
      const failing = await failAfter(
        table,
        `update ${table} set ${column} = null where (account_id, seq) = (
          select account_id, seq from ${table} where account_id = ${gateway.accountId} order by seq limit 1)`,
      )
      assert.ok(failing.length > 0, `${table}.${column}`)
    }
  })

  it('is named where amounts of a sale are gone', async () => {
    for (const column of ['amount_centavos', 'fee_centavos', 'net_centavos', 'reserve_centavos', 'status', 'version']) {
      await hand.query(`alter table sale alter ${column} drop not null`)
      const failing = await failAfter('sale', `update sale set ${column} = null where status = 'PENDENTE'`)
      assert.ok(
        failing.some(check => check.startsWith('sale.')),
        column,
      )
    }
  })

  it('is a status to which nothing leads', async () => {
    for (const [status, check] of [
      ['ESTORNADO', 'refunded'],
      ['MED', 'status_wrong'],
      ['CHARGEBACK', 'status_wrong'],
    ])
      for (const was of ['PAGO', 'PENDENTE']) {
        const failing = await failAfter('sale', `update sale set status = '${status}' where status = '${was}'`)
        assert.ok(
          failing.includes(`sale.${check === 'refunded' && was !== 'PAGO' ? 'completed' : check}`),
          `${was} to ${status}`,
        )
      }
  })

  it('is the version of a sale that was never published', async () => {
    for (const [status, version] of Object.entries({ EM_PROCESSAMENTO: 1, FALHA: 0 })) {
      const set = `status = '${status}', version = ${version}, br_code = null`
      const failing = await failAfter('sale', `update sale set ${set} where status = 'PENDENTE'`)
      assert.ok(failing.includes('sale.version_wrong'), status)
    }
  })

  it('is a reserve of more than the sale leaves', async () => {
    const failing = await failAfter(
      'sale',
      `update sale set reserve_centavos = net_centavos + 1 where status = 'PENDENTE'`,
    )
    assert.deepEqual(failing, ['sale.prices'])
  })

  it('is a refund of what a sale has accepted', async () => {
    const forged = (status: string) => `
      insert into refund overriding system value select (jsonb_populate_record(refund, jsonb_build_object('id', refund.id + 1000,
        'uuid', gen_random_uuid(), 'receipt_id', receipt.id, 'sale_id', receipt.sale_id, 'status', 'PENDING',
        'psp_refund_id', 'forged', 'end_to_end_id', receipt.end_to_end_id, 'amount_centavos', receipt.amount_centavos,
        'completed_at', null, 'due_at', now()))).*
      from refund, receipt where receipt.status = '${status}' and refund.sale_id is null
        and exists (select from refund other where other.receipt_id = receipt.id and not other.unasked) limit 1`
    assert.deepEqual((await failAfter('refund', forged('ACCEPTED'))).toSorted(), [
      'refund.booked',
      'refund.held',
      'sale.refunded',
    ])
    const hidden = 'update refund set sale_id = (select min(id) from sale) where sale_id is null'
    const failing = await failAfter('refund', hidden)
    for (const check of ['refund.of_sale', 'refund.booked', 'receipt.refunded'])
      assert.ok(failing.includes(check), check)
  })
})
