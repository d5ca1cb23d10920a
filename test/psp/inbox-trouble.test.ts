// Callbacks in bad times: what cannot be read is never taken for nothing, an outage of the PSP counts against no callback, and a slow PSP
// delays no other. What is old is dropped, and no caller can fill the inbox.
import assert from 'node:assert/strict'
import test from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { startInboxClearing } from '#psp/inbox/clearing.ts'
import { nameOf } from '#psp/inbox/entries.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { Hint } from '#psp/port.ts'
import { until } from '../until.ts'
import { E2E, LATER, openInbox, RECEIVED, rowOf } from './inbox-scene.ts'

type Scene = Awaited<ReturnType<typeof openInbox>>
type Row = { id: number; attempts: number; applied: boolean; trouble: string | null }

const rowsOf = ({ db }: Scene) =>
  db.query<Row>(sql`
    select id::int, attempts, applied_at is not null as applied, trouble from psp_inbox order by id`)

async function reported(scene: Scene, ...bodies: unknown[]): Promise<void> {
  for (const body of bodies) await scene.inbox.keep(1, Buffer.from(JSON.stringify(body)))
  scene.inbox.wake()
}

test('a body', async t => {
  const cases: [sentence: string, body: unknown, asked: string[], trouble: string | null][] = [
    ['whose list has lost its brackets', { pix: { endToEndId: E2E } }, [E2E], null],
    ['that is the list itself', [{ endToEndId: E2E }], [E2E], null],
    ['that speaks of a payout so', { pix: { gnExtras: { idEnvio: 'P1' } } }, ['P1'], null],
    ['with new fields next to the list', { pix: [{ endToEndId: E2E }], versao: { api: 3 } }, [E2E], null],
    ['that is a test call', { evento: 'teste_webhook', data_criacao: '2026-03-01T12:00:00Z' }, [], null],
    ['that says nothing', {}, [], null],
    ['with an empty list', { pix: [] }, [], null],
    ['with an id that can be none', { pix: [{ endToEndId: 'E9999-0002' }] }, [], '1 of 1 entries cannot be read'],
    ['half of which can be read', { pix: [{ endToEndId: E2E }, {}] }, [E2E], '1 of 2 entries cannot be read'],
    ['with another list as well', { pix: [{ endToEndId: E2E }], cobsr: [{}] }, [E2E], '1 of 2 entries cannot be read'],
    ['of a debit', { cobsr: [{ idRec: 'R1', txid: 'T1' }] }, ['T1'], null],
    ['of a debit without its recurrence', { cobsr: { txid: 'T1' } }, ['T1'], null],
    ['of a debit with its payment', { cobsr: [{ txid: 'T1', pix: [{ endToEndId: E2E }] }] }, ['T1', E2E], null],
    [
      'of a debit without a txid',
      { cobsr: [{ txid: 'T1' }, { idRec: 'R1' }] },
      ['T1'],
      '1 of 2 entries cannot be read',
    ],
    ['of recurrences', { recs: [{ idRec: 'R1', status: 'X' }, { idRec: 'R2' }] }, ['R1', 'R2'], null],
    ['of a recurrence without a name', { recs: [{ status: 'CRIADA' }] }, [], '1 of 1 entries cannot be read'],
    ['whose recurrences are no list', { recs: 'R1' }, [], '1 of 1 entries cannot be read'],
    ['of a bill, which is not subscribed to', { cobs: [{ txid: 'T1' }] }, [], '1 of 1 entries cannot be read'],
    ['whose list is no list', { pix: 'E1' }, [], '1 of 1 entries cannot be read'],
    ['that is a word', 'pix', [], '1 of 1 entries cannot be read'],
  ]
  for (const [sentence, body, ids, trouble] of cases)
    await t.test(`${sentence}: ${trouble ?? 'applied'}`, async t => {
      const asked: string[] = []
      const scene = await openInbox(t, async (_id, hint: Hint): Promise<Applied> => {
        asked.push(nameOf(hint))
        return 'done'
      })
      await reported(scene, body)
      const row = await until(async () => {
        const [now] = await rowsOf(scene)
        return now?.applied || now?.trouble ? now : null
      }, 'its end')
      assert.deepEqual([row.applied, row.trouble, asked], [trouble === null, trouble, ids])
      assert.equal(row.attempts, trouble === null ? 0 : 12, 'it is a dead letter at once')
      if (trouble !== null) await until(() => scene.alerts.length > 0 || null, 'the alert, which follows its commit')
      assert.deepEqual(scene.alerts, trouble === null ? [] : ['CALLBACK_UNREADABLE'])
    })
})

test('dead letters of one PSP account raise one alert, which is counted', async t => {
  const scene = await openInbox(t, async () => LATER)
  await reported(scene, { cobsr: [{ n: 1 }] }, { cobsr: [{ n: 2 }] }, { cobsr: [{ n: 3 }] })
  await until(() => scene.alerts.length === 3 || null, 'the alarms')
  assert.deepEqual(scene.known, Array(3).fill({ pspAccountId: 1 }))
})

