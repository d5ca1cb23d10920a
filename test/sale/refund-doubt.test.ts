// What cannot be known yet of a refund: whether its commit is stored, and whose a return is that bears no id while one of ours is under
// way. It is looked up or requested again, and never guessed.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import sql from 'sql-template-tag'
import { CommitInDoubt, type Database } from '#db/postgres.ts'
import { hashOf } from '#idempotency/key.ts'
import { Failure } from '#kernel/failure.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { SaleRefund } from '#sale/refund/refund.ts'
import { type RefundRequest, requestRefund } from '#sale/refund/request.ts'
import { leaseRefunds, prioritiseRefund } from '#sale/refund/store.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { losingAnswer } from '../db/lost-answer.ts'
import { MORE_LOOKUPS, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { type GatewayBehindWire, openGatewayBehindWire, type Wire } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import { saleDepsOf } from './deps.ts'
import { hint } from './incoming.ts'
import { type PaidSale, paid, refund, refundsOf } from './refunding.ts'

describe('a refund in doubt', () => {
  let line: GatewayBehindWire
  let gateway: TestGateway
  let wire: Wire
  let seller: Seller
  before(async () => {
    line = await openGatewayBehindWire({ PSP_TIMEOUT_MS: '1500', PSP_LOOKUP_WAITS_MS: `100${MORE_LOOKUPS}` })
    gateway = line.gateway
    wire = line.wire
    seller = await gateway.seller({ funds: 500_00 })
  })
  after(() => line?.[Symbol.asyncDispose]())

  const deps = (db: Database) => saleDepsOf({ db })
  const requestOf = (
    sale: PaidSale,
    key: string | null = null,
    amount: Centavos | null = centavos(10_00),
  ): RefundRequest => ({
    sale: { accountId: seller.accountId, id: BigInt(sale.id) },
    amount,
    reason: null,
    externalReference: null,
    refundTo: null,
    actor: { kind: 'api-key', id: 'pk_test', address: '127.0.0.1' },
    key:
      key === null ? null : { accountId: seller.accountId, route: 'POST /r', key, askHash: hashOf({ sale: sale.id }) },
  })
  const amounts = async (sale: PaidSale) => (await refundsOf(gateway, sale)).map(reported => reported.split(' ').at(-1))

  it('whose commit is stored is answered as if nothing had happened', async () => {
    const sale = await paid(gateway, seller)
    const made = await requestRefund(deps(losingAnswer(gateway.db, true)), requestOf(sale, 'stands'), 'sale')
    assert.ok('uuid' in made)
    const again = await requestRefund(deps(gateway.db), requestOf(sale, 'stands'), 'sale')
    assert.equal('replayed' in again && JSON.parse(again.replayed.body.toString()).uuid, made.uuid)
    assert.deepEqual(await amounts(sale), ['1000'])
  })

  it('whose commit is not stored is an error, and nothing is held', async () => {
    const sale = await paid(gateway, seller)
    await assert.rejects(requestRefund(deps(losingAnswer(gateway.db, false)), requestOf(sale), 'sale'), CommitInDoubt)
    assert.deepEqual(await amounts(sale), [])
  })

  it('that was refused is refused where the refusal is kept, or was not to be', async () => {
    const sale = await paid(gateway, seller)
    const tooMuch = (key: string | null, committed: boolean) =>
      requestRefund(deps(losingAnswer(gateway.db, committed)), requestOf(sale, key, centavos(100_01)), 'sale')
    assert.ok((await tooMuch('kept', true)) instanceof Failure)
    assert.ok((await tooMuch(null, true)) instanceof Failure)
    await assert.rejects(tooMuch('lost', false), CommitInDoubt)
  })

  it('which cannot be looked up stays in doubt', async () => {
    const sale = await paid(gateway, seller)
    const losing = losingAnswer(gateway.db, true)
    const refusal = Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code: 'XX000' })
    let begun = 0
    const transaction: Database['transaction'] = work => {
      if (++begun === 2) throw refusal
      return losing.transaction(work)
    }
    await assert.rejects(requestRefund(deps({ ...gateway.db, transaction }), requestOf(sale), 'sale'), CommitInDoubt)
    assert.deepEqual([begun, await amounts(sale)], [2, ['1000']])
  })

  it('is hurried until a worker has claimed it, and left to that worker then', async () => {
    const sale = await paid(gateway, seller)
    const undone = new Error('undone')
    const within = gateway.db.transaction(async tx => {
      const db: Database = { ...gateway.db, transaction: work => work(tx) }
      const dueAt = async ({ uuid }: { uuid: string }) =>
        (await tx.query<{ due: Date }>(sql`select due_at as due from refund where uuid = ${uuid}`))[0]?.due.getTime()
      const one = (await requestRefund(deps(db), requestOf(sale), 'sale')) as SaleRefund
      await prioritiseRefund(tx, one, one.createdAt)
      assert.equal(await dueAt(one), one.createdAt.getTime())
      const other = (await requestRefund(deps(db), requestOf(sale), 'sale')) as SaleRefund
      const claimedAt = new Date(other.createdAt.getTime() + SECOND_MS)
      const claimedUntil = new Date(other.createdAt.getTime() + 3 * SECOND_MS)
      await leaseRefunds(tx, claimedAt, claimedUntil, 1_000)
      await prioritiseRefund(tx, other, claimedAt)
      assert.equal(await dueAt(other), claimedUntil.getTime())
      throw undone
    })
    await assert.rejects(within, undone)
  })

  it('leaves a return that bears no id to be looked up again', async () => {
    const sale = await paid(gateway, seller)
    const path = `/v2/pix/${sale.endToEndId}`
    wire.fail('PUT', path, { forwarded: false, answer: { status: 503, body: '{}' } }, 1_000)
    wire.fail(
      'GET',
      path,
      { forwarded: true, answer: ({ status, body }) => ({ status, body: body.replaceAll(/"id":"[^"]*",/g, '') }) },
      1_000,
    )
    assert.equal((await refund(seller, sale, { amount: 60_00 })).status, 202)
    const body = { endToEndId: sale.endToEndId, natureza: 'MED_FRAUDE', amount: '40.00' }
    assert.equal((await call(line.bank.url, 'POST', '/sandbox/refund', { body })).status, 201)
    await hint(wire, sale)
    const troubles = async () =>
      (await gateway.db.query<{ trouble: string }>(sql`select trouble from psp_inbox where trouble is not null`)).map(
        ({ trouble }) => trouble,
      )
    await until(
      async () => (await troubles()).includes('a refund of ours is under way') || null,
      'the callback to wait',
    )
    assert.deepEqual(await refundsOf(gateway, sale), ['PENDING 6000'])
    wire.heal()
    await until(async () => {
      // The refund waits the longer, the more often it was refused before the line was mended.
      gateway.advance(60 * SECOND_MS)
      return ((await troubles()).length === 0 && !(await refundsOf(gateway, sale)).includes('PENDING 6000')) || null
    }, 'the callback and the refund to be through')
    assert.deepEqual(await refundsOf(gateway, sale), ['COMPLETED 6000', 'unasked COMPLETED 4000'])
  })

  it('leaves the books in order', async () => {
    await untilIdle(gateway)
    await assertBooks({ ...gateway, bankUrl: line.bank.url })
  })
})
