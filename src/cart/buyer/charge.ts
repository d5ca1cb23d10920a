// The pay step: the buyer's cart becomes a sale, by the same verb as POST /api/transactions. What it costs is read from the frozen
// rows of the cart and compared in the transaction that stores the sale; the page sends an amount only as a check.

import type { Replayed } from '#idempotency/answer.ts'
import { hashOf, type KeyRequest } from '#idempotency/key.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { type Centavos, toCentsNumber } from '#kernel/money.ts'
import type { CardMethod } from '#kernel/terms/checkout-methods.ts'
import type { SaleOrder, SaleRequest } from '#sale/begin.ts'
import type { Cart } from '../cart.ts'
import type { CartDeps } from '../deps.ts'
import { CLOSED } from '../refusals.ts'
import { lockCart, updateCart } from '../store.ts'
import { boletoRequestOf } from './boleto.ts'
import { type CardFields, cardRequestOf, type PayingCard } from './card.ts'
import { type BuyersCart, findBuyersCart } from './found.ts'
import { type PayerDetail, type PayerFields, payerOf, waysToPay } from './payer.ts'
import type { Screen } from './screen.ts'
import { type CartView, stateOfCart, viewOf } from './state.ts'

interface AnyCharge {
  /** A uuid that the rendered form carries: a double click, a reload and the back button are one charge. */
  attempt: string
  /** What the buyer was shown. Another amount by now: CONFLICT, and the page shows the new one. */
  total: Centavos
}

/** A further method joins here, with the fields that it needs. */
export type ChargeRequest = AnyCharge &
  (
    | { method: 'PIX' }
    | { method: 'BOLETO' | 'TRANSFER'; payer: PayerFields }
    | { method: CardMethod; payer: PayerFields; card: CardFields }
  )

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
  const failure = await made(deps, own, request, key)
  const after = await stateOfCart(deps, token)
  if (after === null) return notFound('Cart')
  return failure === null || isChargedBy(after.screen, failure) ? after : failure
}

/** Also one whose PSP has not answered yet: the same attempt goes on with that sale, another one makes no second. */
const isToBeCharged = ({ kind }: Screen) => kind === 'PAY' || UNDER_WAY.has(kind)

/** Another tab was quicker: its code is this buyer's too. Where the PSP was silent, the buyer has to try again. */
const isChargedBy = ({ kind }: Screen, { code }: Failure) =>
  OPEN_SCREENS.has(kind) || (UNDER_WAY.has(kind) && code !== 'PSP_UNAVAILABLE')

const OPEN_SCREENS: ReadonlySet<Screen['kind']> = new Set(['PIX', 'BOLETO', 'TRANSFER', 'PAID'])
const UNDER_WAY: ReadonlySet<Screen['kind']> = new Set(['STARTING', 'CARD'])

function refusalOf({ screen }: CartView, { cart, found }: BuyersCart, request: ChargeRequest): Failure | null {
  const { method, total } = request
  if (screen.kind === 'CLOSED') return CLOSED
  if (screen.kind === 'SOLD_OUT') return new Failure('CONFLICT', 'It is sold out')
  if (screen.kind === 'DELIVERY') return invalid('address', 'where the goods go')
  if (screen.kind !== 'PAY') return null
  if (waysToPay(cart, found)[method] === undefined) return invalid('method', 'one that is offered here')
  if ('card' in request && !isPossible(request, { cart, found }))
    return invalid('installments', 'as many as are offered')
  return total === cart.amount ? null : new Failure('CONFLICT', 'The amount has changed meanwhile')
}

function isPossible(
  { method, card: { installments } }: Pick<PayingCard, 'method' | 'card'>,
  { cart, found }: BuyersCart,
): boolean {
  const max = found.card?.maxInstallments(method, cart.amount) ?? 0
  return Number.isInteger(installments) && installments >= 1 && installments <= max
}

/** null: a sale was made, now or by the same attempt before, or it is being made at this moment. */
function made(deps: CartDeps, own: BuyersCart, request: ChargeRequest, key: KeyRequest): Promise<Failure | null> {
  switch (request.method) {
    case 'PIX':
      return byPix(deps, own, key)
    case 'BOLETO':
      return byBoleto(deps, own, request.payer, key)
    case 'TRANSFER':
      return byTransfer(deps, own, request.payer, key)
    default:
      return byCard(deps, own, request, key)
  }
}

