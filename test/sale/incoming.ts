// What tests of unexpected money share: ways in which it comes, how it is reported to the gateway, and the operator's routes.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { toReais } from '#kernel/money.ts'
import { buildStaticCode } from '#kernel/pix/br-code.ts'
import type { Person } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import type { Wire } from '../psp/faulty-wire.ts'
import { KEY } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { receiptsOf } from './selling.ts'

export const SUSPENSE_ACCOUNT = { accountId: SUSPENSE_ACCOUNT_ID } as Seller

/** A code on the bank's key without a charge. */
export const staticCode = (cents: bigint, txid?: string): string =>
  buildStaticCode({
    key: KEY,
    amount: cents as never,
    merchantName: 'Loja',
    merchantCity: 'Sao Paulo',
    ...(txid !== undefined && { txid }),
  })

/** The bank reports no Pix without a txid; this reports it as a callback would. */
export async function hint(wire: Wire, pix: { endToEndId: string }): Promise<void> {
  const body = { pix: [{ endToEndId: pix.endToEndId, moment: crypto.randomUUID() }] }
  assert.equal((await call(wire.callbackUrl(), 'POST', '', { body })).status, 200)
}

/** All money without a sale that comes to the operator's PSP account is this seller's. */
export const ownsPsp = (gateway: TestGateway, { accountId }: Seller) =>
  gateway.db.query(sql`update psp_account set seal = default, owner_account_id = ${accountId}`)

export const untilUnmatched = (gateway: TestGateway, account: Seller, reported: string) =>
  until(async () => (await receiptsOf(gateway, account)).includes(reported) || null, `the receipt ${reported}`).catch(
    async error => {
      throw new Error(`${error.message}; there are ${await receiptsOf(gateway, account)}`)
    },
  )

/** Reais that the bank gave back of a Pix, or is about to. */
export async function returnedOf(bankUrl: string, endToEndId: string): Promise<string> {
  const { body } = await call(bankUrl, 'GET', '/sandbox/receipts?limit=10000')
  return body.data.find((incomingPayment: { endToEndId: string }) => incomingPayment.endToEndId === endToEndId)
    ?.returned
}

export const reais = (cents: bigint) => toReais(cents as never)

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
export async function listed(olga: Person, query = ''): Promise<any[]> {
  const { status, body } = await olga.call('GET', `/api/admin/receipts${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

export const decide = (
  olga: Person,
  incomingPayment: { accountId: number; id: number | string },
  what: 'return' | 'credit',
  body: object = {},
): Promise<Answer> =>
  olga.call('POST', `/api/admin/receipts/${incomingPayment.accountId}/${incomingPayment.id}/${what}`, {
    reason: 'the buyer called',
    ...body,
  })

/** How often each alert that is still open was raised, by its code. */
export async function alertsOf(gateway: TestGateway): Promise<Record<string, number>> {
  const rows = await gateway.db.query<{ code: string; rung: number }>(sql`
    select code, sum(rung)::int as rung from alarm group by code`)
  return Object.fromEntries(rows.map(({ code, rung: raised }) => [code, raised]))
}
