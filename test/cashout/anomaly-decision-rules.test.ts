// Deciding an anomaly, over HTTP: who may, what is refused, that it happens once and before any later report of the bank.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { register, registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import {
  anomaliesOf,
  decide,
  hint,
  lie,
  RARE_LOOKUPS,
  REASON,
  refusal,
  type Stage,
  traces,
  untilAnomaly,
  WAYS,
} from './anomalies.ts'
import { balanceOf, paymentsOf, take } from './requesting.ts'

const resources = new AsyncDisposableStack()
let stage: Stage

before(async () => {
  const line = resources.use(await openGatewayBehindWire(RARE_LOOKUPS))
  stage = { ...line, operator: await registerOperator(line.gateway) }
})
after(() => resources.disposeAsync())

describe('deciding', () => {
  it('shows both sides, the subject and who decided', async () => {
    const { seller, path } = await WAYS['too little'](stage)
    const { uuid } = await untilAnomaly(stage, seller)
    const { body: cashout } = await seller.api('GET', path)
    const { body: open } = await stage.operator.call('GET', `/api/admin/anomalies/${uuid}`)
    assert.deepEqual(Object.keys(open), OPEN_FIELDS)
    assert.deepEqual(open.subject, {
      type: 'withdrawal',
      uuid: cashout.uuid,
      status: 'PROCESSING',
      amount: '100.00',
      netAmount: '99.00',
    })
    assert.deepEqual([open.ours.netCentavos, open.theirs.amount, open.pspAccountId], ['9900', '9899', 1])
    const { body: decided } = await decide(stage, uuid, 'SETTLE')
    assert.deepEqual(Object.keys(decided), [
      ...OPEN_FIELDS,
      'decision',
      'decidedBy',
      'decidedByName',
      'reason',
      'decidedAt',
    ])
    const [operator] = await stage.gateway.db.query<{ id: string }>(sql`select id from iam."user" where operator`)
    assert.deepEqual([decided.decidedBy, decided.decidedByName], [operator?.id, 'Olga Operadora'])
    assert.equal(decided.subject.status, 'COMPLETED')
  })

  it('is done once, by one of those who decide at the same moment', async () => {
    const { seller } = await WAYS['paid after it failed'](stage)
    const { uuid } = await untilAnomaly(stage, seller)
    const answers = await Promise.all(
      ['CHARGE_SELLER', 'BEAR_LOSS', 'CHARGE_SELLER', 'DISMISS'].map(d => decide(stage, uuid, d)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409, 409, 409])
  })

  it('is refused where the kind or the state does not allow it, with a sentence, and books nothing', async () => {
    const { seller, path } = await WAYS['another payee'](stage)
    const { uuid } = await untilAnomaly(stage, seller)
    for (const decision of ['CHARGE_SELLER', 'BEAR_LOSS', 'CREDIT_SELLER', 'SEND_AGAIN', 'DISMISS']) {
      const answer = await decide(stage, uuid, decision)
      assert.deepEqual(refusal(answer), [409, 'CONFLICT'])
      assert.equal(
        answer.body.error.message,
        `decision: ${decision} is not possible for OTHER_PAYEE while the cashout is submitted; expected one of SETTLE, RELEASE`,
      )
    }
    assert.equal((await seller.api('GET', path)).body.status, 'PROCESSING')
    assert.deepEqual(await traces(stage, seller), { booked: [], event: 'withdrawal.processing' })
  })

  it('can make a seller owe', async () => {
    const { seller } = await WAYS['paid after it failed'](stage)
    const { path } = await take(seller, { amount: 297.03 })
    await seller.reaches(path, 'COMPLETED')
    const { uuid } = await untilAnomaly(stage, seller)
    await decide(stage, uuid, 'CHARGE_SELLER')
    assert.deepEqual(await balanceOf(seller), { available: -99_00, blocked: 0, total: -99_00 })
  })

  it('of a second anomaly never books again what the first has booked', async () => {
    const { seller, path } = await WAYS['too much'](stage)
    const first = await untilAnomaly(stage, seller)
    stage.wire.heal()
    lie(stage, seller, { valor: '102.00', status: 'REALIZADO' })
    await hint(stage, seller)
    await until(async () => (await anomaliesOf(stage, seller)).length === 2 || null, 'a second anomaly')
    await decide(stage, first.uuid, 'RELEASE')
    const second = (await anomaliesOf(stage, seller)).find(({ uuid }) => uuid !== first.uuid)
    assert.deepEqual(second.allowedDecisions, ['CHARGE_SELLER', 'BEAR_LOSS', 'DISMISS'])
    await decide(stage, second.uuid, 'BEAR_LOSS')
    assert.deepEqual((await traces(stage, seller)).booked, ['CASHOUT_LOSS 10100', 'CASHOUT_LOSS 100'])
    assert.equal((await seller.api('GET', path)).body.failure.code, 'RELEASED')
  })

  it('SEND_AGAIN pays once, under the id of the first request', async () => {
    const { seller, path } = await WAYS['never found out'](stage)
    const { uuid } = await untilAnomaly(stage, seller)
    await decide(stage, uuid, 'SEND_AGAIN')
    await seller.reaches(path, 'COMPLETED')
    const [payment, ...more] = await paymentsOf(stage.bank, seller)
    assert.deepEqual([payment?.amount, more], ['99.00', []])
  })

  it('comes before any later report of the bank while both sides conflict', async () => {
    const { seller, path } = await WAYS['too little'](stage)
    const { uuid } = await untilAnomaly(stage, seller)
    stage.wire.heal()
    await hint(stage, seller)
    await until(async () => {
      const [row] = await stage.gateway.db.query<{ open: number }>(
        sql`select count(*)::int as open from psp_inbox where due_at is not null`,
      )
      return row?.open === 0 || null
    }, 'the hint to be applied')
    assert.equal((await seller.api('GET', path)).body.status, 'PROCESSING')
    const { body: open } = await stage.operator.call('GET', `/api/admin/anomalies/${uuid}`)
    assert.deepEqual(
      [open.theirs.amount, open.toldSince.amount],
      ['9899', '9900'],
      'the operator who decides reads both reports',
    )
    assert.equal((await decide(stage, uuid, 'RELEASE')).status, 202)
    await seller.reaches(path, 'FAILED')
  })

  it('leaves the books in order', () => assertBooks({ ...stage.gateway, bankUrl: stage.bank.url }))
})