test('an outage of the PSP counts against no callback', async t => {
  let answer: Applied = { later: 'HTTP 500' }
  let asked = 0
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const scene = await openInbox(t, async () => {
    asked += 1
    await gate.promise
    return answer
  })
  await reported(scene, { pix: { endToEndId: 'E1' } })
  await scene.tried(1)
  assert.equal((await rowOf(scene.db)).trouble, 'HTTP 500')

  await t.test('while its circuit is open no lookup is made', async () => {
    scene.circuitOpen.add(1)
    const before = asked
    scene.forward(new Date(scene.now().getTime() + HOUR_MS))
    await reported(scene, { pix: { endToEndId: 'E2' } })
    // Another account's callback is worked on in a later round than theirs would have been.
    await scene.db.query(sql`
      insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
      values ('bcb', 'live', 'other', 'http://127.0.0.1', 'other', '', 'y', now())`)
    await scene.inbox.keep(2, RECEIVED)
    scene.inbox.wake()
    await until(async () => (await rowsOf(scene)).some(({ id, attempts }) => id === 3 && attempts === 1) || null, 'it')
    assert.equal(asked, before + 1)
    assert.deepEqual(
      (await rowsOf(scene)).map(({ attempts }) => attempts),
      [1, 0, 1],
    )
  })

  await t.test('what was being looked up when the circuit opened is not counted either', async () => {
    scene.circuitOpen.clear()
    gate = Promise.withResolvers<void>()
    const first = asked
    scene.forward(scene.now())
    await until(() => asked >= first + 2 || null, 'the questions')
    scene.circuitOpen.add(1).add(2)
    gate.resolve()
    await until(async () => {
      const waiting = await scene.db.query(sql`select from psp_inbox where due_at = ${scene.now()}`)
      return waiting.length === 2 ? waiting : null
    }, 'both to be put back')
    const counted = (await rowsOf(scene)).map(({ attempts, trouble }) => [attempts, trouble])
    assert.deepEqual(counted.slice(0, 2), [
      [1, 'HTTP 500'],
      [0, 'HTTP 500'],
    ])
  })

  await t.test('when it is back everything is applied at once', async () => {
    answer = 'done'
    scene.circuitOpen.clear()
    scene.forward(new Date(scene.now().getTime() + MINUTE_MS))
    await until(async () => (await rowsOf(scene)).every(({ applied }) => applied) || null, 'all of them')
    assert.deepEqual(scene.alerts, [])
  })
})

test('a PSP that hangs delays no callback of another', async t => {
  const gate = Promise.withResolvers<void>()
  const scene = await openInbox(t, async pspAccountId => {
    if (pspAccountId === 1) await gate.promise
    return 'done'
  })
  await reported(scene, ...Array.from({ length: 120 }, (_, n) => ({ pix: { endToEndId: `E${n}` } })))
  await scene.db.query(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
    values ('bcb', 'live', 'other', 'http://127.0.0.1', 'other', '', 'y', now())`)
  await scene.inbox.keep(2, RECEIVED)
  const appliedIn = async (id: number) => {
    const rows = await scene.db.query(
      sql`select from psp_inbox where psp_account_id = ${id} and applied_at is not null`,
    )
    return rows.length
  }
  scene.inbox.wake()
  await until(async () => (await appliedIn(2)) === 1 || null, 'the callback of the other')
  assert.equal(await appliedIn(1), 0)
  gate.resolve()
  await until(async () => (await appliedIn(1)) === 120 || null, 'all the others')
})

test('more than so many callbacks of one PSP account in a minute are turned away', async t => {
  const scene = await openInbox(t, async () => 'done', { maxAMinute: 3 })
  const keep = (pspAccountId: number) => scene.inbox.keep(pspAccountId, RECEIVED)
  for (let n = 0; n < 3; n++) await keep(1)
  await assert.rejects(keep(1), { code: 'RATE_LIMITED' })
  scene.forward(new Date(scene.now().getTime() + MINUTE_MS))
  await keep(1)
  assert.equal((await rowOf(scene.db)).seen, 4)
})

test('callbacks that have been applied or given up are deleted after 90 days; what waits stays', async t => {
  const scene = await openInbox(t, async () => LATER)
  await scene.inbox.stop()
  const now = scene.now()
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const rows: [what: string, receivedAt: Date, dueAt: Date | null, appliedAt: Date | null][] = [
    ['applied long ago', ago(91), null, ago(91)],
    ['given up long ago', ago(91), null, null],
    ['waits for long', ago(91), now, null],
    ['applied not so long ago', ago(89), null, ago(89)],
  ]
  for (const [what, receivedAt, dueAt, appliedAt] of rows)
    await scene.db.query(sql`
      insert into psp_inbox (psp_account_id, body_hash, body, received_at, due_at, applied_at)
      values (1, ${Buffer.from(what)}, ${Buffer.from(what)}, ${receivedAt}, ${dueAt}, ${appliedAt})`)
  const clearing = startInboxClearing({ db: scene.db, clock: () => now, log: pino({ level: 'silent' }), days: 90 })
  t.after(() => clearing.stop())
  clearing.wake()
  const left = async () =>
    (await scene.db.query<{ body: Buffer }>(sql`select body from psp_inbox order by id`)).map(({ body }) =>
      String(body),
    )
  await until(async () => (await left()).length <= 2 || null, 'the clearing')
  assert.deepEqual(await left(), ['waits for long', 'applied not so long ago'])
})
