// An operator's proxy that is away for a while: what is owed waits for it, and no receiver's attempts are used up by it.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { untilIdle } from '../books.ts'
import { openTestGateway } from '../gateway.ts'
import { openShop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { openProxy } from './egress-proxy-scene.ts'

test('an outage of the egress proxy costs what is under way an attempt, and the rest none', async t => {
  const proxy = await openProxy(t)
  // Three attempts would be over long before the proxy is back.
  await using gateway = await openTestGateway({
    env: { EGRESS_PROXY: proxy.origin, WEBHOOK_RETRY_WAITS_MS: '300,300' },
  })
  await using receiver = await openReceiver()
  const { seller, signed } = await openShop(gateway)
  await signed(receiver, ['sale.pending'])
  const attempts = () =>
    gateway.db.query<{ line: string }>(sql`
      select concat_ws(' ', outcome, coalesce(http_status::text, error)) as line from attempt order by event_id, n`)

  await seller.sell(1_00)
  // Not only received: its answer has come back.
  await until(async () => (await attempts()).length === 1, 'the first to be sent')
  await proxy.stop()
  await seller.sell(2_00)
  await until(async () => (await attempts()).length === 2, 'the first attempt in vain')
  for (let n = 0; n < 5; n++) await seller.sell(3_00)
  const areLate = sql`select bool_and(due_at < now() - interval '1 second') as "areLate" from delivery having count(*) = 6`
  await until(async () => (await gateway.db.query<{ areLate: boolean }>(areLate))[0]?.areLate, 'all to be late')
  assert.equal((await attempts()).length, 2)

  await proxy.start()
  await receiver.gets(7)
  await untilIdle(gateway)
  assert.deepEqual(
    (await attempts()).map(({ line }) => line),
    [
      'DELIVERED 200',
      'RETRY the egress proxy cannot be reached: connection refused',
      ...Array<string>(6).fill('DELIVERED 200'),
    ],
  )
})
