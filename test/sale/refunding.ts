// What tests of refunds of sales share: a paid sale, requesting refunds, and what came of them in the books.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { until } from '../until.ts'
import { at } from './selling.ts'

export interface PaidSale {
  uuid: string
  id: number
  endToEndId: string
}

/** A sale that has been paid. */
export async function paid(
  gateway: Pick<TestGateway, 'pay'>,
  seller: Seller,
  cents = 100_00,
  more: Record<string, unknown> = {},
): Promise<PaidSale> {
  const sale = await seller.sell(cents, more)
  const { body: pix } = await gateway.pay(sale.pixKey)
  await seller.reaches(at(sale), 'PAGO')
  return { uuid: sale.uuid, id: sale.id, endToEndId: pix.endToEndId }
}

export const refundsAt = (sale: { uuid: string }) => `${at(sale)}/refunds`

export const refund = (seller: Seller, sale: { uuid: string }, body?: object, key?: string): Promise<Answer> =>
  seller.api('POST', refundsAt(sale), body, key === undefined ? {} : { 'idempotency-key': key })

/** Requests it, and answers how it ended. */
export async function refunded(seller: Seller, sale: { uuid: string }, body: object = {}, end = 'COMPLETED') {
  const asked = await refund(seller, sale, body)
  assert.equal(asked.status, 202, asked.text)
  return seller.reaches(`${refundsAt(sale)}/${asked.body.uuid}`, end)
}

/** "COMPLETED 4000" of each refund of the sale, in the order of their making; a PSP-initiated one says so. */
export async function refundsOf({ db }: Pick<TestGateway, 'db'>, sale: { uuid: string }): Promise<string[]> {
  const rows = await db.query<{ line: string }>(sql`
    select concat_ws(' ', case when unasked then 'unasked' end, refund.status, refund.amount_centavos) as line
    from refund join sale on sale.account_id = refund.account_id and sale.id = refund.sale_id
    where sale.uuid = ${sale.uuid} order by refund.id`)
  return rows.map(({ line }) => line)
}

/** "RESERVE_RELEASED 1000" of each transfer of the account after its first `after`, in their order. */
export async function movesOf({ db }: Pick<TestGateway, 'db'>, { accountId }: Seller, after = 0n): Promise<string[]> {
  const rows = await db.query<{ line: string }>(sql`
    select kind || ' ' || amount_centavos as line from transfer where account_id = ${accountId} and seq > ${after} order by seq`)
  return rows.map(({ line }) => line)
}

export async function seqOf({ db }: Pick<TestGateway, 'db'>, { accountId }: Seller): Promise<bigint> {
  const [row] = await db.query<{ seq: bigint }>(sql`select seq from wallet where account_id = ${accountId}`)
  return row?.seq ?? 0n
}

export const untilRefunds = (gateway: Pick<TestGateway, 'db'>, sale: { uuid: string }, events: string[]) =>
  until(async () => {
    const found = await refundsOf(gateway, sale)
    return JSON.stringify(found) === JSON.stringify(events) || null
  }, `the refunds ${events}`).catch(async error => {
    throw new Error(`${error.message}; there are ${await refundsOf(gateway, sale)}`)
  })
