// The contact step: a buyer submits who they are and what they buy, and so opens a cart, or goes on with the one that they have left.
// Nothing is kept of a buyer before this act.
import type { Checkout } from '#checkout/checkout.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import type { CheckoutAddress } from '#checkout/store.ts'
import type { Transaction } from '#db/postgres.ts'
import { hashToken, mintToken } from '#kernel/crypto/token-hash.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import type { Centavos } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { type Cart, isOpen, type MarketingConsent } from '../cart.ts'
import { type BuyerText, customerIn, customerProblems } from '../customer.ts'
import type { CartDeps } from '../deps.ts'
import { CLOSED } from '../refusals.ts'
import { erasePrefill, hasOpenSale } from '../stock-store.ts'
import {
  findOfBuyer,
  findOfSession,
  insertCart,
  lockBuyer,
  lockCart,
  lockOpenByToken,
  setToken,
  updateCart,
} from '../store.ts'
import { findBuyersCart } from './found.ts'

export interface ContactRequest {
  customer: BuyerText
  /** By the item's place in the list; absent ones keep the seller's quantity. */
  quantities?: (number | undefined)[]
  /** Only where the seller leaves the amount open. */
  openAmount?: Centavos
  /** The buyer ticked the box for offers, beside this text. */
  consent?: { given: boolean; textVersion: string }
  utm?: Record<string, unknown>
  /** Of the buyer's cookie, or of the page from which the step was changed: that cart is gone on with. */
  cartToken?: string
}

/** The token is the buyer's address of the cart; whatever token it had before leads nowhere from now on. */
export interface OpenedCart {
  token: string
  cart: Cart
}

/** So long a buyer who comes to a link by another way goes on with what they have left. */
const GOES_ON_MS = 7 * DAY_MS

export async function submitContact(
  deps: CartDeps,
  address: CheckoutAddress,
  request: ContactRequest,
): Promise<OpenedCart | Failure> {
  const found = await deps.checkouts.open(address)
  return found === null ? notFound('Checkout') : submit(deps, found, request)
}

/** The same from the page of a cart, whose buyer changes who they are or how many they want. */
export async function changeContact(
  deps: CartDeps,
  token: string,
  request: Omit<ContactRequest, 'cartToken'>,
): Promise<OpenedCart | Failure> {
  const own = await findBuyersCart(deps, token)
  return own === null ? notFound('Cart') : submit(deps, own.found, { ...request, cartToken: token })
}

async function submit(deps: CartDeps, found: FoundCheckout, request: ContactRequest): Promise<OpenedCart | Failure> {
  if (found.selling === 'CLOSED') return CLOSED
  const cart = cartFrom(deps, found, request)
  if (cart instanceof Failure) return cart
  const token = mintToken(deps.random)
  return deps.db.transaction(async tx => {
    const earlier = await earlierCart(tx, found, cart, request.cartToken)
    if (earlier !== null && !isOpen(earlier.cart) && found.checkout.kind === 'SESSION') return CLOSED
    if (earlier === null) return { token, cart: await open(tx, cart, token) }
    if (!earlier.isBeingPaid) return { token, cart: await goOn(tx, earlier, cart, token) }
    return unchanged(tx, earlier, { known: request.cartToken, fresh: token })
  })
}

/** Everything that is wrong with a request, in the order of the form: so that a buyer mends it at once. */
export function contactProblems(
  deps: Pick<CartDeps, 'checkouts'>,
  { checkout }: FoundCheckout,
  request: ContactRequest,
): Failure[] {
  const priced = deps.checkouts.price(checkout, choiceOf(request))
  const problems = customerProblems(request.customer, { needsDocument: checkout.askDocument })
  return priced instanceof Failure ? [priced, ...problems] : problems
}

const choiceOf = ({ quantities = [], openAmount }: ContactRequest) => ({ quantities, openAmount: openAmount ?? null })

/** As the buyer wants it, not stored yet: prices are those of this moment, and frozen from now on. */
function cartFrom(deps: CartDeps, { checkout }: FoundCheckout, request: ContactRequest): Omit<Cart, 'id'> | Failure {
  const customer = customerIn(request.customer, { needsDocument: checkout.askDocument })
  if (customer instanceof Failure) return customer
  const priced = deps.checkouts.price(checkout, choiceOf(request))
  if (priced instanceof Failure) return priced
  const now = deps.clock()
  return {
    accountId: checkout.accountId,
    uuid: mintUuid(deps.random),
    checkoutId: checkout.id,
    checkoutUuid: checkout.uuid,
    state: 'OPEN',
    version: 0,
    revision: 1,
    customer,
    address: null,
    consent: consentOf(request, now),
    items: priced.items,
    shipping: priced.shipping,
    discount: priced.discount,
    amount: priced.amount,
    utm: request.utm ?? null,
    recoveryUrl: null,
    recoveryTokenSealed: null,
    externalReference: checkout.externalReference,
    abandonAfterSeconds: checkout.abandonAfterSeconds,
    lastActivityAt: now,
    abandonedAt: null,
    recoveredAt: null,
    endedAt: null,
    erasedAt: null,
    paidSaleId: null,
    createdAt: now,
  }
}

