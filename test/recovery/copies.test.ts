// Databases that are not what they seem: a copy that starts while production goes on, an older copy that is restored, and one whose place
// is the same. Each is recognised, pays and sends nothing, and learns from the bank what it does not know.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { assertBooks, untilIdle } from '../books.ts'
import type { TestGateway } from '../gateway.ts'
import { everyday, slow, some } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import {
  cashOut,
  fault,
  openScene,
  operatorOf,
  paymentsOf,
  RECOVERY,
  rememberedInstallation,
  type Scene,
  sellerAt,
  standing,
} from './scene.ts'

const EVENTS = ['sale.paid', 'withdrawal.completed']

/** A shop with money and a webhook, in a gateway that is closed again. */
async function openedShop(scene: Scene, receiver: { url: string }) {
  await using gateway = await scene.open()
  const shop = await openShop(gateway, { funds: 5_000_00 })
  await shop.signed(receiver, EVENTS)
  return shop.seller
}

/** A cashout that is requested and not sent, as one that is caught between the two. */
async function requested(scene: Scene, work: (gateway: TestGateway) => Promise<string>): Promise<string> {
  await using gateway = await scene.open({ env: { RECOVER: 'true' } })
  const path = await work(gateway)
  await gateway.db.query(sql`delete from recovery_log`)
  await gateway.db.query(sql`update withdrawal set due_at = now() where state = 'requested'`)
  await gateway.db.query(sql`
    update house set recovering_since = null, recovery_reason = null, recover_from = null`)
  return path
}

const swept = (gateway: TestGateway, operator: Awaited<ReturnType<typeof operatorOf>>) =>
  until(async () => {
    const { sweeps } = await standing(operator)
    return (sweeps.length > 0 && sweeps.every(({ done }: { done: boolean }) => done)) || null
  }, `the lists to be read at ${gateway.url}`)

const reported = (receiver: { received: { headers: Record<string, unknown> }[] }) =>
  receiver.received.map(({ headers }) => String(headers['x-service-event-id']))

everyday('a copy that is started elsewhere leaves production alone', async () => {
  await using scene = await openScene()
  await using receiver = await openReceiver()
  const seller = await openedShop(scene, receiver)
  const pending = await requested(scene, gateway => cashOut(sellerAt(gateway, seller), 110))
  const elsewhere = await scene.copy()

  await using production = await scene.open({ env: { SWEEP_EVERY_MS: '60000' } })
  const here = sellerAt(production, seller)
  await here.reaches(pending, 'COMPLETED')
  await using copy = await scene.open({ connection: elsewhere })
  const there = sellerAt(copy, seller)
  const operator = await operatorOf(copy)
  assert.match((await standing(operator)).reason, /does not lie where it lay/)

  // The bank still calls production, whose lists are hardly ever read.
  const sale = await here.sell(80_00)
  await production.pay(sale.pixKey)
  await here.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  await here.reaches(await cashOut(here, 120), 'COMPLETED')
  await receiver.gets(3)
  await untilIdle(production)
  await swept(copy, operator)
  await there.reaches(pending, 'COMPLETED')
  assert.deepEqual(await paymentsOf(scene.bank), ['109.00', '119.00'])
  assert.equal(new Set(reported(receiver)).size, receiver.received.length, 'nothing is sent twice')
  assert.equal(receiver.received.length, 3)
  await assertBooks(production)
  assert.equal((await standing(await operatorOf(production))).active, false)
})

