// A gateway that was away for days: what became free meanwhile is released after its start, and is not reported as overdue before.
import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { DAY_MS } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { registerOperator } from '../access/person.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import { setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'

test('a gateway that starts four days later is examined before its reserves are released, and raises no alert', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const on = { connection, bank }
  const accountId = await (async () => {
    await using gateway = await openTestGateway({ on, env: { DOCTOR_EVERY_MS: '0' } })
    const seller = await gateway.seller()
    await setTerms(gateway, seller, { basisPoints: 0, reserveBasisPoints: 2_000, reserveDays: 2 })
    const sale = await seller.sell(100_00)
    await gateway.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    return seller.accountId
  })()

  const db = openDatabase(connection, 2)
  resources.defer(() => db.close())
  const examined = async () => {
    const [row] = await db.query<{ findings: unknown[] }>(sql`select findings from examination order by id limit 1`)
    return row ?? null
  }
  const held = async () => {
    const [row] = await db.query<{ held: bigint }>(sql`
      select sum(open_centavos)::bigint as held from hold where account_id = ${accountId}`)
    return row?.held
  }
  // While another session has locked the wallet nothing can be released: the examination comes first.
  const other = new pg.Client(connection)
  other.on('error', () => {})
  resources.defer(() => other.end())
  await other.connect()
  await other.query('begin; select from wallet for update')
  const later = { on, env: { DOCTOR_EVERY_MS: '500' }, startsAt: new Date(Date.now() + 4 * DAY_MS) }
  const started = resources.use(await openTestGateway(later))
  assert.deepEqual((await until(examined, 'the examination'))?.findings, [])
  assert.equal(await held(), 20_00n)
  await other.query('rollback')
  await until(async () => (await held()) === 0n || null, 'the release')
  const olga = await registerOperator(started)
  const { body } = await olga.call('GET', '/api/admin/alarms')
  assert.deepEqual(
    body.data.filter(({ code }: { code: string }) => code === 'BOOKS_DO_NOT_ADD_UP'),
    [],
  )
})
