// The abandon timer of two processes against payments, in seeded interleavings: a cart is abandoned at most once, recovered at most
// once and only after that, and never abandoned after it was paid.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import pLimit from 'p-limit'
import sql from 'sql-template-tag'
import { assertBooks } from '../books.ts'
import { times } from '../long.ts'
import { chanceOf } from '../storm/weather.ts'
import { openTwoGateways } from '../two-gateways.ts'
import { until } from '../until.ts'
import { ANA, charged, contact, linkOf } from './shopping.ts'

const BATCH = 20
/** More would wait in vain for a connection, or for the bank, where the machine is busy. */
const AT_ONCE = 5
/** The timers look once a second. */
const SPREAD_MS = 1_500

it('the timer and the payment decide each cart once, whoever comes first', async () => {
  await using two = await openTwoGateways()
  const { gateway } = two
  const shop = await gateway.seller()
  const link = await linkOf(shop, { pix: { expiresInSeconds: 86_400 } })
  const chance = chanceOf(7)
  const ways = new Set<string>()
  const few = pLimit(AT_ONCE)
  for (let batch = 0; batch < times(1, 500 / BATCH); batch++) {
    const uuids = await Promise.all(
      Array.from({ length: BATCH }, (_, n) =>
        few(async () => {
          const opened = await contact(gateway, link, { customer: { ...ANA, email: `b${batch}-${n}@example.com` } })
          const sale = await charged(gateway, opened)
          await makeDue(opened.cart.id, chance.below(SPREAD_MS))
          await gateway.pay(sale.brCode ?? '')
          return opened.cart.uuid
        }),
      ),
    )
    for (const way of await until(() => ended(uuids), 'all carts to be paid')) ways.add(way)
  }
  for (const way of ways) assert.ok(['COMPLETED', 'RECOVERED cart.abandoned cart.recovered'].includes(way), way)
  assert.equal((await ended([]))?.length, 0)
  await assertBooks(gateway)

  async function makeDue(id: bigint, inMs: number): Promise<void> {
    await gateway.db.query(sql`
      update cart set last_activity_at = now() - interval '2 hours', due_at = now() + ${inMs} * interval '1 millisecond', seal = default
      where account_id = ${shop.accountId} and id = ${id} and state = 'OPEN'`)
  }

  /** null: one of them is not paid yet. */
  async function ended(uuids: string[]): Promise<string[] | null> {
    const rows = await gateway.db.query<{ way: string; paid: boolean }>(sql`
      select concat_ws(' ', state, (
          select string_agg(type, ' ' order by subject_version, id) from event
          where event.account_id = cart.account_id and subject = 'cart' and subject_id = cart.id
        )) as way, paid_sale_id is not null as paid
      from cart where account_id = ${shop.accountId} and uuid = any(${uuids}::uuid[])`)
    return rows.every(({ paid }) => paid) ? rows.map(({ way }) => way) : null
  }
})
