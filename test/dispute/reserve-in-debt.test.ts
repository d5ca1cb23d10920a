// A dispute while the account owes: the reserve of the disputed sale is held for the dispute and is reserve again when the dispute is won.
// It never pays for another sale, for an older dispute or for a hold order.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { findings } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import {
  decidedAtBank,
  disputedAtBank,
  disputeOf,
  figures,
  openDisputed,
  type ShownDispute,
  type Sold,
  sellerIn,
  sold,
} from './disputing.ts'

let gateway: TestGateway
before(async () => {
  gateway = await openDisputed()
})
after(() => gateway[Symbol.asyncDispose]())

const cashOut = (seller: Seller, amount: number) =>
  seller.api('POST', '/api/public/cashout', { amount, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' })

async function cashedOut(seller: Seller, amount: number): Promise<void> {
  const { status, text, body } = await cashOut(seller, amount)
  assert.equal(status, 201, text)
  await seller.reaches(`/api/public/cashout/${body.uuid}`, 'COMPLETED')
}

const reserveOf = async (seller: Seller, { uuid }: Sold): Promise<number> =>
  (await seller.api('GET', `/api/transactions/${uuid}`)).body.reserveAmount

const amountsOf = ({ heldAmount, lackingAmount }: ShownDispute) => ({ heldAmount, lackingAmount })

/** Half of each sale is reserve. Sale A of 1000.00 is lost after its money was cashed out: 500.00 are owed. */
async function inDebt() {
  const seller = await sellerIn(gateway, { reserve: 50 })
  const a = await sold(gateway, seller, 1_000_00)
  const b = await sold(gateway, seller, 1_000_00)
  await cashedOut(seller, 1_000)
  const id = await disputedAtBank(gateway, a)
  await disputeOf(seller, a)
  await decidedAtBank(gateway, id, 'accept')
  await disputeOf(seller, a, 'FORFEITED')
  assert.deepEqual(await figures(seller), { available: -500_00, blocked: 500_00 })
  return { seller, b }
}

test('a MED while available is below zero holds the reserve of its sale, and gives it back when it is won', async () => {
  const { seller, b } = await inDebt()
  const id = await disputedAtBank(gateway, b)
  const dispute = await disputeOf(seller, b)
  assert.deepEqual(amountsOf(dispute), { heldAmount: 500_00, lackingAmount: 500_00 })
  assert.deepEqual(await figures(seller), { available: -500_00, blocked: 500_00 })
  assert.equal(await reserveOf(seller, b), 0)

  await decidedAtBank(gateway, id, 'reject')
  await disputeOf(seller, b, 'RELEASED')
  assert.deepEqual(await figures(seller), { available: -500_00, blocked: 500_00 })
  assert.equal(await reserveOf(seller, b), 500_00)

  await sold(gateway, seller, 1_000_00)
  assert.deepEqual(await figures(seller), { available: 0, blocked: 1_000_00 })
  const refused = await cashOut(seller, 100)
  assert.deepEqual([refused.status, refused.body.errorType], [422, 'INSUFFICIENT_BALANCE'])
})

test('a MED that is lost while available is below zero takes the reserve of its sale, and the rest is owed', async () => {
  const { seller, b } = await inDebt()
  const id = await disputedAtBank(gateway, b)
  await disputeOf(seller, b)
  await decidedAtBank(gateway, id, 'accept', '700.00')
  await disputeOf(seller, b, 'FORFEITED')
  assert.deepEqual(await figures(seller), { available: -700_00, blocked: 0 })
  assert.equal(await reserveOf(seller, b), 0)
})

test('what comes while available is below zero pays the debt first, then what the dispute lacks', async () => {
  const { seller, b } = await inDebt()
  await disputedAtBank(gateway, b)
  await disputeOf(seller, b)
  await sold(gateway, seller, 1_400_00)
  assert.deepEqual(await figures(seller), { available: 0, blocked: 1_400_00 })
  assert.deepEqual(amountsOf(await disputeOf(seller, b)), { heldAmount: 700_00, lackingAmount: 300_00 })
})

test('what one dispute of a sale releases of its reserve is held by the other one, also in debt', async () => {
  const { seller, b } = await inDebt()
  const first = await disputedAtBank(gateway, b, { amount: '400.00' })
  await disputeOf(seller, b)
  const second = await disputedAtBank(gateway, b, { amount: '900.00' })
  const open = async () => {
    const { body } = await seller.api('GET', `/api/disputes?sale=${b.uuid}&status=OPEN`)
    return body.data.map(({ amount, ...one }: ShownDispute) => ({ amount, ...amountsOf(one) }))
  }
  await until(async () => (await open()).length === 2 || null, 'two disputes of the sale')
  assert.deepEqual(await open(), [
    { amount: 900_00, heldAmount: 100_00, lackingAmount: 500_00 },
    { amount: 400_00, heldAmount: 400_00, lackingAmount: 0 },
  ])
  await decidedAtBank(gateway, first, 'reject')
  await until(async () => (await open()).length === 1 || null, 'the end of the first')
  assert.deepEqual(await open(), [{ amount: 900_00, heldAmount: 500_00, lackingAmount: 400_00 }])
  assert.deepEqual(await figures(seller), { available: -500_00, blocked: 500_00 })

  await decidedAtBank(gateway, second, 'cancel')
  await until(async () => (await open()).length === 0 || null, 'the end of the second')
  assert.equal(await reserveOf(seller, b), 500_00)
  assert.deepEqual(await figures(seller), { available: -500_00, blocked: 500_00 })
})

test('the doctor finds a dispute that does not hold what it took of a reserve; an update corrects those of older versions', async () => {
  const { seller, b } = await inDebt()
  await disputedAtBank(gateway, b)
  const { id } = await disputeOf(seller, b)
  const reserveIn = async () => {
    const [row] = await gateway.db.query<{ reserve: bigint }>(sql`
      select reserve_centavos as reserve from dispute where account_id = ${seller.accountId} and id = ${id}`)
    return row?.reserve
  }
  await gateway.db.query(sql`
    update dispute set reserve_centavos = 60000, seal = default where account_id = ${seller.accountId} and id = ${id}`)
  const found = (await findings(gateway.db)).filter(sentence => sentence.includes('reserve'))
  assert.match(found.join('; '), /holds 500\.00, of which 600\.00 came from the sale's reserve/)
  const [migration = ''] = globSync('migrations/*_disputes_hold_their_reserve.sql')
  const [up = ''] = readFileSync(migration, 'utf8').split('-- Down Migration')
  await gateway.db.query(raw(up))
  assert.equal(await reserveIn(), 500_00n)
  assert.deepEqual(await findings(gateway.db), [])
})

test('the reserve is free on its day and pays the debt then', async () => {
  const { seller } = await inDebt()
  const old = await sellerIn(gateway)
  assert.deepEqual(await figures(old), { available: 0, blocked: 0 })
  gateway.advance(31 * 24 * HOUR_MS)
  const freed = async () => (await figures(seller)).blocked === 0 || null
  await until(freed, 'the release of the reserve')
  assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
})
