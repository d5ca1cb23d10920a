// A shop may sell by boleto, card and transfer: the operator has opened its PSP account for them, and agreed on prices and settlement.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import type { Person } from '../../access/person.ts'
import type { Seller, TestGateway } from '../../gateway.ts'
import { call } from '../../http.ts'
import { PAYEE } from '../../transfer/selling.ts'
import type { MethodTerms } from '../terms.ts'

/** Days from an approval to the acquirer's credit, which is of the whole sale. */
export const ACQUIRER_DAYS = 4

export async function openMethods({ db, bankUrl }: TestGateway): Promise<void> {
  await db.query(sql`
    update psp_account set boleto_enabled = true, card_enabled = true, transfer_enabled = true,
      transfer_payee = ${JSON.stringify(PAYEE)}::jsonb, version = version + 1, seal = default where id = 1`)
  const body = { cardSettlement: 'whole', cardDays: ACQUIRER_DAYS }
  const { status, text } = await call(bankUrl, 'POST', '/sandbox/settings', { body })
  assert.equal(status, 200, text)
}

export async function agreeOnMethods(
  { db }: TestGateway,
  olga: Person,
  { accountId }: Seller,
  { settlement, ...fees }: MethodTerms,
): Promise<void> {
  const { status, text } = await olga.call('PATCH', `/api/admin/accounts/${accountId}`, {
    fees,
    settlement,
    boletoPspAccountId: 1,
  })
  assert.equal(status, 200, text)
  await db.query(sql`update account set card_psp_account_id = 1, seal = default where id = ${accountId}`)
}
