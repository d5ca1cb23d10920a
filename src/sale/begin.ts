// The first commit of a sale, before any PSP is asked: the row with its txid, bound to the PSP account that will receive, and
// the caller's key with it. A key that is known leads to its answer, or to the sale that an earlier request left unfinished.
import { type Actor, record } from '#audit/audit.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { DialectName } from '#http/failures.ts'
import { type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { beginKeys } from '#idempotency/begin.ts'
import type { KeyAsk } from '#idempotency/key.ts'
import { finishKeys, forgetKeys, type Hold, holdKeys } from '#idempotency/store.ts'
import { Failure } from '#kernel/failure.ts'
import { mintPspId, mintUuid } from '#kernel/ids.ts'
import { type Centavos, shareOf, subtract, toCentsNumber, ZERO } from '#kernel/money.ts'
import { feeOf } from '#kernel/terms.ts'
import { type Clock, MINUTE_MS, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Customer, Item, Sale } from './sale.ts'
import { findSale, findTerms, giveUp, insertSale, mintIds, resumeSale, type Terms } from './store.ts'

export interface SaleAsk {
  accountId: number
  amount: Centavos
  customer: Customer
  items: Omit<Item, 'id'>[]
  shipping: Record<string, unknown> | null
  externalReference: string | null
  postbackUrl: string | null
  expiresInSeconds: number
  /** The person who charges somebody in the panel; a server has no entry in the audit log. */
  by?: Actor
}

export interface BeginNeeds {
  db: Database
  psps: Pick<PspDirectory, 'rests'>
  clock: Clock
  random: RandomBytes
  pspTimeoutMs: number
  /** In which refusals are kept under a key. Absent: that of the API. */
  dialect?: DialectName
}

export interface Begun {
  sale: Sale
  /** An earlier request may have asked for the charge already. */
  resumed: boolean
  /** Where the sale goes if nothing of it reaches its PSP. */
  fallbackPspAccountId: number | null
  hold: Hold | null
}

export async function beginSale(
  needs: BeginNeeds,
  ask: SaleAsk,
  key: KeyAsk | null,
): Promise<Begun | Replayed | Failure> {
  const terms = (await findTerms(needs.db, [ask.accountId])).get(ask.accountId)
  const place = refusal(terms, ask.amount) ?? (await placeOf(needs.psps, terms as Terms))
  return needs.db.transaction(async tx => {
    const known = key === null ? null : await lookUpKey(tx, needs, key)
    if (known !== null) return known
    if (!(place instanceof Failure)) return store(tx, needs, ask, terms as Terms, place, key)
    if (key !== null) await endKey(tx, needs, key, place)
    return place
  })
}

/** A refusal by the account's terms is the answer. Where no PSP takes calls, the key is as unused as before. */
async function endKey(tx: Transaction, { dialect = 'sale' }: BeginNeeds, key: KeyAsk, refused: Failure): Promise<void> {
  const answer = stayingAnswer(refused, dialect)
  if (answer === null) await forgetKeys(tx, [key])
  else await finishKeys(tx, [{ ask: key, answer }])
}

/** The calls that one creation can come to: asked in vain, asked elsewhere, looked up, asked, looked up, taken away. */
const MOST_CALLS = 6
const SPARE_MS = 10 * SECOND_MS
const LEAST_PATIENCE_MS = 2 * MINUTE_MS

/** Longer than all of a creation takes: where it has not ended by then, its process has died. */
const busyMs = (needs: BeginNeeds) => MOST_CALLS * needs.pspTimeoutMs + SPARE_MS

/** How long after the last try a creation is given up: its caller has as long again to come back for it. */
const patienceMs = (needs: BeginNeeds) => Math.max(LEAST_PATIENCE_MS, 2 * busyMs(needs))

const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

/** What the key stands for already; null where there is a sale to be made. */
async function lookUpKey(tx: Transaction, needs: BeginNeeds, key: KeyAsk): Promise<Begun | Replayed | Failure | null> {
  const [known] = await beginKeys(tx, [key], needs.clock())
  if (known instanceof Failure) return known
  if (known?.kind === 'replay') return { replayed: known.answer }
  if (known?.kind !== 'resume') return null
  const sale = await findSale(tx, key.accountId, { number: known.subjectId })
  // Given up, with nothing left to pay at any PSP: the request is made anew.
  if (sale === null || sale.status === 'FALHA') return null
  if (sale.status === 'EM_PROCESSAMENTO' && !(await resume(tx, needs, sale)))
    return unavailable(UNANSWERED, { txid: sale.txid, reason: 'is being given up' })
  return { sale, resumed: true, fallbackPspAccountId: null, hold: await holdKey(tx, needs, key, sale) }
}

/** Never together with whoever takes the charge away: what has been given up once is not gone on with. */
async function resume(tx: Transaction, needs: BeginNeeds, sale: Sale): Promise<boolean> {
  const now = needs.clock()
  const patience = patienceMs(needs)
  if (await resumeSale(tx, sale, { since: later(now, -patience), now, dueAt: later(now, patience) })) return true
  await giveUp(tx, sale, now)
  return false
}

async function holdKey(tx: Transaction, needs: BeginNeeds, ask: KeyAsk, sale: Sale): Promise<Hold> {
  const hold = { ask, subjectId: sale.id, busyUntil: later(needs.clock(), busyMs(needs)) }
  await holdKeys(tx, [hold])
  return hold
}

interface Place {
  pspAccountId: number
  fallbackPspAccountId: number | null
}

/** The account's own PSP account, or the one that stands in for it: the first that takes calls. */
async function placeOf(psps: BeginNeeds['psps'], { payInPspAccountIds }: Terms): Promise<Place | Failure> {
  const [first, second = null] = payInPspAccountIds
  if (first !== undefined && !(await psps.rests(first))) return { pspAccountId: first, fallbackPspAccountId: second }
  if (second !== null && !(await psps.rests(second))) return { pspAccountId: second, fallbackPspAccountId: null }
  return unavailable(UNANSWERED, { resting: payInPspAccountIds })
}

const RETRY_AFTER_SECONDS = 10

export const UNANSWERED = 'The payment provider did not answer. Nothing was charged; please try again.'

export const unavailable = (said: string, known: object): Failure =>
  new Failure('PSP_UNAVAILABLE', said, { retryAfterSeconds: RETRY_AFTER_SECONDS, known })

function refusal(terms: Terms | undefined, amount: Centavos): Failure | null {
  if (terms === undefined) return new Failure('FORBIDDEN', 'The account does not exist')
  if (terms.payInPspAccountIds.length === 0)
    return new Failure('GENERAL_ERROR', 'PIX is not available for this account at the moment')
  const fee = feeOf(amount, terms.fees.pix)
  return fee.total < amount ? null : new Failure('GENERAL_ERROR', 'amount: nothing would be left after the fees')
}

async function store(
  tx: Transaction,
  needs: BeginNeeds,
  ask: SaleAsk,
  terms: Terms,
  { pspAccountId, fallbackPspAccountId }: Place,
  key: KeyAsk | null,
): Promise<Begun> {
  const ids = { uuid: mintUuid(needs.random), ...(await mintIds(tx, ask.items.length)) }
  const txid = mintPspId(ask.accountId, needs.random)
  const sale = newSale(ask, terms, ids, { pspAccountId, txid }, needs.clock())
  await insertSale(tx, sale, later(sale.createdAt, patienceMs(needs)))
  if (ask.by !== undefined) await record(tx, [requestedBy(ask.by, sale)], sale.createdAt)
  const hold = key === null ? null : await holdKey(tx, needs, key, sale)
  return { sale, resumed: false, fallbackPspAccountId, hold }
}

const requestedBy = (actor: Actor, { accountId, uuid, amount }: Sale) => ({
  ...{ accountId, actor, action: 'sale.requested', subject: 'sale', subjectId: uuid },
  detail: { amount: toCentsNumber(amount) },
})

function newSale(
  ask: SaleAsk,
  terms: Terms,
  { uuid, ...ids }: { uuid: string; sale: bigint; items: bigint[] },
  charge: { pspAccountId: number; txid: string },
  now: Date,
): Sale {
  const fee = feeOf(ask.amount, terms.fees.pix).total
  const net = subtract(ask.amount, fee)
  const reserve = shareOf(ask.amount, terms.reserve.basisPoints)
  return {
    accountId: ask.accountId,
    id: ids.sale,
    uuid,
    status: 'EM_PROCESSAMENTO',
    version: 0,
    paymentMethod: 'PIX',
    amount: ask.amount,
    fee,
    net,
    // Never more than the seller gets.
    reserve: reserve < net ? reserve : net,
    reserveDays: terms.reserve.days,
    reserveHeld: ZERO,
    customer: ask.customer,
    items: ask.items.map((item, n) => ({ ...item, id: ids.items[n] as bigint })),
    shipping: ask.shipping,
    externalReference: ask.externalReference,
    postbackUrl: ask.postbackUrl,
    ...charge,
    brCode: null,
    idRec: null,
    contrato: null,
    givenUp: false,
    expiresAt: later(now, ask.expiresInSeconds * SECOND_MS),
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  }
}
