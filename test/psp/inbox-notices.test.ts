// Notices of charges: a form with a token, the same bytes at each change. Each arrival is applied, also behind one that was applied and
// while one is being worked on.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { nameOf } from '#psp/inbox/entries.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import { until } from '../until.ts'
import { LATER, openInbox, rowOf } from './inbox-scene.ts'

const TOKEN = 'f3a7-11ec_9d2b'
const NOTICE = Buffer.from(`notification=${TOKEN}`)

test('a notice', async t => {
  const asked: string[] = []
  let answer: () => Promise<Applied> = async () => 'done'
  const scene = await openInbox(t, async (_id, hint) => {
    asked.push(`${hint.about} ${nameOf(hint)}`)
    return answer()
  })
  const come = async () => {
    await scene.inbox.keepRepeating(1, NOTICE)
    scene.inbox.wake()
  }
  const applied = (times: number) =>
    until(async () => {
      const row = await rowOf(scene.db)
      return asked.length === times && row.applied ? row : null
    }, `${times} applications`)

  await t.test('is applied by its token, dashes and all', async () => {
    await come()
    const { attempts, seen, dueAt } = await applied(1)
    assert.deepEqual([asked, attempts, seen, dueAt], [[`notice ${TOKEN}`], 0, 1, null])
  })

  await t.test('is applied again whenever the same bytes come again', async () => {
    await come()
    await applied(2)
    await come()
    assert.equal((await applied(3)).seen, 3)
  })

  await t.test('that comes while it is worked on is applied once more', async () => {
    const gate = Promise.withResolvers<void>()
    answer = async () => {
      if (asked.length === 4) await gate.promise
      return 'done'
    }
    await come()
    await until(() => asked.length === 4 || null, 'the work')
    await come()
    await come()
    gate.resolve()
    assert.equal((await applied(5)).seen, 6)
  })

  await t.test('the same while its work fails', async () => {
    const gate = Promise.withResolvers<void>()
    answer = async () => {
      if (asked.length > 6) return 'done'
      await gate.promise
      return LATER
    }
    await come()
    await until(() => asked.length === 6 || null, 'the work')
    await come()
    gate.resolve()
    await applied(7)
  })

  await t.test('begins its tries anew, weeks after a dead letter', async () => {
    answer = async () => LATER
    await come()
    await scene.tried(1)
    const past = new Date(scene.now().getTime() - 30 * DAY_MS)
    await scene.db.query(sql`update psp_inbox set received_at = ${past}, attempts = 12, due_at = null, seal = default`)
    await scene.inbox.keepRepeating(1, NOTICE)
    scene.forward(new Date(scene.now().getTime() + 1))
    const { dueAt } = await scene.tried(1)
    assert.ok(dueAt !== null && dueAt.getTime() - scene.now().getTime() < HOUR_MS)
  })

  await t.test('and the same bytes at another address are two callbacks', async () => {
    await scene.inbox.keep(1, NOTICE)
    assert.equal((await scene.db.query(sql`select from psp_inbox`)).length, 2)
  })
})

test('a form that names no token that can be one is never taken for nothing', async t => {
  const scene = await openInbox(t, async () => 'done')
  const forms = ['', 'outra=1', 'notification=', 'notification=../cob', `notification=${'x'.repeat(129)}`, '\0\xff']
  for (const form of forms) await scene.inbox.keepRepeating(1, Buffer.from(form))
  scene.inbox.wake()
  await until(async () => {
    const rows = await scene.db.query<{ trouble: string | null }>(sql`select trouble from psp_inbox`)
    return rows.every(({ trouble }) => trouble === '1 of 1 entries cannot be read') || null
  }, 'all to be unreadable')
  await until(() => scene.alerts.includes('CALLBACK_UNREADABLE') || null, 'the alert, which follows its commit')
})
