// A process dies, or is failed, at every step of sending a notification. The next one sends it: at least once, always the same bytes under
// the same id, and every attempt that was completed is in the log.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { ConnectionTrouble, type Database } from '#db/postgres.ts'
import { type Egress, openEgress, type Posted } from '#http/egress/egress.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { startDispatcher } from '#notification/delivery/dispatcher.ts'
import { openCourier } from '#notification/delivery/headers.ts'
import { createSale } from '#sale/create.ts'
import { some } from '../long.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { type FailurePlan, failureAt, fragileDatabase, Lost } from './injected-failure.ts'
import { openScene, recover, type Scene } from './scene.ts'

/** A sale of a process that is long dead, so that its event is due and leased by no process. */
async function abandonedDelivery(scene: Scene, accountId: number, webhookId: number): Promise<void> {
  const created = await createSale(scene.deps(), {
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
    update delivery set leased_until = now() - interval '1 second' where account_id = ${accountId} and webhook_id = ${webhookId}
      and event_id = (select id from event where subject_id = ${created.sale.id} and type = 'sale.pending')`)
}

const KEY = Buffer.alloc(32, 7)

/** A dispatcher that finds what is due, and posts it in its own way. */
const dispatching = (scene: Scene, post: Egress['post'], failure = failureAt(0, 'dies')) =>
  startDispatcher({
    db: fragileDatabase(scene.db, failure),
    egress: { post, close: async () => {} },
    courier: openCourier({
      brand: 'Service',
      open: makeSecretBox(KEY, systemRandom).open,
      fallbackPostbackSecret: null,
    }),
    receiverTimeoutMs: 2_000,
    waitsMs: [60_000, 60_000],
    clock: systemClock,
    random: systemRandom,
    log: scene.deps().log,
    paused: () => false,
  })

/** A dispatcher that ends well when all is sent, or whose process ends at the fate's step. */
async function sendUntilTheEnd(scene: Scene, failure: FailurePlan): Promise<void> {
  const egress = openEgress({ publicOnly: false, timeoutMs: 2_000 })
  const post: Egress['post'] = async (...given) => {
    try {
      await failure.step('before the post')
      const answer = await egress.post(...given)
      await failure.step('after the post')
      return answer
    } catch (error) {
      if (error instanceof Lost) return { status: null, error: error.message, head: null, durationMs: 0 }
      throw error
    }
  }
  const dispatcher = dispatching(scene, post, failure)
  await until(async () => failure.fulfilled() || (await openOnes(scene)) === 0 || null, 'the end')
  // What a dead process has begun never ends.
  await Promise.race([dispatcher.stop(), failure.death])
  // The next process sees that this one is dead, which it could not know of one in its own process.
  await scene.db.query(sql`delete from sender`)
  await egress.close()
}

async function openOnes(scene: Scene): Promise<number> {
  const [row] = await scene.db.query<{ open: number }>(sql`
    select count(*)::int as open from delivery where due_at < now() + interval '1 minute'`)
  return row?.open as number
}

const listeningSeller = (scene: Scene, receiver: { url: string }) =>
  scene.withGateway(async gateway => {
    const { accountId } = await gateway.seller()
    const secret = makeSecretBox(KEY, systemRandom).seal('whsec_x')
    const [row] = await gateway.db.query<{ id: bigint }>(sql`
      insert into webhook (account_id, url, events, notification_type, retry_policy, secret_sealed, created_at, updated_at)
      values (${accountId}, ${receiver.url}, array['sale.pending'], 'TRANSACTION', 'default', ${secret}, now(), now())
      returning id`)
    return { accountId, webhookId: Number(row?.id) }
  })

/** What a process does in peace that finds one notification, sends it and notes the answer. */
async function passed(scene: Scene, accountId: number, webhookId: number): Promise<string[]> {
  const failure = failureAt(0, 'dies')
  await abandonedDelivery(scene, accountId, webhookId)
  await sendUntilTheEnd(scene, failure)
  return failure.steps
}

test('sending a notification', async t => {
  await using scene = await openScene()
  await using receiver = await openReceiver()
  const { accountId, webhookId } = await listeningSeller(scene, receiver)

  const steps = await passed(scene, accountId, webhookId)
  assert.ok(
    ['before the post', 'after the post'].every(step => steps.includes(step)),
    steps.join('\n'),
  )
  const all = steps.flatMap((_, n) => [
    { number: n + 1, mode: 'dies' as const },
    { number: n + 1, mode: 'fails' as const },
  ])
  const failures = some(all, 3)
  for (const { number, mode } of failures) {
    await abandonedDelivery(scene, accountId, webhookId)
    await sendUntilTheEnd(scene, failureAt(number, mode))
    // What is left waits for the end, or the next dying process would take it up.
    await scene.db.query(sql`update delivery set due_at = now() + interval '1 hour'`)
  }
  await scene.db.query(sql`update delivery set due_at = now()`)

  await recover(scene, async () => {
    const events = failures.length + 1
    const byId = Map.groupBy(receiver.received, ({ headers }) => headers['x-service-event-id'])

    await t.test(`${failures.length} times: every event has arrived`, () => assert.equal(byId.size, events))

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
      assert.deepEqual({ ...row }, { delivered: events, open: 0 })
    })
  })
})

/** A database that no statement reaches while `isCut()` holds, as from a process that has been stopped. */
const cutOff = (db: Database, isCut: () => boolean): Database => ({
  ...db,
  query: async statement => {
    if (isCut()) throw new ConnectionTrouble('stopped')
    return db.query(statement)
  },
})

test('the late answer of a process that was taken for dead and comes back is left out', async () => {
  await using scene = await openScene()
  const { accountId, webhookId } = await listeningSeller(scene, { url: 'http://127.0.0.1:1' })
  const answered = (status: number): Posted => ({ status, error: null, head: '', durationMs: 1 })
  const late = Promise.withResolvers<Posted>()
  let posts = 0
  const posting = (answer: Promise<Posted>) => () => {
    posts += 1
    return answer
  }
  await abandonedDelivery(scene, accountId, webhookId)
  let isStopped = false
  const zombie = dispatching({ ...scene, db: cutOff(scene.db, () => isStopped) }, posting(late.promise))
  try {
    await until(() => posts === 1 || null, 'the first to send')
    isStopped = true
    await scene.db.query(sql`delete from sender`)
    const successor = dispatching(scene, posting(Promise.resolve(answered(500))))
    const reported = until(async () => (await attemptsIn(scene)).length > 0 || null, 'the second to be answered')
    await reported.finally(() => successor.stop())
  } finally {
    isStopped = false
    late.resolve(answered(200))
    await zombie.stop()
  }
  assert.deepEqual(await attemptsIn(scene), ['1 RETRY 500'])
  const [left] = await scene.db.query<{ attempts: number }>(sql`select attempts from delivery`)
  assert.equal(left?.attempts, 1, 'the delivery is still to be made')
})

async function attemptsIn(scene: Scene): Promise<string[]> {
  const rows = await scene.db.query<{ line: string }>(sql`
    select concat_ws(' ', n, outcome, http_status) as line from attempt order by created_at`)
  return rows.map(({ line }) => line)
}
