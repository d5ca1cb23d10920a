// Leases: each queue notes what a process takes of it and until when. Of a process that has died exactly those rows are due again; a stop
// gives back what is left.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { registerOperator } from '../access/person.ts'
import { MORE_LOOKUPS, openTestGateway, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'

let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway({ env: { SWEEP_EVERY_MS: '200', PSP_LOOKUP_WAITS_MS: `50${MORE_LOOKUPS}` } })
})
after(() => gateway?.[Symbol.asyncDispose]())

/** Of a process of another machine, which has never had a heartbeat. */
const died = (queue: string, to: Date) =>
  gateway.db.query(sql`insert into lease (place, process, queue, until) values ('gone', '1/1', ${queue}, ${to})`)

test('lists, disputes, callbacks, ends of sales, reconciliations and mail are noted as they are taken', async () => {
  const olga = await registerOperator(gateway)
  const invitation = { email: 'ana@example.com', accountName: 'Loja da Ana', language: 'pt-BR' }
  const invited = await olga.call('POST', '/api/admin/invitations', invitation)
  assert.equal(invited.status, 201, invited.text)
  const seller = await gateway.seller({ funds: 100_00 })
  await seller.sell(50_00, { pix: { expiresInSeconds: 1 } })
  const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
  const asked = await olga.call('POST', '/api/admin/reconciliations', { pspAccountId: 1, day })
  assert.ok(asked.status < 300, asked.text)
  const queues = async () => {
    const rows = await gateway.db.query<{ queue: string }>(sql`select distinct queue from lease order by 1`)
    return rows.map(({ queue }) => queue)
  }
  const all = ['dispute_watch', 'mail', 'psp_inbox', 'psp_sweep', 'reconciliation', 'sale']
  await until(async () => (await queues()).length === all.length || null, 'all queues').catch(() => {})
  assert.deepEqual(await queues(), all)
})

test('of what a dead process held exactly those rows are due again that are due at the end of its lease', async () => {
  const seller = await gateway.seller()
  const [held, other] = [await seller.sell(10_00), await seller.sell(20_00)]
  const [leased, planned] = [new Date(Date.now() + HOUR_MS), new Date(Date.now() + HOUR_MS + 1)]
  // Null once what was due has been done.
  const dueAt = async (id: number) => {
    const [row] = await gateway.db.query<{ due: Date | null }>(sql`
      select due_at as due from sale where account_id = ${seller.accountId} and id = ${id}`)
    return row?.due?.getTime()
  }
  for (const [{ id }, at] of [
    [held, leased],
    [other, planned],
  ] as const)
    await gateway.db.query(sql`update sale set due_at = ${at} where account_id = ${seller.accountId} and id = ${id}`)
  await died('sale', leased)
  await until(async () => (await dueAt(held.id)) !== leased.getTime() || null, 'the take-over')
  assert.equal(await dueAt(other.id), planned.getTime())
  assert.deepEqual(await gateway.db.query(sql`select from lease where place = 'gone'`), [])
})

test('a name that is no queue changes nothing, and what a gateway still holds at its stop is given back', async () => {
  await died('wallet', new Date(Date.now() + HOUR_MS))
  const gone = async () => (await gateway.db.query(sql`select from lease where place = 'gone'`)).length === 0 || null
  await until(gone, 'the lease to be forgotten')
  const own = await openTestGateway({ env: { SWEEP_EVERY_MS: '60000' } })
  const { db } = own
  const held = new Date(Date.now() + HOUR_MS)
  // Read, and waiting for the next time: a reading under way would set its own time over the one that is set here.
  const idle = sql`
    select from psp_sweep where list = 'received' and due_at between now() and now() + interval '61 seconds'`
  await until(async () => (await db.query(idle)).length === 1 || null, 'the list')
  await db.query(sql`
    insert into lease (place, process, queue, until) select place, process, 'psp_sweep', ${held} from sender`)
  await db.query(sql`update psp_sweep set due_at = ${held} where list = 'received'`)
  await own.gateway.stop()
  const [row] = await db.query<{ due: Date }>(sql`select due_at as due from psp_sweep where list = 'received'`)
  assert.ok(row !== undefined && row.due <= new Date(), `${row?.due}`)
  assert.deepEqual(await db.query(sql`select from lease where until = ${held}`), [])
  await own[Symbol.asyncDispose]()
})
