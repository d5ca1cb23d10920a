// What becomes of the request log when the database refuses it, when the gateway stops, and when it is switched off.
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import test from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { type LoggedRequest, timeOfId } from '#request-log/request.ts'
import { insertRequests, requestLine } from '#request-log/store.ts'
import { openBank } from '../../sandbox/bank.ts'
import { readConfig } from '../../src/config/config.ts'
import { freshDatabase, openTestGateway, type Seller, sellerWith } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'

test('what the database refuses is counted and touches no answer, a stop writes the rest, and 0 days log nothing', async () => {
  const { connection, drop } = await freshDatabase()
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  const db = openDatabase(connection, 1)
  const kept = async () => (await db.query(sql`select id from request_log`)).length
  try {
    let seller: Seller
    {
      await using gateway = await openTestGateway({ on: { connection, bank }, env: { METRICS: 'on' } })
      const dropped = async () =>
        Number(
          /^porteira_request_log_dropped_total (\d+)$/m.exec(
            (await call(gateway.metricsUrl ?? '', 'GET', '/metrics')).text,
          )?.[1],
        )
      seller = await gateway.seller()
      await db.query(sql`alter table request_log rename to put_aside`)
      assert.equal((await seller.api('GET', '/api/public/balance')).status, 200)
      await until(async () => ((await dropped()) === 1 ? true : null), 'the request to be dropped')
      await db.query(sql`alter table put_aside rename to request_log`)
      for (let n = 0; n < 3; n++) assert.equal((await seller.api('GET', '/api/public/balance')).status, 200)
    }
    assert.equal(await kept(), 3)
    {
      await using gateway = await openTestGateway({ on: { connection, bank }, env: { REQUEST_LOG_DAYS: '0' } })
      const { publicKey, privateKey, accountId } = seller
      const again = sellerWith(gateway, accountId, publicKey, privateKey)
      assert.equal((await again.api('GET', '/api/public/balance')).status, 200)
    }
    assert.equal(await kept(), 3)
  } finally {
    await db.close()
    await bank.close()
    await drop()
  }
})

test('what is there already stays, and the rest of its batch is kept beside it', async () => {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 1)
  try {
    const request = (status: number, id = randomUUIDv7()) => ({ ...LOGGED, id, createdAt: timeOfId(id), status })
    const first = request(200)
    await insertRequests(db, [requestLine(first)])
    await insertRequests(db, [{ ...first, status: 500 }, request(201), request(202)].map(requestLine))
    const rows = await db.query<{ status: number; path: string; body: string; code: string | null }>(sql`
      select status, path, request_body as body, error_code as code from request_log order by status`)
    assert.deepEqual(
      rows,
      [200, 201, 202].map(status => ({ status, path: LOGGED.path, body: LOGGED.requestBody, code: null })),
    )
  } finally {
    await db.close()
    await drop()
  }
})

/** With all that could be taken for something else on the way. */
const LOGGED: LoggedRequest = {
  accountId: 1_001,
  id: '',
  createdAt: new Date(0),
  keyId: randomUUIDv7(),
  durationMs: 1,
  requestBytes: 2,
  answerBytes: 3,
  status: 200,
  replayed: false,
  method: 'POST',
  route: '/api/transactions',
  path: '/api/transactions?x=\\N',
  ip: '127.0.0.1',
  errorCode: '',
  idempotencyKey: null,
  subject: null,
  subjectUuid: null,
  requestBody: '{"title":"a \\"b\\" \\n c\\\\."}',
  answerBody: null,
}

test('REQUEST_LOG_DAYS is a whole number from 0 to 3650', () => {
  assert.equal(readConfig({ REQUEST_LOG_DAYS: '0' }).requestLogDays, 0)
  for (const days of ['-1', '3651', 'off'])
    assert.throws(
      () => readConfig({ REQUEST_LOG_DAYS: days }),
      /REQUEST_LOG_DAYS must be a whole number from 0 to 3650/,
    )
})
