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
import { type Limits, limitsAt } from '#kernel/limits.ts'
import type { Centavos } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix-key.ts'
import { type Clock, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Born, Outbox } from '#notification/outbox.ts'
import type { Cashout } from './cashout.ts'
import { askHashOf } from './duplicate.ts'
import { type ExactAmount, withGross } from './exact-amount.ts'
import { type HashedAsk, hold, isHeld, writeHeld } from './held.ts'
import { type RequestRules, refusalOf } from './request-rules.ts'
import { findDuplicates, findTakenReferences } from './request-store.ts'
import { spend } from './spending.ts'
import { findSpending } from './spending-store.ts'
import { findCashout, findTerms, mintCashoutIds, type Terms } from './store.ts'
import { type Asker, waitOf } from './waiting.ts'
import { lookAround } from './waiting-store.ts'
import { type RequestAnswers, USUAL_ANSWERS } from './wire.ts'

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
  /**
   * What the recipient is to get. The gross amount then follows from the fees in force under the lock, whatever `amount` says;
   * where the person has confirmed a gross amount, it must be that.
   */
  exact?: ExactAmount | null
  /** Who asks: what may wait for being new is judged by it. */
  by?: Asker | null
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
  /** Rings in the commit that holds a cashout back. */
  alarmIn: (tx: Transaction, said: string, known: object) => Promise<void>
  /** Absent: those of the API. */
  answers?: RequestAnswers
}

type Outcome = Requested | Replayed | Failure

const answersOf = ({ answers = USUAL_ANSWERS }: RequestNeeds): RequestAnswers => answers

/** One answer for each ask, in their order. Refusals move nothing. */
export async function requestCashouts(needs: RequestNeeds, asks: CashoutAsk[]): Promise<Outcome[]> {
  const decided: Decided = { outcomes: [] }
  try {
    return await needs.db.transaction(tx => decideAndHold(tx, needs, asks, decided))
  } catch (error) {
    if (!(error instanceof CommitInDoubt)) throw error
    // Whatever goes wrong while looking, the doubt stays: any other error would tell that nothing has happened.
    const standing = await patiently(() => stands(needs, asks, decided.outcomes)).catch(() => false)
    if (standing) return decided.outcomes.map(unsent)
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
    answerOf: outcome => (outcome instanceof Failure ? answersOf(needs).refused(outcome) : outcome.answer),
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
  const [terms, begun] = books.late ? await look() : early
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
  const hashed = asks
    .map(asked => withGross(asked, terms))
    .map(ask => ({
      ...ask,
      askHash: terms.get(ask.accountId)?.duplicateWindowSeconds ? askHashOf(ask) : null,
    }))
  const rulesOf = (accountId: number) => terms.get(accountId)?.rules
  const limits = new Map([...terms].map(([id, own]) => [id, limitsAt(own.limits, now)]))
  const [references, equals, around, spending] = await Promise.all([
    findTakenReferences(tx, asks),
    findEquals(tx, terms, hashed, now),
    lookAround(tx, hashed, rulesOf, now),
    findSpending(tx, limits, now),
  ])
  const taken = { references, equals }

  const outcomes = hashed.map((ask, n) => {
    const own = terms.get(ask.accountId)
    if (own === undefined) return new Failure('FORBIDDEN', 'The account does not exist')
    const name = { id: ids[n] as bigint, uuid: mintUuid(needs.random) }
    const judging = { terms: own, limits: limits.get(ask.accountId) as Limits, taken, spending, books }
    const refusal = refusalOf(needs, judging, ask)
    if (refusal !== null) return refusal
    spend(spending, ask.accountId, ask.amount)
    return hold(
      { books, terms: own, taken, answers: answersOf(needs), now },
      ask,
      name,
      waitOf(own.rules, around, ask, now),
    )
  })
  const written = writeHeld(tx, needs, books, outcomes.filter(isHeld), terms, now)
  written.catch(() => {})
  writing.push(written)
  return outcomes.map(outcome => (isHeld(outcome) ? outcome.requested : outcome))
}

/** Its news is left to the sweeper, which finds what was written. */
const unsent = (outcome: Outcome): Outcome => (isRequested(outcome) ? { ...outcome, born: [] } : outcome)

/** Whether a commit in doubt stands: one thing that it wrote tells of all. Whoever still holds its wallet is waited for. */
async function stands(needs: RequestNeeds, asks: CashoutAsk[], outcomes: Outcome[]): Promise<boolean> {
  const n = writtenPlace(needs, asks, outcomes)
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
function writtenPlace(needs: RequestNeeds, asks: CashoutAsk[], outcomes: Outcome[]): number {
  const made = outcomes.findIndex(isRequested)
  if (made !== -1) return made
  return outcomes.findIndex(
    (outcome, n) => asks[n]?.key && outcome instanceof Failure && answersOf(needs).refused(outcome) !== null,
  )
}

async function isKept(tx: Transaction, key: KeyAsk, now: Date): Promise<boolean> {
  const kept = (await findKept(tx, [key])).get(keyText(key))
  return kept !== undefined && kept.expiresAt > now
}

const isRequested = (outcome: Outcome): outcome is Requested => 'cashout' in outcome

const findEquals = (tx: Transaction, terms: Map<number, Terms>, asks: HashedAsk[], now: Date) =>
  findDuplicates(
    tx,
    asks.flatMap(({ accountId, askHash }) => {
      const windowMs = (terms.get(accountId)?.duplicateWindowSeconds ?? 0) * SECOND_MS
      return askHash === null ? [] : [{ accountId, askHash, since: new Date(now.getTime() - windowMs) }]
    }),
  )
