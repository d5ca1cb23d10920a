// A cart forgets who its buyer was because somebody asks for it. What was bought stays.
import { type Actor, record } from '#audit/audit.ts'
import type { PathId } from '#http/request/path-id.ts'
import { type Failure, notFound } from '#kernel/failure.ts'
import { erased, expired, isOpen } from '../cart.ts'
import type { CartDeps } from '../deps.ts'
import { erasePrefill } from '../stock-store.ts'
import { lockCart, setRecoveryToken, updateCart } from '../store.ts'

/** At the request of a buyer. One that is still open ends with it. */
export async function eraseOnRequest(
  { db, clock }: CartDeps,
  { accountId, id, by }: { accountId: number; id: PathId; by: Actor },
): Promise<true | Failure> {
  return db.transaction(async tx => {
    const now = clock()
    const cart = await lockCart(tx, accountId, id)
    if (cart === null) return notFound('Cart')
    if (cart.erasedAt !== null) return true as const
    await updateCart(tx, erased(isOpen(cart) ? expired(cart, now) : cart, now))
    await setRecoveryToken(tx, cart, null)
    if (cart.checkoutId !== null) await erasePrefill(tx, cart)
    await record(tx, [{ accountId, actor: by, action: 'cart.erased', subject: 'cart', subjectId: cart.uuid }], now)
    return true as const
  })
}
