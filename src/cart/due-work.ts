// What carts owe when their time has come: to be told as abandoned, or to expire. Before a cart is abandoned the PSPs are
// asked about its open charges, because a callback may have been lost: what was paid is booked, and the cart is COMPLETED.
import type { Transaction } from '#db/postgres.ts'
import { hashToken, mintToken } from '#kernel/crypto/token-hash.ts'
import { later, MINUTE_MS } from '#kernel/time.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { isByCard } from './buyer/screen.ts'
import { abandoned, type Cart, expired, MAX_POSTPONED_MS, nextWork } from './cart.ts'
import type { CartDeps } from './deps.ts'
import { abandonedEvent } from './event.ts'
import { findSalesOf, hasBoughtSince, lockCart, putOff, setRecoveryToken, updateCart } from './store.ts'

/** A PSP that says nothing is asked again so much later. */
const RETRY_MS = 10 * MINUTE_MS

export async function doDueWork(deps: CartDeps, cart: Cart): Promise<void> {
  const now = deps.clock()
  const due = nextWork(cart)
  if (due === null) return
  if (due.work === 'abandon') {
    // A boleto or a transfer is paid days later, and a card may be looked at for hours: until then the buyer has left nothing.
    const until = await underWayUntil(deps, cart)
    if (until !== null) {
      await putOff(deps.db, cart, later(until, RETRY_MS))
      return
    }
  }
  if (due.work === 'abandon' && !(await areChargesKnown(deps, cart))) {
    // After a day without an answer it is abandoned all the same: if it turns out to be paid, it is recovered.
    if (now.getTime() < due.at.getTime() + MAX_POSTPONED_MS) {
      await putOff(deps.db, cart, new Date(now.getTime() + RETRY_MS))
      return
    }
  }
  deps.outbox.send(await deps.db.transaction(tx => settle(tx, deps, cart)))
}

/** Until when money may come of a sale of this cart that takes its time; null: it has none. */
async function underWayUntil({ db, sales, clock }: CartDeps, { accountId, id }: Cart): Promise<Date | null> {
  const newest = (await findSalesOf(db, accountId, [id])).at(-1)
  if (newest === undefined || !UNDER_WAY.has(newest.status)) return null
  const sale = await sales.find({ accountId, id: { number: newest.id } })
  if (sale === null || sale.givenUp) return null
  if (newest.status === 'EM_PROCESSAMENTO') return isByCard(sale) ? clock() : null
  if (sale.paymentMethod !== 'BOLETO' && sale.paymentMethod !== 'TRANSFER') return null
  // Its charge looks it up and ends it by then; a payment that a bank has reported may take a little longer.
  return sale.expiresAt > clock() ? sale.expiresAt : clock()
}

const UNDER_WAY: ReadonlySet<string> = new Set(['PENDENTE', 'EM_PROCESSAMENTO'])

/** Of the sales that may still be paid, what the PSPs have received is booked. False where one of them does not say. */
async function areChargesKnown({ db, sales }: CartDeps, { accountId, id }: Cart): Promise<boolean> {
  let known = true
  for (const { id: number, status } of await findSalesOf(db, accountId, [id])) {
    if (status !== 'PENDENTE' && status !== 'EM_PROCESSAMENTO') continue
    const sale = await sales.find({ accountId, id: { number } })
    if (sale !== null && !(await sales.lookUpPayment(sale))) known = false
  }
  return known
}

/** Under its lock, as it is by then: whoever has come first has decided. */
async function settle(tx: Transaction, deps: CartDeps, { accountId, id }: Cart): Promise<PendingDeliveries> {
  const now = deps.clock()
  const cart = await lockCart(tx, accountId, { number: id })
  const due = cart === null ? null : nextWork(cart)
  if (cart === null || due === null) return []
  if (due.at > now) {
    // Its time has moved on while it was looked at, and this lease must not keep it.
    await updateCart(tx, cart)
    return []
  }
  // A buyer who has bought here since, by another cart, has left nothing.
  const isLeft = due.work === 'abandon' && !(await hasBoughtSince(tx, cart))
  if (isLeft) return abandon(tx, deps, cart, now)
  await updateCart(tx, expired(cart, now))
  return []
}

async function abandon(tx: Transaction, deps: CartDeps, cart: Cart, now: Date): Promise<PendingDeliveries> {
  const { random, secretBox, baseUrl, outbox } = deps
  const token = mintToken(random)
  const isOurs = cart.checkoutId !== null
  const sealed = isOurs ? secretBox.seal(token) : null
  const next = abandoned(cart, now, sealed)
  await updateCart(tx, next)
  if (sealed !== null) await setRecoveryToken(tx, next, { hash: hashToken(token), sealed })
  const recoveryUrl = isOurs ? `${baseUrl()}/r/${token}` : cart.recoveryUrl
  return (await outbox.write(tx, [abandonedEvent(next, recoveryUrl)], now)).flat()
}
