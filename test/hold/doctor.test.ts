// What the doctor reports of manual holds, of their proposals, and of reserves that are not released, where a person who knows of row
// hashes has changed them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { examine } from '#doctor/examine.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Hand, openHand } from '../doctor/tampering.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { at, setTerms } from '../sale/selling.ts'
import { openHoldOperations } from './holding.ts'

describe('the doctor', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let hand: Hand
  before(async () => {
    gateway = resources.use(await openTestGateway())
    const operators = await openHoldOperations(gateway)
    const seller = await gateway.seller()
    await setTerms(gateway, seller, { basisPoints: 0, reserveBasisPoints: 1_000, reserveDays: 1 })
    const sale = await seller.sell(100_00)
    await gateway.pay(sale.pixKey)
    await seller.reaches(at(sale), 'PAGO')
    const order = await operators.placed(seller.accountId)
    await operators.changed('take', order, { amount: 20_00 })
    await operators.changed('lift', order, { amount: 5_00 })
    hand = resources.use(await openHand(gateway.connection))
  })
  after(() => resources.disposeAsync())

  async function messages(clock = () => new Date()): Promise<string[]> {
    const examination = await examine({ db: gateway.db, clock })
    return (examination?.findings ?? []).map(({ check }) => check)
  }

  /** As of a gateway that was running in that time. Its own heartbeat overwrites this every few seconds: then it is written again. */
  async function messagesAtWork(since: Date, to: Date, now = to): Promise<string[]> {
    for (;;) {
      await gateway.db.query(sql`update house set at_work_since = ${since}, pulse_at = ${to}`)
      const found = await messages(() => now)
      const [row] = await gateway.db.query<{ at: Date }>(sql`select pulse_at as at from house`)
      if (row?.at.getTime() === to.getTime()) return found
    }
  }

  /** What is looked at while the statement has been run, which is then undone. */
  async function changed<T>(statement: string, look: () => Promise<T>): Promise<T> {
    const tables = ['proposal', 'hold_order', 'claim', 'event']
    for (const table of tables) await hand.query(`create table ${table}_kept as select * from ${table}`)
    await hand.query(statement)
    const seen = await look()
    for (const table of tables) {
      await hand.query(`delete from ${table}`)
      await hand.query(`insert into ${table} overriding system value select * from ${table}_kept`)
      await hand.query(`drop table ${table}_kept`)
    }
    return seen
  }

  it('finds nothing wrong with what the gateway did', async () => assert.deepEqual(await messages(), []))

  const changes: [statement: string, checks: string[]][] = [
    ['update hold_order set amount_centavos = amount_centavos + 1, seal = default', ['hold_order.claim_unlike']],
    [
      'update hold_order set taken_centavos = taken_centavos + 1, seal = default',
      ['hold_order.booked', 'hold_order.word'],
    ],
    ['update hold_order set lifted_centavos = lifted_centavos - 1, seal = default', ['hold_order.word']],
    ["update hold_order set state = 'LIFTED', seal = default", ['hold_order.holding', 'hold_order.ended']],
    ["update hold_order set reason = 'MANUAL', seal = default", ['hold_order.holding', 'hold_order.claim_unlike']],
    ['update hold_order set proposal_id = 99, seal = default', ['hold_order.word', 'proposal.came_to']],
    ['update hold_order set ended_at = created_at, seal = default', ['hold_order.ended']],
    ["update hold_order set document = 'another'", ['hold_order.unsealed']],
    ['delete from hold_order', ['transfer.subject', 'proposal.came_to']],
    ["delete from claim where subject = 'hold_order'", ['hold_order.claim_unlike']],
    ['update proposal set decided_by = proposed_by, seal = default', ['proposal.alone']],
    ["update proposal set state = 'REJECTED', seal = default", ['proposal.decided', 'hold_order.word']],
    ['update proposal set decided_at = null, seal = default', ['proposal.decided']],
    [`update proposal set outcome = outcome || '{"taken": "x"}', seal = default`, ['hold_order.word']],
    ['update proposal set kind = kind || 1, seal = default', ['proposal.came_to', 'hold_order.word']],
    ["delete from event where type = 'balance.unblocked'", ['event.news']],
    ["delete from event where type = 'balance.blocked'", ['event.news']],
    ["update proposal set reason = 'another'", ['proposal.unsealed']],
  ]
  for (const [statement, checks] of changes)
    it(`reports: ${statement}`, async () => {
      const found = await changed(statement, messages)
      for (const check of checks) assert.ok(found.includes(check), `${check} is not among ${found}`)
    })

  it('reports a reserve whose day passed long ago, and not one whose day has just come', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
    assert.deepEqual(await messagesAtWork(inDays(0), inDays(3)), ['hold.overdue'])
    assert.deepEqual(await messagesAtWork(inDays(0), inDays(1)), [])
    // It was away, and has been back for a minute; or it is not there at all.
    assert.deepEqual(await messagesAtWork(new Date(inDays(3).getTime() - MINUTE_MS), inDays(3)), [])
    assert.deepEqual(await messagesAtWork(inDays(-1), inDays(0), inDays(3)), [])
  })
})
