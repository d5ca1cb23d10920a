// What happens to carts, and to the stock of what they buy, in the transactions of their sales: a sale begins, is paid, or ends
// unpaid. Sales know this by its type alone (src/sale/cart/carts-of-sales.ts).
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { CartsOfSales, LockedCarts } from '#sale/cart/carts-of-sales.ts'
import type { Sale } from '#sale/sale.ts'
import { type Cart, isOpen, paid } from './cart.ts'
import { recoveredEvent } from './event.ts'
import { CODE_IS_OPEN } from './refusals.ts'
import {
  closeOtherBoletos,
  closeOthers,
  giveUnits,
  hasOpenSale,
  lockLeft,
  stopOtherCards,
  takeUnit,
} from './stock-store.ts'
import { lockCart, lockCarts, updatePaid } from './store.ts'

export const CARTS_OF_SALES: CartsOfSales = { begin, lock, giveBack }

async function begin(
  tx: Transaction,
  { accountId, amount, cart: { uuid, revision } }: Parameters<CartsOfSales['begin']>[1],
  now: Date,
): Promise<bigint | Failure> {
  const cart = await lockCart(tx, accountId, { uuid })
  if (cart === null) return new Failure('CONFLICT', 'cartId: the account has no such cart')
  if (cart.paidSaleId !== null) return new Failure('CONFLICT', 'cartId: the cart is paid already')
  if (!isOpen(cart)) return new Failure('CONFLICT', 'cartId: the cart is closed')
  if (revision !== null) {
    if (cart.revision !== revision || cart.amount !== amount) return CHANGED
    if (await hasOpenSale(tx, cart)) return CODE_IS_OPEN
  }
  return cart.checkoutId === null ? cart.id : (await takeUnit(tx, cart, now)) ? cart.id : GONE
}

const CHANGED = new Failure('CONFLICT', 'The cart has changed meanwhile')
const GONE = new Failure('CONFLICT', 'It is not sold any more')

async function giveBack(tx: Transaction, { accountId, cartId }: Sale): Promise<void> {
  if (cartId !== null) await giveUnits(tx, [{ accountId, id: cartId }], -1)
}

interface Paying {
  cart: Cart
  /** As it was before it was paid. */
  sale: Sale
}

interface Stock {
  left: number | null
}

async function lock(tx: Transaction, sales: Sale[]): Promise<LockedCarts> {
  const ofCarts = sales.flatMap(({ accountId, cartId }) => (cartId === null ? [] : [{ accountId, id: cartId }]))
  if (ofCarts.length === 0) return NONE
  const carts = new Map((await lockCarts(tx, ofCarts)).map(cart => [keyOf(cart.accountId, cart.id), cart]))
  const ended = sales.filter(({ status, cartId }) => status === 'CANCELADO' && cartId !== null)
  const stocks = await lockStocks(tx, ended, carts)
  return lockedCarts(tx, carts, stocks)
}

const keyOf = (accountId: number, id: bigint) => `${accountId}/${id}`

/** Of the checkouts of sales that have given their unit back: what is left of them, by key. */
async function lockStocks(tx: Transaction, ended: Sale[], carts: Map<string, Cart>): Promise<Map<string, Stock>> {
  const keys = ended.flatMap(({ accountId, cartId }) => {
    const checkoutId = carts.get(keyOf(accountId, cartId as bigint))?.checkoutId ?? null
    return checkoutId === null ? [] : [{ accountId, id: checkoutId }]
  })
  if (keys.length === 0) return new Map()
  const rows = await lockLeft(tx, keys)
  return new Map(rows.map(({ accountId, id, left }) => [keyOf(accountId, id), { left }]))
}

function lockedCarts(tx: Transaction, carts: Map<string, Cart>, stocks: Map<string, Stock>): LockedCarts {
  const paying: Paying[] = []
  const cartOf = ({ accountId, cartId }: Sale) => (cartId === null ? undefined : carts.get(keyOf(accountId, cartId)))
  const stockOf = ({ accountId, checkoutId }: Cart) =>
    checkoutId === null ? undefined : stocks.get(keyOf(accountId, checkoutId))
  return {
    refusalOf(sale) {
      const cart = cartOf(sale)
      if (cart === undefined) return null
      if (cart.paidSaleId !== null) return 'CART_PAID'
      if (sale.status !== 'CANCELADO') return null
      return stockOf(cart)?.left === 0 || isForOther(sale, cart) ? 'TOO_LATE' : null
    },
    pay(sale) {
      const cart = cartOf(sale)
      if (cart === undefined) return
      const stock = stockOf(cart)
      if (sale.status === 'CANCELADO' && stock !== undefined && stock.left !== null) stock.left--
      // Of the same cart nothing else is accepted, also in this very transaction.
      carts.set(keyOf(cart.accountId, cart.id), { ...cart, paidSaleId: sale.id })
      paying.push({ cart, sale })
    },
    write: now => writePaid(tx, paying, now),
  }
}

/** The buyer has chosen again since that code ended: it would pay for what it never asked for. */
const isForOther = ({ amount }: Sale, cart: Cart): boolean => cart.checkoutId !== null && amount !== cart.amount

async function writePaid(tx: Transaction, paying: Paying[], now: Date): Promise<DomainEvent[]> {
  if (paying.length === 0) return []
  const carts = paying.map(({ cart, sale }) => paid(cart, sale.id, now))
  const late = paying.filter(({ sale }) => sale.status === 'CANCELADO').map(({ cart }) => cart)
  await updatePaid(tx, carts)
  if (late.length > 0) await giveUnits(tx, late, 1)
  const sales = paying.map(({ sale }) => sale)
  await closeOthers(tx, sales, now)
  await closeOtherBoletos(tx, sales, now)
  await stopOtherCards(tx, sales, now)
  return paying.flatMap(({ sale }, n) => {
    const cart = carts[n] as Cart
    return cart.state === 'RECOVERED' ? [recoveredEvent(cart, sale)] : []
  })
}

const NONE: LockedCarts = {
  refusalOf: () => null,
  pay() {},
  write: async () => [],
}
