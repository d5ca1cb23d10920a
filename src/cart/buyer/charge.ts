// The pay step: the buyer's cart becomes a sale, by the same verb as POST /api/transactions. What it costs is read from the frozen
// rows of the cart and compared in the transaction that stores the sale; the page sends an amount only as a check.
import type { Replayed } from '#idempotency/answer.ts'
import { hashOf, type KeyRequest } from '#idempotency/key.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { type Centavos, toCentsNumber } from '#kernel/money.ts'
import type { SaleRequest } from '#sale/begin.ts'
import type { Created } from '#sale/create.ts'
import type { Cart } from '../cart.ts'
import type { CartDeps } from '../deps.ts'
import { CLOSED } from '../refusals.ts'
import { lockCart, updateCart } from '../store.ts'
import { type BuyersCart, findBuyersCart } from './found.ts'
import type { Screen } from './screen.ts'
import { type CartView, stateOfCart, viewOf } from './state.ts'

export interface ChargeRequest {
  /** A uuid that the rendered form carries: a double click, a reload and the back button are one charge. */
  attempt: string
  /** Boleto and card join here, each with the fields that it needs. */
  method: 'PIX'
  /** What the buyer was shown. Another amount by now: CONFLICT, and the page shows the new one. */
  total: Centavos
}

const ROUTE = 'POST /c/:token/pagar'

/**
 * Answers the state of the cart after the charge: usually the screen PIX with its code. PSP_UNAVAILABLE: nothing was charged, the
 * same attempt may be sent again. CONFLICT: sold out, closed, or another amount.
 */
export async function charge(deps: CartDeps, token: string, request: ChargeRequest): Promise<CartView | Failure> {
  const attempt = parseUuid(request.attempt)
  if (attempt === null) return invalid('attempt', 'a uuid')
  const own = await findBuyersCart(deps, token)
  if (own === null) return notFound('Cart')
  const before = await viewOf(deps, own)
  // Paid, or a code is open: whoever pressed twice is shown what there is, whatever attempt that was.
  const refused = refusalOf(before, own, request)
  if (refused !== null) return refused
  if (!isToBeCharged(before.screen)) return before
  await recordActivity(deps, own.cart)
  const key = keyOf(own.cart, attempt, request)
  const failure = await answered(deps, await deps.sales.create(saleRequestOf(own), key, 'panel'))
  const after = await stateOfCart(deps, token)
  if (after === null) return notFound('Cart')
  return failure === null || isChargedBy(after.screen, failure) ? after : failure
}

/** Also one whose PSP has not answered yet: the same attempt goes on with that sale, another one makes no second. */
const isToBeCharged = ({ kind }: Screen) => kind === 'PAY' || kind === 'STARTING'

/** Another tab was quicker: its code is this buyer's too. Where the PSP was silent, the buyer has to try again. */
const isChargedBy = ({ kind }: Screen, { code }: Failure) =>
  kind === 'PIX' || kind === 'PAID' || (kind === 'STARTING' && code !== 'PSP_UNAVAILABLE')

function refusalOf(
  { screen }: CartView,
  { cart, found }: BuyersCart,
  { method, total }: ChargeRequest,
): Failure | null {
  if (screen.kind === 'CLOSED') return CLOSED
  if (screen.kind === 'SOLD_OUT') return new Failure('CONFLICT', 'It is sold out')
  if (screen.kind === 'DELIVERY') return invalid('address', 'where the goods go')
  if (screen.kind !== 'PAY') return null
  if (!found.checkout.methods.includes(method)) return invalid('method', 'one that is offered here')
  return total === cart.amount ? null : new Failure('CONFLICT', 'The amount has changed meanwhile')
}

const keyOf = (cart: Cart, attempt: string, { method }: ChargeRequest): KeyRequest => ({
  accountId: cart.accountId,
  route: ROUTE,
  key: `${cart.uuid} ${attempt}`,
  askHash: hashOf({ cart: cart.uuid, method }),
})

/** null: a sale was made, now or by the same attempt before, or it is being made at this moment. */
async function answered({ sales }: CartDeps, outcome: Created | Replayed | Failure): Promise<Failure | null> {
  if (outcome instanceof Failure) return outcome.code === 'IDEMPOTENCY_IN_FLIGHT' ? null : outcome
  if ('replayed' in outcome)
    return outcome.replayed.status === 201 ? null : new Failure('CONFLICT', 'This attempt was refused before')
  sales.publish(outcome)
  return null
}

/** Pressing the button counts as activity: the cart is not abandoned for a while. */
const recordActivity = ({ db, clock }: CartDeps, { accountId, id }: Cart) =>
  db.transaction(async tx => {
    const cart = await lockCart(tx, accountId, { number: id })
    if (cart !== null) await updateCart(tx, { ...cart, lastActivityAt: clock() })
  })

function saleRequestOf({ cart, found: { checkout } }: BuyersCart): SaleRequest {
  return {
    accountId: cart.accountId,
    amount: cart.amount,
    customer: cart.customer,
    items: cart.items,
    shipping: shippingOf(cart),
    externalReference: cart.externalReference,
    postbackUrl: checkout.postbackUrl,
    expiresInSeconds: checkout.pixExpiresInSeconds,
    cart: { uuid: cart.uuid, revision: cart.revision },
  }
}

/** For the seller's notification and the panel: what is sent where, and what that cost. */
function shippingOf({ address, shipping }: Cart): Record<string, unknown> | null {
  if (address === null && shipping === 0n) return null
  return { ...(shipping > 0n && { amount: toCentsNumber(shipping) }), ...(address !== null && { address }) }
}
