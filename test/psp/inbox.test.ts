// The inbox loses no callback: what cannot be applied is tried again for a week, an alert is raised, and it stays to be seen and replayed.
// What the PSP confirms of a callback is applied, whatever else is in it.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { centavos } from '#kernel/money.ts'
import { buildStaticCode } from '#kernel/pix/br-code.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { nameOf } from '#psp/inbox/entries.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import { DEAD_AT_ATTEMPT } from '#psp/inbox/store.ts'
import type { Hint } from '#psp/port.ts'
import { CUSTOMER } from '../../sandbox/customer.ts'
import { assertBooks, untilIdle } from '../books.ts'
import type { Seller } from '../gateway.ts'
import { receiptsOf } from '../sale/selling.ts'
import { until } from '../until.ts'
import { openGatewayBehindWire } from './faulty-wire.ts'
import { LATER, openInbox, RECEIVED, rowOf } from './inbox-scene.ts'

test('what cannot be applied is tried with growing waits, raises one alert at the twelfth try, and goes on every hour', async t => {
  let answer: Applied = LATER
  const scene = await openInbox(t, async () => answer)
  await scene.inbox.keep(1, RECEIVED)
  scene.inbox.wake()
  const waits: number[] = []
  for (let attempt = 1; attempt <= 14; attempt++) {
    const { dueAt, trouble } = await scene.tried(attempt)
    assert.equal(trouble, 'the PSP does not confirm it yet')
    // It is raised after the commit of the try.
    if (attempt === 12) await until(() => scene.alerts.length > 0 || null, 'the alert')
    assert.deepEqual(scene.alerts, attempt < 12 ? [] : ['CALLBACK_NOT_APPLIED'])
    waits.push(((dueAt?.getTime() ?? 0) - scene.now().getTime()) / 1_000)
    if (attempt < 14) scene.forward(dueAt as Date)
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 3600, 3600, 3600])

  answer = 'done'
  scene.forward(new Date(scene.now().getTime() + HOUR_MS))
  const applied = await until(async () => ((await rowOf(scene.db)).applied ? rowOf(scene.db) : null), 'its application')
  assert.deepEqual([applied.attempts, applied.dueAt, applied.trouble], [14, null, null])
})

test('the same callback again', async t => {
  const gate = Promise.withResolvers<void>()
  let tries = 0
  const scene = await openInbox(t, async () => {
    tries += 1
    if (tries === 1) await gate.promise
    return tries < 3 ? LATER : 'done'
  })
  const again = async () => {
    await scene.inbox.keep(1, RECEIVED)
    scene.inbox.wake()
    return rowOf(scene.db)
  }

  await t.test('leaves alone what another process is at work on', async () => {
    await again()
    await until(() => tries === 1 || null, 'the first try')
    const claimed = await rowOf(scene.db)
    assert.deepEqual(await again(), { ...claimed, seen: 2 })
    gate.resolve()
    await scene.tried(1)
    assert.equal(tries, 1)
  })

  await t.test('brings forward what would wait for an hour', async () => {
    await scene.db.query(sql`update psp_inbox set due_at = ${new Date(scene.now().getTime() + HOUR_MS)}`)
    await again()
    await scene.tried(2)
  })

  await t.test('takes up what was given up', async () => {
    await scene.db.query(sql`update psp_inbox set due_at = null`)
    await again()
    await until(async () => (await rowOf(scene.db)).applied || null, 'its application')
  })

  await t.test('changes nothing once it has been applied', async () => {
    const before = await rowOf(scene.db)
    assert.deepEqual(await again(), { ...before, seen: before.seen + 1 })
    assert.equal(tries, 3)
  })
})

test('what was tried in vain for a week is given up, and stays where it can be seen', async t => {
  const scene = await openInbox(t, async () => LATER)
  await scene.inbox.keep(1, RECEIVED)
  scene.inbox.wake()
  await scene.tried(1)
  const soon = new Date(scene.now().getTime() + 7 * DAY_MS)
  await scene.db.query(sql`update psp_inbox set seal = default, attempts = 40, due_at = ${soon}`)
  scene.forward(new Date(soon.getTime() - 1))
  assert.equal((await rowOf(scene.db)).attempts, 40)
  scene.forward(soon)
  const { dueAt, applied, trouble } = await scene.tried(41)
  assert.deepEqual([dueAt, applied, trouble], [null, false, 'the PSP does not confirm it yet'])
})

