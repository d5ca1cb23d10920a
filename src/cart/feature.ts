// Carts as the rest of the gateway sees them: what buyers do at the hosted checkout, what sellers do with carts, and the work that
// carts owe. It ends with what it has begun.
import type { Actor } from '#audit/audit.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import type { CheckoutAddress } from '#checkout/store.ts'
import type { Totals } from '#db/counted.ts'
import type { PathId } from '#http/request/path-id.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import type { Failure } from '#kernel/failure.ts'
import type { CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import { maskedContact } from '#kernel/text/masked-contact.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { CartsOfSales } from '#sale/cart/carts-of-sales.ts'
import { type ChargeRequest, charge } from './buyer/charge.ts'
import { type ContactRequest, changeContact, contactProblems, type OpenedCart, submitContact } from './buyer/contact.ts'
import { addressProblems, submitDelivery } from './buyer/delivery.ts'
import { type PayerFields, payerProblems, waysToPay } from './buyer/payer.ts'
import { goOnWithRecovery, openRecovery, type Recovery } from './buyer/recover.ts'
import { type CartView, comesBack, leavesPage, stateOfCart } from './buyer/state.ts'
import { type Cart, type CartKey, type DeliveryAddress, isRecoverable } from './cart.ts'
import { CARTS_OF_SALES } from './carts-of-sales.ts'
import type { CartDeps } from './deps.ts'
import { type CartCounts, countCarts } from './figures/gateway-store.ts'
import { type CartFigures, findFigures } from './figures/store.ts'
import { closeOwnCart, createOwnCart, type OwnCartRequest, replaceOwnCart } from './own.ts'
import { eraseOnRequest } from './privacy/erase.ts'
import { startForgetting } from './privacy/forget.ts'
import { type CartFilter, findByToken, findCart, findSalesOf, listCarts, totalCarts } from './store.ts'
import { type CartForm, cartForm } from './wire.ts'
import { startCartWork } from './worker.ts'

/** For sales, which are opened before carts are. */
export const cartsOfSales: CartsOfSales = CARTS_OF_SALES

export interface Carts extends AsyncDisposable {
  /**
   * POST of the contact step at /l/{slug} or /s/{token}: opens a cart, or goes on with the buyer's own. Texts come as they were typed;
   * a refusal is INVALID_DATA with the field first in its message (`customer.email: expected ...`), CONFLICT where nothing is sold any
   * more, NOT_FOUND for an unknown address. The answer's token is the path of /c/{token} and the value of the cookie.
   */
  submitContact(address: CheckoutAddress, request: ContactRequest): Promise<OpenedCart | Failure>
  /** The contact step again, from the page of a cart. The answer's token takes the place of this one. */
  changeContact(token: string, request: Omit<ContactRequest, 'cartToken'>): Promise<OpenedCart | Failure>
  /** After INVALID_DATA: all that is wrong, and not only the first of it. */
  contactProblems(found: FoundCheckout, request: ContactRequest): Failure[]
  /** By which methods such a cart could be paid now, with what each still takes. */
  waysToPay: typeof waysToPay
  /** All that is wrong with what was typed for a method. */
  payerProblems(view: Pick<CartView, 'cart' | 'found'>, method: CheckoutMethod, typed: PayerFields): Failure[]
  deliveryProblems(address: DeliveryAddress): Failure[]
  /** POST of the delivery step. INVALID_DATA names the field of DeliveryAddress. */
  submitDelivery(token: string, address: DeliveryAddress): Promise<Cart | Failure>
  /** POST of the pay step. Needs `attempt`, a uuid that was rendered into the form, and the `total` that was shown there. */
  charge(token: string, request: ChargeRequest): Promise<CartView | Failure>
  /** GET of /c/{token} and its JSON: what is true now, as one screen. Writes nothing. null: no such cart. */
  stateOf(token: string): Promise<CartView | null>
  /** A buyer is back from the page on which cardholders authenticate: what became of the card is asked about now. False: no such cart. */
  comesBack(token: string): Promise<boolean>
  /** A buyer will not pay on the provider's page. False: it may have been paid there, and is looked up. null: no such cart. */
  leavesPage(token: string): Promise<boolean | null>
  /** For those who only want to hear when the state changes. null: no such cart. */
  keyOf(token: string): Promise<CartKey | null>
  /** GET of /r/{token}. Writes nothing. null: the link leads nowhere, for whatever reason. */
  openRecovery(token: string): Promise<Recovery | null>
  /** POST of /r/{token}, "use these data". */
  goOnWithRecovery(token: string): Promise<OpenedCart | Failure>

  createOwn(accountId: number, request: OwnCartRequest): Promise<Cart | Failure>
  replaceOwn(accountId: number, id: PathId, request: OwnCartRequest): Promise<Cart | Failure>
  closeOwn(accountId: number, id: PathId): Promise<Cart | Failure>
  find(accountId: number, id: PathId): Promise<Cart | null>
  list(accountId: number, filter: CartFilter, page: { below: bigint | null; rows: number }): Promise<Cart[]>
  totals(accountId: number, filter: CartFilter): Promise<Totals>
  /** As their seller reads them, in their order. `isMasked`: without what says who the buyers are, and without the ways to them. */
  forms(accountId: number, carts: Cart[], isMasked?: boolean): Promise<CartForm[]>
  /** From the first moment up to the second. */
  figures(accountId: number, from: Date, to: Date): Promise<CartFigures>
  /** Of all accounts; what has ended, within the last day. */
  counts(): Promise<CartCounts>
  /** At the request of a buyer; the audit log keeps who did it. */
  erase(request: { accountId: number; id: PathId; by: Actor }): Promise<true | Failure>
}

export function openCarts(deps: CartDeps): Carts {
  const { db } = deps
  const [work, forgetting] = [startCartWork(deps), startForgetting(deps)]
  return {
    submitContact: (address, request) => submitContact(deps, address, request),
    changeContact: (token, request) => changeContact(deps, token, request),
    contactProblems: (found, request) => contactProblems(deps, found, request),
    waysToPay,
    payerProblems: ({ cart, found }, method, typed) => payerProblems(cart, waysToPay(cart, found)[method] ?? [], typed),
    deliveryProblems: addressProblems,
    submitDelivery: (token, address) => submitDelivery(deps, token, address),
    charge: (token, request) => charge(deps, token, request),
    stateOf: token => stateOfCart(deps, token),
    comesBack: token => comesBack(deps, token),
    leavesPage: token => leavesPage(deps, token),
    keyOf: token => findByToken(db, hashToken(token)),
    openRecovery: token => openRecovery(deps, token),
    goOnWithRecovery: token => goOnWithRecovery(deps, token),
    createOwn: (accountId, request) => createOwnCart(deps, accountId, request),
    replaceOwn: (accountId, id, request) => replaceOwnCart(deps, accountId, id, request),
    closeOwn: (accountId, id) => closeOwnCart(deps, accountId, id),
    find: (accountId, id) => findCart(db, accountId, id),
    list: (accountId, filter, page) => listCarts(db, accountId, filter, page),
    totals: (accountId, filter) => totalCarts(db, accountId, filter),
    forms: (accountId, carts, isMasked = false) => formsOf(deps, accountId, isMasked ? carts.map(maskedCart) : carts),
    figures: (accountId, from, to) => findFigures(db, accountId, from, to),
    counts: () => countCarts(db, new Date(deps.clock().getTime() - DAY_MS)),
    erase: request => eraseOnRequest(deps, request),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([work.stop(), forgetting.stop()])
    },
  }
}

const maskedCart = (cart: Cart): Cart => ({
  ...cart,
  // Of one that was erased nothing is left to be hidden.
  customer: cart.erasedAt === null ? maskedContact(cart.customer) : cart.customer,
  recoveryUrl: null,
  recoveryTokenSealed: null,
})

async function formsOf(deps: CartDeps, accountId: number, carts: Cart[]): Promise<CartForm[]> {
  const ids = carts.map(({ id }) => id)
  const sales = Map.groupBy(await findSalesOf(deps.db, accountId, ids), ({ cartId }) => cartId)
  return carts.map(cart => cartForm(cart, { sales: sales.get(cart.id) ?? [], recoveryUrl: recoveryUrlOf(deps, cart) }))
}

function recoveryUrlOf({ secretBox, baseUrl, clock }: CartDeps, cart: Cart): string | null {
  if (cart.checkoutId === null) return cart.recoveryUrl
  const { recoveryTokenSealed } = cart
  if (recoveryTokenSealed === null || !isRecoverable(cart, clock())) return null
  return `${baseUrl()}/r/${secretBox.open(recoveryTokenSealed)}`
}
