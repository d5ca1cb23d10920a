// Carts of a seller's own shop: the shop tells of them by API, and gets cart.abandoned and cart.recovered for them. A sale pays such
// a cart by its `cartId` in POST /api/transactions.
import type { Transaction } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import { ZERO } from '#kernel/money.ts'
import { type Cart, type CartCustomer, type CartItem, expired, isOpen } from './cart.ts'
import type { CartDeps } from './deps.ts'
import { insertCart, lockCart, openCartWith, updateCart } from './store.ts'

export interface OwnCartRequest {
  customer: CartCustomer
  items: CartItem[]
  amount: Cart['amount']
  recoveryUrl: string
  externalReference: string | null
  abandonAfterSeconds: number | null
  marketingConsent: boolean
  utm: Record<string, unknown> | null
}

const TAKEN = new Failure('CONFLICT', 'externalReference: already names an open cart')
/** A shop whose answer was lost finds its cart so. */
const takenBy = (uuid: string) => new Failure('CONFLICT', `externalReference: already names the cart ${uuid}`)
/** What a shop says of its buyer's consent; which text that was it knows itself. */
const TEXT_OF_SHOP = 'shop'

export function createOwnCart(deps: CartDeps, accountId: number, request: OwnCartRequest): Promise<Cart | Failure> {
  const now = deps.clock()
  const cart: Omit<Cart, 'id'> = {
    accountId,
    uuid: mintUuid(deps.random),
    checkoutId: null,
    checkoutUuid: null,
    state: 'OPEN',
    version: 0,
    revision: 1,
    address: null,
    shipping: ZERO,
    discount: ZERO,
    recoveryTokenSealed: null,
    lastActivityAt: now,
    abandonedAt: null,
    recoveredAt: null,
    endedAt: null,
    erasedAt: null,
    paidSaleId: null,
    createdAt: now,
    ...fieldsOf(request, now),
  }
  return deps.db.transaction(async tx => (await insertCart(tx, cart, null)) ?? (await takenFrom(tx, cart)))
}

async function takenFrom(tx: Transaction, { accountId, externalReference }: Omit<Cart, 'id'>): Promise<Failure> {
  const uuid = externalReference === null ? null : await openCartWith(tx, accountId, externalReference)
  return uuid === null ? TAKEN : takenBy(uuid)
}

const fieldsOf = (request: OwnCartRequest, now: Date) => ({
  customer: request.customer,
  items: request.items,
  amount: request.amount,
  recoveryUrl: request.recoveryUrl,
  externalReference: request.externalReference,
  abandonAfterSeconds: request.abandonAfterSeconds,
  utm: request.utm,
  consent: request.marketingConsent ? { given: true, textVersion: TEXT_OF_SHOP, at: now.toISOString() } : null,
})

/** The whole again, which counts as activity of the buyer. */
export function replaceOwnCart(
  deps: CartDeps,
  accountId: number,
  id: PathId,
  request: OwnCartRequest,
): Promise<Cart | Failure> {
  return changing(deps, accountId, id, (cart, now) =>
    isOpen(cart)
      ? { ...cart, ...fieldsOf(request, now), revision: cart.revision + 1, lastActivityAt: now }
      : new Failure('CONFLICT', `A cart that is ${cart.state} cannot be changed`),
  )
}

/** The shop knows that nothing will come of it. One that is closed already stays as it is. */
export function closeOwnCart(deps: CartDeps, accountId: number, id: PathId): Promise<Cart | Failure> {
  return changing(deps, accountId, id, (cart, now) => {
    if (cart.paidSaleId !== null) return new Failure('CONFLICT', 'A cart that is paid cannot be closed')
    return isOpen(cart) ? expired(cart, now) : cart
  })
}

async function changing(
  { db, clock }: CartDeps,
  accountId: number,
  id: PathId,
  change: (cart: Cart, now: Date) => Cart | Failure,
): Promise<Cart | Failure> {
  try {
    return await db.transaction(async tx => {
      const cart = await ownCart(tx, accountId, id)
      if (cart === null) return notFound('Cart')
      const next = change(cart, clock())
      if (!(next instanceof Failure || next === cart)) await updateCart(tx, next)
      return next
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'cart_reference') return TAKEN
    throw error
  }
}

/** A cart of a checkout of ours is its buyer's: no server changes it. */
async function ownCart(tx: Transaction, accountId: number, id: PathId): Promise<Cart | null> {
  const cart = await lockCart(tx, accountId, id)
  return cart?.checkoutId === null ? cart : null
}
