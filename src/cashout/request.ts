// A seller asks for money out. The law on one screen, over a batch: the asks are decided in arrival order under the lock of
// their wallets, so that each caller gets the answer that a one-by-one order would give. The gross amount is held in the
// same commit; the PSP hears of it later (submit.ts).
import { randomUUID } from 'node:crypto'
import { CommitInDoubt, type Database, patiently, type Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { type Centavos, centavos, subtract, toReais, ZERO } from '#kernel/money.ts'
import { normalisePixKey, type PixKeyType } from '#kernel/pix-key.ts'
import { type Fee, feeOf, type Limits } from '#kernel/terms.ts'
import type { Clock } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Born, Outbox } from '#notification/outbox.ts'
import type { Cashout } from './cashout.ts'
import {
  findCashout,
  findTakenReferences,
  findTerms,
  insertCashouts,
  mintCashoutIds,
  referenceKey,
  type Terms,
} from './store.ts'
import { tell } from './tell.ts'

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
}

export interface Requested {
  cashout: Cashout
  /** To be sent when the answer to the caller has been flushed. */
  born: Born
}

export interface RequestNeeds {
  db: Database
  outbox: Outbox
  clock: Clock
  /** How this house answers an amount below the minimum. */
  belowMinimum: 'MINIMUM_VALUE' | 'TRANSFER_NOT_ALLOWED'
  strictPixKeys: boolean
}

/** A lost process leaves the cashout to whoever sweeps; until then it belongs to the one that answers the caller. */
const HAND_OVER_MS = 1_000

/** One answer for each ask, in their order. Refusals change nothing. */
export async function requestCashouts(needs: RequestNeeds, asks: CashoutAsk[]): Promise<(Requested | Failure)[]> {
  const decided: Decided = { outcomes: [] }
  try {
    return await needs.db.transaction(tx => decideAndHold(tx, needs, asks, decided))
  } catch (error) {
    if (!(error instanceof CommitInDoubt)) throw error
    if (await patiently(() => stands(needs, decided.outcomes))) return decided.outcomes.map(unsent)
    throw error
  }
}

/** What the transaction came to, for the case that the answer to its commit is lost. */
interface Decided {
  outcomes: (Cashout | Failure)[]
}

async function decideAndHold(tx: Transaction, needs: RequestNeeds, asks: CashoutAsk[], decided: Decided) {
  const now = needs.clock()
  const accountIds = asks.map(ask => ask.accountId)
  const books = await openBooks(tx, accountIds, now)
  const terms = await findTerms(tx, accountIds)
  const taken = await findTakenReferences(tx, asks)
  const ids = await mintCashoutIds(tx, asks.length)

  const outcomes = asks.map((ask, n) => {
    const own = terms.get(ask.accountId)
    if (own === undefined) return new Failure('FORBIDDEN', 'The account does not exist')
    const refused = refusal(needs, own, taken, ask) ?? uncovered(books, ask) ?? hopeless(own, ask.amount)
    return refused ?? hold(books, own, taken, ask, ids[n] as bigint, now)
  })
  await books.write()
  const born = await record(tx, needs.outbox, outcomes.filter(isCashout), terms, now)
  decided.outcomes = outcomes
  return outcomes.map(outcome => (isCashout(outcome) ? { cashout: outcome, born: born.get(outcome) ?? [] } : outcome))
}

/** Its news is left to the sweeper, which finds what was written. */
const unsent = (outcome: Cashout | Failure): Requested | Failure =>
  isCashout(outcome) ? { cashout: outcome, born: [] } : outcome

/** Whether a commit in doubt stands. Whoever still holds the wallets of the batch is waited for. */
async function stands(needs: RequestNeeds, outcomes: (Cashout | Failure)[]): Promise<boolean> {
  const [one] = outcomes.filter(isCashout)
  if (one === undefined) return true
  return needs.db.transaction(async tx => {
    await openBooks(tx, [one.accountId], needs.clock())
    return (await findCashout(tx, one.accountId, { number: one.id })) !== null
  })
}

