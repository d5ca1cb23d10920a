// What matrices of routes need of cards: a refund whose answer was lost.
import sql from 'sql-template-tag'
import type { Seller, TestGateway } from '../../gateway.ts'
import { refund } from '../../sale/refunding.ts'
import { sellByCard, sellsByCard } from '../cards.ts'

/** The operator's address of it. */
export async function uncertainRefund(gateway: TestGateway, seller: Seller): Promise<string> {
  await sellsByCard(gateway, seller)
  const sale = await sellByCard(gateway, seller, 'approved')
  const { body } = await refund(seller, sale.body, { amount: 10_00 })
  await gateway.db.query(sql`
    update refund set sent_at = created_at, waits_for = null, expected_at = null, seal = default where uuid = ${body.uuid}`)
  return `/api/admin/refunds/${seller.accountId}/${body.id}/outcome`
}
