// A cashout that has been accepted: its gross amount is held, and it is written with what it waits for, if anything, and with
// the fact that tells of it. Nothing of it is decided here.
import { type Entry, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { subtract, toCentsNumber, ZERO } from '#kernel/money.ts'
import { type Fee, feeOf } from '#kernel/terms.ts'
import type { Books } from '#ledger/books.ts'
import type { Cashout } from './cashout.ts'
import { duplicateKey } from './duplicate.ts'
import type { CashoutAsk, Requested, RequestNeeds } from './request.ts'
import type { Taken } from './request-rules.ts'
import { referenceKey } from './request-store.ts'
import { insertCashouts, type Terms } from './store.ts'
import { tell } from './tell.ts'
import { insertWaits } from './wait-store.ts'
import { isOfOperator, type Wait } from './waiting.ts'
import { addOutflow, noteAddresses } from './waiting-store.ts'
import type { RequestAnswers } from './wire.ts'

/** Without a hash where its account does not ask for it, or a reference tells it apart. */
export type HashedAsk = CashoutAsk & { askHash: Buffer | null }

/** A cashout that is asked for, by what later ones are found equal, what it waits for, and what its caller gets. */
export interface Held {
  cashout: Cashout
  ask: HashedAsk
  wait: Wait | null
  requested: Requested
}

export const isHeld = <Other extends object>(outcome: Held | Other): outcome is Held => 'requested' in outcome

interface Holding {
  books: Books
  terms: Terms
  taken: Taken
  answers: RequestAnswers
  now: Date
}

type Ids = Pick<Cashout, 'id' | 'uuid'>

/** Holds the gross amount. From here on the ask's reference is taken, and its equal refused. */
export function hold(holding: Holding, ask: HashedAsk, ids: Ids, wait: Wait | null): Held {
  const { books, terms, taken, answers, now } = holding
  const held = books.mustPost(ask.accountId, {
    kind: 'CASHOUT_HELD',
    amount: ask.amount,
    subject: 'withdrawal',
    subjectId: ids.id,
    opens: { reason: 'WITHDRAWAL' },
  })
  const fee = feeOf(ask.amount, terms.fees.cashout)
  const cashout = { ...newCashout(ask, ids, held.seq, fee, now), waiting: wait !== null }
  taken.references.set(referenceKey(ask), cashout.uuid)
  if (ask.askHash !== null) taken.equals.set(duplicateKey(ask.accountId, ask.askHash), cashout.uuid)
  return { cashout, ask, wait, requested: { cashout, answer: answers.created(cashout, wait), born: [] } }
}

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
  waiting: false,
  returned: ZERO,
  returnedAt: null,
  createdAt: now,
  updatedAt: now,
  processedAt: null,
})

/** A lost process leaves the cashout to whoever sweeps; until then it belongs to the one that answers the caller. */
const HAND_OVER_MS = 1_000

/** The money, the rows and the facts. The callers' deliveries are known when it is done. */
export async function writeHeld(
  tx: Transaction,
  { outbox, alarmIn }: RequestNeeds,
  books: Books,
  held: Held[],
  terms: Map<number, Terms>,
  now: Date,
): Promise<void> {
  if (held.length === 0) return
  const rulesOf = (accountId: number) => terms.get(accountId)?.rules
  const cashouts = held.map(({ cashout }) => cashout)
  const asks = held.map(({ ask }) => ask)
  const handOverAt = new Date(now.getTime() + HAND_OVER_MS)
  const through = held.filter(({ wait }) => wait?.operatorNeeded !== true).map(({ ask }) => ask)
  const [, , told] = await Promise.all([
    books.write(),
    insertCashouts(
      tx,
      cashouts,
      handOverAt,
      asks.map(({ askHash }) => askHash),
      held.map(({ wait }) => wait?.expiresAt ?? null),
    ),
    tell(tx, outbox, cashouts, now, terms),
    insertWaits(tx, held.flatMap(waitIn), now),
    record(tx, held.flatMap(entryIn), now),
    noteAddresses(tx, asks, rulesOf, now),
    addOutflow(tx, through, rulesOf, now),
  ])
  for (const [said, known] of alarmsOf(held, terms)) await alarmIn(tx, said, known)
  for (const [n, { requested }] of held.entries()) requested.born = told[n] ?? []
}

const waitIn = ({ cashout: { accountId, id }, wait }: Held) => (wait === null ? [] : [{ accountId, id, ...wait }])

/** One for each limit that holds something back, whatever and how much that is: it rings on, counted, until it is acknowledged. */
function alarmsOf(held: Held[], terms: Map<number, Terms>): [said: string, known: object][] {
  const alarms = new Map<string, [string, object]>()
  for (const { cashout, wait } of held)
    for (const reason of wait?.reasons.filter(isOfOperator) ?? []) {
      const ofHouse = reason.startsWith('HOUSE_')
      const rules = terms.get(cashout.accountId)?.rules
      const limits = (ofHouse ? rules?.house : rules?.outflow) ?? {}
      const known = { ...(ofHouse ? {} : { accountId: cashout.accountId }), reason, limits }
      alarms.set(`${ofHouse ? 'house' : cashout.accountId} ${reason}`, [HELD_BACK, known])
    }
  return [...alarms].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, alarm]) => alarm)
}

export const HELD_BACK = 'more leaves than usual: payouts wait for the operator'

/** Who of the account's people has asked. What a server asks for is nobody's deed. */
function entryIn({ ask, cashout }: Held): Entry[] {
  const { userId, address } = ask.by ?? { userId: null, address: '' }
  if (userId === null) return []
  const { accountId, uuid, amount, pixKey, pixKeyType } = cashout
  const what = { accountId, action: 'cashout.requested', subject: 'cashout', subjectId: uuid }
  const detail = { amount: toCentsNumber(amount), pixKey, pixKeyType }
  return [{ ...what, actor: { kind: 'member', id: userId, address }, detail }]
}
