// The operator sees all money that is on its way out: what waits to be sent, what the bank has not answered, what it has taken
// without an end; and that nothing which has ended is read for it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { PAYOUTS_BLOCKED } from '#db/account/payouts-blocked.ts'
import type { Database } from '#db/postgres.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { countOutgoing, listOutgoing } from '#outgoing/store.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { take } from '../cashout/requesting.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { paid, refund, refundsAt } from '../sale/refunding.ts'
import { until } from '../until.ts'

const PATH = '/api/admin/payouts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let olga: Person
let seller: Seller
before(async () => {
  const env = { PSP_TIMEOUT_MS: '1500', PSP_LOOKUP_WAITS_MS: '100,7200000' }
  gateway = resources.use(await openTestGateway({ env }))
  olga = await registerOperator(gateway)
  seller = await gateway.seller({ funds: 900_00 })
})
after(() => resources.disposeAsync())

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
const listed = async (query = ''): Promise<any[]> => (await olga.call('GET', `${PATH}?${query}`)).body.data
const totals = async () => (await olga.call('GET', `${PATH}/totals`)).body

const untilOne = (uuid: string, status: string, query = '') =>
  until(async () => {
    const found = (await listed(query)).find(one => one.uuid === uuid)
    return found?.status === status ? found : null
  }, `${uuid} to be ${status}`)

const fault = async (on: string, fate: string, times = 1) =>
  assert.equal((await call(gateway.bankUrl, 'POST', '/sandbox/faults', { body: { on, fate, times } })).status, 201)

const psp = async (change: object) =>
  assert.equal((await olga.call('PATCH', '/api/admin/psp/accounts/1', { ...change, reason: 'as a test' })).status, 200)

