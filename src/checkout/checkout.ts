// What is sold at the hosted checkout, and where: a session, which a seller's server opens for one buyer, or a link that many may
// open. Pure; a cart (src/cart) is one buyer's try at it.

import { Failure, invalid } from '#kernel/failure.ts'
import type { Language } from '#kernel/language.ts'
import { add, type Centavos, MAX_CENTAVOS, subtract } from '#kernel/money.ts'
import { type CardMethod, CHECKOUT_METHODS, type CheckoutMethod } from '#kernel/terms/checkout-methods.ts'

export const CHECKOUT_KINDS = ['SESSION', 'LINK'] as const
export type CheckoutKind = (typeof CHECKOUT_KINDS)[number]

export const CHECKOUT_STATUSES = ['ACTIVE', 'ARCHIVED', 'EXPIRED'] as const
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number]

/** Of an account that may sell by boleto: what the provider takes. */
export interface BoletoOffer {
  minimum: Centavos
  /** Beside name and document. */
  requiredFields: readonly ('email' | 'phone' | 'address')[]
}

/** Of an account that may sell by card. */
export interface CardOffer {
  methods: readonly CardMethod[]
  /** Beside name and document. */
  requiredFields: BoletoOffer['requiredFields']
  /** In how many parts an amount may be paid, at most; 0: not at all. */
  maxInstallments(method: CardMethod, amount: Centavos): number
  /** Where the provider takes the card's number: in a frame of its own origin, or on a page of its own. */
  entry: CardFrame | { kind: 'page' }
}

export interface CardFrame {
  kind: 'frame'
  origin: string
  address(page: { origin: string; language: Language; method: CardMethod }): string
}

/** Of a checkout that says in how many parts a credit card may pay. A page on which buyers choose them shows no card above that. */
export function boundOffer(card: CardOffer | null, max: number | null): CardOffer | null {
  if (card === null || max === null) return card
  return {
    ...card,
    maxInstallments(method, amount) {
      const parts = card.maxInstallments(method, amount)
      return parts > max && card.entry.kind === 'page' ? 0 : Math.min(parts, max)
    },
  }
}

/** What an account may sell by beside PIX, and what that takes; null: it may not. A further method is added here and in src/cart/buyer. */
export interface Offers {
  boleto: BoletoOffer | null
  card: CardOffer | null
  /** Whether it sells by transfer to a bank account. */
  transfer: boolean
}

export const NO_OFFERS: Offers = { boleto: null, card: null, transfer: false }

export const soldMethodsOf = ({ boleto, card, transfer }: Offers): CheckoutMethod[] =>
  CHECKOUT_METHODS.filter(method => {
    if (method === 'BOLETO') return boleto !== null
    if (method === 'TRANSFER') return transfer
    return method === 'PIX' || card?.methods.includes(method) === true
  })

export interface OfferedItem {
  title: string
  unitPrice: Centavos
  quantity: number
  tangible: boolean
  /** The buyer chooses the quantity between these two; both null: the quantity is fixed. */
  minQuantity: number | null
  maxQuantity: number | null
}

/** What the seller decides about a checkout, at its creation or by a change. */
export interface CheckoutTerms {
  title: string
  items: OfferedItem[]
  shipping: Centavos
  discount: Centavos
  /** The buyer names the amount. There are no items then. */
  openAmount: { min: Centavos; max: Centavos } | null
  methods: CheckoutMethod[]
  askAddress: boolean
  askDocument: boolean
  /** null: carts of it are never abandoned. */
  abandonAfterSeconds: number | null
  pixExpiresInSeconds: number
  boletoDueInDays: number
  /** By credit card. null: as many as the fees of the account allow. */
  maxInstallments: number | null
  /** null: as many as are asked for. */
  maxSales: number | null
  successUrl: string | null
  cancelUrl: string | null
  postbackUrl: string | null
  externalReference: string | null
  returnAutomatically: boolean
  showsAmount: boolean
  thankYou: string | null
  language: Language | null
  metadata: Record<string, unknown> | null
  expiresAt: Date | null
}

/** What the seller's server knows of the buyer of a session. */
export interface Prefill {
  name: string
  email: string
  phone: string
  document: string
}

