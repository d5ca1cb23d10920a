// What is sold, and what buyers do about it: they pay, or do not, or too late, or twice, or another amount.
import assert from 'node:assert/strict'
import { SALE } from '../sale/selling.ts'
import { awayFromAbandonment, fillCart, watchCart } from './carts.ts'
import type { Sale } from './reference.ts'
import {
  agrees,
  count,
  dayOf,
  HOUR_MS,
  type Known,
  MINUTE_MS,
  reais,
  type SoldSale,
  stands,
  type World,
} from './world.ts'

/** As it is answered. */
export const soldSale = (body: {
  uuid: string
  pixKey: string
  externalTransactionId?: string | null
  boletoCode?: string | null
}): SoldSale => ({
  uuid: body.uuid,
  pixKey: body.pixKey,
  endToEndId: null,
  paidAt: 0,
  chargeId: body.externalTransactionId ?? null,
  line: body.boletoCode ?? null,
  acquirer: { credited: 0, toCome: 0, refunded: 0 },
  card: null,
  sender: null,
  refuses: false,
})

/** A bank that did not answer in time is asked again a moment later. Answers the sale. */
export async function made(world: World, { seller }: Known, request: object, key?: () => string) {
  for (let left = TRIES; ; left--) {
    const header = key === undefined ? {} : { 'idempotency-key': key() }
    const { status, body, text } = await seller.api('POST', '/api/transactions', request, header)
    if (status === 201) return body
    if (status !== 503 || left === 1) assert.fail(`the sale was refused: ${status} ${text}`)
    count(world, 'sale that the bank did not answer in time')
    await world.aMoment()
  }
}

const TRIES = 5

export const saleAt = ({ uuid }: SoldSale): string => `/api/transactions/${uuid}`

const BUYERS = ['pays', 'pays', 'pays', 'pays', 'twice', 'late', 'never', 'other amount'] as const
const OPEN_MINUTES = 60

export async function sell(world: World, of: Known): Promise<void> {
  const { chance } = world
  const buyer = chance.pick(BUYERS)
  const amount = 30_00 + chance.below(chance.below(4) === 0 ? 2_000_00 : 400_00)
  count(world, `sale, and its buyer ${buyer}`)
  const { sale, sold } = await offer(world, of, amount, chance.below(3) === 0)
  const soon = world.moment + awayFromAbandonment(2 + chance.below(40)) * MINUTE_MS
  const over = world.moment + (OPEN_MINUTES + 2) * MINUTE_MS
  if (buyer === 'pays' || buyer === 'twice') {
    const refuses = buyer === 'pays' && chance.below(8) === 0
    world.at(soon, `${of.name} is paid ${amount}`, () => isPaid(world, of, sale, refuses))
  }
  if (buyer === 'twice')
    world.at(soon + 5 * MINUTE_MS, `${of.name} is paid ${amount} again`, () =>
      isPaidInVain(world, of, sale, amount, {}),
    )
  if (buyer === 'other amount') {
    const other = chance.below(2) === 0 ? amount - 1 - chance.below(10_00) : amount + 1 + chance.below(50_00)
    world.at(soon, `${of.name} is paid ${other} of ${amount}`, () => isPaidInVain(world, of, sale, other, {}))
  }
  if (buyer === 'pays' || buyer === 'twice') return
  world.at(over, `a sale of ${of.name} is over`, () => isOver(of, sale, sold))
  if (buyer === 'late')
    world.at(over + (1 + chance.below(30)) * HOUR_MS, `${of.name} is paid ${amount} late`, () =>
      isPaidLate(world, of, sale),
    )
}

async function offer(
  world: World,
  of: Known,
  amount: number,
  isOfCart: boolean,
): Promise<{ sale: Sale; sold: SoldSale }> {
  const cart = isOfCart ? await fillCart(world, of, amount) : null
  const sale = of.account.sell(amount, cart)
  const more = cart === null ? {} : { cartId: of.carts.get(cart) }
  const pix = { expiresInSeconds: OPEN_MINUTES * 60 }
  const sold = soldSale(await made(world, of, { ...SALE, amount, pix, ...more }))
  of.sales.set(sale, sold)
  watch(of, sale)
  return { sale, sold }
}

