// A buyer's cart by its token, with the checkout that it belongs to. Unknown tokens, and those that another has taken the place of,
// lead nowhere.
import type { FoundCheckout } from '#checkout/feature.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import type { Cart } from '../cart.ts'
import type { CartDeps } from '../deps.ts'
import { findByToken } from '../store.ts'

export interface BuyersCart {
  cart: Cart
  found: FoundCheckout
}

export async function findBuyersCart({ db, checkouts }: CartDeps, token: string): Promise<BuyersCart | null> {
  return withCheckout(checkouts, await findByToken(db, hashToken(token)))
}

/** null also for a cart of a seller's own shop, which has no page here. */
export async function withCheckout(checkouts: CartDeps['checkouts'], cart: Cart | null): Promise<BuyersCart | null> {
  if (cart === null || cart.checkoutId === null) return null
  const found = await checkouts.ofCart({ accountId: cart.accountId, id: cart.checkoutId })
  return found === null ? null : { cart, found }
}
