// The state of a buyer's cart: for GET /c/{token} and its JSON. It writes nothing.
import type { FoundCheckout } from '#checkout/feature.ts'
import { maskedContact } from '#kernel/text/masked-contact.ts'
import type { Sale } from '#sale/sale.ts'
import type { Cart, CartCustomer } from '../cart.ts'
import type { CartDeps } from '../deps.ts'
import { findSalesOf } from '../store.ts'
import { type BuyersCart, findBuyersCart } from './found.ts'
import { type WaysToPay, waysToPay } from './payer.ts'
import { isByCard, type SalesOfCart, type Screen, screenOf } from './screen.ts'

export interface CartView {
  cart: Cart
  found: FoundCheckout
  screen: Screen
  ways: WaysToPay
  /** The customer as the page may show them: whoever has a link of the cart need not be the one who filled it in. */
  masked: CartCustomer
  /** By the clock of the gateway, for countdowns. */
  now: Date
}

export async function stateOfCart(deps: CartDeps, token: string): Promise<CartView | null> {
  const own = await findBuyersCart(deps, token)
  return own === null ? null : viewOf(deps, own)
}

export async function viewOf(deps: CartDeps, { cart, found }: BuyersCart): Promise<CartView> {
  const now = deps.clock()
  const screen = screenOf(cart, found, await salesOf(deps, cart), now)
  return { cart, found, now, screen, ways: waysToPay(cart, found), masked: maskedContact(cart.customer) }
}

async function salesOf({ db, sales, charges }: CartDeps, { accountId, id, paidSaleId }: Cart): Promise<SalesOfCart> {
  const find = (number: bigint): Promise<Sale | null> => sales.find({ accountId, id: { number } })
  if (paidSaleId !== null) return { paid: await find(paidSaleId), last: null, boleto: null, card: null }
  const made = await findSalesOf(db, accountId, [id])
  const newest = made.at(-1)
  const last = newest === undefined ? null : await find(newest.id)
  const isBoleto = last?.paymentMethod === 'BOLETO' && last.status === 'PENDENTE'
  const isCard = last?.status === 'EM_PROCESSAMENTO' && isByCard(last)
  return {
    paid: null,
    last,
    boleto: isBoleto ? await charges.find(last) : null,
    card: isCard ? await charges.findCard(last) : null,
  }
}

/** The buyer wants to pay in another way than on the provider's page. False: it may have been paid there. Null: there is no such cart. */
export async function leavesPage(deps: CartDeps, token: string): Promise<boolean | null> {
  const view = await stateOfCart(deps, token)
  if (view === null) return null
  return view.screen.kind === 'CARD' ? deps.charges.leavePage(view.screen.sale) : true
}

/** Its PSP has not noticed the gateway yet, or the notice is lost. */
export async function comesBack(deps: CartDeps, token: string): Promise<boolean> {
  const view = await stateOfCart(deps, token)
  if (view?.screen.kind === 'CARD') await deps.charges.lookSoon(view.screen.sale)
  return view !== null
}
