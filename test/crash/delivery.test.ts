// A process dies, or is failed, at every step of sending a notification. The next one sends it: at least once, always the
// same bytes under the same id, and every attempt that was completed stands in the log.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test from 'node:test'
import sql from 'sql-template-tag'
import { openEgress } from '#http/egress.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { makeSeal } from '#kernel/seal.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { startDispatcher } from '#notification/dispatcher.ts'
import { createSale } from '#sale/create.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { type Fate, fateAt, fragileDatabase, type Mode } from './fate.ts'
import { openScene, recover, type Scene } from './scene.ts'

/** A sale that has been made by a process that is long dead, so that its news is due and nobody's. */
async function abandonedNews(scene: Scene, accountId: number, webhookId: number): Promise<void> {
  const created = await createSale(scene.needs(), {
    accountId,
    amount: centavos(100_00),
    customer: { name: 'Maria', email: '', document: '', phone: '' },
    items: [{ title: 'Camiseta', unitPrice: centavos(100_00), quantity: 1, tangible: false }],
    shipping: null,
    externalReference: null,
    postbackUrl: null,
    expiresInSeconds: 3_600,
  })
  assert.ok(!(created instanceof Failure))
  await scene.db.query(sql`
    update delivery set leased_until = now() where account_id = ${accountId} and webhook_id = ${webhookId}
      and event_uid = (select uid from event where subject_id = ${created.sale.id} and type = 'sale.pending')`)
}

/** A dispatcher that finds what is due, and whose world ends at the fate's step. Answers when that has happened. */
async function sendUntilTheEnd(scene: Scene, fate: Fate): Promise<string[]> {
  const egress = openEgress({ publicOnly: false, timeoutMs: 2_000 })
  const post: typeof egress.post = async (...given) => {
    await fate.step('before the post')
    const answer = await egress.post(...given)
    await fate.step('after the post')
    return answer
  }
  const { log } = scene.needs()
  const seal = makeSeal(Buffer.alloc(32, 7), systemRandom)
  const dispatcher = startDispatcher({
    db: fragileDatabase(scene.db, fate),
    egress: { ...egress, post },
    courier: { brand: 'Service', open: seal.open, fallbackPostbackSecret: null },
    lease: randomUUID(),
    waitsMs: [50, 100],
    clock: systemClock,
    random: systemRandom,
    log,
  })
  await until(() => fate.fulfilled() || fate.steps.length >= STEPS || null, 'the end')
  // What a dead process has begun never ends.
  await Promise.race([dispatcher.stop(), fate.death])
  await egress.close()
  return fate.steps
}

/** Finding it, sending it, and noting the answer: before and after each. */
const STEPS = 6

test('sending a notification', async t => {
  await using scene = await openScene()
  await using receiver = await openReceiver()
  const { accountId, webhookId } = await scene.withHouse(async house => {
    const { accountId } = await house.seller()
    const seal = makeSeal(Buffer.alloc(32, 7), systemRandom)
    const [row] = await house.db.query<{ id: bigint }>(sql`
      insert into webhook (account_id, url, events, notification_type, retry_policy, secret_sealed, created_at, updated_at)
      values (${accountId}, ${receiver.url}, array['sale.pending'], 'TRANSACTION', 'default', ${seal.seal('whsec_x')},
        now(), now()) returning id`)
    return { accountId, webhookId: Number(row?.id) }
  })

  const fates: { number: number; mode: Mode }[] = Array.from({ length: STEPS }, (_, n) => n + 1).flatMap(number => [
    { number, mode: 'dies' as const },
    { number, mode: 'fails' as const },
  ])
  for (const { number, mode } of [{ number: 0, mode: 'dies' as const }, ...fates]) {
    await abandonedNews(scene, accountId, webhookId)
    await sendUntilTheEnd(scene, fateAt(number, mode))
    // Whatever is left waits for the end, or the next dying process would take it up.
    await scene.db.query(sql`update delivery set leased_until = now() + interval '1 minute'`)
  }

  await recover(scene, async () => {
    const facts = fates.length + 1
    const byId = Map.groupBy(receiver.received, ({ headers }) => headers['x-service-event-id'])

    await t.test(`${fates.length} times: every fact has arrived`, () => assert.equal(byId.size, facts))

    await t.test('and where it came twice it was the same, byte for byte', () => {
      for (const notifications of byId.values()) {
        assert.ok(notifications.length <= 2, `it came ${notifications.length} times`)
        assert.equal(new Set(notifications.map(({ raw }) => raw.toString('hex'))).size, 1)
      }
    })

    await t.test('each is DELIVERED once in the log, and none is open', async () => {
      const [row] = await scene.db.query<{ delivered: number; open: number }>(sql`
        select (select count(*)::int from attempt where outcome = 'DELIVERED') as delivered,
          (select count(*)::int from delivery) as open`)
      assert.deepEqual({ ...row }, { delivered: facts, open: 0 })
    })
  })
})
