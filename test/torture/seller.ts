// Sellers with money at gateways that are processes of their own: the account is opened by SQL, the money comes by a sale that is
// paid at the bank.
import { randomUUID } from 'node:crypto'
import { createCredential } from '#account/credential.ts'
import { openAccount } from '#account/open.ts'
import type { Database } from '#db/postgres.ts'
import { orThrow } from '#kernel/failure.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { type Seller, sellerWith } from '../gateway.ts'
import { call } from '../http.ts'

export interface Address {
  readonly url: string
}

export async function openSeller(db: Database, httpServer: Address): Promise<Seller> {
  const person = { id: randomUUID(), name: 'Loja de Teste', email: 'loja@example.com' }
  const accountId = await openAccount(db, { person, status: 'ACTIVE', now: new Date() })
  const deps = { db, clock: systemClock, random: systemRandom }
  const request = { name: 'torture', scopes: null, expiresAt: null }
  const { credential, privateKey } = orThrow(await createCredential(deps, accountId, request))
  return sellerWith(httpServer, accountId, credential.publicKey, privateKey)
}

/** The same seller at another gateway. */
export const at = (httpServer: Address, { accountId, publicKey, privateKey }: Seller): Seller =>
  sellerWith(httpServer, accountId, publicKey, privateKey)

export async function fund(seller: Seller, bankUrl: string, cents: number): Promise<void> {
  const sale = await seller.sell(cents)
  await call(bankUrl, 'POST', '/sandbox/pay', { body: { pixCopiaECola: sale.pixKey } })
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
}