const consentOf = ({ consent }: ContactRequest, now: Date): MarketingConsent | null =>
  consent === undefined ? null : { ...consent, at: now.toISOString() }

interface EarlierCart {
  cart: Cart
  /** Another knows the address of the session, or a name of the buyer's, and gets nothing of what the buyer has stored. */
  isByToken: boolean
  /** A code of it is open. What that code asks for is what the buyer gets, so the cart stays as it is. */
  isBeingPaid: boolean
}

/** Locked, where there is one. */
async function earlierCart(
  tx: Transaction,
  { checkout }: FoundCheckout,
  cart: Omit<Cart, 'id'>,
  cartToken: string | undefined,
): Promise<EarlierCart | null> {
  const isSession = checkout.kind === 'SESSION'
  for (const buyer of isSession ? [''] : namesOf(cart)) await lockBuyer(tx, checkout, buyer)
  const byToken = cartToken === undefined ? null : await lockOpenByToken(tx, checkout, hashToken(cartToken))
  const locked = byToken ?? (await lockWithoutToken(tx, checkout, cart))
  if (locked === null) return null
  const isByToken = byToken !== null
  const isBeingPaid = await hasOpenSale(tx, locked)
  // Who knows no more than a name of the buyer's is shown nothing of what is being paid, and takes nobody's page away: they begin anew.
  return isBeingPaid && !isByToken && !isSession ? null : { cart: locked, isByToken, isBeingPaid }
}

/** Of a session its one cart; at a link the one that a buyer of that name has left of late. */
async function lockWithoutToken(
  tx: Transaction,
  checkout: Checkout,
  { customer, createdAt }: Omit<Cart, 'id'>,
): Promise<Cart | null> {
  const isSession = checkout.kind === 'SESSION'
  const since = new Date(createdAt.getTime() - GOES_ON_MS)
  const known = isSession ? await findOfSession(tx, checkout) : await findOfBuyer(tx, checkout, customer, since)
  const locked = known === null ? null : await lockCart(tx, checkout.accountId, { number: known.id })
  // Paid or expired at this moment: a session has no other cart, at a link the buyer begins anew.
  return locked !== null && (isSession || isOpen(locked)) ? locked : null
}

/** What a buyer is known by, in one order, so that two requests never wait for each other. */
const namesOf = ({ customer }: Pick<Cart, 'customer'>) =>
  [customer.email, customer.document].filter(name => name !== '').sort()

async function open(tx: Transaction, cart: Omit<Cart, 'id'>, token: string): Promise<Cart> {
  const stored = await insertCart(tx, cart, hashToken(token))
  if (stored === null) throw new Error('a cart of a checkout has no reference of its own')
  // The buyer has said who they are: whoever comes to the session's address after that reads nothing of it there.
  await erasePrefill(tx, stored)
  return stored
}

/** At the address that the buyer has come from; who has come by the session alone gets one of their own, and types the address again. */
async function unchanged(
  tx: Transaction,
  { cart, isByToken }: EarlierCart,
  { known, fresh }: { known: string | undefined; fresh: string },
): Promise<OpenedCart> {
  if (isByToken && known !== undefined) return { token: known, cart }
  const next: Cart = { ...cart, address: null, revision: cart.revision + 1 }
  await updateCart(tx, next)
  await setToken(tx, next, hashToken(fresh))
  return { token: fresh, cart: next }
}

/** What was typed takes the place of what was stored, and items are as they are offered now. Its state stays. */
async function goOn(
  tx: Transaction,
  { cart: earlier, isByToken }: EarlierCart,
  { customer, ...typed }: Omit<Cart, 'id'>,
  token: string,
): Promise<Cart> {
  const next: Cart = {
    ...earlier,
    customer,
    address: isByToken ? earlier.address : null,
    consent: typed.consent ?? earlier.consent,
    items: typed.items,
    shipping: typed.shipping,
    discount: typed.discount,
    amount: typed.amount,
    utm: typed.utm ?? earlier.utm,
    abandonAfterSeconds: typed.abandonAfterSeconds,
    revision: earlier.revision + 1,
    lastActivityAt: typed.lastActivityAt,
  }
  await updateCart(tx, next)
  await setToken(tx, next, hashToken(token))
  return next
}
