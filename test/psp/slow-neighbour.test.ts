// Two banks, of which one takes every request and answers nothing: callers of the other one notice nothing.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { take } from '../cashout/requesting.ts'
import type { Seller } from '../gateway.ts'
import { until } from '../until.ts'
import { openTwoBanks, type TwoBanks } from './two-banks.ts'

const PATIENT = { PSP_TIMEOUT_MS: '8000' }
const SOON_MS = 5_000
const SILENCE = { forwarded: false, answer: 'silence' } as const

const moveTo = ({ gateway, second }: TwoBanks, { accountId }: Seller) =>
  gateway.db.query(sql`
    update account set pay_in_psp_account_id = ${second.pspAccountId}, pay_out_psp_account_id = ${second.pspAccountId}
    where id = ${accountId}`)

const statusOf = async (seller: Seller, path: string) => (await seller.api('GET', path)).body.status

test('payouts go on while another PSP hangs', async () => {
  await using banks = await openTwoBanks(PATIENT)
  const [slow, quick] = [
    await banks.gateway.seller({ funds: 50_000_00 }),
    await banks.gateway.seller({ funds: 5_000_00 }),
  ]
  await moveTo(banks, quick)
  const first = await take(quick)
  await quick.reaches(first.path, 'COMPLETED')
  banks.first.wire.fail('PUT', '/v3/gn/pix', SILENCE, 1_000)
  const hanging = await Promise.all(Array.from({ length: 100 }, () => take(slow)))
  const { path } = await take(quick)
  await until(async () => (await statusOf(quick, path)) === 'COMPLETED' || null, 'the payout', SOON_MS)
  assert.notEqual(await statusOf(slow, hanging[99]?.path ?? ''), 'COMPLETED')
})

test('sales end while another PSP hangs', async () => {
  await using banks = await openTwoBanks(PATIENT)
  const [slow, quick] = [await banks.gateway.seller(), await banks.gateway.seller()]
  await moveTo(banks, quick)
  const minute = { pix: { expiresInSeconds: 60 } }
  await Promise.all(Array.from({ length: 45 }, () => slow.sell(100_00, minute)))
  const { uuid } = await quick.sell(100_00, minute)
  banks.first.wire.fail('PATCH', '/v2/cob', SILENCE, 1_000)
  banks.gateway.advance(2 * MINUTE_MS)
  const path = `/api/transactions/${uuid}`
  await until(async () => (await statusOf(quick, path)) === 'CANCELADO' || null, 'the sale', SOON_MS)
})