const neededFor = ({ cart, found }: BuyersCart, method: ChargeRequest['method']): readonly PayerDetail[] =>
  waysToPay(cart, found)[method] ?? []

const keyOf = (cart: Cart, attempt: string, { method }: ChargeRequest): KeyRequest => ({
  accountId: cart.accountId,
  route: ROUTE,
  key: `${cart.uuid} ${attempt}`,
  askHash: hashOf({ cart: cart.uuid, method }),
})

const byPix = async (deps: CartDeps, own: BuyersCart, key: KeyRequest): Promise<Failure | null> =>
  answered(deps.sales, await deps.sales.create(saleRequestOf(own), key, 'panel'))

async function byBoleto(
  { charges }: CartDeps,
  own: BuyersCart,
  typed: PayerFields,
  key: KeyRequest,
): Promise<Failure | null> {
  const request = boletoRequestOf(own, neededFor(own, 'BOLETO'), typed, orderOf(own))
  return request instanceof Failure ? request : answered(charges, await charges.create(request, key, 'panel'))
}

const TRANSFER_DAYS = 3

async function byTransfer(
  { sales }: CartDeps,
  own: BuyersCart,
  typed: PayerFields,
  key: KeyRequest,
): Promise<Failure | null> {
  const payer = payerOf(own.cart, neededFor(own, 'TRANSFER'), typed)
  if (payer instanceof Failure) return payer
  const transfer = { businessDays: TRANSFER_DAYS }
  const request = { ...saleRequestOf(own), customer: payer.customer, transfer }
  return answered(sales, await sales.create(request, key, 'panel'))
}

async function byCard(
  { charges, baseUrl }: CartDeps,
  own: BuyersCart,
  { method, payer: typed, card }: ChargeRequest & { method: CardMethod; payer: PayerFields; card: CardFields },
  key: KeyRequest,
): Promise<Failure | null> {
  const payer = { needed: neededFor(own, method), typed }
  const onPage = own.found.card?.entry.kind === 'page'
  const paying = { method, card, returnUrl: `${baseUrl()}/cartao/volta`, onPage }
  const request = cardRequestOf(own.cart, payer, paying, orderOf(own))
  return request instanceof Failure ? request : answered(charges, await charges.createByCard(request, key))
}

/** null: a sale was made, now or by the same attempt before, or it is being made at this moment. */
async function answered<Made extends object>(
  { publish }: { publish: (made: Made) => void },
  outcome: Made | Replayed | Failure,
): Promise<Failure | null> {
  if (outcome instanceof Failure) return outcome.code === 'IDEMPOTENCY_IN_FLIGHT' ? null : outcome
  if ('replayed' in outcome)
    return outcome.replayed.status === 201 ? null : new Failure('CONFLICT', 'This attempt was refused before')
  publish(outcome)
  return null
}

/** Pressing the button counts as activity: the cart is not abandoned for a while. */
const recordActivity = ({ db, clock }: CartDeps, { accountId, id }: Cart) =>
  db.transaction(async tx => {
    const cart = await lockCart(tx, accountId, { number: id })
    if (cart !== null) await updateCart(tx, { ...cart, lastActivityAt: clock() })
  })

const saleRequestOf = (own: BuyersCart): SaleRequest => ({
  ...orderOf(own),
  expiresInSeconds: own.found.checkout.pixExpiresInSeconds,
  cart: { uuid: own.cart.uuid, revision: own.cart.revision },
})

function orderOf({ cart, found: { checkout } }: BuyersCart): SaleOrder {
  return {
    accountId: cart.accountId,
    amount: cart.amount,
    customer: cart.customer,
    items: cart.items,
    shipping: shippingOf(cart),
    externalReference: cart.externalReference,
    postbackUrl: checkout.postbackUrl,
  }
}

/** For the seller's notification and the panel: what is sent where, and what that cost. */
function shippingOf({ address, shipping }: Cart): Record<string, unknown> | null {
  if (address === null && shipping === 0n) return null
  return { ...(shipping > 0n && { amount: toCentsNumber(shipping) }), ...(address !== null && { address }) }
}
