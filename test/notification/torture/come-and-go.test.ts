// Webhooks come, get an event, and are removed by another process: this one keeps nothing of them. The long form is a part of the soak.
import assert from 'node:assert/strict'
import test from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import type { Egress } from '#http/egress/egress.ts'
import { freshDatabase } from '../../gateway.ts'
import { until } from '../../until.ts'
import { openAccount } from './audience.ts'
import { SEAL, startEngine } from './engine.ts'
import { saleEvent } from './events.ts'
import { openDeliveries } from './load.ts'

const WEBHOOKS = 3_000
/** A tenth of the lanes, were they kept, would be more. */
const MAX_MORE_BYTES = 1_000_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test(`${3 * WEBHOOKS} webhooks that come and go cost no more memory than ${WEBHOOKS}`, async t => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const db = openDatabase(connection, 6)
  resources.defer(() => db.close())
  let posted = 0
  const egress: Egress = {
    async post() {
      posted++
      return { status: 200, error: null, head: 'ok', durationMs: 1 }
    },
    close: async () => {},
  }
  const { dispatcher, outbox } = startEngine({ db, egress })
  resources.defer(() => dispatcher.stop())
  await until(() => dispatcher.epoch(), 'the engine to be there')
  const accountId = await openAccount(db)
  const sealed = SEAL.seal('whsec_of_all')

  async function comeAndGo(number: bigint): Promise<number> {
    await db.query(sql`
      insert into webhook (account_id, url, events, notification_type, retry_policy, secret_sealed, created_at, updated_at)
      select ${accountId}, 'http://receivers.test/' || n, '{sale.paid}', 'TRANSACTION', 'default', ${sealed}, now(), now()
      from generate_series(1, ${WEBHOOKS}) n`)
    const before = posted
    const pendingDeliveries = await db.transaction(tx =>
      outbox.write(tx, [saleEvent({ accountId, number })], new Date()),
    )
    outbox.send(pendingDeliveries.flat())
    await until(async () => (await openDeliveries(db)) === 0 || null, 'every webhook to be sent its event')
    assert.equal(posted - before, WEBHOOKS)
    await db.query(sql`delete from webhook where account_id = ${accountId}`)
    collect()
    return process.memoryUsage().heapUsed
  }

  const first = await comeAndGo(1n)
  await comeAndGo(2n)
  const last = await comeAndGo(3n)
  t.diagnostic(`heap ${(first / 1e6).toFixed(1)} MB, then ${(last / 1e6).toFixed(1)} MB`)
  const more = () => {
    collect()
    return process.memoryUsage().heapUsed - first
  }
  await until(() => more() < MAX_MORE_BYTES || null, 'the memory to be given back')
})