const isCashout = (outcome: Cashout | Failure): outcome is Cashout => !(outcome instanceof Failure)

/** The order of refusal, as far as it goes without the balance. */
function refusal(needs: RequestNeeds, terms: Terms, taken: Taken, ask: CashoutAsk): Failure | null {
  if (needs.strictPixKeys && normalisePixKey(ask.pixKeyType, ask.pixKey) === null)
    return new Failure('INVALID_DATA', `pixKey: expected a key that can exist for the type ${ask.pixKeyType}`)
  const other = taken.get(referenceKey(ask))
  if (ask.externalReference !== null && other !== undefined)
    return new Failure('CONFLICT', `externalReference: already names the cashout ${other}`)
  if (!terms.apiCashoutEnabled)
    return new Failure('API_WITHDRAWAL_DISABLED_GLOBALLY', 'Cashouts through the API are disabled for this user')
  if (!terms.transferAllowed) return new Failure('TRANSFER_NOT_ALLOWED', 'This account may not transfer')
  return outsideLimits(needs, terms.limits, ask.amount)
}

function outsideLimits(needs: RequestNeeds, limits: Limits, amount: Centavos): Failure | null {
  const { cashoutMinimumCentavos: least, cashoutMaximumCentavos: most } = limits
  const code = needs.belowMinimum === 'MINIMUM_VALUE' ? 'MINIMUM_VALUE' : 'BELOW_MINIMUM_NOT_ALLOWED'
  if (amount < BigInt(least)) return new Failure(code, `amount: the minimum is ${toReais(centavos(least))}`)
  if (amount > BigInt(most)) return new Failure('MAXIMUM_VALUE', `amount: the maximum is ${toReais(centavos(most))}`)
  return null
}

function uncovered(books: Books, ask: CashoutAsk): Failure | null {
  if (books.available(ask.accountId) >= ask.amount) return null
  return new Failure('INSUFFICIENT_BALANCE', 'The available balance does not cover the amount')
}

/** What is left for GENERAL_ERROR. */
function hopeless(terms: Terms, amount: Centavos): Failure | null {
  if (!terms.paysOut)
    return new Failure('GENERAL_ERROR', 'Cashouts are not available for this account: no bank pays them')
  const fee = feeOf(amount, terms.fees.cashout)
  return fee.total < amount ? null : new Failure('GENERAL_ERROR', 'amount: nothing would be left after the fees')
}

/** Holds the gross amount. From here on the ask's reference is taken. */
function hold(books: Books, terms: Terms, taken: Taken, ask: CashoutAsk, id: bigint, now: Date): Cashout {
  const held = books.mustPost(ask.accountId, {
    kind: 'CASHOUT_HELD',
    amount: ask.amount,
    subject: 'withdrawal',
    subjectId: id,
    opens: { reason: 'WITHDRAWAL' },
  })
  const cashout = newCashout(ask, id, held.seq, feeOf(ask.amount, terms.fees.cashout), now)
  taken.set(referenceKey(ask), cashout.uuid)
  return cashout
}

const newCashout = (ask: CashoutAsk, id: bigint, holdSeq: bigint, fee: Fee, now: Date): Cashout => ({
  ...ask,
  id,
  uuid: randomUUID(),
  state: 'requested',
  version: 1,
  feeFixed: fee.fixed,
  feeVariable: fee.variable,
  net: subtract(ask.amount, fee.total),
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

async function record(
  tx: Transaction,
  outbox: Outbox,
  cashouts: Cashout[],
  terms: Map<number, Terms>,
  now: Date,
): Promise<Map<Cashout, Born>> {
  if (cashouts.length === 0) return new Map()
  await insertCashouts(tx, cashouts, new Date(now.getTime() + HAND_OVER_MS))
  const born = await tell(tx, outbox, cashouts, now, terms)
  return new Map(cashouts.map((cashout, n) => [cashout, born[n] ?? []]))
}

/** References in use, by account and reference, with the uuid of the cashout that each names. */
type Taken = Map<string, string>
