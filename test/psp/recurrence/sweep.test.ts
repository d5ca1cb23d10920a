// The PSP's lists of recurrences and debits are read like those of payments, by when their entries were created, where there is a
// receiving account.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Psp } from '#psp/port.ts'
import type { ReportedDebit, ReportedRecurrence } from '#psp/recurrence/port.ts'
import { findSweeps } from '#psp/sweep/store.ts'
import { until } from '../../until.ts'
import { after, EMPTY, openScene, page } from '../sweep-scene.ts'

test('the lists of recurring PIX', async t => {
  const scene = await openScene(t)
  const found: string[] = []
  const recurrences = {
    list: async () => page([{ idRec: 'RN1' } as ReportedRecurrence]),
    listDebits: async (_: unknown, n: number) => page([{ txid: `t${n}` } as ReportedDebit], n === 0),
  }
  const psp = { payIn: { listReceived: async () => EMPTY }, payOut: null, recurrences } as unknown as Psp
  scene.deps.psps = { ...scene.deps.psps, psp: async () => psp }
  scene.deps.recurrences = async (id, items) => void found.push(...items.map(({ idRec }) => `${id} ${idRec}`))
  scene.deps.debits = async (id, items) => void found.push(...items.map(({ txid }) => `${id} ${txid}`))
  scene.clock.now = after(20 * MINUTE_MS)
  const sweeper = scene.begin()
  const listsOf = async () => (await findSweeps(scene.db)).map(({ list }) => list)

  await t.test('are not read without a receiving account', async () => {
    await until(async () => ((await listsOf()).length === 1 ? true : null), 'the list of payments')
    assert.deepEqual(found, [])
  })

  await t.test('are read page by page, from the account’s first moment', async () => {
    await scene.db.query(sql`
      update psp_account set seal = default, receiver_account = '1234567', receiver_account_type = 'CORRENTE'`)
    sweeper.wake()
    await until(() => (found.length === 3 ? true : null), 'the entries')
    assert.deepEqual(found.toSorted(), ['1 RN1', '1 t0', '1 t1'])
    await until(async () => {
      const sweeps = await findSweeps(scene.db)
      return sweeps.every(({ sweptTo }) => sweptTo.getTime() === after(20 * MINUTE_MS).getTime()) ? true : null
    }, 'all lists to be read')
    assert.deepEqual(await listsOf(), ['debits', 'received', 'recurrences'])
  })

  await t.test('wait for nobody once the receiving account is gone', async () => {
    await scene.db.query(sql`
      update psp_account set seal = default, receiver_account = null, receiver_account_type = null`)
    assert.deepEqual(await listsOf(), ['received'])
    found.length = 0
    scene.clock.now = after(60 * MINUTE_MS)
    sweeper.wake()
    await until(async () => {
      const [sweep] = await findSweeps(scene.db)
      return sweep?.sweptTo.getTime() === after(60 * MINUTE_MS).getTime() ? true : null
    }, 'the list of payments')
    assert.deepEqual(found, [])
    assert.deepEqual(scene.alerts.codes, [])
  })
})
