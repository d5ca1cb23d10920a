// A seller asks for money out. The law on one screen, over a batch: the asks are decided in arrival order under the lock of
// their wallets, so that each caller gets the answer that a one-by-one order would give. The gross amount is held in the
// same commit, with the answer where the ask stands under a key; the PSP hears of it later (submit.ts).
import { CommitInDoubt, type Database, patiently, type Transaction } from '#db/postgres.ts'
import type { Answer, Replayed } from '#idempotency/answer.ts'
import { type Begun, findKeys } from '#idempotency/begin.ts'
import type { KeyAsk } from '#idempotency/key.ts'
import { findKept, keyText } from '#idempotency/store.ts'
import { underKeys } from '#idempotency/under.ts'
import { Failure } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import { type Centavos, subtract, ZERO } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix-key.ts'
import { type Fee, feeOf } from '#kernel/terms.ts'
import { type Clock, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Born, Outbox } from '#notification/outbox.ts'
import type { Cashout } from './cashout.ts'
import { askHashOf, duplicateKey } from './duplicate.ts'
import { type RequestRules, refusalOf, type Taken } from './request-rules.ts'
import { findDuplicates, findTakenReferences, referenceKey } from './request-store.ts'
import { findCashout, findTerms, insertCashouts, mintCashoutIds, type Terms } from './store.ts'
import { tell } from './tell.ts'
import { createdAnswer, refusedAnswer } from './wire.ts'

/** An ask that is valid in form: the door has parsed the amount and checked lengths. */
export interface CashoutAsk {
  accountId: number
  amount: Centavos
  pixKey: string
  pixKeyType: PixKeyType
  externalReference: string | null
  description: string | null
  holderDocument: string | null
  postbackUrl: string | null
  /** Under which the answer is kept. */
  key?: KeyAsk | null
}

export interface Requested {
  cashout: Cashout
  answer: Answer
  /** To be sent when the answer to the caller has been flushed. */
  born: Born
}

export interface RequestNeeds extends RequestRules {
  db: Database
  outbox: Outbox
  clock: Clock
  random: RandomBytes
}

type Outcome = Requested | Replayed | Failure

/** A lost process leaves the cashout to whoever sweeps; until then it belongs to the one that answers the caller. */
const HAND_OVER_MS = 1_000

/** One answer for each ask, in their order. Refusals move nothing. */
export async function requestCashouts(needs: RequestNeeds, asks: CashoutAsk[]): Promise<Outcome[]> {
  const decided: Decided = { outcomes: [] }
  try {
    return await needs.db.transaction(tx => decideAndHold(tx, needs, asks, decided))
  } catch (error) {
    if (!(error instanceof CommitInDoubt)) throw error
    if (await patiently(() => stands(needs, asks, decided.outcomes))) return decided.outcomes.map(unsent)
    throw error
  }
}

/** What the transaction came to, for the case that the answer to its commit is lost. */
interface Decided {
  outcomes: Outcome[]
}

async function decideAndHold(tx: Transaction, needs: RequestNeeds, asks: CashoutAsk[], decided: Decided) {
  const now = needs.clock()
  const { books, begun, ...seen } = await lookUnderLock(tx, asks, now)
  const writing: Promise<unknown>[] = []
  const outcomes = underKeys(tx, asks, {
    now,
    begun,
    decide: async fresh => decideFresh(tx, needs, { books, ...seen }, fresh, now, writing),
    answerOf: outcome => (outcome instanceof Failure ? refusedAnswer(outcome) : outcome.answer),
  })
  decided.outcomes = await outcomes.catch(async error => {
    // Where something was refused before it, that is the reason.
    await Promise.all(writing)
    throw error
  })
  await Promise.all(writing)
  return decided.outcomes
}

/** What the asks are decided by. */
interface Seen {
  books: Books
  terms: Map<number, Terms>
  ids: bigint[]
}

/** All of it goes out together. What is read behind the locks of the wallets is read under them. */
async function lookUnderLock(tx: Transaction, asks: CashoutAsk[], now: Date): Promise<Seen & { begun: Begun[] }> {
  const accountIds = asks.map(ask => ask.accountId)
  const keys = asks.flatMap(({ key }) => key ?? [])
  const look = () => Promise.all([findTerms(tx, accountIds), findKeys(tx, keys, now)])
  const [books, early, ids] = await Promise.all([
    openBooks(tx, accountIds, now),
    look(),
    mintCashoutIds(tx, asks.length),
  ])
  // A wallet that is only just made was locked after that.
  const isEarly = [...early[0].keys()].some(accountId => books.available(accountId) === ZERO)
  const [terms, begun] = isEarly ? await look() : early
  return { books, terms, begun, ids }
}

/** What is to be written goes out together as well, with the answers that are kept: `writing` is what waits for it. */
async function decideFresh(
  tx: Transaction,
  needs: RequestNeeds,
  { books, terms, ids }: Seen,
  asks: CashoutAsk[],
  now: Date,
  writing: Promise<unknown>[],
): Promise<(Requested | Failure)[]> {
  const hashed = asks.map(ask => ({
    ...ask,
    askHash: terms.get(ask.accountId)?.duplicateWindowSeconds ? askHashOf(ask) : null,
  }))
  const [references, equals] = await Promise.all([findTakenReferences(tx, asks), findEquals(tx, terms, hashed, now)])
  const taken = { references, equals }

  const outcomes = hashed.map((ask, n) => {
    const own = terms.get(ask.accountId)
    if (own === undefined) return new Failure('FORBIDDEN', 'The account does not exist')
    const name = { id: ids[n] as bigint, uuid: mintUuid(needs.random) }
    return refusalOf(needs, own, taken, books, ask) ?? hold(books, own, taken, ask, name, now)
  })
  const written = write(tx, needs.outbox, books, outcomes.filter(isHeld), terms, now)
  written.catch(() => {})
  writing.push(written)
  return outcomes.map(outcome => (isHeld(outcome) ? outcome.requested : outcome))
}

