// Checkouts as the rest of the gateway sees them: what sellers do with them, and how a buyer finds one.
import type { Totals } from '#db/counted.ts'
import type { PathId } from '#http/request/path-id.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import type { Failure } from '#kernel/failure.ts'
import type { CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import { type Attempts, openAttempts } from './attempt/attempts.ts'
import {
  asksAddress,
  type BuyerChoice,
  boundOffer,
  type Checkout,
  type CheckoutKey,
  type CheckoutKind,
  type CheckoutTerms,
  isSoldOut,
  NO_OFFERS,
  type Offers,
  type Priced,
  priceOf,
  soldMethodsOf,
  statusAt,
} from './checkout.ts'
import { type Looks, openLooks } from './look/looks.ts'
import {
  addressOf,
  type CheckoutDeps,
  type CheckoutRequest,
  changeLink,
  createCheckout,
  endCheckout,
  type OwnCheckout,
} from './manage.ts'
import { makePreviews, type Previews } from './preview/previews.ts'
import { refusedReturnAddress } from './return-address.ts'
import {
  type CheckoutAddress,
  type CheckoutFilter,
  countCheckouts,
  findByKey,
  findBySlug,
  findByTokenHash,
  findCheckout,
  listCheckouts,
  type ShownCheckout,
  type StoredCheckout,
} from './store.ts'
import { DEFAULT_TERMS } from './terms.ts'
import { type CheckoutForm, checkoutForm } from './wire.ts'

/** A checkout as a buyer finds it, with what its seller may sell by at this moment. Which of that it offers: its methods. */
export interface FoundCheckout extends Offers {
  checkout: Checkout
  /** CLOSED: archived, over, or of an account that may not sell now. SOLD_OUT ends when a charge that holds a unit does. */
  selling: 'YES' | 'SOLD_OUT' | 'CLOSED'
  /** A session whose buyer has paid. At a link there is always another buyer. */
  isPaid: boolean
  /** The delivery step is part of this checkout. */
  asksAddress: boolean
}

export interface Checkouts extends AsyncDisposable {
  /** What buyers may do how often. The pages ask before they do it. */
  readonly attempts: Attempts
  readonly looks: Looks
  readonly previews: Previews
  /** By what an account may sell now. */
  soldMethods(accountId: number): Promise<CheckoutMethod[]>
  /** Of a seller who asks for nothing. */
  defaultTerms: CheckoutTerms
  /** Under a key the answer is kept, a refusal in the shape of the request's dialect. */
  create(request: CheckoutRequest): Promise<Checkout | Replayed | Failure>
  change(own: Omit<OwnCheckout, 'kind'>, change: (terms: CheckoutTerms) => CheckoutTerms): Promise<true | Failure>
  /** A session expires, a link is archived. */
  end(own: OwnCheckout): Promise<true | Failure>
  find(accountId: number, kind: CheckoutKind, id: PathId): Promise<ShownCheckout | null>
  list(
    accountId: number,
    filter: CheckoutFilter,
    page: { below: bigint | null; rows: number },
  ): Promise<ShownCheckout[]>
  count(accountId: number, filter: CheckoutFilter): Promise<Totals>
  /** As its seller reads it. `isMasked`: without the address of a session, behind which it says who its buyer is. */
  form(shown: ShownCheckout, isMasked?: boolean): CheckoutForm
  /**
   * For GET /l/{slug} and GET /s/{token}: what a buyer has come to, in whatever state. Writes nothing. null for an address that
   * leads nowhere, which the page answers like one of an archived link.
   */
  open(address: CheckoutAddress): Promise<FoundCheckout | null>
  /** null where a buyer may be sent on to that address, by a link on a page. */
  refusedReturnAddress(field: string, url: string): Failure | null
  /** What a buyer's choice costs, or what is wrong with it. */
  price(checkout: Checkout, choice: BuyerChoice): Priced | Failure
  /** The checkout of a cart. */
  ofCart(key: CheckoutKey): Promise<FoundCheckout | null>
}

export function openCheckouts(deps: CheckoutDeps): Checkouts {
  const { db, clock } = deps
  const attempts = openAttempts(deps)
  const form = (shown: ShownCheckout, isMasked = false) => {
    const isHidden = isMasked && shown.checkout.kind === 'SESSION'
    return checkoutForm(shown, isHidden ? null : addressOf(deps, shown.checkout), clock())
  }
  return {
    attempts,
    looks: openLooks(deps),
    previews: makePreviews(deps),
    soldMethods: async accountId => soldMethodsOf(await deps.offers(accountId)),
    defaultTerms: DEFAULT_TERMS,
    create: request => createCheckout(deps, request, form),
    change: (own, change) => changeLink(deps, own, change),
    end: own => endCheckout(deps, own),
    find: (accountId, kind, id) => findCheckout(db, accountId, kind, id),
    count: (accountId, filter) => countCheckouts(db, accountId, filter, clock()),
    list: (accountId, filter, page) => listCheckouts(db, accountId, filter, { ...page, now: clock() }),
    form,
    async open(address) {
      const stored = 'slug' in address ? findBySlug(db, address.slug) : findByTokenHash(db, hashToken(address.token))
      return foundOf(deps, await stored)
    },
    refusedReturnAddress: (field, url) => refusedReturnAddress(field, url, deps.production),
    price: priceOf,
    ofCart: async key => foundOf(deps, await findByKey(db, key)),
    [Symbol.asyncDispose]: () => attempts[Symbol.asyncDispose](),
  }
}

async function foundOf({ clock, offers }: CheckoutDeps, stored: StoredCheckout | null): Promise<FoundCheckout | null> {
  if (stored === null) return null
  const { checkout, sellerIsActive, isPaid } = stored
  const isClosed = !sellerIsActive || statusAt(checkout, clock()) !== 'ACTIVE'
  const open = isSoldOut(checkout) ? 'SOLD_OUT' : 'YES'
  const isOnlyPix = checkout.methods.every(method => method === 'PIX')
  const sold = isOnlyPix || isClosed ? NO_OFFERS : await offers(checkout.accountId)
  const card = boundOffer(sold.card, checkout.maxInstallments)
  return { ...sold, card, checkout, selling: isClosed ? 'CLOSED' : open, isPaid, asksAddress: asksAddress(checkout) }
}
