// A caller who sells by card is answered within eight seconds, however slow the acquirer is; what goes on by itself charges nobody twice.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Seller } from '../../gateway.ts'
import { tokenOf } from '../../psp/collect/card-scene.ts'
import { cardOf, freshKey, sellByCard } from '../cards.ts'
import { type CardShop, openCardShop } from './shop.ts'

let shop: CardShop
let seller: Seller
before(async () => {
  shop = await openCardShop({ env: { PSP_TIMEOUT_MS: '20000' } })
  seller = await shop.seller()
})
after(() => shop[Symbol.asyncDispose]())

const SLOW = { times: 1, delayMs: 12_000 }
/** Before the acquirer's own time is over, also on a busy machine. */
const ANSWERED_MS = 18_000

it('an attempt that is slow is EM_PROCESSAMENTO first, and goes on by itself', async () => {
  await shop.fault('POST /charge/:id/pay', 'timeoutBefore')
  const [key, begun] = [freshKey(), performance.now()]
  const token = await tokenOf({ url: shop.gateway.bankUrl }, 'approved')
  const { status, body } = await sellByCard(shop.gateway, seller, 'approved', { key, token })
  assert.ok(performance.now() - begun < ANSWERED_MS)
  assert.deepEqual([status, body.status], [201, 'EM_PROCESSAMENTO'])
  // The worker tries the same charge again, while the first call still hangs.
  shop.gateway.advance(MINUTE_MS)
  await seller.reaches(`/api/transactions/${body.uuid}`, 'PAGO')
  const again = await sellByCard(shop.gateway, seller, 'approved', { key, token })
  assert.deepEqual([again.status, again.body.uuid, again.body.status], [201, body.uuid, 'PAGO'])
  assert.equal((await cardOf(shop.gateway, body.id))?.hasToken, false)
})

it('a charge that is opened too late is tried by nobody: the caller has heard that nothing was charged', async () => {
  await shop.fault('POST /charge$', 'slow', SLOW)
  const key = freshKey()
  const token = await tokenOf({ url: shop.gateway.bankUrl }, 'approved')
  const refused = await sellByCard(shop.gateway, seller, 'approved', { key, token })
  assert.deepEqual([refused.status, refused.body.error], [503, 'PSP_UNAVAILABLE'])
  const { status, body } = await sellByCard(shop.gateway, seller, 'approved', { key, token })
  assert.deepEqual([status, body.status], [201, 'PAGO'])
  const rows = await shop.gateway.db.query(sql`
    select 1 from transfer where kind = 'SALE' and account_id = ${seller.accountId} and subject_id = ${body.id}`)
  assert.equal(rows.length, 1)
})