/** Its news is left to the sweeper, which finds what was written. */
const unsent = (outcome: Outcome): Outcome => (isRequested(outcome) ? { ...outcome, born: [] } : outcome)

/** Whether a commit in doubt stands: one thing that it wrote tells of all. Whoever still holds its wallet is waited for. */
async function stands(needs: RequestNeeds, asks: CashoutAsk[], outcomes: Outcome[]): Promise<boolean> {
  const n = writtenPlace(asks, outcomes)
  const [ask, outcome] = [asks[n], outcomes[n]]
  if (ask === undefined || outcome === undefined) return true
  return needs.db.transaction(async tx => {
    const now = needs.clock()
    await openBooks(tx, [ask.accountId], now)
    if (isRequested(outcome)) return (await findCashout(tx, ask.accountId, { number: outcome.cashout.id })) !== null
    return ask.key ? isKept(tx, ask.key, now) : true
  })
}

/** The place of a cashout, or else of a refusal that was to be kept; -1 where nothing was written. */
function writtenPlace(asks: CashoutAsk[], outcomes: Outcome[]): number {
  const made = outcomes.findIndex(isRequested)
  if (made !== -1) return made
  return outcomes.findIndex(
    (outcome, n) => asks[n]?.key && outcome instanceof Failure && refusedAnswer(outcome) !== null,
  )
}

async function isKept(tx: Transaction, key: KeyAsk, now: Date): Promise<boolean> {
  const kept = (await findKept(tx, [key])).get(keyText(key))
  return kept !== undefined && kept.expiresAt > now
}

const isRequested = (outcome: Outcome): outcome is Requested => 'cashout' in outcome

/** Without a hash where its account does not ask for it, or a reference tells it apart. */
type HashedAsk = CashoutAsk & { askHash: Buffer | null }

const findEquals = (tx: Transaction, terms: Map<number, Terms>, asks: HashedAsk[], now: Date) =>
  findDuplicates(
    tx,
    asks.flatMap(({ accountId, askHash }) => {
      const windowMs = (terms.get(accountId)?.duplicateWindowSeconds ?? 0) * SECOND_MS
      return askHash === null ? [] : [{ accountId, askHash, since: new Date(now.getTime() - windowMs) }]
    }),
  )

/** A cashout that is asked for, by what later ones are found equal, and what its caller gets. */
interface Held {
  cashout: Cashout
  askHash: Buffer | null
  requested: Requested
}

const isHeld = (outcome: Held | Failure): outcome is Held => !(outcome instanceof Failure)

/** Holds the gross amount. From here on the ask's reference is taken, and its equal refused. */
function hold(books: Books, terms: Terms, taken: Taken, ask: HashedAsk, ids: Ids, now: Date): Held {
  const held = books.mustPost(ask.accountId, {
    kind: 'CASHOUT_HELD',
    amount: ask.amount,
    subject: 'withdrawal',
    subjectId: ids.id,
    opens: { reason: 'WITHDRAWAL' },
  })
  const cashout = newCashout(ask, ids, held.seq, feeOf(ask.amount, terms.fees.cashout), now)
  taken.references.set(referenceKey(ask), cashout.uuid)
  if (ask.askHash !== null) taken.equals.set(duplicateKey(ask.accountId, ask.askHash), cashout.uuid)
  return { cashout, askHash: ask.askHash, requested: { cashout, answer: createdAnswer(cashout), born: [] } }
}

type Ids = Pick<Cashout, 'id' | 'uuid'>

const newCashout = (ask: CashoutAsk, ids: Ids, holdSeq: bigint, fee: Fee, now: Date): Cashout => ({
  accountId: ask.accountId,
  ...ids,
  state: 'requested',
  version: 1,
  amount: ask.amount,
  feeFixed: fee.fixed,
  feeVariable: fee.variable,
  net: subtract(ask.amount, fee.total),
  pixKey: ask.pixKey,
  pixKeyType: ask.pixKeyType,
  holderDocument: ask.holderDocument,
  description: ask.description,
  externalReference: ask.externalReference,
  postbackUrl: ask.postbackUrl,
  holdSeq,
  payoutId: null,
  endToEndId: null,
  failure: null,
  restored: false,
  returned: ZERO,
  returnedAt: null,
  createdAt: now,
  updatedAt: now,
  processedAt: null,
})

/** The money, the rows and the facts. The callers' deliveries are known when it is done. */
async function write(
  tx: Transaction,
  outbox: Outbox,
  books: Books,
  held: Held[],
  terms: Map<number, Terms>,
  now: Date,
): Promise<void> {
  if (held.length === 0) return
  const cashouts = held.map(({ cashout }) => cashout)
  const askHashes = held.map(({ askHash }) => askHash)
  const [, , told] = await Promise.all([
    books.write(),
    insertCashouts(tx, cashouts, new Date(now.getTime() + HAND_OVER_MS), askHashes),
    tell(tx, outbox, cashouts, now, terms),
  ])
  for (const [n, { requested }] of held.entries()) requested.born = told[n] ?? []
}