const OPEN_FIELDS = [
  'uuid',
  'kind',
  'accountId',
  'subject',
  'ours',
  'theirs',
  'pspAccountId',
  'createdAt',
  'allowedDecisions',
]

describe('the routes', () => {
  it('list what is open, what is decided, and all, by pages', async () => {
    const all = (await stage.operator.call('GET', '/api/admin/anomalies?limit=100')).body.data
    const listed = async (query: string) => (await stage.operator.call('GET', `/api/admin/anomalies?${query}`)).body
    const open = all.filter(({ decision }: { decision?: string }) => decision === undefined)
    const decided = all.filter(({ decision }: { decision?: string }) => decision !== undefined)
    assert.deepEqual((await listed('status=open&limit=100')).data, open)
    assert.deepEqual((await listed('status=decided&limit=100')).data, decided)
    const counted = async (query: string) =>
      (await stage.operator.call('GET', `/api/admin/anomalies/totals${query}`)).body.count
    assert.deepEqual(
      [await counted('?status=open'), await counted('?status=decided'), await counted('')],
      [open.length, decided.length, all.length],
    )
    const first = await listed('limit=2')
    const second = await listed(`limit=2&cursor=${first.nextCursor}`)
    assert.deepEqual([...first.data, ...second.data], all.slice(0, 4))
  })

  it('refuse what is not a decision', async () => {
    const { seller } = await WAYS['too little'](stage)
    const { uuid } = await untilAnomaly(stage, seller)
    const bad = [{ decision: 'PAY' }, { reason: 'no' }, { reason: '    ' }, { reason: 'x'.repeat(501) }, { amount: 1 }]
    for (const more of bad) assert.deepEqual(refusal(await decide(stage, uuid, 'SETTLE', more)), [400, 'INVALID_DATA'])
    assert.deepEqual(refusal(await decide(stage, '7', 'SETTLE')), [400, 'INVALID_DATA'])
    assert.deepEqual(refusal(await decide(stage, crypto.randomUUID(), 'SETTLE')), [404, 'NOT_FOUND'])
    assert.deepEqual(refusal(await stage.operator.call('GET', '/api/admin/anomalies?status=new')), [
      400,
      'INVALID_DATA',
    ])
    const { status } = await stage.operator.call('GET', `/api/admin/anomalies/${crypto.randomUUID()}`)
    assert.equal(status, 404)
  })

  it('are for operators alone', async () => {
    const ana = await register(stage.gateway)
    const uuid = crypto.randomUUID()
    assert.equal((await ana.call('GET', '/api/admin/anomalies')).status, 403)
    assert.equal((await ana.call('GET', `/api/admin/anomalies/${uuid}`)).status, 403)
    const asked = { decision: 'DISMISS', reason: REASON }
    assert.equal((await ana.call('POST', `/api/admin/anomalies/${uuid}/decide`, asked)).status, 403)
  })
})
