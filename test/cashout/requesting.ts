// What tests of cashouts share: requesting one, what the bank paid a seller's payees, and what the seller has.
import assert from 'node:assert/strict'
import { toBase62 } from '#kernel/ids.ts'
import type { Seller } from '../gateway.ts'
import { type Answer, call } from '../http.ts'

export const REQUEST = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }

export const requestCashout = (seller: Seller, more: object = {}): Promise<Answer> =>
  seller.api('POST', '/api/public/cashout', { ...REQUEST, ...more })

/** Requests a cashout that is accepted, and answers it and its path. */
export async function take(seller: Seller, more: object = {}) {
  const answer = await requestCashout(seller, more)
  assert.equal(answer.status, 201, answer.text)
  return { cashout: answer.body, path: `/api/public/cashout/${answer.body.uuid}` }
}

/** What all ids begin with that PSPs know this seller's payouts and charges by. */
export const idsOf = (seller: Pick<Seller, 'accountId'>) => `P${toBase62(BigInt(seller.accountId), 7)}`

export interface Payment {
  idEnvio: string
  endToEndId: string
  amount: string
  status: string
  pixKey: string
}

export async function paymentsOf(bank: { url: string }, seller: Pick<Seller, 'accountId'>): Promise<Payment[]> {
  const { body } = await call(bank.url, 'GET', '/sandbox/payments?limit=10000')
  return body.data.filter(({ idEnvio }: Payment) => idEnvio.startsWith(idsOf(seller)))
}

export async function balanceOf(seller: Seller): Promise<{ available: number; blocked: number; total: number }> {
  return (await seller.api('GET', '/api/public/balance')).body
}
