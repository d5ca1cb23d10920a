// What the page of a charge shows: what is true of the sale now, as one screen. It names nobody: who holds the address may not be
// the customer. A sale of a cart has the cart's page.
import type { Queryable } from '#db/postgres.ts'
import { type Clock, DAY_MS } from '#kernel/time.ts'
import type { PaymentMethod, Sale } from '../sale.ts'
import { findSales } from '../store.ts'
import type { ChargeLinks } from './link.ts'

export type ChargeScreen = 'STARTING' | 'PIX' | 'TRANSFER' | 'CHECKING' | 'PAID' | 'CLOSED'

export interface ChargePage {
  sale: Sale
  screen: ChargeScreen
  /** By the clock of the gateway, for countdowns. */
  now: Date
}

const SHOWN: readonly PaymentMethod[] = ['PIX', 'TRANSFER']

/** A sale of a cart has the page of its cart; the other methods take more of their buyer than this page asks for. */
export const hasChargePage = ({ cartId, paymentMethod }: Pick<Sale, 'cartId' | 'paymentMethod'>): boolean =>
  cartId === null && SHOWN.includes(paymentMethod)

/** So long after its last change the page of a sale that has ended is there, as the buyer's proof. */
const KEPT_MS = 30 * DAY_MS

export async function openChargePage(
  { db, clock, chargeLinks }: { db: Queryable; clock: Clock; chargeLinks: ChargeLinks },
  token: string,
): Promise<ChargePage | null> {
  const named = chargeLinks.saleIn(token)
  if (named === null) return null
  const [sale] = await findSales(db, [{ accountId: named.accountId, id: { uuid: named.uuid } }])
  const now = clock()
  if (!sale || !hasChargePage(sale) || isForgotten(sale, now)) return null
  return { sale, screen: screenOf(sale, now), now }
}

function screenOf(sale: Sale, now: Date): ChargeScreen {
  if (sale.completedAt !== null) return 'PAID'
  if (sale.status === 'EM_PROCESSAMENTO' && !sale.givenUp) return 'STARTING'
  if (sale.status === 'PENDENTE') return sale.expiresAt > now ? openScreenOf(sale) : 'CHECKING'
  return 'CLOSED'
}

const openScreenOf = ({ paymentMethod }: Sale): ChargeScreen => (paymentMethod === 'TRANSFER' ? 'TRANSFER' : 'PIX')

const isForgotten = ({ status, updatedAt }: Sale, now: Date): boolean =>
  status !== 'PENDENTE' && now.getTime() - updatedAt.getTime() > KEPT_MS