describe('money on its way out', () => {
  const NONE = { count: 0, amount: '0.00' }

  it('is none where nothing is under way', async () => {
    assert.deepEqual(await listed(), [])
    assert.deepEqual(await listed('kind=refund'), [])
    const nothing = {
      ...NONE,
      overdue: 0,
      oldestAt: null,
      byStatus: { QUEUED: NONE, SENT: NONE, UNKNOWN: NONE, ACCEPTED: NONE },
    }
    assert.deepEqual(await totals(), { cashouts: nothing, refunds: nothing })
  })

  it('a cashout without an answer of the bank is UNKNOWN with its lookups, until the bank reports it', async () => {
    await fault('PUT /gn/pix', 'timeoutAfter')
    await fault('GET /gn/pix/enviados', '503', 100)
    const { cashout, path } = await take(seller, { pixKey: 'muda@example.com' })
    const one = await until(async () => {
      const [first] = await listed()
      return first?.lookups === 1 ? first : null
    }, 'a lookup in vain')
    const { since, askedAt, dueAt, said: message, payoutId, ...reported } = one
    assert.deepEqual(reported, {
      kind: 'cashout',
      id: cashout.id,
      uuid: cashout.uuid,
      accountId: seller.accountId,
      accountName: reported.accountName,
      amount: '99.00',
      status: 'UNKNOWN',
      stoppedBy: null,
      lookups: 1,
      pspAccountId: 1,
      pspAccountName: reported.pspAccountName,
      endToEndId: null,
      saleUuid: null,
      receiptId: null,
      anomalyUuid: null,
    })
    assert.match(payoutId, /^P/)
    assert.ok(message.length > 0 && reported.accountName.length > 0 && reported.pspAccountName.length > 0)
    assert.ok(since <= askedAt && askedAt < dueAt)
    assert.equal((await totals()).cashouts.overdue, 0)
    assert.deepEqual(await listed('olderThan=60'), [])

    gateway.advance(HOUR_MS + MINUTE_MS)
    const late = (await totals()).cashouts
    assert.deepEqual([late.count, late.amount, late.overdue, late.oldestAt], [1, '99.00', 1, since])
    assert.deepEqual(late.byStatus.UNKNOWN, { count: 1, amount: '99.00' })
    assert.equal((await listed('olderThan=60')).length, 1)
    assert.deepEqual(await listed('status=ACCEPTED'), [])
    assert.deepEqual(await listed('accountId=1'), [])
    assert.equal((await listed(`accountId=${seller.accountId}`)).length, 1)

    assert.equal((await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')).status, 204)
    gateway.advance(2 * HOUR_MS)
    await seller.reaches(path, 'COMPLETED')
    assert.deepEqual(await listed(), [])
  })

  it('one that the bank has taken without an end is ACCEPTED', async () => {
    const { cashout, path } = await take(seller, { pixKey: 'analise@example.com' })
    await untilOne(cashout.uuid, 'ACCEPTED', 'status=ACCEPTED')
    await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: 3_600 } })
    await seller.reaches(path, 'COMPLETED')
  })

  it('those that wait for their PSP account are QUEUED and say why, the oldest first, page by page', async () => {
    await psp({ payOutEnabled: false })
    const asked: { uuid: string }[] = []
    for (let n = 0; n < 3; n++) asked.push((await take(seller)).cashout)
    const first = (await olga.call('GET', `${PATH}?limit=2`)).body
    const second = (await olga.call('GET', `${PATH}?limit=2&cursor=${first.nextCursor}`)).body
    const both = [...first.data, ...second.data]
    assert.deepEqual(
      both.map(({ uuid, status, stoppedBy, askedAt, payoutId }) => [uuid, status, stoppedBy, askedAt, payoutId]),
      asked.map(({ uuid }) => [uuid, 'QUEUED', 'PSP_OFF', null, null]),
    )
    assert.deepEqual([first.data.length, second.nextCursor], [2, null])
    assert.deepEqual((await totals()).cashouts.byStatus.QUEUED, { count: 3, amount: '297.00' })

    const block = (status: string) => olga.call('PATCH', `/api/admin/accounts/${seller.accountId}`, { status })
    assert.equal((await block('BLOCKED')).status, 200)
    assert.equal((await listed())[0].stoppedBy, 'ACCOUNT_STOPPED')
    assert.equal((await block('ACTIVE')).status, 200)
    await psp({ payOutEnabled: true })
    await until(async () => (await listed()).length === 0 || null, 'all to end')
  })

  it('what waits for an approval is not among them', async () => {
    const limit = (mostHourCents: number | null) =>
      olga.call('PATCH', '/api/admin/payout-limits', { mostHourCents, reason: 'as a test' })
    assert.equal((await limit(1)).status, 200)
    const { cashout } = await take(seller)
    assert.equal((await olga.call('GET', '/api/admin/approvals')).body.data[0].uuid, cashout.uuid)
    assert.deepEqual(await listed(), [])
    assert.equal((await limit(null)).status, 200)
    await olga.call('POST', `/api/admin/approvals/${cashout.uuid}/reject`, { reason: 'as a test' })
  })

  it('a refund that the bank does not answer is SENT with its sale, until it ends', async () => {
    const sale = await paid(gateway, seller, 50_00)
    await fault('PUT /pix', '503', 100)
    const { body } = await refund(seller, sale)
    const one = await untilOne(body.uuid, 'SENT', 'kind=refund')
    assert.deepEqual(
      [one.kind, one.amount, one.saleUuid, one.endToEndId, one.lookups > 0, one.stoppedBy],
      ['refund', '50.00', sale.uuid, sale.endToEndId, true, null],
    )
    const { refunds, cashouts } = await totals()
    assert.deepEqual([refunds.byStatus.SENT, cashouts.count], [{ count: 1, amount: '50.00' }, 0])
    assert.equal((await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')).status, 204)
    gateway.advance(3 * HOUR_MS)
    await seller.reaches(`${refundsAt(sale)}/${body.uuid}`, 'COMPLETED')
    assert.deepEqual(await listed('kind=refund'), [])
  })

  it('is shown to operators alone, and refuses what it does not understand', async () => {
    const ana = await register(gateway)
    assert.deepEqual(
      [(await ana.call('GET', PATH)).status, (await ana.call('GET', `${PATH}/totals`)).status],
      [403, 403],
    )
    for (const wrong of ['kind=boleto', 'status=PAID', 'olderThan=-1', 'accountId=0', 'cursor=!'])
      assert.equal((await olga.call('GET', `${PATH}?${wrong}`)).status, 400, wrong)
  })

  it('reads nothing that has ended, among thousands of them', async () => {
    await fillEnded(gateway.db, seller.accountId)
    await psp({ payOutEnabled: false })
    const { cashout } = await take(seller)
    const client = new pg.Client(gateway.connection)
    await client.connect()
    resources.defer(() => client.end())
    await client.query('analyze withdrawal; analyze refund')
    const whole: string[] = []
    const explaining = {
      async query({ text, values }: Sql) {
        const { rows } = await client.query(`explain (format json) ${text}`, values as never)
        whole.push(...readWhole(rows[0]['QUERY PLAN'][0].Plan))
        return []
      },
    } as unknown as Database
    const still = { payoutsBlocked: PAYOUTS_BLOCKED, circuitOpen: [] }
    const request = { status: null, accountId: null, accountIds: null, id: null, before: null, after: null, limit: 21 }
    const readWholeOf = async (...tables: string[]) => {
      whole.length = 0
      for (const kind of ['cashout', 'refund'] as const) {
        await listOutgoing(explaining, kind, request, still)
        await listOutgoing(explaining, kind, { ...request, id: 'one' }, still)
        await listOutgoing(explaining, kind, { ...request, status: 'QUEUED', before: new Date(), after: 7n }, still)
        await countOutgoing(explaining, kind, new Date())
      }
      return whole.filter(table => tables.includes(table))
    }
    assert.deepEqual(await readWholeOf('withdrawal'), [])
    // Of these there are few, and the server may know that they fit on a page: is there an index for when they are many?
    await client.query('set enable_seqscan = off')
    assert.deepEqual(await readWholeOf('payout_attempt', 'sale'), [])
    assert.deepEqual(
      (await listed()).map(({ uuid }) => uuid),
      [cashout.uuid],
    )
  })
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

function readWhole({ 'Node Type': node, 'Relation Name': table, Plans = [] }: Plan): string[] {
  const own = node === 'Seq Scan' && table !== undefined ? [table] : []
  return [...own, ...Plans.flatMap(readWhole)]
}

/** Copies of one that has ended. */
const fillEnded = (db: Database, accountId: number) =>
  db.query(sql`
    insert into withdrawal (account_id, uuid, state, version, amount_centavos, fee_fixed_centavos, fee_variable_centavos,
      net_centavos, pix_key, pix_key_type, hold_seq, created_at, updated_at, processed_at)
    select account_id, gen_random_uuid(), 'refused', 1, amount_centavos, fee_fixed_centavos, fee_variable_centavos, net_centavos,
      pix_key, pix_key_type, hold_seq, created_at, updated_at, updated_at
    from (select * from withdrawal where account_id = ${accountId} limit 1) one, generate_series(1, 20000)`)
