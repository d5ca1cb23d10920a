// What the PSP reports of disputes, by itself: in any order, more than once, in parallel, and in conflict with itself. The test plays the
// PSP; the books are real.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { openAlerts } from '#alert/alerts.ts'
import { applyReported } from '#dispute/apply-reported.ts'
import { submitDefence } from '#dispute/defence/submit.ts'
import type { DisputeDeps } from '#dispute/deps.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { systemClock } from '#kernel/time.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Outcome, PayIn, Received, ReportedDispute } from '#psp/port.ts'
import { SALES_UNDER_DISPUTE } from '#sale/dispute/disputed-sale.ts'
import { registerOperator } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { alertsOf } from '../sale/incoming.ts'
import { until } from '../until.ts'
import { disputeDepsOf } from './deps.ts'
import { eventsOf, figures, infraction, moves, openDisputed, type Sold, sellerIn, sold, statusOf } from './disputing.ts'

// Nothing else reads the lists.
let gateway: TestGateway
before(async () => {
  gateway = await openDisputed({ env: { SWEEP_EVERY_MS: '3600000' } })
  deps = depsOf(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

/** By the PSP's own doing, of each Pix. */
const returned = new Map<string, { amount: Centavos; state: 'done' | 'processing' | 'failed' }>()

let deps: DisputeDeps
const depsOf = ({ db }: TestGateway) =>
  disputeDepsOf({
    db,
    alerts: openAlerts({ db, clock: systemClock, log: pino({ level: 'silent' }) }),
    psps: { payIn: async () => ({ findReceived }) as unknown as PayIn } as Partial<PspDirectory> as PspDirectory,
  })

async function findReceived(endToEndId: string): Promise<Outcome<Received | null>> {
  const back = returned.get(endToEndId)
  const refund = { refundId: 'x', rtrId: 'D1', nature: 'MED_FRAUDE' }
  return {
    kind: 'done',
    value: { endToEndId, refunds: back === undefined ? [] : [{ ...refund, ...back }] } as Received,
  }
}

const apply = (...all: ReportedDispute[]) => applyReported(deps, 1, all)

interface Stands {
  id: number
  status: string
  accepted: boolean
  forfeited: bigint
  elsewhere: bigint
}

const stands = async (one: ReportedDispute): Promise<Stands> => {
  const [row] = await gateway.db.query<Stands>(sql`
    select id::int, status, accepted_at is not null as accepted, forfeited_centavos as forfeited,
      elsewhere_centavos as elsewhere
    from dispute where psp_dispute_id = ${one.disputeId}`)
  assert.ok(row, 'the dispute')
  return row
}

async function scene(
  more: Partial<ReportedDispute> = {},
  of: { reserve?: number } = {},
): Promise<{ seller: Seller; sale: Sold; one: ReportedDispute }> {
  const seller = await sellerIn(gateway, of)
  const sale = await sold(gateway, seller, 100_00)
  return { seller, sale, one: infraction(sale, more) }
}

slow('the same news twenty times in parallel is booked once', async () => {
  const { seller, sale, one } = await scene()
  await Promise.all(Array.from({ length: 20 }, () => apply(one)))
  const { id } = await stands(one)
  assert.deepEqual(await moves(gateway, seller, id), ['DISPUTE_HELD 10000'])
  returned.set(one.endToEndId, { amount: centavos(40_00), state: 'done' })
  const states = ['accepted', 'open', 'defended', 'accepted'] as const
  await Promise.all(Array.from({ length: 20 }, (_, n) => apply({ ...one, state: states[n % 4] ?? 'open' })))
  await apply({ ...one, state: 'accepted' })
  const all = ['DISPUTE_HELD 10000', 'DISPUTE_TAKEN 4000', 'DISPUTE_RELEASED 6000']
  assert.deepEqual(await moves(gateway, seller, id), all)
  assert.deepEqual(await eventsOf(gateway, seller, 'dispute', id), ['dispute.opened', 'dispute.closed'])
  assert.deepEqual(await eventsOf(gateway, seller, 'sale', sale.id), ['sale.pending', 'sale.paid', 'sale.chargeback'])
  await settledAtBank(sale, '40.00')
})

/** The bank of this gateway gave nothing back: it does now, so that its books and ours agree. */
async function settledAtBank({ endToEndId }: Sold, amount: string): Promise<void> {
  const body = { endToEndId, amount, natureza: 'MED_FRAUDE' }
  assert.equal((await call(gateway.bankUrl, 'POST', '/sandbox/refund', { body })).status, 201)
  await until(async () => {
    const [row] = await gateway.db.query<{ status: string }>(sql`
      select status from refund where end_to_end_id = ${endToEndId} and unasked`)
    return row?.status === 'COMPLETED' || null
  }, 'what the bank gave back to be known')
}

test('whatever is reported in whatever order, the money moves by how it ends', async () => {
  const state = fc.constantFrom<ReportedDispute['state']>('open', 'defended', 'open')
  const ends = fc.constantFrom<ReportedDispute['state']>('rejected', 'cancelled')
  const property = fc.asyncProperty(
    fc.array(state, { maxLength: 4 }),
    ends,
    fc.array(state, { maxLength: 3 }),
    async (before, end, later) => {
      const { seller, sale, one } = await scene()
      for (const state of ['open' as const, ...before, end, end, ...later]) await apply({ ...one, state })
      assert.equal((await stands(one)).status, end === 'rejected' ? 'RELEASED' : 'CANCELLED')
      assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
      assert.equal(await statusOf(seller, sale), 'PAGO')
    },
  )
  await fc.assert(property, { numRuns: 4 })
})

test('one that is over before its first report changes nothing', async () => {
  const { seller, sale, one } = await scene({ state: 'rejected' })
  await apply(one)
  assert.equal(await statusOf(seller, sale), 'PAGO')
  const rows = await gateway.db.query(sql`select 1 from dispute where psp_dispute_id = ${one.disputeId}`)
  assert.equal(rows.length, 0)
})

test('what the PSP decides against its own decision raises an alert, and nothing is booked', async () => {
  const { seller, one } = await scene()
  await apply(one)
  await apply({ ...one, state: 'rejected' })
  returned.set(one.endToEndId, { amount: centavos(100_00), state: 'done' })
  await apply({ ...one, state: 'accepted' })
  await apply({ ...one, state: 'accepted' })
  assert.equal((await stands(one)).status, 'RELEASED')
  assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
  const message = 'DISPUTE_CONFLICT'
  await until(async () => (await alertsOf(gateway))[message] === 1 || null, 'the alarm, once')
})

test('a dispute that the bank has accepted is lost when the money went back, and not before', async () => {
  const { seller, sale, one } = await scene()
  await apply({ ...one, state: 'accepted' })
  assert.deepEqual(await figures(seller), { available: 0, blocked: 100_00 })
  const { status, accepted } = await stands(one)
  assert.deepEqual([status, accepted], ['OPEN', true])
  for (const state of ['processing', 'failed'] as const) {
    returned.set(one.endToEndId, { amount: centavos(100_00), state })
    await apply({ ...one, state: 'accepted' })
    assert.equal((await stands(one)).status, 'OPEN', state)
  }
  returned.set(one.endToEndId, { amount: centavos(100_00), state: 'done' })
  await apply({ ...one, state: 'accepted' })
  assert.equal((await stands(one)).status, 'FORFEITED')
  assert.equal(await statusOf(seller, sale), 'ESTORNADO')
  await settledAtBank(sale, '100.00')
})

slow('what the bank took before the first report of the dispute counts for it, and is not taken again', async () => {
  const { seller, sale, one } = await scene()
  await settledAtBank(sale, '30.00')
  assert.deepEqual(await figures(seller), { available: 70_00, blocked: 0 })
  returned.set(one.endToEndId, { amount: centavos(30_00), state: 'done' })
  await apply({ ...one, state: 'accepted' })
  const { status, forfeited, elsewhere, id } = await stands(one)
  assert.deepEqual([status, forfeited, elsewhere], ['FORFEITED', 30_00n, 30_00n])
  assert.deepEqual(await moves(gateway, seller, id), ['DISPUTE_HELD 7000', 'DISPUTE_RELEASED 7000'])
  assert.deepEqual(await figures(seller), { available: 70_00, blocked: 0 })
  assert.equal(await statusOf(seller, sale), 'PAGO')
})

test('two disputes of one Pix hold it once, the second what the first releases, and the sale waits for the last', async () => {
  const { seller, sale, one } = await scene({ amount: centavos(60_00) }, { reserve: 20 })
  const other = infraction(sale, { amount: centavos(100_00) })
  await apply(one, other)
  assert.deepEqual(await figures(seller), { available: 0, blocked: 100_00 })
  await apply({ ...one, state: 'rejected' })
  assert.deepEqual(await figures(seller), { available: 0, blocked: 100_00 })
  assert.equal(await statusOf(seller, sale), 'MED')
  await apply({ ...other, state: 'rejected' })
  assert.deepEqual(await figures(seller), { available: 80_00, blocked: 20_00 })
  assert.equal(await statusOf(seller, sale), 'PAGO')
})

test('of two disputes the one that is lost takes what the other holds, and no account owes what is there', async () => {
  const { seller, sale, one } = await scene({ amount: centavos(60_00) }, { reserve: 20 })
  const other = infraction(sale)
  await apply(one, other)
  const [{ id: first }, { id: second }] = [await stands(one), await stands(other)]
  returned.set(one.endToEndId, { amount: centavos(90_00), state: 'done' })
  await apply({ ...other, state: 'accepted' })
  const took = ['DISPUTE_HELD 4000', 'DISPUTE_TAKEN 4000', 'DISPUTE_CHARGED 5000']
  assert.deepEqual(await moves(gateway, seller, second), took)
  assert.deepEqual(await moves(gateway, seller, first), ['DISPUTE_HELD 6000', 'DISPUTE_RELEASED 5000'])
  assert.deepEqual(await figures(seller), { available: 0, blocked: 10_00 })
  assert.equal(await statusOf(seller, sale), 'MED')
  await apply({ ...one, state: 'rejected' })
  assert.deepEqual(await figures(seller), { available: 10_00, blocked: 0 })
  assert.equal(await statusOf(seller, sale), 'PAGO')
  await settledAtBank(sale, '90.00')
})

test('where nothing is left of a sale it is ESTORNADO, though another dispute of it is open', async () => {
  const { seller, sale, one } = await scene()
  const other = infraction(sale)
  await apply(one, other)
  returned.set(one.endToEndId, { amount: centavos(100_00), state: 'done' })
  await apply({ ...other, state: 'accepted' })
  assert.equal(await statusOf(seller, sale), 'ESTORNADO')
  assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
  await apply({ ...one, state: 'cancelled' })
  assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
  await settledAtBank(sale, '100.00')
})

slow('a dispute that two keys of one account at the bank report is one', async () => {
  const { seller, sale, one } = await scene()
  await apply(one)
  const [second] = await gateway.db.query<{ id: number }>(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
    select kind, environment, 'another key', base_url, 'another@key', credentials_sealed, 'another', created_at
    from psp_account where id = 1 returning id`)
  await applyReported(deps, second?.id ?? 0, [one])
  await applyReported(deps, second?.id ?? 0, [{ ...one, state: 'rejected' }])
  const rows = await gateway.db.query<{ status: string }>(sql`
    select status from dispute where end_to_end_id = ${one.endToEndId}`)
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['RELEASED'],
  )
  assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
  assert.equal(await statusOf(seller, sale), 'PAGO')
})

test('how a Pix is booked counts as it is under the lock, and not as it was before', async () => {
  const { seller, one } = await scene()
  let isFirst = true
  const sales: DisputeDeps['sales'] = {
    ...SALES_UNDER_DISPUTE,
    async findPix(db, endToEndId, isTest) {
      const pix = await SALES_UNDER_DISPUTE.findPix(db, endToEndId, isTest)
      if (!isFirst || pix === null) return pix
      isFirst = false
      return { ...pix, status: 'UNACCEPTED', saleId: null }
    },
  }
  await applyReported({ ...deps, sales }, 1, [one])
  assert.deepEqual(await figures(seller), { available: 0, blocked: 100_00 })
  await apply({ ...one, state: 'rejected' })
})

test('one without a deadline is ended manually thirty days after its opening', async () => {
  const olga = await registerOperator(gateway)
  const release = async (one: ReportedDispute) => {
    const { id } = await stands(one)
    return (await olga.call('POST', `/api/admin/disputes/${id}/release`, { reason: 'the bank is mute' })).status
  }
  const { one: young } = await scene({ deadlineAt: null })
  const { seller, one: old } = await scene({ deadlineAt: null, openedAt: new Date(Date.now() - 31 * 86_400_000) })
  await apply(young, old)
  assert.deepEqual([await release(young), await release(old)], [409, 202])
  assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
})

test('a Pix that becomes known brings its dispute to its account', async () => {
  const { seller, sale, one } = await scene()
  const { endToEndId } = one
  const later = `${endToEndId.slice(0, -3)}zzz`
  const early = { ...one, endToEndId: later }
  await apply(early)
  const { id } = await stands(early)
  const defence = { justification: 'The goods were delivered.', evidence: [] }
  const asked = { dispute: { accountId: SUSPENSE_ACCOUNT_ID, id: BigInt(id) }, ...defence, key: null }
  await submitDefence(deps, { ...asked, actor: { kind: 'operator', id: 'olga', address: '127.0.0.1' } })
  const rename = (from: string, to: string) =>
    gateway.db.query(sql`update dispute set end_to_end_id = ${to}, seal = default where end_to_end_id = ${from}`)
  await rename(later, endToEndId)
  await apply(one)
  assert.equal(await statusOf(seller, sale), 'MED')
  assert.deepEqual(await moves(gateway, seller, id), ['DISPUTE_HELD 10000'])
  assert.deepEqual(await eventsOf(gateway, seller, 'dispute', id), ['dispute.opened'])
  const [defended] = await gateway.db.query<{ fits: boolean }>(sql`
    select seal = seal_of(dispute_defence) as fits from dispute_defence where dispute_id = ${id}`)
  assert.equal(defended?.fits, true)
  await apply({ ...one, state: 'cancelled' })
})