everyday('an older copy that is restored learns from the bank, and a person lets it go on', async t => {
  await using scene = await openScene()
  await using receiver = await openReceiver()
  const seller = await openedShop(scene, receiver)
  const before = await scene.open()
  const open = await sellerAt(before, seller).sell(60_00)
  await before[Symbol.asyncDispose]()
  const older = await scene.copy()

  const lost = await scene.open()
  const earlier = sellerAt(lost, seller)
  await earlier.reaches(await cashOut(earlier, 130), 'COMPLETED')
  await lost.pay(open.pixKey)
  await earlier.reaches(`/api/transactions/${open.uuid}`, 'PAGO')
  const forgotten = await earlier.sell(75_00)
  await lost.pay(forgotten.pixKey)
  await earlier.reaches(`/api/transactions/${forgotten.uuid}`, 'PAGO')
  await untilIdle(lost)
  await receiver.gets(3)
  const heard = reported(receiver)
  await lost[Symbol.asyncDispose]()

  await using gateway = await scene.open({ connection: older })
  const now = sellerAt(gateway, seller)
  const operator = await operatorOf(gateway)
  assert.equal((await standing(operator)).active, true)
  const waiting = await cashOut(now, 140)
  await swept(gateway, operator)

  await t.test('what was paid meanwhile is booked, and what it knows of is settled', async () => {
    await now.reaches(`/api/transactions/${open.uuid}`, 'PAGO')
    const settled = () =>
      gateway.db.query<{ net: bigint }>(sql`select net_centavos as net from withdrawal where state = 'settled'`)
    await until(async () => (await settled()).length > 0 || null, 'the forgotten cashout')
    assert.deepEqual(await settled(), [{ net: 129_00n }])
    await assertBooks(gateway)
  })

  await t.test('nothing is paid and nothing is sent before the person resumes', async () => {
    assert.deepEqual(await paymentsOf(scene.bank), ['129.00'])
    assert.equal((await now.api('GET', waiting)).body.status, 'PENDING')
    assert.deepEqual(reported(receiver), heard)
  })

  const { status, text } = await operator.call('POST', `${RECOVERY}/resume`, { reason: 'the lists agree' })
  assert.equal(status, 202, text)

  await t.test('then what waited is paid once, and sent', async () => {
    gateway.advance(HOUR_MS)
    await now.reaches(waiting, 'COMPLETED')
    await untilIdle(gateway, { aheadMs: HOUR_MS })
    assert.deepEqual(await paymentsOf(scene.bank), ['129.00', '139.00'])
    const since = reported(receiver).slice(heard.length)
    assert.equal(new Set(since).size, since.length)
    assert.ok(since.length >= 2, 'the sale and the cashout')
    await assertBooks(gateway)
  })

  await t.test('and the next start finds everything in its place', async () => {
    await gateway[Symbol.asyncDispose]()
    await using next = await scene.open({ connection: older })
    assert.equal(next.gateway.recovery.active(), false)
  })
})

for (const force of some([false, true], 2))
  everyday(
    `what the older copy has not sent yet, and the bank has paid, is not paid again${force ? ', not even by force' : ''}`,
    async () => {
      await using scene = await openScene()
      await using receiver = await openReceiver()
      const seller = await openedShop(scene, receiver)
      const pending = await requested(scene, gateway => cashOut(sellerAt(gateway, seller), 110))
      const older = await scene.copy()
      const lost = await scene.open()
      await sellerAt(lost, seller).reaches(pending, 'COMPLETED')
      await lost[Symbol.asyncDispose]()

      if (force) await fault(scene.bank, 'GET /gn/pix/enviados$')
      await using gateway = await scene.open({ connection: older })
      const operator = await operatorOf(gateway)
      if (!force) await swept(gateway, operator)
      const { status, text } = await operator.call('POST', `${RECOVERY}/resume`, { reason: 'we must go on', force })
      assert.equal(status, 202, text)
      gateway.advance(HOUR_MS)
      await sellerAt(gateway, seller).reaches(pending, 'COMPLETED')
      assert.deepEqual(await paymentsOf(scene.bank), ['109.00'])
      await assertBooks(gateway)
    },
  )

slow('an older copy in the same place is recognised by its pulse', async () => {
  await using scene = await openScene()
  const installation = rememberedInstallation()
  const first = await scene.open({ installation })
  const then = await heartbeatOf(first.db)
  await first[Symbol.asyncDispose]()
  const second = await scene.open({ installation })
  assert.equal(second.gateway.recovery.active(), false, 'a restart is no recovery')
  await second[Symbol.asyncDispose]()
  const last = installation.seen?.pulse ?? 0n
  assert.ok(last > then.pulse)
  await scene.during(db => db.query(sql`update house set pulse = ${then.pulse}, pulse_at = ${then.pulseAt}`))

  await using gateway = await scene.open({ installation })
  const { active, reason, recoverFrom } = await standing(await operatorOf(gateway))
  assert.equal(active, true)
  assert.match(reason, /An older copy has taken its place/)
  assert.equal(recoverFrom, new Date(then.pulseAt.getTime() - HOUR_MS).toISOString())
  assert.ok((await heartbeatOf(gateway.db)).pulse > last, 'a machine that was away believes it, once a person has')
})

slow('a gateway that was in recovery when it ended is in the same recovery when it starts', async () => {
  await using scene = await openScene()
  const first = await scene.open({ env: { RECOVER: 'true' } })
  const { since, reason } = await standing(await operatorOf(first))
  assert.match(reason, /--recover/)
  await first[Symbol.asyncDispose]()
  for (const env of [{}, { RECOVER: 'true' }]) {
    await using next = await scene.open({ env })
    const again = await standing(await operatorOf(next))
    assert.deepEqual([again.active, again.since, again.reason, again.log.length], [true, since, reason, 1])
  }
})

async function heartbeatOf(db: Database): Promise<{ pulse: bigint; pulseAt: Date }> {
  return until(async () => {
    const [row] = await db.query<{ pulse: bigint; at: Date | null }>(sql`select pulse, pulse_at as at from house`)
    return row === undefined || row.at === null ? null : { pulse: row.pulse, pulseAt: row.at }
  }, 'a first pulse')
}
