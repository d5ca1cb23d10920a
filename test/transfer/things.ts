// Things that operators decide about in sales by transfer, each made anew: for the tests that try every route.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Person } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { sellsByTransfer, soldByTransfer } from './selling.ts'

const MOVEMENTS = '/api/admin/psp/accounts/1/movements'
let cents = 500_00

/** Booked by a statement's file with the amount of two sales. */
export async function uncertainTransfer(
  gateway: TestGateway,
  seller: Seller,
  olga: Person,
): Promise<{ receipt: string; saleUuid: string }> {
  await sellsByTransfer(gateway, seller)
  const amount = ++cents
  const more = { amount, items: [{ title: 'Camiseta', unitPrice: amount, quantity: 1 }] }
  const [sale] = [await soldByTransfer(seller, more), await soldByTransfer(seller, more)]
  const file = Buffer.from(ofx('TED', amount)).toString('base64')
  await olga.call('POST', `${MOVEMENTS}/ofx`, { file })
  const [row] = await gateway.db.query<{ path: string }>(sql`
    select '/api/admin/receipts/' || account_id || '/' || id as path from receipt where amount_centavos = ${amount} order by id desc limit 1`)
  return { receipt: row?.path ?? '', saleUuid: sale.uuid }
}

export async function statementsOf(gateway: TestGateway, seller: Seller): Promise<string> {
  await sellsByTransfer(gateway, seller)
  return MOVEMENTS
}

export async function unclearCredit(gateway: TestGateway, seller: Seller, olga: Person): Promise<string> {
  await sellsByTransfer(gateway, seller)
  await olga.call('POST', `${MOVEMENTS}/ofx`, { file: fileOf('CREDITO') })
  const { body } = await olga.call('GET', `${MOVEMENTS}?state=UNCLEAR`)
  return `${MOVEMENTS}/${body.data[0].id}`
}

export const fileOf = (memo: string): string => Buffer.from(ofx(memo, ++cents)).toString('base64')

const ofx = (memo: string, amount: number) =>
  `<OFX><ACCTID>1234567<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261123<TRNAMT>${(amount / 100).toFixed(2)}<FITID>${randomUUID()}<MEMO>${memo}</STMTTRN></OFX>`