test('a callback of which the PSP confirms a part', async t => {
  const asked: string[] = []
  const answers = new Map<string, () => Promise<Applied>>()
  const scene = await openInbox(t, async (_pspAccountId: number, hint: Hint) => {
    const id = nameOf(hint)
    asked.push(id)
    return (await answers.get(id)?.()) ?? LATER
  })
  const body = (ids: unknown[]) => Buffer.from(JSON.stringify({ pix: ids.map(endToEndId => ({ endToEndId })) }))

  await t.test('applies that part once, and goes on looking up the rest alone', async () => {
    answers.set('E1', async () => 'done')
    answers.set('E3', () => Promise.reject(new Error('broken')))
    await scene.inbox.keep(1, body(['E1', 'E2', 'E3', 'E1', '../cob?x=1#', '', null, 'x'.repeat(65)]))
    scene.inbox.wake()
    const { trouble } = await scene.tried(1)
    assert.equal(trouble, 'the PSP does not confirm it yet (2 of 3 entries)')
    assert.deepEqual(asked.splice(0).sort(), ['E1', 'E2', 'E3'])

    answers.set('E2', async () => 'done')
    answers.set('E3', async () => 'done')
    scene.forward(new Date(scene.now().getTime() + HOUR_MS))
    const left = await scene.tried(DEAD_AT_ATTEMPT)
    assert.deepEqual([left.applied, left.trouble], [false, '4 of 7 entries cannot be read'])
    assert.deepEqual(asked.splice(0).sort(), ['E2', 'E3'])
  })

  await t.test('delays no other callback, and costs a thousand lookups at most', async () => {
    const gate = Promise.withResolvers<Applied>()
    const forged = Array.from({ length: 1_500 }, (_, n) => `F${n}`)
    for (const id of forged.slice(0, 4)) answers.set(id, () => gate.promise)
    await scene.inbox.keep(1, body(forged))
    scene.inbox.wake()
    await until(() => asked.length === 4 || null, 'the first questions')
    answers.set('E9', async () => 'done')
    await scene.inbox.keep(1, body(['E9']))
    scene.inbox.wake()
    const applied = async () =>
      (await scene.db.query(sql`select from psp_inbox where applied_at is not null`)).length === 1 || null
    await until(applied, 'the true one')
    gate.resolve(LATER)
    const troubleOf = async () => {
      const [row] = await scene.db.query<{ trouble: string }>(sql`
        select trouble from psp_inbox where applied_at is null and attempts = 1`)
      return row?.trouble ?? null
    }
    assert.equal(await until(troubleOf, 'the trouble'), 'the PSP does not confirm it yet (1000 of 1000 entries)')
    assert.equal(asked.length, 1_001)
  })
})

test('a body that quotes NUL is put off like any other', async t => {
  const scene = await openInbox(t, async () => 'done')
  await scene.inbox.keep(1, Buffer.from('\0{"pix":'))
  scene.inbox.wake()
  const { trouble } = await scene.tried(1)
  assert.match(trouble ?? '', /is not valid JSON/)
})

test('money that arrives for no sale', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, bank } = line
  const seller = await gateway.seller()
  const code = buildStaticCode({
    merchantName: 'PORTEIRA',
    merchantCity: 'SAO PAULO',
    key: CUSTOMER.pixKey,
    txid: 'mesa7',
    amount: centavos(50_00),
  })
  const kept = async (by: Seller) => {
    assert.equal((await gateway.pay(code)).status, 201)
    const incomingPayments = await until(async () => {
      const found = await receiptsOf(gateway, by)
      return found.length > 0 ? found : null
    }, 'the receipt')
    assert.deepEqual(incomingPayments, ['UNACCEPTED 5000 UNKNOWN_SALE'])
    await untilIdle(gateway)
  }

  await t.test('is in the suspense account while it belongs to no account', async () => {
    await kept({ ...seller, accountId: SUSPENSE_ACCOUNT_ID })
    assert.ok((await rowOf(gateway.db)).applied)
  })

  await t.test('is kept for the owner of the PSP account as soon as there is one', async () => {
    await gateway.db.query(sql`update psp_account set seal = default, owner_account_id = ${seller.accountId}`)
    await gateway.db.query(
      sql`update account set seal = default, unexpected_receipts = 'KEEP' where id = ${seller.accountId}`,
    )
    await kept(seller)
    assert.equal((await seller.api('GET', '/api/public/balance')).body.available, 0)
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})
