// The sweeper by itself, over a real database and a simulated PSP: which time it reads, page by page, and what it remembers of it whatever
// goes wrong.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Payout } from '#psp/port.ts'
import { findSweeps, rewindSweeps } from '#psp/sweep/store.ts'
import { everyday, slow } from '../long.ts'
import { until } from '../until.ts'
import { after, CREATED, dueAt, openScene, page, received, rowOf, rowsOf, type Scene } from './sweep-scene.ts'

everyday('a sweep', async t => {
  const scene = await openScene(t)
  scene.clock.now = after(20 * MINUTE_MS)
  const sweeper = scene.begin()

  await t.test('begins with the account’s first moment', async () => {
    const row = await dueAt(scene, after(21 * MINUTE_MS))
    assert.deepEqual(scene.asked.splice(0), ['received 01 12:00 to 01 12:30 page 0'])
    assert.deepEqual(row.sweptTo, after(20 * MINUTE_MS))
  })

  await t.test('goes on from there a minute later, with ten minutes in common and ten ahead', async () => {
    scene.clock.now = after(21 * MINUTE_MS)
    sweeper.wake()
    await dueAt(scene, after(22 * MINUTE_MS))
    assert.deepEqual(scene.asked.splice(0), ['received 01 12:10 to 01 12:31 page 0'])
  })

  await t.test('goes 25 hours back once an hour', async () => {
    for (const [minute, from] of [
      [2_000, '01 12:00'],
      [2_001, '02 21:10'],
      [2_059, '02 21:11'],
      [2_060, '01 21:19'],
    ] as const) {
      scene.clock.now = after(minute * MINUTE_MS)
      sweeper.wake()
      await dueAt(scene, after((minute + 1) * MINUTE_MS))
      assert.equal(scene.asked.splice(0)[0]?.slice('received '.length, 'received 01 12:00'.length), from, `${minute}`)
    }
  })

  await t.test('reads what was thought to be done again when a person rewinds it', async () => {
    await rewindSweeps(scene.db, after(2_000 * MINUTE_MS), scene.clock.now)
    sweeper.wake()
    await until(() => scene.asked[0] ?? null, 'the sweep')
    assert.equal(scene.asked[0], 'received 02 21:10 to 02 22:30 page 0')
  })
})

slow('a clock that was ahead leaves no gap when it is set right', async t => {
  const scene = await openScene(t)
  scene.clock.now = after(3 * HOUR_MS)
  const sweeper = scene.begin()
  await dueAt(scene, after(3 * HOUR_MS + MINUTE_MS))
  scene.clock.now = after(2 * HOUR_MS)
  await scene.db.query(sql`update psp_sweep set due_at = ${scene.clock.now}`)
  sweeper.wake()
  const row = await dueAt(scene, after(2 * HOUR_MS + MINUTE_MS))
  assert.deepEqual(row.sweptTo, after(2 * HOUR_MS))
  assert.equal(scene.asked.at(-1), 'received 01 13:50 to 01 14:10 page 0')
})

everyday('after an outage of days the way is gone in pieces of a day, each of which counts', async t => {
  const scene = await openScene(t)
  scene.clock.now = after(3 * DAY_MS)
  let line = 'up'
  scene.answer.received = async period => {
    const isThird = period.from.getTime() === after(2 * DAY_MS).getTime()
    return isThird && line === 'down' ? { kind: 'unknown', reason: 'no answer in time' } : page([])
  }
  line = 'down'
  const sweeper = scene.begin()
  const row = await dueAt(scene, after(3 * DAY_MS + MINUTE_MS))
  assert.deepEqual(scene.asked.splice(0), [
    'received 01 12:00 to 02 12:00 page 0',
    'received 02 12:00 to 03 12:00 page 0',
    'received 03 12:00 to 04 12:00 page 0',
  ])
  assert.deepEqual([row.sweptTo, row.trouble, row.deep], [after(2 * DAY_MS), 'no answer in time', null])

  line = 'up'
  scene.clock.now = after(3 * DAY_MS + MINUTE_MS)
  sweeper.wake()
  const through = await dueAt(scene, after(3 * DAY_MS + 2 * MINUTE_MS))
  // The first of a day goes eight days back, or to the account's first moment.
  assert.equal(scene.asked[0], 'received 01 12:00 to 02 12:00 page 0')
  assert.deepEqual([through.sweptTo, through.trouble], [scene.clock.now, null])
  assert.deepEqual(through.deep, scene.clock.now)
})