export async function soldAndPaid(world: World, of: Known, amount: number): Promise<[Sale, SoldSale]> {
  const { sale, sold } = await offer(world, of, amount, false)
  await isPaid(world, of, sale, false)
  return [sale, sold]
}

/** It is looked at when the day is over. */
export function watch(of: Known, sale: Sale): void {
  const path = saleAt(of.sales.get(sale) as SoldSale)
  of.touched.set(path, () => `${sale.status} ${sale.reserve}`)
  if (sale.cart !== null) watchCart(of, sale.cart)
}

async function pays(world: World, of: Known, sale: Sale, more: object): Promise<string> {
  const { pixKey } = of.sales.get(sale) as SoldSale
  const { status, text, body } = await world.gateway.pay(pixKey, { ...more })
  assert.equal(status, 201, text)
  watch(of, sale)
  return body.endToEndId
}

async function isPaid(world: World, of: Known, sale: Sale, refuses: boolean): Promise<void> {
  const payer = { name: refuses ? 'Recusa Tudo' : 'Maria Silva', document: '12345678909' }
  await accepted(world, of, sale, await pays(world, of, sale, { payer }))
  Object.assign(of.sales.get(sale) as SoldSale, { refuses })
}

async function accepted(world: World, of: Known, sale: Sale, endToEndId: string): Promise<void> {
  const sold = of.sales.get(sale) as SoldSale
  Object.assign(sold, { endToEndId, paidAt: world.moment })
  of.account.pay(sale, dayOf(world.moment))
  await stands(of, saleAt(sold), 'PAGO')
  await agrees(of)
}

async function isOver(of: Known, sale: Sale, sold: SoldSale): Promise<void> {
  sale.status = 'CANCELADO'
  watch(of, sale)
  await stands(of, saleAt(sold), 'CANCELADO')
}

async function isPaidLate(world: World, of: Known, sale: Sale): Promise<void> {
  if (!of.account.terms.acceptsLatePayment) return isPaidInVain(world, of, sale, sale.amount, { late: true })
  await accepted(world, of, sale, await pays(world, of, sale, { late: true }))
}

/** By the rule of the account it goes back, is credited, or waits for the operator. */
async function isPaidInVain(world: World, of: Known, sale: Sale, amount: number, more: object): Promise<void> {
  const { account } = of
  const endToEndId = await pays(world, of, sale, { amount: reais(amount), again: true, ...more })
  const rule = account.terms.unexpectedReceipts
  if (rule === 'CREDIT') account.credit('RECEIPT_CREDITED', amount)
  await receipt(world, of, endToEndId, { RETURN: 'RETURNED', CREDIT: 'CREDITED', KEEP: 'UNACCEPTED' }[rule])
  await agrees(of)
  if (rule !== 'KEEP') return
  const later = world.moment + (1 + world.chance.below(40)) * HOUR_MS
  world.at(later, `the operator decides about ${amount} that ${of.name} got`, () =>
    isDecided(world, of, sale, amount, endToEndId),
  )
}

async function isDecided(world: World, of: Known, sale: Sale, amount: number, endToEndId: string): Promise<void> {
  const what = world.chance.pick(['return', 'credit'] as const)
  const id = await receipt(world, of, endToEndId, 'UNACCEPTED')
  const path = `/api/admin/receipts/${of.seller.accountId}/${id}/${what}`
  const { status, text } = await world.olga.call('POST', path, { reason: 'the buyer called' })
  assert.equal(status, 202, text)
  const paysIt = sale.status === 'CANCELADO' && amount === sale.amount
  if (what === 'credit' && paysIt) await accepted(world, of, sale, endToEndId)
  else if (what === 'credit') of.account.credit('RECEIPT_CREDITED', amount)
  watch(of, sale)
  const end = paysIt ? 'ACCEPTED' : 'CREDITED'
  await receipt(world, of, endToEndId, what === 'return' ? 'RETURNED' : end)
  await agrees(of)
}

/** Waits for it. */
async function receipt(world: World, of: Known, endToEndId: string, status: string): Promise<number> {
  const read = async () => {
    const { body } = await world.olga.call('GET', `/api/admin/receipts?limit=100&accountId=${of.seller.accountId}`)
    type Shown = { id: number; endToEndId: string; status: string }
    return body.data.find((one: Shown) => one.endToEndId === endToEndId) as Shown | undefined
  }
  return (await stands(of, read, status)).id
}
