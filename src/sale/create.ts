// A seller sells by PIX. The sale and its txid are stored first; then the PSP is asked for the charge; then the sale is
// open, with its code. Where the PSP's answer is lost the charge is looked up and asked for once more under the same txid;
// where even that says nothing the caller is told to come back, and what is left is cleared up by its due time (close.ts).
import { randomUUID } from 'node:crypto'
import type { Database } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { mintPspId } from '#kernel/ids.ts'
import { type Centavos, shareOf, subtract } from '#kernel/money.ts'
import { feeOf } from '#kernel/terms.ts'
import { type Clock, MINUTE_MS, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import type { Born, Outbox } from '#notification/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Charge, ChargeAsk, Outcome, PayIn } from '#psp/port.ts'
import { type Customer, type Item, moved, type Sale } from './sale.ts'
import { findTerms, insertSale, lockSales, mintIds, type Terms, updateSales } from './store.ts'
import { factsOf } from './wire.ts'

export interface SaleAsk {
  accountId: number
  amount: Centavos
  customer: Customer
  items: Omit<Item, 'id'>[]
  shipping: Record<string, unknown> | null
  externalReference: string | null
  postbackUrl: string | null
  expiresInSeconds: number
}

export interface CreateNeeds {
  db: Database
  outbox: Outbox
  psps: PspDirectory
  clock: Clock
  random: RandomBytes
}

export interface Created {
  sale: Sale
  /** To be sent when the answer to the caller has been flushed. */
  born: Born
}

/** Longer than the whole of the creation can take, its lookup and its second try included. */
const RESOLVE_AFTER_MS = 2 * MINUTE_MS
const RETRY_AFTER_SECONDS = 10

export async function createSale(needs: CreateNeeds, ask: SaleAsk): Promise<Created | Failure> {
  const begun = await begin(needs, ask)
  if (begun instanceof Failure) return begun
  const payIn = await needs.psps.payIn(begun.pspAccountId)
  const outcome = await charge(payIn, chargeAsk(begun, ask))
  if (outcome.kind === 'unknown') return unanswered(begun, outcome.reason)
  if (outcome.kind === 'refused') {
    needs.outbox.send((await step(needs, begun, sale => moved(sale, 'FALHA', needs.clock()))).born)
    return new Failure('GENERAL_ERROR', `The payment provider refused the charge: ${outcome.reason}`)
  }
  const { brCode } = outcome.value
  if (brCode === null) return unanswered(begun, 'the PSP knows the charge and does not tell its code')
  const created = await step(needs, begun, sale => moved(sale, 'PENDENTE', needs.clock(), { brCode }))
  return created.sale.status === 'FALHA' ? unanswered(begun, 'given up before the answer came') : created
}

function unanswered({ txid }: Sale, reason: string): Failure {
  const said = 'The payment provider did not answer. Nothing was charged; please try again.'
  return new Failure('PSP_UNAVAILABLE', said, { retryAfterSeconds: RETRY_AFTER_SECONDS, known: { txid, reason } })
}

/** The sale as it stands before the PSP has been asked. */
function begin(needs: CreateNeeds, ask: SaleAsk): Promise<Sale | Failure> {
  return needs.db.transaction(async tx => {
    const now = needs.clock()
    const terms = (await findTerms(tx, [ask.accountId])).get(ask.accountId)
    const refused = refusal(terms, ask.amount)
    if (refused !== null) return refused
    const ids = await mintIds(tx, ask.items.length)
    const sale = newSale(ask, terms as Terms, ids, mintPspId(ask.accountId, needs.random), now)
    await insertSale(tx, sale, new Date(now.getTime() + RESOLVE_AFTER_MS))
    return sale
  })
}

function refusal(terms: Terms | undefined, amount: Centavos): Failure | null {
  if (terms === undefined) return new Failure('FORBIDDEN', 'The account does not exist')
  if (terms.payInPspAccountId === null)
    return new Failure('GENERAL_ERROR', 'PIX is not available for this account at the moment')
  const fee = feeOf(amount, terms.fees.pix)
  return fee.total < amount ? null : new Failure('GENERAL_ERROR', 'amount: nothing would be left after the fees')
}

function newSale(ask: SaleAsk, terms: Terms, ids: { sale: bigint; items: bigint[] }, txid: string, now: Date): Sale {
  const fee = feeOf(ask.amount, terms.fees.pix).total
  const net = subtract(ask.amount, fee)
  const reserve = shareOf(ask.amount, terms.reserve.basisPoints)
  return {
    accountId: ask.accountId,
    id: ids.sale,
    uuid: randomUUID(),
    status: 'EM_PROCESSAMENTO',
    version: 0,
    paymentMethod: 'PIX',
    amount: ask.amount,
    fee,
    net,
    // Never more than the seller gets.
    reserve: reserve < net ? reserve : net,
    reserveDays: terms.reserve.days,
    customer: ask.customer,
    items: ask.items.map((item, n) => ({ ...item, id: ids.items[n] as bigint })),
    shipping: ask.shipping,
    externalReference: ask.externalReference,
    postbackUrl: ask.postbackUrl,
    pspAccountId: terms.payInPspAccountId as number,
    txid,
    brCode: null,
    idRec: null,
    contrato: null,
    expiresAt: new Date(now.getTime() + ask.expiresInSeconds * SECOND_MS),
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  }
}

function chargeAsk(sale: Sale, ask: SaleAsk): ChargeAsk {
  const { name, document } = sale.customer
  return {
    txid: sale.txid,
    amount: sale.amount,
    expiresInSeconds: ask.expiresInSeconds,
    ...(document !== '' && { payer: { name, document } }),
  }
}

/** The charge, if the PSP can be brought to say: asked, else looked up, else asked once more. */
async function charge(payIn: PayIn, ask: ChargeAsk): Promise<Outcome<Charge>> {
  const first = await payIn.createCharge(ask)
  if (first.kind !== 'unknown') return first
  const found = await payIn.findCharge(ask.txid)
  if (found.kind !== 'done') return { kind: 'unknown', reason: first.reason }
  if (found.value !== null) return { kind: 'done', value: found.value }
  const second = await payIn.createCharge(ask)
  return second.kind === 'refused' ? afterSecondRefusal(payIn, ask.txid, second) : second
}

// The first request may have arrived after our lookup; then the second is refused because its txid exists.
async function afterSecondRefusal(payIn: PayIn, txid: string, refused: Outcome<Charge>): Promise<Outcome<Charge>> {
  const found = await payIn.findCharge(txid)
  if (found.kind !== 'done') return { kind: 'unknown', reason: 'refused, and then not to be found out' }
  return found.value === null ? refused : { kind: 'done', value: found.value }
}

/** Moves the sale on under its lock, with the news. A sale that was paid meanwhile stays paid. */
async function step(needs: CreateNeeds, begun: Sale, change: (sale: Sale) => Sale): Promise<Created> {
  return needs.db.transaction(async tx => {
    const [locked] = await lockSales(tx, [begun])
    if (locked === undefined) throw new Error(`the sale ${begun.uuid} is gone`)
    if (locked.status !== 'EM_PROCESSAMENTO') return { sale: locked, born: [] }
    const sale = change(locked)
    await updateSales(tx, [{ sale, dueAt: sale.status === 'PENDENTE' ? sale.expiresAt : null }])
    return { sale, born: (await needs.outbox.write(tx, factsOf(sale), needs.clock())).flat() }
  })
}