everyday('a page that fails', async t => {
  const scene = await openScene(t)
  scene.clock.now = after(20 * MINUTE_MS)
  let comparing = async () => {}
  const failing = new Set([2])
  scene.answer.received = async (_period, number) => {
    if (failing.has(number)) return { kind: 'unknown', reason: 'HTTP 500' }
    return page([received(`E${number}`)], number < 3)
  }
  const compare = scene.deps.received
  scene.deps.received = async (...given) => {
    await comparing()
    return compare(...given)
  }
  const sweeper = scene.begin()

  await t.test('leaves the list where it was; what came before it is compared', async () => {
    const row = await dueAt(scene, after(21 * MINUTE_MS))
    assert.deepEqual([row.sweptTo, row.trouble], [CREATED, 'HTTP 500'])
    assert.deepEqual(scene.compared.splice(0), ['E0', 'E1'])
  })

  await t.test('is tried again ever more rarely, and raises an alert at the fifth failure', async () => {
    const waits: number[] = []
    let due = after(21 * MINUTE_MS)
    for (let failure = 2; failure <= 7; failure++) {
      scene.clock.now = due
      // It is raised after the row was written.
      if (failure === 6) await until(() => scene.alerts.codes.length > 0 || null, 'the alert')
      assert.deepEqual(scene.alerts.codes, failure <= 5 ? [] : ['PSP_LIST_UNREADABLE'])
      sweeper.wake()
      const row = await until(async () => {
        const now = await rowOf(scene)
        return now.dueAt > due && now.dueAt.getTime() !== due.getTime() + 3 * MINUTE_MS ? now : null
      }, `failure ${failure}`)
      waits.push((row.dueAt.getTime() - due.getTime()) / MINUTE_MS)
      due = row.dueAt
    }
    assert.deepEqual(waits, [2, 4, 8, 10, 10, 10])
    scene.compared.splice(0)
    scene.clock.now = due
  })

  await t.test('counts like any other failure where our own comparison breaks', async () => {
    failing.clear()
    comparing = () => Promise.reject(new Error('broken'))
    sweeper.wake()
    const { sweptTo, trouble } = await until(async () => {
      const row = await rowOf(scene)
      return row.trouble === 'broken' ? row : null
    }, 'the trouble')
    assert.deepEqual([sweptTo, trouble], [CREATED, 'broken'])
  })

  await t.test('is read with all the others once it can be', async () => {
    comparing = async () => {}
    scene.clock.now = after(10 * MINUTE_MS, scene.clock.now)
    sweeper.wake()
    const row = await dueAt(scene, after(MINUTE_MS, scene.clock.now))
    assert.deepEqual(scene.compared, ['E0', 'E1', 'E2', 'E3'])
    assert.deepEqual([row.sweptTo, row.trouble], [scene.clock.now, null])
  })
})

everyday('a list that is rewound while it is being swept is not reported as done', async t => {
  const scene = await openScene(t)
  scene.clock.now = after(HOUR_MS)
  const gate = Promise.withResolvers<void>()
  scene.answer.received = async () => {
    if (scene.asked.length === 1) await gate.promise
    return page([])
  }
  const sweeper = scene.begin()
  await until(() => scene.asked[0] ?? null, 'the first page')
  await rewindSweeps(scene.db, after(-DAY_MS), after(HOUR_MS))
  gate.resolve()
  await until(async () => {
    sweeper.wake()
    return scene.asked[1] ?? null
  }, 'the sweep of all that')
  const row = await dueAt(scene, after(HOUR_MS + MINUTE_MS))
  assert.deepEqual(row.sweptTo, after(HOUR_MS))
  assert.equal(scene.asked.length, 2)
})

