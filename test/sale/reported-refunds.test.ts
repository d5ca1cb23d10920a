// What a list reports of money that went back: each refund is booked once, and one of ours that our database has lost is looked up and not
// sent again.
import assert from 'node:assert/strict'
import test from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { openAlerts } from '#alert/alerts.ts'
import { mintPspId } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import type { Received } from '#psp/port.ts'
import { compareReceived } from '#sale/incoming-payment/compare.ts'
import { returnIncomingPayment } from '#sale/incoming-payment/decision/return.ts'
import { sendRefund } from '#sale/refund/sending/send.ts'
import { leaseRefunds } from '#sale/refund/store.ts'
import { hearAlerts } from '../alerts.ts'
import { offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { openScene } from '../crash/scene.ts'
import { asGateway, booked, listOf, PSP, unheardSales, withPayIn } from './missed-payments.ts'
import { figuresOf, setTerms } from './selling.ts'

test('a refund that is reported more than once in one answer', async t => {
  await using scene = await openScene()
  const { seller } = await unheardSales(scene, 100)
  await setTerms(asGateway(scene), seller, { unexpected: 'KEEP' })
  await compareReceived(scene.deps(), PSP, await listOf(scene))
  // Two more payments of the same sale, so that there is money of others on the same side of the books.
  const [first] = await listOf(scene)
  const again = [1, 2].map(n => ({ ...(first as Received), endToEndId: `${first?.endToEndId}x${n}` }))
  await compareReceived(scene.deps(), PSP, again)
  const [row] = await scene.db.query<{ id: bigint; end_to_end_id: string }>(
    sql`select id, end_to_end_id from receipt where status = 'UNACCEPTED' order by id limit 1`,
  )
  assert.ok(row)
  await returnIncomingPayment(
    scene.deps(),
    { accountId: seller.accountId, id: row.id },
    { by: { id: 'olga', address: '127.0.0.1' }, reason: 'a test', refundTo: null },
  )
  const [{ id: refundId } = { id: '' }] = await scene.db.query<{ id: string }>(
    sql`select psp_refund_id as id from refund`,
  )
  const done = { refundId, rtrId: 'D1', amount: centavos(100_00), state: 'done', nature: 'ORIGINAL' } as const
  const failed = { ...done, state: 'failed', rtrId: null } as const
  const telling = (...refunds: Received['refunds']) => ({ ...(again[0] as Received), refunds })

  await t.test('with two ends is believed neither, and a person is called', async () => {
    const alerts = hearAlerts()
    const deps = { ...scene.deps(), alerts }
    await compareReceived(deps, PSP, [telling(done), telling(failed)])
    assert.deepEqual(alerts.codes, ['REFUND_TWO_ENDS'])
    assert.equal((await figuresOf(asGateway(scene), seller)).received, 200_00n)
  })

  await t.test('with the same end is booked back once', async () => {
    await compareReceived(scene.deps(), PSP, [telling(done, done), telling(done)])
    const { received, clearing } = await figuresOf(asGateway(scene), seller)
    assert.deepEqual([received, clearing], [100_00n, -200_00n])
    assert.equal((await booked(scene, seller)).filter(reported => reported.startsWith('RETURNED')).length, 1)
    assert.deepEqual(await offences(scene.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
  })

  await t.test('the ledger takes no second one either', async () => {
    const second = sql`
      insert into transfer select account_id, seq + 1, kind, debit, credit, amount_centavos, available_after_centavos,
        blocked_after_centavos, forced, hold_seq, resolves_hold, psp_account_id, subject, subject_id, created_at, hash
      from transfer where kind = 'RECEIPT_RETURNED'`
    await assert.rejects(scene.db.query(second), /transfer_receipt_leaves_once/)
  })
})

test('a return of ours that our database has lost is looked up before anything is sent', async () => {
  await using scene = await openScene()
  const { seller } = await unheardSales(scene, 100)
  await setTerms(asGateway(scene), seller, { unexpected: 'KEEP' })
  const [first] = (await listOf(scene)) as [Received]
  const refundId = () => mintPspId(seller.accountId, systemRandom)
  const underWay = { rtrId: null, amount: first.amount, state: 'processing', nature: 'ORIGINAL' } as const
  const returned = (one: Received): Received => ({
    ...one,
    refunds: [{ ...underWay, refundId: refundId(), amount: one.amount }],
  })
  const other = { ...first, endToEndId: `${first.endToEndId}x1`, amount: centavos(1_00) }
  // One that is met with its return, and one that was booked before any return was reported.
  await compareReceived(scene.deps(), PSP, [returned(first), other])
  await compareReceived(scene.deps(), PSP, [returned(other)])
  assert.deepEqual(await booked(scene, seller), ['RETURNING 10000 GONE_BACK', 'RETURNING 100 OTHER_AMOUNT'])

  const calls: string[] = []
  const deps = withPayIn(scene.deps(), {
    async findRefund(_endToEndId, id) {
      calls.push('asked')
      return { kind: 'done', value: { ...underWay, refundId: id } }
    },
    async refund() {
      calls.push('sent')
      return { kind: 'unknown', reason: 'a test' }
    },
  })
  const now = systemClock()
  for (const refund of await leaseRefunds(scene.db, now, now, 10)) await sendRefund(deps, refund)
  assert.deepEqual(calls, ['asked', 'asked'])
})

test('money that the bank took back raises one alert, whichever process it is reported to, and none again when it was acknowledged', async () => {
  await using scene = await openScene()
  await unheardSales(scene, 100)
  const [first] = (await listOf(scene)) as [Received]
  const going = { refundId: 'theirs', rtrId: null, amount: centavos(40_00), nature: 'MED_FRAUDE' } as const
  const alert = 'UNMATCHED_MONEY_RETURNED'
  const reportedOf = async (refund: Received['refunds'][number]) => {
    const alerts = openAlerts({ db: scene.db, clock: systemClock, log: pino({ level: 'silent' }) })
    await compareReceived({ ...scene.deps(), alerts }, PSP, [{ ...first, refunds: [refund] }])
    await alerts.stop()
    return scene.db.query<{ rung: number; open: boolean }>(
      sql`select rung, acknowledged_at is null as open from alarm where code = ${alert} order by id`,
    )
  }
  assert.deepEqual(await reportedOf({ ...going, state: 'processing' }), [{ rung: 1, open: true }])
  assert.deepEqual(await reportedOf({ ...going, state: 'done', rtrId: 'D1' }), [{ rung: 1, open: true }])
  await scene.db.query(sql`update alarm set acknowledged_at = now(), acknowledged_by = 'olga'`)
  assert.deepEqual(await reportedOf({ ...going, state: 'done', rtrId: 'D1' }), [{ rung: 1, open: false }])
  await scene.db.query(sql`delete from alarm`)
  const refused = { ...going, refundId: 'refused' }
  assert.deepEqual(await reportedOf({ ...refused, state: 'processing' }), [{ rung: 1, open: true }])
  const other = { ...going, refundId: 'another', state: 'failed' } as const
  assert.deepEqual(await reportedOf(other), [{ rung: 1, open: true }])
  assert.deepEqual(await reportedOf({ ...refused, state: 'failed' }), [{ rung: 1, open: false }])
  // Tried once more by the bank, under the same id.
  assert.deepEqual(await reportedOf({ ...refused, state: 'processing' }), [{ rung: 1, open: false }])
  for (const state of ['done', 'done'] as const)
    assert.deepEqual(await reportedOf({ ...refused, state }), [
      { rung: 1, open: false },
      { rung: 1, open: true },
    ])
})

test('what reimburses another bank is booked once, also where it gets its id only when it is done', async () => {
  await using scene = await openScene()
  const { seller } = await unheardSales(scene, 100)
  await setTerms(asGateway(scene), seller, {})
  const [first] = (await listOf(scene)) as [Received]
  const nameless = {
    amount: first.amount,
    rtrId: null,
    nature: 'MED_PIX_AUTOMATICO',
    refundId: 'a'.repeat(35),
  } as const
  const rtrId = 'E99990002202601021200abcdefghijk'
  const named = { ...nameless, refundId: rtrId, rtrId, earlierId: nameless.refundId }
  const reports = (refund: Received['refunds'][number]) =>
    compareReceived(scene.deps(), PSP, [{ ...first, refunds: [refund] }])
  await compareReceived(scene.deps(), PSP, [first])
  await reports({ ...nameless, state: 'processing' })
  await reports({ ...named, state: 'processing' })
  await reports({ ...named, state: 'done' })
  await reports({ ...nameless, state: 'done' })
  const refunds = await scene.db.query(
    sql`select psp_refund_id as id, status, amount_centavos as amount, nature from refund`,
  )
  assert.deepEqual(refunds, [
    { id: nameless.refundId, status: 'COMPLETED', amount: first.amount, nature: 'MED_PIX_AUTOMATICO' },
  ])
  const [sale] = await scene.db.query(sql`select status from sale where txid = ${first.txid}`)
  assert.deepEqual(sale, { status: 'ESTORNADO' })
})
