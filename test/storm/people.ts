// The people in the storm: a seller's server that never gives up on an answer, and buyers who pay. Whatever is killed or fails on the way,
// each act is done once, because every request carries the key or the reference that makes it so.
import { setTimeout as sleep } from 'node:timers/promises'
import { centavos } from '#kernel/money.ts'
import { buildStaticCode } from '#kernel/pix/br-code.ts'
import { CUSTOMER } from '../../sandbox/customer.ts'
import type { Seller } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { SALE } from '../sale/selling.ts'
import { until } from '../until.ts'
import { sellOtherwise } from './methods.ts'
import type { Buyer, Command, MethodSale } from './weather.ts'

export interface Scene {
  seller: Seller
  bankUrl: () => string
}

/** The outcome of an act, as its doer knows it. */
export type Done =
  | { kind: 'sale'; uuid: string; cartUuid: string | null; buyer: Buyer; command: Command }
  | { kind: 'cashout'; uuid: string; command: Command & { kind: 'cashout' } }
  /** By another method than PIX. */
  | { kind: 'method sale'; uuid: string; command: MethodSale }
  | { kind: 'stray'; command: Command }
  /** Refused in words of the contract: there was not the money, or the charge could not be made. */
  | { kind: 'refused'; status: number; command: Command }

/** A gateway that dies holds a key for a minute and more, and may die again. */
const TIMEOUT_MS = 300_000
const AGAIN_MS = 100
const SHORT_EXPIRY_SECONDS = 2

export function carryOut(scene: Scene, command: Command): Promise<Done> {
  if (command.kind === 'sale') return sell(scene, command)
  if (command.kind === 'cashout') return cashOut(scene, command)
  if (command.kind === 'stray') return payStray(scene, command)
  return sellOtherwise(scene, command)
}

async function sell({ seller, bankUrl }: Scene, command: Command & { kind: 'sale' }): Promise<Done> {
  const { amount, reference, buyer, isOfCart } = command
  const isShort = buyer === 'pays late' || buyer === 'lets it expire'
  const cartUuid = isOfCart ? await fillCart(seller, amount, reference) : null
  const request = {
    ...SALE,
    amount,
    externalReference: reference,
    ...(cartUuid !== null && { cartId: cartUuid }),
    ...(isShort && { pix: { expiresInSeconds: SHORT_EXPIRY_SECONDS } }),
  }
  const answer = await untilAnswered(() =>
    seller.api('POST', '/api/transactions', request, { 'idempotency-key': reference }),
  )
  if (answer.status !== 201) return { kind: 'refused', status: answer.status, command }
  const { uuid, pixKey } = answer.body
  if (buyer === 'pays late') await sleep((SHORT_EXPIRY_SECONDS + 1) * 1_000)
  if (buyer.startsWith('pays')) await pay(bankUrl, pixKey, `${reference} once`, { late: buyer === 'pays late' })
  if (buyer === 'pays twice') await pay(bankUrl, pixKey, `${reference} twice`, { again: true })
  return { kind: 'sale', uuid, cartUuid, buyer, command }
}

async function fillCart(seller: Seller, amount: number, externalReference: string): Promise<string> {
  const request = {
    customer: { name: 'Maria', email: `${externalReference}@example.com` },
    items: [{ title: 'Camiseta', unitPrice: amount, quantity: 1 }],
    recoveryUrl: 'https://loja.example/carrinho',
    externalReference,
  }
  const answer = await untilAnswered(() => seller.api('POST', '/api/carts', request))
  const uuid = answer.status === 201 ? answer.body.uuid : UUID.exec(answer.text)?.[0]
  if (uuid === undefined) throw new Error(`the cart of ${externalReference}: ${answer.status} ${answer.text}`)
  return uuid
}

async function cashOut({ seller }: Scene, command: Command & { kind: 'cashout' }): Promise<Done> {
  const { amount, reference, destination } = command
  const pixKey = `${destination}@example.com`
  const request = { amount, pixKey, pixKeyType: 'EMAIL', externalReference: reference }
  const answer = await untilAnswered(() => seller.api('POST', '/api/public/cashout', request))
  // An earlier request, whose answer was lost, has made it.
  const uuid = answer.status === 409 ? UUID.exec(answer.text)?.[0] : answer.body?.uuid
  return uuid === undefined ? { kind: 'refused', status: answer.status, command } : { kind: 'cashout', uuid, command }
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/

async function payStray({ bankUrl }: Scene, command: Command & { kind: 'stray' }): Promise<Done> {
  const { name: merchantName, city: merchantCity, pixKey: key } = CUSTOMER
  const code = buildStaticCode({ key, merchantName, merchantCity, amount: centavos(command.amount) })
  await pay(bankUrl, code, command.reference)
  return { kind: 'stray', command }
}

/** The payer's name is the payment's own, so that a buyer whose answer was lost can look it up at the bank before paying again. */
async function pay(bankUrl: () => string, pixCopiaECola: string, name: string, more: object = {}): Promise<void> {
  const payer = { name, document: '12345678909' }
  let isFirst = true
  await untilAnswered(async () => {
    if (!isFirst && (await hasPaid(bankUrl(), name))) return PAID
    isFirst = false
    return call(bankUrl(), 'POST', '/sandbox/pay', { body: { pixCopiaECola, payer, ...more } })
  })
}

const PAID = { status: 201, headers: new Headers(), text: '', body: null }

async function hasPaid(bankUrl: string, name: string): Promise<boolean> {
  const { body } = await call(bankUrl, 'GET', '/sandbox/receipts?limit=10000')
  return body.data.some(({ payer }: { payer: { name: string } }) => payer.name === name)
}

/** Repeats the request until there is an answer that stays: no lost connection, no "try again", no failure of the gateway. */
export async function untilAnswered(request: () => Promise<Answer>): Promise<Answer> {
  let last = 'nothing'
  const asking = async () => {
    const answer = await request().catch((error: Error) => error)
    if (!(answer instanceof Error) && answer.status < 500 && !isInFlight(answer)) return answer
    last = answer instanceof Error ? answer.message : `${answer.status} ${answer.text}`
    await sleep(AGAIN_MS)
    return null
  }
  return until(asking, 'an answer that stays', TIMEOUT_MS).catch(error => {
    throw new Error(`${error.message}; the last was ${last}`)
  })
}

const isInFlight = ({ status, body }: Answer) => status === 409 && body?.error === 'IDEMPOTENCY_IN_FLIGHT'