everyday('which lists are read', async t => {
  const listsOf = async (scene: Scene) =>
    (await findSweeps(scene.db)).map(({ pspAccountId, list }) => `${pspAccountId} ${list}`)

  await t.test('only what came in, where the account does not pay out', async t => {
    const scene = await openScene(t)
    scene.begin()
    await dueAt(scene, after(MINUTE_MS))
    assert.deepEqual(await listsOf(scene), ['1 received'])
  })

  await t.test('both where it could and is switched off from the beginning, for it may have paid before', async t => {
    const scene = await openScene(t, { kind: 'efi', paysOut: false })
    scene.begin()
    await until(() => scene.asked.length >= 2 || null, 'both sweeps')
    assert.deepEqual(await listsOf(scene), ['1 received', '1 sent'])
    assert.deepEqual(scene.asked.map(asked => asked.split(' ')[0]).sort(), ['received', 'sent'])
  })

  await t.test(
    'both where it does, and still both after its switches were turned one by one, until 90 days after the last',
    async t => {
      const scene = await openScene(t, { kind: 'efi', paysOut: true })
      const sweeper = scene.begin()
      const sweptAt = (at: Date) =>
        until(async () => {
          const rows = await rowsOf(scene)
          return rows.length === 2 && rows.every(({ sweptTo }) => sweptTo.getTime() === at.getTime()) ? rows : null
        }, `both lists swept to ${at.toISOString()}`)
      await sweptAt(CREATED)
      for (const [minute, change] of [
        [2, sql`update psp_account set seal = default, pay_out_enabled = false`],
        [4, sql`update psp_account set seal = default, pay_out_enabled = true, pay_in_enabled = false`],
        [
          5,
          sql`update psp_account set seal = default, pay_out_enabled = false, off_since = ${after(5 * MINUTE_MS - 90 * DAY_MS + 1)}`,
        ],
      ] as const) {
        await scene.db.query(change)
        scene.clock.now = after(minute * MINUTE_MS)
        sweeper.wake()
        await sweptAt(scene.clock.now)
      }
      scene.asked.splice(0)
      scene.clock.now = after(6 * MINUTE_MS)
      await scene.db.query(sql`
      insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
      values ('bcb', 'live', 'other', 'http://127.0.0.1', 'other', '', 'y', ${scene.clock.now})`)
      sweeper.wake()
      await until(
        async () => (await findSweeps(scene.db)).find(({ pspAccountId }) => pspAccountId === 2) ?? null,
        'the other',
      )
      await until(() => scene.asked[0] ?? null, 'its sweep')
      assert.deepEqual(await listsOf(scene), ['1 received', '1 sent', '2 received'], 'bcb pays nothing out')
      assert.deepEqual(
        scene.asked,
        ['received 01 12:06 to 01 12:16 page 0'],
        'an account that has been off for 90 days is not swept',
      )
    },
  )
})

everyday('payments that our books do not know are reported', async t => {
  const scene = await openScene(t, { kind: 'efi', paysOut: true })
  const reported: [number, number, Date][] = []
  scene.answer.sent = async () => page([{ payoutId: 'P1' } as Payout, { payoutId: 'P2' } as Payout])
  scene.deps.sent = async (_id, items) => ({ orphans: items.length })
  scene.deps.onOrphans = (...what) => void reported.push(what)
  scene.begin()
  await until(() => reported.length > 0 || null, 'the orphans')
  assert.deepEqual(reported, [[1, 2, CREATED]])
})

slow('of four sweepers on one database one reads a list', async t => {
  const scene = await openScene(t, { kind: 'efi', paysOut: true })
  const sweepers = [1, 2, 3, 4].map(() => scene.begin())
  await until(() => scene.asked.length >= 2 || null, 'the sweeps')
  for (const minute of [1, 2, 3]) {
    await until(
      async () =>
        (await rowsOf(scene)).every(({ dueAt }) => dueAt.getTime() === after(minute * MINUTE_MS).getTime()) || null,
      'both lists to be done',
    )
    assert.equal(scene.asked.length, 2 * minute)
    scene.clock.now = after(minute * MINUTE_MS)
    for (const sweeper of sweepers) sweeper.wake()
    await until(() => scene.asked.length >= 2 * (minute + 1) || null, 'the next ones')
  }
})

everyday('a sweeper that is stopped gives the list back at once', async t => {
  const scene = await openScene(t)
  const gate = Promise.withResolvers<void>()
  scene.answer.received = async () => {
    await gate.promise
    return page([received('E1')], true)
  }
  const sweeper = scene.begin()
  await until(() => scene.asked[0] ?? null, 'the first page')
  const stopping = sweeper.stop()
  gate.resolve()
  await stopping
  const { sweptTo, dueAt } = await rowOf(scene)
  assert.deepEqual([scene.compared, sweptTo, dueAt], [['E1'], CREATED, CREATED])
})