export interface CheckoutKey {
  accountId: number
  id: bigint
}

export interface Checkout extends CheckoutKey, CheckoutTerms {
  uuid: string
  kind: CheckoutKind
  /** As stored; what holds now: statusAt. */
  status: CheckoutStatus
  slug: string | null
  tokenSealed: string | null
  /** Sales that are paid or may still be paid. */
  taken: number
  prefill: Prefill | null
  createdAt: Date
  updatedAt: Date
}

export function statusAt({ status, expiresAt }: Checkout, now: Date): CheckoutStatus {
  return status === 'ACTIVE' && expiresAt !== null && expiresAt <= now ? 'EXPIRED' : status
}

export const isSoldOut = ({ maxSales, taken }: Pick<Checkout, 'maxSales' | 'taken'>): boolean =>
  maxSales !== null && taken >= maxSales

/** Something has to be sent to the buyer, or the seller wants to know where the buyer is. */
export const asksAddress = ({ askAddress, items }: Pick<Checkout, 'askAddress' | 'items'>): boolean =>
  askAddress || items.some(item => item.tangible)

/** One line of what a buyer buys, frozen in the cart. */
export interface BoughtItem {
  title: string
  unitPrice: Centavos
  quantity: number
  tangible: boolean
}

/** What the buyer may decide. An amount is taken only where the seller leaves it open. */
export interface BuyerChoice {
  /** By the item's place in the list; absent ones keep the seller's quantity. */
  quantities: (number | undefined)[]
  openAmount: Centavos | null
}

export interface Priced {
  items: BoughtItem[]
  shipping: Centavos
  discount: Centavos
  amount: Centavos
}

type Offer = Pick<CheckoutTerms, 'title' | 'items' | 'shipping' | 'discount' | 'openAmount'>

/** What this choice costs, or what is wrong with it. */
export function priceOf(offer: Offer, choice: BuyerChoice): Priced | Failure {
  const { shipping, discount } = offer
  const items = offer.openAmount === null ? chosenItems(offer.items, choice) : namedAmount(offer, choice)
  if (items instanceof Failure) return items
  const amount = totalOf(items, shipping, discount)
  return amount instanceof Failure ? amount : { items, shipping, discount, amount }
}

function chosenItems(items: OfferedItem[], { quantities, openAmount }: BuyerChoice): BoughtItem[] | Failure {
  if (openAmount !== null) return invalid('amount', 'none: the amount is fixed')
  if (quantities.length > items.length) return invalid('quantities', `at most ${items.length}`)
  const bought: BoughtItem[] = []
  for (const [n, item] of items.entries()) {
    const quantity = quantities[n] ?? item.quantity
    const [min, max] = [item.minQuantity ?? item.quantity, item.maxQuantity ?? item.quantity]
    if (!Number.isInteger(quantity) || quantity < min || quantity > max)
      return invalid(`quantities.${n}`, min === max ? `${min}, which is fixed` : `a whole number from ${min} to ${max}`)
    bought.push({ title: item.title, unitPrice: item.unitPrice, quantity, tangible: item.tangible })
  }
  return bought
}

function namedAmount({ title, openAmount }: Offer, choice: BuyerChoice): BoughtItem[] | Failure {
  const { min, max } = openAmount as { min: Centavos; max: Centavos }
  const amount = choice.openAmount
  if (amount === null || amount < min || amount > max) return invalid('amount', `from ${min} to ${max} cents`)
  return [{ title, unitPrice: amount, quantity: 1, tangible: false }]
}

/** Of the lines with what is sent and taken off. */
export function totalOf(
  items: Pick<BoughtItem, 'unitPrice' | 'quantity'>[],
  shipping: Centavos,
  discount: Centavos,
): Centavos | Failure {
  const lines = items.map(item => (item.unitPrice * BigInt(item.quantity)) as Centavos)
  const total = subtract(add(...lines, shipping), discount)
  if (total < 1n) return invalid('discountAmount', 'less than the items and their shipping cost together')
  return total > MAX_CENTAVOS ? invalid('items', `at most ${MAX_CENTAVOS} cents together`) : total
}
