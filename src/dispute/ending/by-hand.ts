// What an operator does: opens a dispute that no PSP reports, such as a card's chargeback, and says how it ended. A MED that its
// PSP reports is only ended by hand when the PSP has had its time, or has decided and does not say what went back.
import type { Actor } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { type Centavos, toReais, ZERO } from '#kernel/money.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { DisputeDeps } from '../deps.ts'
import { type DisputeKey, type DisputeKind, isEndedByPsp, type Word } from '../dispute.ts'
import { type ShownDispute, showDispute } from '../list-store.ts'
import { type Changed, openDispute } from '../open.ts'
import { findOthers, lockDispute } from '../store.ts'
import { operatorsAnswer } from '../wire.ts'
import { closeDispute, NOTHING_LOST } from './close.ts'
import { type Decision, decided } from './rules.ts'

interface ByHand extends Keyed {
  word: Word
  actor: Actor
}

export interface OpenRequest extends ByHand {
  sale: PathId
  kind: DisputeKind
  /** null: all that is left of the sale. */
  amount: Centavos | null
  deadlineAt: Date | null
}

export interface EndRequest extends ByHand, Decision {
  dispute: DisputeKey
}

type Outcome = ShownDispute | Replayed | Failure

export const openByHand = (deps: DisputeDeps, request: OpenRequest): Promise<Outcome> =>
  keyed(deps, request, (tx, now) => open(tx, deps, request, now))

export const endByHand = (deps: DisputeDeps, request: EndRequest): Promise<Outcome> =>
  keyed(deps, request, (tx, now) => end(tx, deps, request, now))

interface Decided {
  shown: ShownDispute
  pendingDeliveries: PendingDeliveries
}

async function keyed(
  { db, clock, outbox }: DisputeDeps,
  request: ByHand,
  decide: (tx: Transaction, now: Date) => Promise<Decided | Failure>,
): Promise<Outcome> {
  const now = clock()
  const outcome = await db.transaction(tx =>
    underKey(tx, request, {
      now,
      decide: () => decide(tx, now),
      answerOf: one => operatorsAnswer(one instanceof Failure ? one : one.shown),
    }),
  )
  if (outcome instanceof Failure || 'replayed' in outcome) return outcome
  outbox.send(outcome.pendingDeliveries)
  return outcome.shown
}

async function shownAfter(tx: Transaction, books: Books, { dispute, pendingDeliveries }: Changed): Promise<Decided> {
  await books.write()
  const shown = await showDispute(tx, dispute)
  if (shown === null) throw new Error(`the dispute ${dispute.uuid} is gone`)
  return { shown, pendingDeliveries }
}

async function open(
  tx: Transaction,
  deps: DisputeDeps,
  { sale: id, kind, amount, deadlineAt, word, actor }: OpenRequest,
  now: Date,
): Promise<Decided | Failure> {
  const found = await deps.sales.findPixOfSale(tx, id)
  if (found === null) return notFound('Paid sale')
  await deps.sales.lockPix(tx, [found.endToEndId])
  const books = await openBooks(tx, [found.accountId], now)
  const pix = await deps.sales.findPix(tx, found.endToEndId, isTestAccount(found.accountId))
  if (pix === null || pix.saleId === null || pix.accountId !== found.accountId) return notFound('Paid sale')
  const { sale, refunded } = await deps.sales.lockSale(tx, { accountId: pix.accountId, id: pix.saleId })
  const { open: others, claimed } = await findOthers(tx, { ...pix, id: 0n })
  if (others > 0) return new Failure('CONFLICT', 'A dispute of this sale is open already')
  const left = (sale.amount - refunded - claimed) as Centavos
  if (left <= 0n) return new Failure('CONFLICT', `Nothing is left of this sale: it is ${sale.status}`)
  if (amount !== null && amount > left)
    return new Failure('GENERAL_ERROR', `amount: at most R$ ${toReais(left)} is left of this sale`)
  const opening = {
    kind,
    pspAccountId: pix.pspAccountId,
    pspDisputeId: null,
    protocol: null,
    pspReason: null,
    endToEndId: pix.endToEndId,
    amount: amount ?? left,
    openedAt: now,
    deadlineAt,
    opened: word,
  }
  return shownAfter(tx, books, await openDispute(tx, deps, books, opening, { pix, before: null, actor }, now))
}

async function end(tx: Transaction, deps: DisputeDeps, request: EndRequest, now: Date): Promise<Decided | Failure> {
  const { decision, word, actor } = request
  const books = await openBooks(tx, [request.dispute.accountId], now)
  const dispute = await lockDispute(tx, request.dispute)
  if (dispute === null) return notFound('Dispute')
  if (decision === 'FORFEIT' && !isEndedByPsp(dispute))
    return new Failure('CONFLICT', 'No PSP tells how this dispute ends: that it is lost takes two operators')
  const taken = await decided(tx, deps, dispute, request, now)
  if (taken instanceof Failure) return taken
  const ending =
    decision === 'RELEASE'
      ? { status: 'RELEASED' as const, forfeit: NOTHING_LOST, word, actor }
      : { status: 'FORFEITED' as const, forfeit: { taken, elsewhere: ZERO }, word, actor }
  return shownAfter(tx, books, await closeDispute(tx, deps, books, dispute, ending, now))
}
