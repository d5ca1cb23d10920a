// `porteira doctor` as an operator runs it: what it reports of an installation in order and of one that is not, and how it ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { closedGateway } from '../doctor/scene.ts'
import { openHand } from '../doctor/tampering.ts'
import { some } from '../long.ts'
import { until } from '../until.ts'
import { environmentOf, porteira, start } from './run.ts'

test('porteira doctor', async t => {
  await using gateway = await closedGateway()
  await using hand = await openHand(gateway.connection)
  const env = environmentOf(gateway)

  await t.test('says that all is well, and what it has read', async () => {
    const { code, out, err } = await porteira(['doctor'], env)
    assert.deepEqual([code, err], [0, ''])
    const { rows: counted } = await hand.query(`select (select count(*) from transfer) as transfers,
      (select count(*) from account) as accounts, (select count(*) from sale) as sales`)
    const { transfers, accounts: all, sales } = counted[0]
    const read = `Read ${transfers} transfers of ${all} accounts in`
    assert.match(out, new RegExp(`^${read} \\d+\\.\\d s, \\d+ a second, with what stands beside them:\n`))
    assert.match(out, new RegExp(`\n {2}sale +${sales}\n`))
    assert.match(out, /\n\nAll is well\.\n$/)

    const json = await porteira(['doctor', '--json', '--account', `${gateway.accountId}`], env)
    const { ok, accounts, findings, rows } = JSON.parse(json.out)
    assert.deepEqual([json.code, ok, accounts, findings], [0, true, 1, []])
    assert.ok(rows.transfer > 10)
  })

  await t.test('takes the number of an account and nothing else', async () => {
    for (const account of some(['0', 'x', '-1', '1.5', '99999999999'], 3))
      assert.equal((await porteira(['doctor', '--account', account], env)).code, 2, account)
    assert.equal((await porteira(['doctor', 'now'], env)).code, 2)
    assert.equal((await porteira(['doctor', '--account', '424242'], env)).code, 0)
  })

  await t.test('names what is wrong in a sentence, and ends with 1', async () => {
    await hand.query(
      `update wallet set available_centavos = available_centavos + 100 where account_id = ${gateway.accountId}`,
    )
    const { code, out, err } = await porteira(['doctor'], env)
    assert.deepEqual([code, err], [1, ''])
    assert.match(out, /\n! wallet of account 1001: its five sides add up to 1\.00 and not to zero\.\n/)
    assert.match(out, /\n! wallet of account 1001: available is [\d.]+, and by its transfers [\d.]+\.\n/)
    assert.match(out, /\n\d things are wrong\.\n$/)
    const json = await porteira(['doctor', '--json'], env)
    const answer = JSON.parse(json.out)
    assert.deepEqual([json.code, answer.ok, answer.findings[0].table], [1, false, 'wallet'])
    const other = await porteira(['doctor', '--account', `${gateway.accountId + 1}`], env)
    assert.deepEqual([other.code, /All is well/.test(other.out)], [0, true])
  })

  const activity = async (what: string) => {
    const [row] = await gateway.db.query<{ count: number }>(sql`
      select count(*)::int from pg_stat_activity
      where application_name = 'porteira' and datname = current_database() and ${raw(what)}`)
    return row?.count ?? 0
  }

  await t.test('ends at a signal, and leaves nothing behind', async () => {
    // The doctor reads, so only this lock makes it wait.
    await hand.query('begin')
    await hand.query('lock table transfer in access exclusive mode')
    const { child, ended } = start(['doctor'], env)
    await until(async () => ((await activity("wait_event_type = 'Lock'")) > 0 ? true : null), 'the doctor to wait')
    child.kill('SIGINT')
    await hand.query('rollback')
    assert.deepEqual(await ended, { code: 130, out: '', err: '' })
    // The server notices a moment later that the process is gone.
    await until(async () => (await activity("state like 'idle in%'")) === 0 || null, 'nothing to be left')
  })
})
