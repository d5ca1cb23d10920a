// The cashout that every caller requests: one amount, one payee, each under a key of its own.
import { createHash, randomUUID } from 'node:crypto'
import type { CashoutRequest } from '#cashout/request/request.ts'
import type { Centavos } from '#kernel/money.ts'

export const AMOUNT = 100_00n as Centavos
export const PIX_KEY = 'maria@example.com'
export const ROUTE = 'POST /api/public/cashout'
/** The route makes the hash of a request, once for each, however the request is decided later. */
export const REQUEST_HASH = createHash('sha256').update('the same for all').digest()

export const requestOf = (accountId: number): CashoutRequest => ({
  accountId,
  amount: AMOUNT,
  pixKey: PIX_KEY,
  pixKeyType: 'EMAIL',
  externalReference: null,
  description: null,
  holderDocument: null,
  postbackUrl: null,
  key: { accountId, route: ROUTE, key: randomUUID(), askHash: REQUEST_HASH },
})
